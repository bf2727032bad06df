"""Playing against the house at once: ``/practice``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine import read_code
from bot.house.levels import Level
from bot.tables import NO_CLOCK
from bot.tables.decisions import house_seats
from bot.tables.decisions.terms import for_players
from bot.ui.handlers.commands import LENGTH_CHOICES, PLAYER_CHOICES, of_length, put_up, rule_choices
from bot.ui.handlers.desk import player_of
from bot.ui.kit.permissions import lacking, missing_permissions
from bot.ui.kit.reply import kindly, refuse

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class PracticeCog(commands.Cog):
    """The command for whoever has nobody to play with."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="practice", description="Play against a house player at once; it is not rated")
    @app_commands.describe(
        level="How well the house plays (default: regular)",
        rules="A rule book or rule code (default: modern)",
        players="How many play; every other seat is a house player's",
        length="How long the game goes, such as one deal (default: as the rules say)",
    )
    @app_commands.choices(level=[app_commands.Choice(name=level.value, value=level.value) for level in Level])
    @app_commands.choices(players=PLAYER_CHOICES)
    @app_commands.choices(length=LENGTH_CHOICES)
    @app_commands.guild_only()
    async def practice(
        self,
        interaction: Interaction,
        level: app_commands.Choice[str] | None = None,
        rules: str = "modern",
        players: app_commands.Choice[int] | None = None,
        length: app_commands.Choice[str] | None = None,
    ) -> None:
        """Open a table, fill it with house players, and deal."""
        async with kindly(interaction, "/practice"):
            if lacks := missing_permissions(interaction):
                await refuse(interaction, lacking(lacks))
                return
            preset, chosen = read_code(rules)
            if players is not None:
                chosen = for_players(preset, chosen, players.value)
            chosen = of_length(chosen, length)
            tables, user = self.bot.tables, interaction.user.id
            strength = Level(level.value) if level is not None else Level.REGULAR
            table = await tables.open(
                guild_id=interaction.guild_id or 0,
                channel_id=interaction.channel_id or 0,
                opener=player_of(interaction.user),
                rules=chosen,
                preset=preset,
                clock=NO_CLOCK,
            )
            while not table.full:
                table = await tables.ask(table.id, house_seats.add_house, user, strength)
            await put_up(self.bot.desk, interaction, table, discord.AllowedMentions.none())
            done = await tables.start(table.id, user)
            await self.bot.desk.show(interaction, done.table)
            await self.bot.desk.hand(interaction, done.table)

    @practice.autocomplete("rules")
    async def _rule_codes(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return rule_choices(typed)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(PracticeCog(bot))
