"""The command for the daily deal, the same for everyone once a day: ``/daily``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.daily.answers import show_daily

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class DailyCog(commands.Cog):
    """The command for today's deal."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="daily", description="Today's deal: the same cards for everyone, once, in private")
    @app_commands.guild_only()
    async def daily(self, interaction: Interaction) -> None:
        """Show today's deal, go on with it, or show its result."""
        await show_daily(self.bot.app, interaction)


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(DailyCog(bot))
