"""The commands for tournaments: ``/tournament create`` and ``/tournament show``."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.tournaments.values import LONGEST_NAME, Form
from bot.tables import CLOCKS, DEFAULT_CLOCK, NO_CLOCK
from bot.tables.decisions.terms import for_players
from bot.tables.values.clocks import clock_of
from bot.ui.text.i18n import mark
from cogs.table.answers.house_rules import meant_by, rule_choices
from cogs.table.answers.lobby import LENGTH_CHOICES, of_length
from cogs.tournaments.answers import create, listed

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]

FORM_CHOICES = [
    app_commands.Choice(name=mark("Round robin, up to 8: everybody meets everybody"), value=Form.ROUND_ROBIN.value),
    app_commands.Choice(name=mark("Swiss, up to 64: a few rounds against equals"), value=Form.SWISS.value),
]
TIME_CHOICES = [
    app_commands.Choice(name=mark("30 minutes"), value=30),
    app_commands.Choice(name=mark("1 hour"), value=60),
    app_commands.Choice(name=mark("2 hours"), value=120),
    app_commands.Choice(name=mark("6 hours"), value=360),
    app_commands.Choice(name=mark("1 day"), value=24 * 60),
    app_commands.Choice(name=mark("2 days"), value=2 * 24 * 60),
    app_commands.Choice(name=mark("3 days"), value=3 * 24 * 60),
    app_commands.Choice(name=mark("7 days"), value=7 * 24 * 60),
    app_commands.Choice(name=mark("14 days"), value=14 * 24 * 60),
]
PAIRED_CLOCKS = [
    app_commands.Choice(name=clock.label, value=clock.key) for clock in CLOCKS.values() if clock is not NO_CLOCK
]
"""The clocks for tournaments; their games always have one, so that nobody waits for ever."""


@app_commands.guild_only()
class TournamentCog(commands.GroupCog, group_name="tournament", group_description="Tournaments of this server"):
    """The slash commands for tournaments."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(name="create", description="Open a tournament in this channel that others can join")
    @app_commands.describe(
        name="What it is called",
        form="Who meets whom (default: round robin)",
        partners="Two play against two (default: no)",
        rules="A rule book, a rule set, or a code such as: britannica target=2000 (default: modern)",
        length="How long each game goes, such as one deal (default: as the rules say)",
        clock="How long a move may take (default: 3 minutes)",
        time="How long there is to play each round (default: 1 day)",
        rounds="How many rounds a Swiss tournament has (default: as suits the number who take part)",
    )
    @app_commands.choices(form=FORM_CHOICES)
    @app_commands.choices(length=LENGTH_CHOICES)
    @app_commands.choices(clock=PAIRED_CLOCKS)
    @app_commands.choices(time=TIME_CHOICES)
    async def create(  # noqa: PLR0917 - a command's options
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        form: app_commands.Choice[str] | None = None,
        partners: bool = False,  # noqa: FBT001, FBT002
        rules: str = "modern",
        length: app_commands.Choice[str] | None = None,
        clock: app_commands.Choice[str] | None = None,
        time: app_commands.Choice[int] | None = None,
        rounds: app_commands.Range[int, 1, 16] | None = None,
    ) -> None:
        """Open a tournament, and post its entries in the channel."""
        preset, chosen, friendly = await meant_by(self.bot.desk, interaction, rules)
        if partners:
            chosen = for_players(preset, chosen, 4).changed({"partners": True})
        await create(
            self.bot.desk,
            interaction,
            name=name,
            form=Form(form.value) if form is not None else Form.ROUND_ROBIN,
            rules=of_length(chosen, length),
            preset=preset,
            clock=clock_of(clock.value) if clock is not None else DEFAULT_CLOCK,
            rounds=rounds or 0,
            lasting=timedelta(minutes=time.value if time is not None else 24 * 60),
            friendly=friendly,
        )

    @app_commands.command(name="show", description="The tournaments of this server, and what you can do there")
    async def show(self, interaction: Interaction) -> None:
        """Show the tournaments of this server, privately."""
        await listed(self.bot.desk, interaction)

    @create.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.desk, interaction, str(typed))


async def setup(bot: BeziqueBot) -> None:
    """Add these commands to the bot."""
    await bot.add_cog(TournamentCog(bot))
