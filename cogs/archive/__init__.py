"""The command ``/replay``, which gives out games that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.archive.answers import give_files, list_games

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class ReplayCog(commands.Cog):
    """The command that hands out finished games."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="replay", description="A finished game to read, and its record as a file")
    @app_commands.describe(table="The table's number (default: choose from a list)")
    @app_commands.guild_only()
    async def replay(self, interaction: Interaction, table: int | None = None) -> None:
        """Give out a game's files, or list the games that are over."""
        if table is not None:
            await give_files(self.bot.desk, interaction, table)
        else:
            await list_games(self.bot.desk, interaction)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(ReplayCog(bot))
