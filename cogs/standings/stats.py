"""The commands for members' statistics: ``/stats`` and its user menu, ``/versus``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.text.i18n import mark
from cogs.standings.answers import ask_stats, ask_versus

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]
MENU_NAME = mark("Bézique statistics")


class StatsCog(commands.Cog):
    """The commands that show members' statistics."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        self._menu = app_commands.ContextMenu(name=MENU_NAME, callback=self._from_menu)
        self._menu.guild_only = True
        bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Remove the user menu with the cog."""
        self.bot.tree.remove_command(MENU_NAME, type=discord.AppCommandType.user)

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
    """Add these commands to the bot."""
    await bot.add_cog(StatsCog(bot))
