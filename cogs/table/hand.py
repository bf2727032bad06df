"""The command ``/hand``, which shows a player's private panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.routes.lobby import Wish
from cogs.table.answers.own_tables import at_own_table

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class HandCog(commands.Cog):
    """The command that shows a player's cards."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="hand", description="Your cards, only for you")
    @app_commands.describe(table="The table's number, where you sit at several")
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Answer with the player's panel at the named table, at the only one here, or at one chosen from a menu."""
        await at_own_table(self.bot.desk, interaction, Wish.HAND, table)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(HandCog(bot))
