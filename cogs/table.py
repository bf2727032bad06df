"""Opening tables, listing them, and giving up: ``/table``, ``/tables``, ``/resign``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import Kind, Player, Refused, Status, Why
from bot.tables.decisions import moving, terms
from bot.tables.values.clocks import clock_of
from bot.ui.handlers.arriving import open_table
from bot.ui.handlers.commands import CLOCK_CHOICES, LENGTH_CHOICES, PLAYER_CHOICES, my_tables, rule_choices, tables_in
from bot.ui.handlers.play import ask_to_resign
from bot.ui.kit.permissions import lacking, missing_permissions
from bot.ui.kit.reply import kindly, note, refuse, say_privately
from bot.ui.pages.lists import tables_page
from bot.ui.pages.lobby import invitation
from bot.ui.text.i18n import tr

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
class TableCog(commands.GroupCog, group_name="table", group_description="Tables at which Bézique is played"):
    """The slash commands about tables."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(name="open", description="Open a table in this channel that others can join")
    @app_commands.describe(
        rules="A rule book, or a rule code such as: britannica 3 target=2000 (default: as last time)",
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
        """Open a table: the lobby goes up in the channel, with the opener in the first seat."""
        async with kindly(interaction, "/table open"):
            await open_table(
                self.bot.desk,
                interaction,
                rules=rules,
                players=players.value if players is not None else None,
                length=length,
                invited_only=invited_only,
                auto_draw=auto_draw,
                clock=clock_of(clock.value) if clock is not None else None,
            )

    @app_commands.command(name="invite", description="Invite a member to your table before it begins")
    @app_commands.describe(member="Whom to invite", table="The table's number, where you sit at several")
    async def invite(self, interaction: Interaction, member: discord.User, table: int | None = None) -> None:
        """Mention a member under the lobby, and let them sit down where only invited members may."""
        async with kindly(interaction, "/table invite"):
            lobbies = [
                t for t in my_tables(self.bot.desk, interaction) if t.status is Status.LOBBY and t.kind is Kind.OPEN
            ]
            found = next((t for t in lobbies if table in (None, t.id)), None)
            if found is None:
                raise Refused(Why.NO_LOBBY)
            guest: discord.User | discord.Member = member  # a member for whoever is in the server
            if guest.bot:
                raise Refused(Why.CHALLENGE_BOT)
            if not isinstance(guest, discord.Member):
                raise Refused(Why.CHALLENGE_ABSENT)
            found = await self.bot.tables.ask(
                found.id, terms.invite, interaction.user.id, Player(member.id, member.display_name)
            )
            with self.bot.readers.for_table(found):
                layout = invitation(found, interaction.user.display_name, member.id)
            await interaction.response.send_message(
                view=layout,
                allowed_mentions=discord.AllowedMentions(users=[member]),
            )

    @app_commands.command(name="here", description="Put the board of your table up in this channel")
    @app_commands.describe(table="The table's number, where you sit at several")
    async def here(self, interaction: Interaction, table: int | None = None) -> None:
        """Let a table stand in this channel from now on, also where its old channel is gone."""
        async with kindly(interaction, "/table here"):
            if lacks := missing_permissions(interaction):
                await refuse(interaction, lacking(lacks))
                return
            if table is None:
                mine = my_tables(self.bot.desk, interaction)
                if not mine:
                    raise Refused(Why.NO_GAME)
                # Whoever asks means a table that is not here already.
                mine = [t for t in mine if t.channel_id != interaction.channel_id] or mine
                if len(mine) > 1:
                    numbers = ", ".join(str(t.id) for t in sorted(mine, key=lambda t: t.id))
                    await note(
                        interaction, tr("You sit at tables {numbers}. Say which: `/table here table:`", numbers=numbers)
                    )
                    return
                table = mine[0].id
            await self.bot.desk.table_here(interaction, table)
            found = await self.bot.tables.ask(table, moving.move_here, interaction.user.id, interaction.channel_id or 0)
            await interaction.response.defer(ephemeral=True)
            trouble = await self.bot.presenter.moved(found.id)
            await note(interaction, trouble or tr("The board of table {table} stands here now.", table=found.id))

    @open_table.autocomplete("rules")
    async def _rule_codes(self, _interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return rule_choices(typed)


class TablesCog(commands.Cog):
    """The commands that look for a table."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="tables", description="The tables of this server, yours first")
    @app_commands.guild_only()
    async def tables(self, interaction: Interaction) -> None:
        """List the tables of this server."""
        async with kindly(interaction, "/tables"):
            here = tables_in(self.bot.desk, interaction)
            await say_privately(interaction, tables_page(here, interaction.user.id, 0))
            for table in here:  # whoever looks for a table whose board is lost may have allowed it to be posted again
                if table.seat_of(interaction.user.id) is not None and self.bot.presenter.is_barred(table.id):
                    await self.bot.desk.show(interaction, table)

    @app_commands.command(name="resign", description="Give up a game; asks once")
    @app_commands.describe(table="The table's number, where you sit at several")
    @app_commands.guild_only()
    async def resign(self, interaction: Interaction, table: int | None = None) -> None:
        """Ask whether the player means to give up."""
        async with kindly(interaction, "/resign"):
            if table is not None:
                await ask_to_resign(self.bot.desk, interaction, await self.bot.desk.table_here(interaction, table))
                return
            mine = [t for t in my_tables(self.bot.desk, interaction) if t.status is Status.PLAYING]
            if not mine:
                raise Refused(Why.NO_GAME)
            if len(mine) > 1:
                numbers = ", ".join(str(t.id) for t in mine)
                await note(
                    interaction, tr("You play at tables {numbers}. Say which: `/resign table:`", numbers=numbers)
                )
                return
            await ask_to_resign(self.bot.desk, interaction, mine[0])


async def setup(bot: BeziqueBot) -> None:
    """Add these commands to the bot."""
    await bot.add_cog(TableCog(bot))
    await bot.add_cog(TablesCog(bot))
