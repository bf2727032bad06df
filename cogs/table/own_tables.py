"""Handlers for the choice of one of a member's own tables, and for the list of open challenges."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

import discord
from discord import app_commands

from bot.house.roster import is_house
from bot.tables import Clock, Kind, Refused, Status, Table, Why
from bot.tables.decisions import lobby, moving
from bot.tables.decisions.consent import can_undo
from bot.tables.memory import Entry
from bot.tables.values.parts import Terms
from bot.ui.kit.controls import SLATE, Layout, Page
from bot.ui.kit.reply import in_own_message, in_place, refuse, routes_in
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes.lobby import AtOwn, ChallengeMember, ListChallenges, Reply, ReplyTo, Wish
from bot.ui.text.i18n import tr
from bot.ui.text.refusals import refusal_text
from cogs.table.app import App, Interaction, player_of
from cogs.table.consent import say_draw, say_undo, say_when
from cogs.table.house_rules import meant_by
from cogs.table.lists import my_tables, own_tables_page, tables_of_server
from cogs.table.lobby import call, guest_of, invite_to, member_of, of_length, put_up
from cogs.table.pages.lobby import PAGE, challenges_page
from cogs.table.play import ask_to_resign

_Doing: TypeAlias = Callable[[App, Interaction, Table, int], Awaitable[None]]


class _About(NamedTuple):
    """The handling of a wish: the tables it can be about, those where it can be done, and the function that does it."""

    at: Callable[[Table], bool]
    likely: Callable[[Table, Interaction], bool]
    do: _Doing
    none: Why = Why.NO_GAME


async def at_own_table(app: App, interaction: Interaction, wish: Wish, table_id: int | None, guest: int = 0) -> None:
    """Do what a member wants at their own table, or ask for the table if several fit.

    Without a game, `Wish.HAND` shows the tables of the server.

    Args:
        wish: What is asked.
        table_id: The table that was named, if one was.
        guest: Who is to be invited.

    Raises:
        Refused: The member sits at no such table, or it cannot be done there.
    """
    about = _WISHES[wish]
    if table_id is not None:
        await _do(app, interaction, wish, await app.table_here(interaction, table_id), guest)
        return
    mine = [table for table in await my_tables(app, interaction) if about.at(table)]
    likely = [table for table in mine if about.likely(table, interaction)] or mine
    here = [table for table in likely if table.channel_id == interaction.channel_id]
    if not likely and wish is Wish.HAND:
        await in_place(interaction, await tables_of_server(app, interaction, 0))
        return
    if not likely:
        raise Refused(about.none)
    meant = likely if len(likely) == 1 else here
    if len(meant) == 1:
        await _do(app, interaction, wish, meant[0], guest)
    else:
        await in_place(interaction, own_tables_page(likely, interaction.user.id, wish, guest))


async def at_chosen_table(app: App, interaction: Interaction, route: AtOwn) -> None:
    """Do what was asked at the table that was chosen in the menu, or at the only one that fits."""
    await at_own_table(app, interaction, route.wish, route.own_id or None, route.guest_id)


async def _do(app: App, interaction: Interaction, wish: Wish, table: Table, guest: int) -> None:
    app.tables.touch(table.id, interaction.user.id)
    with app.redeliver_on_failure(table.id):
        await _WISHES[wish].do(app, interaction, table, guest)


async def _hand(app: App, interaction: Interaction, table: Table, _guest: int) -> None:
    if table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    app.boards.doubt(table.id)  # a player who types the command may have lost the board
    await app.hand(interaction, table)


async def _here(app: App, interaction: Interaction, table: Table, _guest: int) -> None:
    """Move a table's board to this channel, even if its old channel is gone, or show a private practice in it."""
    was_private = table.place.private
    with app.public.board(interaction) as permit:
        table = await app.tables.ask(table.id, moving.move_here, interaction.user.id, interaction.channel_id or 0)
        by_menu = in_own_message(interaction)
        if was_private:
            await app.in_panel(interaction, table)  # which goes below the board
        else:
            await interaction.response.defer(ephemeral=not by_menu)
        trouble = await app.presenter.moved(table.id, permit)
    if was_private:
        if trouble is not None:
            await refuse(interaction, trouble)
        return
    told = Layout(SLATE, trouble or tr("The board of table {table} stands here now.", table=table.number))
    if by_menu:
        await interaction.edit_original_response(**told.editing())
    else:
        await in_place(interaction, told)


def _playing(table: Table) -> bool:
    return table.status is Status.PLAYING


def _with_others(table: Table) -> bool:
    """Tell whether a game is played at a table that stands in a channel: more likely meant than a daily deal."""
    return _playing(table) and table.daily is None


_WISHES: Final[Mapping[Wish, _About]] = {
    Wish.HAND: _About(lambda table: table.live, lambda table, _: _with_others(table), _hand),
    Wish.DRAW: _About(
        _with_others,
        lambda table, _: not table.plays_alone and not any(map(is_house, table.users)),
        lambda app, click, table, _: say_draw(app, click, table),
    ),
    Wish.UNDO: _About(
        _with_others,
        lambda table, interaction: can_undo(table, interaction.user.id),
        lambda app, click, table, _: say_undo(app, click, table),
    ),
    Wish.ADJOURN: _About(
        _with_others,
        lambda table, _: table.adjourned is None and not table.plays_alone,
        lambda app, click, table, _: say_when(app, click, table),
    ),
    Wish.RESIGN: _About(
        _playing, lambda table, _: _with_others(table), lambda _desk, click, table, _guest: ask_to_resign(click, table)
    ),
    Wish.INVITE: _About(
        lambda table: table.status is Status.LOBBY and table.kind is Kind.OPEN,
        lambda table, _: not table.full,
        invite_to,
        Why.NO_LOBBY,
    ),
    Wish.HERE: _About(
        lambda table: table.live and table.daily is None,
        lambda table, at: table.private or table.channel_id != at.channel_id,
        _here,
    ),
}


async def turn(app: App, interaction: Interaction, route: ListChallenges) -> None:
    await in_place(interaction, await challenges(app, interaction, route.page))


async def challenges(app: App, interaction: Interaction, number: int = 0, said: str = "") -> Layout:
    """Build a page of the open challenges: first those to the reader, then those to anyone, then the reader's own."""
    user = interaction.user.id

    def rank(entry: Entry) -> int:
        return 2 if entry.opener_id == user else 1 if entry.invited_id is None else 0

    there = app.tables.memory.live.challenges(interaction.guild_id or 0)
    waiting = [entry for entry in there if user in (entry.opener_id, entry.invited_id)]
    waiting += await _to_whoever_likes(app, interaction)
    waiting.sort(key=lambda entry: (rank(entry), entry.id))
    page = Page.at(number, len(waiting), PAGE)
    shown = await app.tables.several(entry.id for entry in waiting[page.part])
    return challenges_page(shown, user, page, app.tables.stands_until, said=said)


async def _to_whoever_likes(app: App, interaction: Interaction) -> list[Entry]:
    """Return the open challenges to whoever likes that a member may know of, without the member's own."""
    user, visibility = interaction.user.id, visibility_of(interaction)
    blocking = await app.tables.invitations.blocking(user)
    return [
        entry
        for entry in app.tables.memory.live.challenges(interaction.guild_id or 0)
        if entry.invited_id is None
        and entry.opener_id != user
        and visibility.table(entry)
        and entry.opener_id not in blocking
    ]


async def reply(app: App, interaction: Interaction, route: ReplyTo) -> None:
    """Take a reply to a challenge, and show the page without that challenge."""
    table, user = await app.table_here(interaction, route.table_id), interaction.user
    if route.reply is Reply.ACCEPT:
        table, said = await _accepted(app, interaction, table)
    elif route.reply is Reply.DECLINE:
        table = await app.tables.ask(table.id, lobby.decline, user.id)
        said = tr("Declined.")
    else:
        table = await app.tables.ask(table.id, lobby.cancel, user.id)
        said = tr("Taken back.")
    await in_place(interaction, await challenges(app, interaction, route.page, said))
    await app.show(interaction, table)


async def _accepted(app: App, interaction: Interaction, table: Table) -> tuple[Table, str]:
    """Accept a challenge if the challenger is still in the server."""
    user = interaction.user
    if table.status is Status.LOBBY and table.invited_id in (user.id, None):
        present = await app.attendance.sweep(table, user.id, surely=True)
        if present is not table:
            return present, tr("The challenger has left this server.")
    done = await app.tables.accept(table.id, player_of(user))
    return done.table, tr("Table {table} has begun: `/hand` shows your cards.", table=table.number)


async def challenge(
    app: App,
    interaction: Interaction,
    member: discord.User | discord.Member | None,
    rules: str | None = None,
    *,
    auto_draw: bool | None = None,
    clock: Clock | None = None,
    length: app_commands.Choice[str] | None = None,
    best_of: int | None = None,
) -> None:
    """Challenge a member, or whoever likes, to a game, with a card in the channel.

    Where that member has challenged this one or whoever likes already, that challenge is accepted, unless other terms
    are asked for. Where somebody else challenges whoever likes in the channel, that is offered first.

    Args:
        member: Who is challenged; None for whoever likes.
        rules: The rules as typed; None for the usual book.
        auto_draw: Whether cards are drawn by themselves where nothing can be declared; None: yes.
        clock: The clock; None for that of the challenger's last table.
        length: The length of the game; None for that of the rules.
        best_of: Number of games of which the match is; None: one.

    Raises:
        RulesError: The rules cannot be read, or cannot go together.
        Refused: The member cannot be challenged, or the challenger sits at too many tables or has posted too much.
        HinderedError: No table may be opened in this channel, or not by this member.
    """
    if member is not None and member.id == interaction.user.id:
        raise Refused(Why.CHALLENGE_SELF)
    invited = None if member is None else guest_of(member)
    anybody = await _to_whoever_likes(app, interaction)
    theirs: list[Entry] = []  # what the member has open to whoever likes, unless there is one for this challenger
    live, guild_id = app.tables.memory.live, interaction.guild_id or 0
    if invited is not None and live.challenge(guild_id, invited.id, interaction.user.id) is None:
        theirs = [entry for entry in anybody if entry.opener_id == invited.id]
    here = any(entry.channel_id == interaction.channel_id for entry in anybody)
    if invited is None and here and not any(isinstance(route, ReplyTo) for route in routes_in(interaction.message)):
        said = tr("Somebody challenges whoever likes here already; accept that, or challenge all the same.")
        await in_place(interaction, await challenges(app, interaction, said=said))
        return

    def is_meant(table: Table) -> bool:
        terms, series = table.terms, table.series
        asked = (clock, terms.clock), (auto_draw, terms.auto_draw), (best_of, series.best_of if series else 1)
        same = all(wanted in (None, there) for wanted, there in asked)
        return same and ((rules is None and length is None) or (chosen, friendly) == (table.rules, terms.friendly))

    async def take_up(table: Table) -> None:
        table, said = await _accepted(app, interaction, table)
        await in_place(interaction, Layout(SLATE, said))
        await app.show(interaction, table)

    with app.public.board(interaction) as permit:
        preset, chosen, friendly = await meant_by(app, interaction, rules or "modern")
        chosen = of_length(chosen, length)
        if chosen.players != 2:
            raise Refused(Why.CHALLENGE_PLAYERS)
        for entry in theirs:
            if is_meant(table := await app.tables.get(entry.id)):
                await take_up(table)
                return
        last = await app.members.preferences.offered(guild_id, interaction.user.id)
        try:
            table = await app.tables.challenge(
                guild_id=guild_id,
                channel_id=interaction.channel_id or 0,
                challenger=player_of(interaction.user),
                invited=None if invited is None else player_of(invited),
                rules=chosen,
                terms=Terms(
                    preset,
                    auto_draw=auto_draw is not False,
                    clock=last.clock if clock is None else clock,
                    friendly=friendly,
                ),
                best_of=best_of or 1,
                answering=interaction.token,
            )
        except Refused as refused:
            if refused.why is not Why.CHALLENGED_FIRST:
                raise
            table = await app.table_here(interaction, refused.table_id or 0)
            if is_meant(table):
                await take_up(table)
            else:
                await in_place(interaction, await challenges(app, interaction, said=refusal_text(refused)))
            return
        await put_up(
            app, interaction, table, permit, discord.AllowedMentions(users=[] if invited is None else [invited])
        )
        if invited is None:
            await call(app, interaction, table)


async def challenge_member(app: App, interaction: Interaction, route: ChallengeMember) -> None:
    """Challenge a member who was chosen from the menu, or whoever likes."""
    member = None
    if route.member_id:
        member = await member_of(interaction.guild, route.member_id)
        if member is None:
            raise Refused(Why.CHALLENGE_ABSENT)
    await challenge(app, interaction, member)
