"""The commands ``/tutorial`` and ``/lessons``: a guided first deal and further lessons, shown to one member alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.learn import exercise
from cogs.learn.answers import show_lesson, show_menu

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


async def setup(bot: BeziqueBot) -> None:
    """Add the commands of this package to the bot."""
    await bot.add_cog(TutorialCog(bot))
    for part in (exercise,):
        await part.setup(bot)
