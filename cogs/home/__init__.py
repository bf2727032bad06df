"""The command ``/help``: the home page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.routes.home import ShowHome
from cogs.home.page import show_home

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class HomeCog(commands.Cog):
    """The command that shows the home page; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="help", description="Where to begin: play, practise, learn, and all the rest")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: Interaction) -> None:
        """Show the home page, made for the member who opens it."""
        await show_home(self.bot.app, interaction, ShowHome())


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(HomeCog(bot))
