"""The command ``/leaderboard``, and the user menu for a member's statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.tree import add_user_menu
from bot.ui.text.i18n import mark
from cogs.standings.leaderboards import leaderboard
from cogs.standings.statistics import ask_stats

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


MENU_NAME = mark("Bézique statistics")


class StandingsCog(commands.Cog):
    """The command that shows the leaderboards of a server, and the user menu for a member's statistics."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        add_user_menu(bot.tree, MENU_NAME, self._from_menu)

    @app_commands.command(name="leaderboard", description="Ratings, members' statistics, seasons, finished games")
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        """Show the first page to everyone, and the caller's own place to the caller alone."""
        await leaderboard(self.bot.app, interaction)

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        await ask_stats(self.bot.app, interaction, member)


async def setup(bot: BeziqueBot) -> None:
    """Add the command of this room to the bot."""
    await bot.add_cog(StandingsCog(bot))
