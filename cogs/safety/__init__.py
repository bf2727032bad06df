"""The user menu that reports a member; blocks, data and moderation are reached from ``/settings``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.ui.kit.tree import add_user_menu
from bot.ui.text.i18n import mark
from cogs.safety.reports import report_member

if TYPE_CHECKING:
    from bot.client import BeziqueBot

MENU_NAME = mark("Report")


class ReportCog(commands.Cog):
    """The user menu that reports a member."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        add_user_menu(bot.tree, MENU_NAME, self._from_menu)

    async def _from_menu(self, interaction: discord.Interaction[Any], member: discord.User) -> None:
        await report_member(self.bot.app, interaction, member)


async def setup(bot: BeziqueBot) -> None:
    """Add the user menu of this room to the bot."""
    await bot.add_cog(ReportCog(bot))
