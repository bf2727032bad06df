"""The server's leaderboard: ``/leaderboard``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.handlers.lists import leaderboard
from bot.ui.kit.permissions import elsewhere
from bot.ui.kit.reply import kindly, say_privately

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class LeaderboardCog(commands.Cog):
    """The command that shows who has won how often."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="leaderboard", description="The ratings, wins and best deals of this server")
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        """Show the first page to everyone, with the caller's own place."""
        async with kindly(interaction, "/leaderboard"):
            if elsewhere(interaction):  # it is shown to who asks alone
                await say_privately(interaction, await leaderboard(self.bot.desk, interaction))
                return
            with self.bot.readers.for_all(interaction.guild_id or 0):
                layout = await leaderboard(self.bot.desk, interaction, for_all=True)
            await interaction.response.send_message(view=layout)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(LeaderboardCog(bot))
