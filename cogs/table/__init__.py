"""The commands of a table: opening, listing, challenges, the hand, consent and giving up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import Clock, Refused, Why
from bot.tables.values.clocks import clock_of
from bot.ui.kit.reply import say_privately
from bot.ui.kit.tree import add_user_menu
from bot.ui.routes.lobby import Wish
from bot.ui.text.i18n import mark
from cogs.table.answers.house_rules import meant_by, rule_choices
from cogs.table.answers.lobby import (
    CLOCK_CHOICES,
    LENGTH_CHOICES,
    PLAYER_CHOICES,
    call,
    guest_of,
    my_tables,
    of_length,
    open_table,
    put_up,
    tables_of_server,
)
from cogs.table.answers.own_tables import at_own_table, challenges
from cogs.table.desk import player_of

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


MENU_NAME = mark("Challenge to Bézique")


class ChallengeCog(commands.Cog):
    """The commands that send and list challenges."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        add_user_menu(bot.tree, MENU_NAME, self._from_menu)

    @app_commands.command(name="challenge", description="Challenge a member, or whoever likes, to a game of Bézique")
    @app_commands.describe(
        member="Whom you would like to play (default: whoever likes)",
        rules="A rule book for two, a rule set, or a rule code (default: modern)",
        auto_draw="Draw by itself where nothing can be declared (default: yes)",
        clock="How long a move may take (default: as last time)",
        length="How long the game goes, such as one deal (default: as the rules say)",
        best_of_three="Play on until somebody has won two games (default: no)",
    )
    @app_commands.choices(clock=CLOCK_CHOICES)
    @app_commands.choices(length=LENGTH_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        rules: str = "modern",
        auto_draw: bool = True,  # noqa: FBT001, FBT002
        clock: app_commands.Choice[str] | None = None,
        length: app_commands.Choice[str] | None = None,
        best_of_three: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Challenge a member, or anyone who likes to play."""
        chosen = None if clock is None else clock_of(clock.value)
        await self._challenge(
            interaction, member, rules, auto_draw=auto_draw, clock=chosen, length=length,
            best_of=3 if best_of_three else 1,
        )  # fmt: skip

    @app_commands.command(
        name="challenges", description="The challenges that wait: for you, for whoever likes, and yours"
    )
    @app_commands.guild_only()
    async def challenges(self, interaction: Interaction) -> None:
        """List the challenges that wait for an answer."""
        await say_privately(interaction, await challenges(self.bot.desk, interaction))

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        await self._challenge(interaction, member, "modern", auto_draw=True, clock=None)

    @challenge.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.desk, interaction, str(typed))

    async def _challenge(
        self,
        interaction: Interaction,
        member: discord.User | discord.Member | None,
        rules: str,
        *,
        auto_draw: bool,
        clock: Clock | None,
        length: app_commands.Choice[str] | None = None,
        best_of: int = 1,
    ) -> None:
        if member is not None and member.id == interaction.user.id:
            raise Refused(Why.CHALLENGE_SELF)
        invited = None if member is None else guest_of(member)
        with self.bot.desk.public.board(interaction) as leave:
            preset, chosen, friendly = await meant_by(self.bot.desk, interaction, rules)
            chosen = of_length(chosen, length)
            if chosen.players != 2:
                raise Refused(Why.CHALLENGE_PLAYERS)
            last = await self.bot.members.preferences.offered(interaction.guild_id or 0, interaction.user.id)
            table = await self.bot.tables.challenge(
                guild_id=interaction.guild_id or 0,
                channel_id=interaction.channel_id or 0,
                challenger=player_of(interaction.user),
                invited=None if invited is None else player_of(invited),
                rules=chosen,
                preset=preset,
                auto_draw=auto_draw,
                clock=last.clock if clock is None else clock,
                friendly=friendly,
                best_of=best_of,
                answering=interaction.token,
            )
            mentions = discord.AllowedMentions(users=[] if invited is None else [invited])
            await put_up(self.bot.desk, interaction, table, leave, mentions)
            if invited is None:
                await call(self.bot.desk, interaction, table)


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
    """Add the commands of this room to the bot."""
    for cog in (TableCog(bot), TablesCog(bot), ChallengeCog(bot), ConsentCog(bot), HandCog(bot)):
        await bot.add_cog(cog)
