"""The commands that open and list tables and give up a game: ``/table``, ``/tables``, ``/resign``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.values.clocks import clock_of
from bot.ui.kit.reply import say_privately
from bot.ui.routes.lobby import Wish
from cogs.table import challenge, consent, hand
from cogs.table.answers.lists import tables_of_server
from cogs.table.answers.opening import CLOCK_CHOICES, LENGTH_CHOICES, PLAYER_CHOICES, guest_of, my_tables, open_table
from cogs.table.answers.own_tables import at_own_table
from cogs.table.answers.typed_rules import meant_by, rule_choices

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
class TableCog(commands.GroupCog, group_name="table", group_description="Tables at which Bézique is played"):
    """The subcommands of ``/table``."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(name="open", description="Open a table in this channel that others can join")
    @app_commands.describe(
        rules="A rule book, a rule set, or a code such as: britannica 3 target=2000 (default: as last time)",
        players="How many play",
        invited_only="Only members invited with /table invite may join (default: no)",
        auto_draw="Draw by itself where nothing can be declared (default: as last time)",
        clock="How long a move may take (default: as last time)",
        length="How long the game goes, such as one deal (default: as the rules say)",
    )
    @app_commands.choices(clock=CLOCK_CHOICES)
    @app_commands.choices(players=PLAYER_CHOICES)
    @app_commands.choices(length=LENGTH_CHOICES)
    async def open_table(
        self,
        interaction: Interaction,
        rules: str | None = None,
        players: app_commands.Choice[int] | None = None,
        invited_only: bool = False,  # noqa: FBT001, FBT002
        auto_draw: bool | None = None,  # noqa: FBT001
        clock: app_commands.Choice[str] | None = None,
        length: app_commands.Choice[str] | None = None,
    ) -> None:
        """Open a table: post its lobby in the channel, with the opener in the first seat."""
        await open_table(
            self.bot.desk,
            interaction,
            rules=await meant_by(self.bot.desk, interaction, rules) if rules is not None else None,
            players=players.value if players is not None else None,
            length=length,
            invited_only=invited_only,
            auto_draw=auto_draw,
            clock=clock_of(clock.value) if clock is not None else None,
        )

    @app_commands.command(name="invite", description="Invite a member to your table before it begins")
    @app_commands.describe(member="Whom to invite", table="The table's number, where you sit at several")
    async def invite(self, interaction: Interaction, member: discord.User, table: int | None = None) -> None:
        """Mention a member under the lobby, and let them sit down at a table for invited members only."""
        await at_own_table(self.bot.desk, interaction, Wish.INVITE, table, guest_of(member).id)

    @app_commands.command(name="here", description="Put the board of your table up in this channel")
    @app_commands.describe(table="The table's number, where you sit at several")
    async def here(self, interaction: Interaction, table: int | None = None) -> None:
        """Move a table's board to this channel, even if its old channel is gone."""
        await at_own_table(self.bot.desk, interaction, Wish.HERE, table)

    @open_table.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.desk, interaction, str(typed))


class TablesCog(commands.Cog):
    """The commands ``/tables`` and ``/resign``."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="tables", description="The tables of this server, yours first")
    async def tables(self, interaction: Interaction) -> None:
        """List the tables of this server; in a direct message, list the member's own tables in all servers."""
        await say_privately(interaction, await tables_of_server(self.bot.desk, interaction, 0))
        # A member who looks for a lost board may have allowed the bot to post again, so it is tried now.
        for table in await my_tables(self.bot.desk, interaction):
            if self.bot.presenter.is_barred(table.id):
                await self.bot.desk.show(interaction, table)

    @app_commands.command(name="resign", description="Give up a game; asks once")
    @app_commands.describe(table="The table's number, where you sit at several")
    @app_commands.guild_only()
    async def resign(self, interaction: Interaction, table: int | None = None) -> None:
        """Ask whether the player means to give up."""
        await at_own_table(self.bot.desk, interaction, Wish.RESIGN, table)


async def setup(bot: BeziqueBot) -> None:
    """Add this room's commands to the bot."""
    await bot.add_cog(TableCog(bot))
    await bot.add_cog(TablesCog(bot))
    for part in (challenge, consent, hand):
        await part.setup(bot)
