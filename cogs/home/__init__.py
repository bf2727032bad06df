"""The command ``/help``: the first steps, and where everything else is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.reply import say_privately
from cogs.home import practice
from cogs.home.pages import help_page

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class HelpCog(commands.Cog):
    """The command ``/help``, for new members."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="help", description="How to play Bézique here")
    @app_commands.guild_only()
    async def help(self, interaction: Interaction) -> None:
        """Say what to do first."""
        await say_privately(interaction, help_page(self.bot.links.line))


async def setup(bot: BeziqueBot) -> None:
    """Add this room's commands to the bot."""
    await bot.add_cog(HelpCog(bot))
    for part in (practice,):
        await part.setup(bot)
