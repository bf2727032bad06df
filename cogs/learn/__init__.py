"""The commands for learning the game: ``/tutorial``, ``/lessons`` and ``/exercise``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.exercises.decisions import Source
from bot.engine import PRESETS
from bot.ui.text.i18n import mark
from cogs.learn.answers import show_exercise, show_lesson, show_menu

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class TutorialCog(commands.Cog):
    """The commands of the tutorial and of the lessons."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="tutorial", description="Learn Bézique in ten minutes: a first deal with hints")
    @app_commands.guild_only()
    async def tutorial(self, interaction: Interaction) -> None:
        """Show the tutorial where the member left it."""
        await show_lesson(self.bot.desk, interaction)

    @app_commands.command(name="lessons", description="Five minutes each: the last eight, three hands, each rule book")
    @app_commands.guild_only()
    async def lessons(self, interaction: Interaction) -> None:
        """Show the menu of lessons, with those that the member has done."""
        await show_menu(self.bot.desk, interaction)


SOURCES = [
    app_commands.Choice(name=mark("Your own games"), value=Source.OWN.value),
    *(app_commands.Choice(name=preset.title, value=preset.name) for preset in PRESETS.values()),
]


class ExerciseCog(commands.Cog):
    """The command for exercises in finding the best move; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="exercise", description="Find the best move: from your own games, or from the house's")
    @app_commands.describe(source="From where (default: your own games first, then the house's)")
    @app_commands.choices(source=SOURCES)
    async def exercise(self, interaction: Interaction, source: app_commands.Choice[str] | None = None) -> None:
        """Show an exercise to the caller alone."""
        wanted = Source(source.value) if source is not None else Source.ANY
        await show_exercise(self.bot.desk, interaction, wanted)


async def setup(bot: BeziqueBot) -> None:
    """Add the commands of this room to the bot."""
    for cog in (TutorialCog(bot), ExerciseCog(bot)):
        await bot.add_cog(cog)
