"""The tables of a server and of a member in lists, and what a member does at one of their own that is not named."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

import discord

from bot.house.roster import is_house
from bot.tables import Kind, Refused, Status, Table, Why
from bot.tables.decisions import moving
from bot.tables.decisions.consent import can_undo
from bot.tables.decisions.dealing import ROUND
from bot.tables.decisions.fixtures import awaited_there
from bot.ui.kit.controls import CLOTH, SLATE, Control, Layout, Page, button, menu, rows
from bot.ui.kit.reply import in_own_message, in_place, refuse
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.home import OpenTable
from bot.ui.routes.lobby import AtOwn, ListChallenges, ListTables, Wish
from bot.ui.routes.tournaments import Ready
from bot.ui.text.faces import shown_name, title_name
from bot.ui.text.i18n import tr, trn
from bot.ui.text.words import joined, rules_line
from cogs.table.app import App, Interaction
from cogs.table.consent import say_draw, say_undo, say_when
from cogs.table.lobby import invite_to
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
    """
    about = _WISHES[wish]
    if table_id is not None:
        await _do(app, interaction, wish, await app.table_here(interaction, table_id), guest)
        return
    mine = [table for table in await app.tables_of(interaction) if about.at(table)]
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


# ---------------------------------------------------------------- lists

PAGE = 10
_TEXT_ROOM = 3800
"""Most characters of a list's lines: Discord takes 4,000 in a message, and heading and line ends take some."""
_SHORT_NAME = 12
"""Most characters of a player's name where ten tables would not fit otherwise."""


def tables_page(shown: Sequence[Table], user_id: int, page: Page, now: datetime, *, everywhere: bool = False) -> Layout:
    """Build a page of the tables of a server, or (`everywhere`) of the reader's own from all servers."""
    if not shown and everywhere:
        return Layout(CLOTH, tr("You sit at no table; open one in a server."))
    doors = [button(OpenTable(), tr("Open a table")), button(ListChallenges(0), tr("Challenges"))]
    if not shown:
        return Layout(CLOTH, tr("No tables are open here."), *rows(doors))
    waiting = [table for table in shown if user_id in awaited_there(table, now)]
    come = [button(Ready(table.id), _come_label(table, waiting), discord.ButtonStyle.success) for table in waiting]
    lines: list[str] = []
    for longest, brief in ((32, False), (32, True), (_SHORT_NAME, True)):
        lines = [_table_line(table, user_id, longest, brief=brief) for table in shown]
        if sum(map(len, lines)) <= _TEXT_ROOM:
            break
    return Layout(
        CLOTH,
        f"### {tr('Your tables in all servers') if everywhere else tr('Tables in this server')}",
        "\n".join(lines),
        *rows([*come, *page.controls(ListTables), *([] if everywhere else doors)]),
    )


def _come_label(table: Table, waiting: Sequence[Table]) -> str:
    named = [tr("table {table}", table=table.number)] if len(waiting) > 1 else []
    return " · ".join([tr("Ready"), *named])


def _table_line(table: Table, user_id: int, longest: int, *, brief: bool) -> str:
    names = ", ".join(shown_name(name, longest) for name in table.names)
    board = table.message("board") or table.message(ROUND)
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    link = f"{place}/{board.message_id}" if board is not None else place
    title = tr("table {table}", table=table.number)
    title = f"**{title}**" if table.private else f"**[{title}]({link})**"
    if table.status is Status.LOBBY:
        state = tr("challenge") if table.kind is Kind.CHALLENGE else _waiting(table)
    elif table.adjourned is not None:
        state = tr("adjourned")
    elif user_id in table.turn_users:
        state = tr("**your turn**")
    elif table.turn_users:
        seat = table.shown_on_move or 0
        state = tr("{name}'s turn", name=shown_name(table.names[seat], longest))
    else:
        state = tr("between deals")
    played = rules_line(table.rules, table.terms.preset, brief=brief)
    return f"{title} · {names} · {state}\n-# {played}"


def own_tables_page(tables: Sequence[Table], user_id: int, wish: Wish, guest: int = 0) -> Layout:
    """Ask a member at which of their tables, the likeliest first, something is to be done."""
    entries = [
        (
            _own_label(table, user_id),
            AtOwn(wish, guest, table.id),
            rules_line(table.rules, table.terms.preset, brief=True),
        )
        for table in tables
    ]
    return Layout(
        CLOTH,
        tr("At which of your tables?"),
        menu(tr("Choose a table"), entries),
        *rows([button(ListTables(0), tr("Tables here"))]),
    )


def _waiting(table: Table) -> str:
    free = table.rules.players - len(table.seats)
    return trn("{count} seat free", "{count} seats free", free) if free else tr("not begun yet")


def _own_label(table: Table, user_id: int) -> str:
    """Write a table's label in a menu, without bold type: its number, the other players, and its state."""
    others = [title_name(seat.name, _SHORT_NAME) for seat in table.seats if seat.user_id != user_id]
    if table.daily is not None:
        name = tr("Daily deal {number}", number=table.daily.number)
    else:
        name = tr("table {table}", table=table.number)
    parts = [name, ", ".join(others)]
    if table.status is Status.LOBBY:
        parts.append(_waiting(table))
    elif table.adjourned is not None:
        parts.append(tr("adjourned"))
    elif user_id in table.turn_users:
        parts.append(tr("your turn"))
    return " · ".join(part for part in parts if part)


async def tables(app: App, interaction: Interaction, route: lobby_routes.ListTables) -> None:
    await in_place(interaction, await tables_of_server(app, interaction, route.page))
    # A member who looks for a lost board may have allowed the bot to post again, so it is tried now.
    for table in await app.tables_of(interaction):
        if app.presenter.is_barred(table.id):
            await app.show(interaction, table)


async def tables_of_server(app: App, interaction: Interaction, number: int) -> Layout:
    """Build a page of the server's tables: the reader's own first, those on which it is their turn on top.

    In a direct message they are the reader's own of all servers.
    """
    user = interaction.user.id
    if interaction.guild_id is None:
        mine = await app.tables.several(await app.tables.whereabouts.of_user(user))
        mine.sort(key=lambda table: (user not in table.turn_users, table.id))
        page = Page.at(number, len(mine), PAGE)
        return tables_page(mine[page.part], user, page, app.tables.now(), everywhere=True)
    live, visibility = app.tables.memory.live, visibility_of(interaction)
    mine = await app.tables.several(live.of_member(interaction.guild_id or 0, user))
    own = [table.id for table in sorted(mine, key=lambda table: (user not in table.turn_users, table.id))]
    others = [each.id for each in live.of_server(interaction.guild_id or 0) if visibility.table(each)]
    ordered = [*own, *(each for each in others if each not in set(own))]
    page = Page.at(number, len(ordered), PAGE)
    return tables_page(await app.tables.several(ordered[page.part]), user, page, app.tables.now())


def waiting_for(mine: Sequence[Table], user_id: int) -> list[Table]:
    """Return those of a member's tables at which it is their turn, in the same order."""
    return [each for each in mine if user_id in each.turn_users or (each.private and each.awaits_deal)]


_NAME: Final = 20
"""Most characters of a name on a button."""


def go_on(table: Table, user_id: int) -> Control:
    """Build the button that shows a player's cards in the game that waits for them."""
    if table.daily is not None:
        return button(AtOwn(Wish.HAND, 0, table.id), tr("Go on with today's deal"), discord.ButtonStyle.success)
    others = joined([title_name(seat.name, _NAME) for seat in table.seats if seat.user_id != user_id])
    label = tr("Continue against {names}", names=others)
    return button(AtOwn(Wish.HAND, 0, table.id), label, discord.ButtonStyle.success)
