"""The commands of standings: ``/leaderboard``, ``/stats`` with its user menu, and ``/versus``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.tree import add_user_menu
from bot.ui.text.i18n import mark
from cogs.standings.answers import ask_stats, ask_versus, leaderboard

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class LeaderboardCog(commands.Cog):
    """The command that shows the leaderboards of a server."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="leaderboard", description="The ratings, wins and best deals of this server")
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        """Show the first page to everyone, and the caller's own place to the caller alone."""
        await leaderboard(self.bot.desk, interaction)


MENU_NAME = mark("Bézique statistics")


class StatsCog(commands.Cog):
    """The commands that show members' statistics."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        add_user_menu(bot.tree, MENU_NAME, self._from_menu)

    @app_commands.command(name="stats", description="Games, rating and opponents of yours, or of a member")
    @app_commands.describe(member="Whose statistics (default: your own)")
    @app_commands.guild_only()
    async def stats(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Show a member's statistics, to the caller alone."""
        await ask_stats(self.bot.desk, interaction, member or interaction.user)

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        await ask_stats(self.bot.desk, interaction, member)

    @app_commands.command(name="versus", description="How you and another member have fared against each other")
    @app_commands.describe(member="With whom you have played")
    @app_commands.guild_only()
    async def versus(self, interaction: Interaction, member: discord.User) -> None:
        """Show the games between the caller and another member, to the caller alone."""
        await ask_versus(self.bot.desk, interaction, member)


async def setup(bot: BeziqueBot) -> None:
    """Add the commands of this room to the bot."""
    for cog in (LeaderboardCog(bot), StatsCog(bot)):
        await bot.add_cog(cog)
