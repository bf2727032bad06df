"""The commands of safety: ``/block``, ``/data``, ``/moderate`` and the user menu for a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import Refused, Why
from bot.ui.kit.tree import add_user_menu
from bot.ui.text.i18n import mark
from cogs.safety import moderation
from cogs.safety.answers import block
from cogs.safety.moderation import report_member

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


class DataCog(commands.Cog):
    """The command for seeing, downloading and deleting one's own data; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="data", description="What I keep of you: see it, take it as a file, have it deleted")
    async def data(self, interaction: Interaction) -> None:
        """Show the caller's data."""
        await self.bot.own_data.show(self.bot.desk, interaction)


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
        await moderation.list_reports(self.bot.desk, interaction)

    @app_commands.command(name="pairs", description="Pairs of members whose rated games look odd, for moderators alone")
    async def pairs(self, interaction: Interaction) -> None:
        """Show the pairs of members whose rated games look odd."""
        await moderation.pairs(self.bot.desk, interaction)

    @app_commands.command(name="leavers", description="Members who left rated games and join no rated tables for a day")
    async def leavers(self, interaction: Interaction) -> None:
        """Show the members who are kept from rated tables, with controls to lift that."""
        await moderation.barred(self.bot.desk, interaction)

    @app_commands.command(name="log", description="What moderators have done, for moderators alone")
    async def log(self, interaction: Interaction) -> None:
        """Show moderators' latest actions."""
        await moderation.log(self.bot.desk, interaction)


MENU_NAME = mark("Report")


class ReportCog(commands.Cog):
    """The user menu that reports a member."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        add_user_menu(bot.tree, MENU_NAME, self._from_menu)

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        await report_member(self.bot.desk, interaction, member)


async def setup(bot: BeziqueBot) -> None:
    """Add the commands of this room to the bot."""
    for cog in (BlockCog(bot), DataCog(bot), ModerateCog(bot), ReportCog(bot)):
        await bot.add_cog(cog)
