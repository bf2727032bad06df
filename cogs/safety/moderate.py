"""The commands for moderators: ``/moderate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.safety import fair_play, moderation, reports

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ModerateCog(commands.GroupCog, group_name="moderate", group_description="Keeping order; for moderators"):
    """The slash commands of moderators."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(name="table", description="Close a table, empty a seat, or take a game's rating back")
    @app_commands.describe(table="The table's number")
    async def table(self, interaction: Interaction, table: int) -> None:
        """Show a moderator's actions at a table."""
        await moderation.table(self.bot.desk, interaction, table)

    @app_commands.command(name="channels", description="The channels in which tables may be opened")
    async def channels(self, interaction: Interaction) -> None:
        """Show the channels to which the bot is restricted, with the menu to choose them."""
        await moderation.channels(self.bot.desk, interaction)

    @app_commands.command(name="reports", description="What members have reported and nobody has closed yet")
    async def reports(self, interaction: Interaction) -> None:
        """List the open reports."""
        await reports.list_reports(self.bot.desk, interaction)

    @app_commands.command(name="pairs", description="Pairs of members whose rated games look odd, for moderators alone")
    async def pairs(self, interaction: Interaction) -> None:
        """Show the pairs of members whose rated games look odd."""
        await fair_play.pairs(self.bot.desk, interaction)

    @app_commands.command(name="leavers", description="Members who left rated games and join no rated tables for a day")
    async def leavers(self, interaction: Interaction) -> None:
        """Show the members who are kept from rated tables, with controls to lift that."""
        await fair_play.barred(self.bot.desk, interaction)

    @app_commands.command(name="log", description="What moderators have done, for moderators alone")
    async def log(self, interaction: Interaction) -> None:
        """Show moderators' latest actions."""
        await moderation.log(self.bot.desk, interaction)


async def setup(bot: BeziqueBot) -> None:
    """Add these commands to the bot."""
    await bot.add_cog(ModerateCog(bot))
