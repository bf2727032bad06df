"""The private panel: ``/hand``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import Refused, Status, Why
from bot.ui.handlers.commands import my_tables
from bot.ui.kit.reply import kindly

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class HandCog(commands.Cog):
    """The command that brings a player's cards."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="hand", description="Your cards, only for you")
    @app_commands.describe(table="The table's number, where you sit at several")
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Answer with the player's panel: at the table named, or where it is most likely wanted."""
        async with kindly(interaction, "/hand"):
            if table is not None:
                found = await self.bot.desk.table_here(interaction, table)
                if found.seat_of(interaction.user.id) is None:
                    raise Refused(Why.NOT_SEATED, table_id=table)
            else:
                mine = my_tables(self.bot.desk, interaction)
                playing = [t for t in mine if t.status is Status.PLAYING] or mine
                if not playing:
                    raise Refused(Why.NO_GAME)
                found = playing[0]
            await self.bot.desk.hand(interaction, found)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(HandCog(bot))
