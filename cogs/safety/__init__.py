"""The command for blocking a member: ``/block``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import Refused, Why
from cogs.safety import data, moderate, report
from cogs.safety.blocks import block

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class BlockCog(commands.Cog):
    """The command that blocks a member."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="block", description="Keep a member away from your tables; without one, see who is")
    @app_commands.describe(member="Who is to challenge and invite you no more, nor sit down where you sit")
    async def block(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """Block a member, or show the blocked members with controls to unblock them."""
        if member is not None and member.bot:
            raise Refused(Why.CHALLENGE_BOT)
        await block(self.bot.desk, interaction, None if member is None else member.id)


async def setup(bot: BeziqueBot) -> None:
    """Add this folder's commands to the bot."""
    await bot.add_cog(BlockCog(bot))
    for part in (data, moderate, report):
        await part.setup(bot)
