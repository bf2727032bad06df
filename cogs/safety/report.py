"""The user menu for reporting a member to the moderators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.text.i18n import mark
from cogs.safety.reports import report_member

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]
MENU_NAME = mark("Report")


class ReportCog(commands.Cog):
    """The user menu that reports a member."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        self._menu = app_commands.ContextMenu(name=MENU_NAME, callback=self._from_menu)
        self._menu.guild_only = True
        bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Remove the user menu with the cog."""
        self.bot.tree.remove_command(MENU_NAME, type=discord.AppCommandType.user)

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        await report_member(self.bot.desk, interaction, member)


async def setup(bot: BeziqueBot) -> None:
    """Add this menu to the bot."""
    await bot.add_cog(ReportCog(bot))
