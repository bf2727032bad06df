"""The command for a member's own data: ``/data``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class DataCog(commands.Cog):
    """The command for seeing, downloading and deleting one's own data; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="data", description="What I keep of you: see it, take it as a file, have it deleted")
    async def data(self, interaction: Interaction) -> None:
        """Show the caller's data."""
        await self.bot.own_data.show(self.bot.desk, interaction)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(DataCog(bot))
