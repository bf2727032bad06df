"""The commands that ask the other players for consent: ``/draw``, ``/undo`` and ``/adjourn``."""

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


class ConsentCog(commands.Cog):
    """The commands that ask the others for a draw, for an act to be undone, or to adjourn the game."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="draw", description="Offer a draw, or agree to the one that is offered")
    @app_commands.describe(table="The table's number, where you play at several")
    @app_commands.guild_only()
    async def draw(self, interaction: Interaction, table: int | None = None) -> None:
        """Offer a draw; the offer stands until the next act."""
        await at_own_table(self.bot.desk, interaction, Wish.DRAW, table)

    @app_commands.command(name="undo", description="Ask the others to let your last act be undone")
    @app_commands.describe(table="The table's number, where you play at several")
    @app_commands.guild_only()
    async def undo(self, interaction: Interaction, table: int | None = None) -> None:
        """Ask to undo the last act, which is possible until another act follows or a card is drawn."""
        await at_own_table(self.bot.desk, interaction, Wish.UNDO, table)

    @app_commands.command(name="adjourn", description="Ask the others to put the game down for a while")
    @app_commands.describe(table="The table's number, where you play at several")
    @app_commands.guild_only()
    async def adjourn(self, interaction: Interaction, table: int | None = None) -> None:
        """Ask the player for how long to adjourn; the others then agree or play on."""
        await at_own_table(self.bot.desk, interaction, Wish.ADJOURN, table)


async def setup(bot: BeziqueBot) -> None:
    """Add these commands to the bot."""
    await bot.add_cog(ConsentCog(bot))
