"""The command ``/learn``: the tutorial, lessons, exercises and one's own games to look back at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.learn.overview import show_learn

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class LearnCog(commands.Cog):
    """The command for learning the game; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="learn", description="Learn Bézique: the tutorial, lessons, exercises, your own games")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def learn(self, interaction: Interaction) -> None:
        """Show the page of all there is to learn, with the member's progress."""
        await show_learn(self.bot.app, interaction)


async def setup(bot: BeziqueBot) -> None:
    """Add the command of this room to the bot."""
    await bot.add_cog(LearnCog(bot))
