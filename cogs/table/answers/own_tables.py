"""Handlers for the choice of one of a member's own tables, and for the list of open challenges."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

import discord

from bot.house.roster import is_house
from bot.tables import Kind, Player, Refused, Status, Table, Why
from bot.tables.decisions import lobby, moving, terms
from bot.tables.decisions.consent import can_undo
from bot.tables.register import Entry
from bot.tables.values.acting import plays_alone
from bot.ui.kit.controls import SLATE, Layout
from bot.ui.kit.reply import in_own_message, in_place, say_publicly
from bot.ui.kit.sight import sight_of
from bot.ui.routes.lobby import AtOwn, ListChallenges, Reply, ReplyTo, Wish
from bot.ui.text.i18n import tr
from cogs.table.answers.consent import say_draw, say_undo, say_when
from cogs.table.answers.lobby import my_tables
from cogs.table.answers.play import ask_to_resign
from cogs.table.desk import Desk, Interaction, player_of
from cogs.table.pages.lists import own_tables_page
from cogs.table.pages.lobby import PAGE, challenges_page, invitation

_Doing: TypeAlias = Callable[[Desk, Interaction, Table, int], Awaitable[None]]


class _About(NamedTuple):
    """The handling of a wish: the tables it can be about, those where it can be done, and the function that does it."""

    at: Callable[[Table], bool]
    likely: Callable[[Table, Interaction], bool]
    do: _Doing
    none: Why = Why.NO_GAME


async def at_own_table(desk: Desk, interaction: Interaction, wish: Wish, number: int | None, guest: int = 0) -> None:
    """Do what a command asks at the member's table, or ask for the table if several fit.

    Args:
        desk: The desk.
        interaction: The command.
        wish: What is asked.
        number: The table that was named, if one was.
        guest: Who is to be invited.

    Raises:
        Refused: The member sits at no such table, or it cannot be done there.
    """
    about = _WISHES[wish]
    if number is not None:
        await _do(desk, interaction, wish, await desk.table_here(interaction, number), guest)
        return
    mine = [table for table in await my_tables(desk, interaction) if about.at(table)]
    likely = [table for table in mine if about.likely(table, interaction)] or mine
    here = [table for table in likely if table.channel_id == interaction.channel_id]
    if not likely:
        raise Refused(about.none)
    meant = likely if len(likely) == 1 else here
    if len(meant) == 1:
        await _do(desk, interaction, wish, meant[0], guest)
    else:
        await in_place(interaction, own_tables_page(likely, interaction.user.id, wish, guest))


async def at_chosen_table(desk: Desk, interaction: Interaction, route: AtOwn) -> None:
    """Do what was asked at the table that was chosen in the menu."""
    table = await desk.table_here(interaction, route.own_id)
    await _do(desk, interaction, route.wish, table, route.guest_id)


async def _do(desk: Desk, interaction: Interaction, wish: Wish, table: Table, guest: int) -> None:
    desk.tables.touch(table.id, interaction.user.id)
    with desk.redeliver_on_failure(table.id):
        await _WISHES[wish].do(desk, interaction, table, guest)


async def _hand(desk: Desk, interaction: Interaction, table: Table, _guest: int) -> None:
    if table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    desk.presenter.doubt(table.id)  # a player who types the command may have lost the board
    await desk.hand(interaction, table)


async def _draw(desk: Desk, interaction: Interaction, table: Table, _guest: int) -> None:
    await say_draw(desk, interaction, table)


async def _undo(desk: Desk, interaction: Interaction, table: Table, _guest: int) -> None:
    await say_undo(desk, interaction, table)


async def _adjourn(desk: Desk, interaction: Interaction, table: Table, _guest: int) -> None:
    await say_when(desk, interaction, table)


async def _resign(_desk: Desk, interaction: Interaction, table: Table, _guest: int) -> None:
    await ask_to_resign(interaction, table)


async def _invite(desk: Desk, interaction: Interaction, table: Table, guest: int) -> None:
    """Mention a member under the lobby; a menu in which the table was chosen says that it is done."""
    if not _is_lobby(table) or table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NO_LOBBY)
    if table.seat_of(guest) is not None:
        raise Refused(Why.GUEST_SEATED, table_id=table.id)
    with desk.public.message(interaction) as leave:
        await desk.tables.invitations.count(interaction.user.id, guest)
        table = await desk.tables.ask(table.id, terms.invite, interaction.user.id, Player(guest, ""))
        with desk.showing.for_all(table):
            layout = invitation(table, interaction.user.display_name, guest)
        if interaction.type is discord.InteractionType.component:
            await in_place(interaction, Layout(SLATE, tr("The invitation to table {table} is out.", table=table.id)))
        await say_publicly(interaction, layout, leave, discord.AllowedMentions(users=[discord.Object(guest)]))


async def _here(desk: Desk, interaction: Interaction, table: Table, _guest: int) -> None:
    """Move a table's board to this channel, even if its old channel is gone."""
    with desk.public.board(interaction) as leave:
        table = await desk.tables.ask(table.id, moving.move_here, interaction.user.id, interaction.channel_id or 0)
        by_menu = in_own_message(interaction)
        await interaction.response.defer(ephemeral=not by_menu)
        trouble = await desk.presenter.moved(table.id, leave)
    told = Layout(SLATE, trouble or tr("The board of table {table} stands here now.", table=table.id))
    if by_menu:
        await interaction.edit_original_response(**told.editing())
    else:
        await in_place(interaction, told)


def _playing(table: Table) -> bool:
    return table.status is Status.PLAYING


def _with_others(table: Table) -> bool:
    """Tell whether a game is played at a table that stands in a channel: more likely meant than a daily deal."""
    return _playing(table) and table.daily is None


def _in_a_channel(table: Table) -> bool:
    return table.live and table.daily is None


def _is_lobby(table: Table) -> bool:
    return table.status is Status.LOBBY and table.kind is Kind.OPEN


_WISHES: Final[Mapping[Wish, _About]] = {
    Wish.HAND: _About(lambda table: table.live, lambda table, _: _with_others(table), _hand),
    Wish.DRAW: _About(
        _with_others, lambda table, _: not plays_alone(table) and not any(map(is_house, table.users)), _draw
    ),
    Wish.UNDO: _About(_with_others, lambda table, interaction: can_undo(table, interaction.user.id), _undo),
    Wish.ADJOURN: _About(_with_others, lambda table, _: table.adjourned is None and not plays_alone(table), _adjourn),
    Wish.RESIGN: _About(_playing, lambda table, _: _with_others(table), _resign),
    Wish.INVITE: _About(_is_lobby, lambda table, _: not table.full, _invite, Why.NO_LOBBY),
    Wish.HERE: _About(_in_a_channel, lambda table, at: table.channel_id != at.channel_id, _here),
}


async def turn(desk: Desk, interaction: Interaction, route: ListChallenges) -> None:
    """Turn to a page of the challenges."""
    await in_place(interaction, await challenges(desk, interaction, route.page))


async def challenges(desk: Desk, interaction: Interaction, page: int = 0, said: str = "") -> Layout:
    """Build a page of the open challenges: first those to the reader, then those to anyone, then the reader's own."""
    user, sight = interaction.user.id, sight_of(interaction)
    blocking = await desk.tables.invitations.blocking(user)

    def rank(entry: Entry) -> int:
        return 2 if entry.opener_id == user else 1 if entry.invited_id is None else 0

    waiting = [
        entry
        for entry in desk.tables.register.challenges(interaction.guild_id or 0)
        if user in (entry.opener_id, entry.invited_id)
        or (entry.invited_id is None and sight.table(entry) and entry.opener_id not in blocking)
    ]
    waiting.sort(key=lambda entry: (rank(entry), entry.id))
    pages = max(0, len(waiting) - 1) // PAGE + 1
    page = min(page, pages - 1)
    shown = await desk.tables.several(entry.id for entry in waiting[page * PAGE : (page + 1) * PAGE])
    return challenges_page(shown, user, page, pages, desk.tables.stands_until, said=said)


async def reply(desk: Desk, interaction: Interaction, route: ReplyTo) -> None:
    """Take a reply to a challenge, and show the page without that challenge."""
    table, user = await desk.table_here(interaction, route.table_id), interaction.user
    if route.reply is Reply.ACCEPT:
        table, said = await _accepted(desk, interaction, table)
    elif route.reply is Reply.DECLINE:
        table = await desk.tables.ask(table.id, lobby.decline, user.id)
        said = tr("Declined.")
    else:
        table = await desk.tables.ask(table.id, lobby.cancel, user.id)
        said = tr("Taken back.")
    await in_place(interaction, await challenges(desk, interaction, route.page, said))
    await desk.show(interaction, table)


async def _accepted(desk: Desk, interaction: Interaction, table: Table) -> tuple[Table, str]:
    """Accept a challenge if the challenger is still in the server."""
    user = interaction.user
    if table.status is Status.LOBBY and table.invited_id in (user.id, None):
        present = await desk.attendance.sweep(table, user.id, surely=True)
        if present is not table:
            return present, tr("The challenger has left this server.")
    done = await desk.tables.accept(table.id, player_of(user))
    return done.table, tr("The game at table {table} has begun: `/hand` shows your cards.", table=table.id)
