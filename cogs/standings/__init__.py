"""The command for the server's leaderboard: ``/leaderboard``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.standings import stats
from cogs.standings.leaderboard import leaderboard

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


async def setup(bot: BeziqueBot) -> None:
    """Add this folder's commands to the bot."""
    await bot.add_cog(LeaderboardCog(bot))
    for part in (stats,):
        await part.setup(bot)
