"""Asking the others at the table: ``/draw`` and ``/undo``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions.undo import can_undo
from bot.ui.handlers.consent import Asking
from bot.ui.kit.reply import kindly
from cogs.table import my_tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class AskingCog(commands.Cog):
    """The commands with which players ask for a draw, and for an act to be undone."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        self._asking = Asking(bot.desk)

    @app_commands.command(name="draw", description="Offer a draw, or accept the one that is offered (two players)")
    @app_commands.describe(table="The table's number, where you play at several")
    @app_commands.guild_only()
    async def draw(self, interaction: Interaction, table: int | None = None) -> None:
        """Offer a draw; it stands until the next act."""
        async with kindly(interaction, "/draw"):
            found = await self._table(interaction, table, lambda t: t.rules.players == 2)
            await self._asking.offer_draw(interaction, found)

    @app_commands.command(name="undo", description="Ask the others to let your last act be undone")
    @app_commands.describe(table="The table's number, where you play at several")
    @app_commands.guild_only()
    async def undo(self, interaction: Interaction, table: int | None = None) -> None:
        """Ask to undo; possible before anyone acted after it and before a card was drawn."""
        async with kindly(interaction, "/undo"):
            user = interaction.user.id
            found = await self._table(interaction, table, lambda t: can_undo(t, user))
            await self._asking.ask_undo(interaction, found)

    async def _table(self, interaction: Interaction, number: int | None, likely: Callable[[Table], bool]) -> Table:
        """Return the table named, or of those at which the member plays the one that is most likely meant."""
        if number is not None:
            return await self.bot.desk.table_here(interaction, number)
        mine = [t for t in my_tables(self.bot, interaction) if t.status is Status.PLAYING]
        if not mine:
            raise Refused(Why.NO_GAME)
        here = [t for t in mine if t.channel_id == interaction.channel_id] or mine
        return next((t for t in here if likely(t)), here[0])


async def setup(bot: BeziqueBot) -> None:
    """Add these commands to the bot."""
    await bot.add_cog(AskingCog(bot))
