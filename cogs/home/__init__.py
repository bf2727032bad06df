"""The commands for new members: ``/help`` and ``/practice``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.house.roster import Level
from bot.ui.kit.reply import say_privately
from bot.ui.text.table_lines import LEVELS
from cogs.home.pages import help_page
from cogs.table.answers.house_rules import meant_by, rule_choices
from cogs.table.answers.lobby import LENGTH_CHOICES, PLAYER_CHOICES, practise

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class HelpCog(commands.Cog):
    """The command ``/help``, for new members."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="help", description="How to play Bézique here")
    @app_commands.guild_only()
    async def help(self, interaction: Interaction) -> None:
        """Say what to do first."""
        await say_privately(interaction, help_page(self.bot.links.line))


class PracticeCog(commands.Cog):
    """The command that starts a game against house players."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="practice", description="Play against a house player at once; it is not rated")
    @app_commands.describe(
        level="How well the house plays (default: regular)",
        rules="A rule book, rule set or rule code (default: modern)",
        players="How many play; every other seat is a house player's",
        length="How long the game goes, such as one deal (default: as the rules say)",
    )
    @app_commands.choices(level=[app_commands.Choice(name=words, value=level.value) for level, words in LEVELS.items()])
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
        await practise(
            self.bot.desk,
            interaction,
            rules=await meant_by(self.bot.desk, interaction, rules),
            players=players.value if players is not None else None,
            length=length,
            level=Level(level.value) if level is not None else Level.REGULAR,
        )

    @practice.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.desk, interaction, str(typed))


async def setup(bot: BeziqueBot) -> None:
    """Add the commands of this room to the bot."""
    for cog in (HelpCog(bot), PracticeCog(bot)):
        await bot.add_cog(cog)
