"""The command ``/tournament``: the tournaments of the server, and a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.routes.tournaments import ListTournaments
from cogs.tournaments.answers import listed

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class TournamentCog(commands.Cog):
    """The command for tournaments."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="tournament", description="The tournaments of this server, and a new one")
    @app_commands.guild_only()
    async def tournament(self, interaction: Interaction) -> None:
        """Show the tournaments of this server, privately."""
        await listed(self.bot.app, interaction, ListTournaments())


async def setup(bot: BeziqueBot) -> None:
    """Add the command of this room to the bot."""
    await bot.add_cog(TournamentCog(bot))
