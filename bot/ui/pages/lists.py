"""Lists in pages: the tables of a server, and its leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.tables import Kind, Standing, Status, Table
from bot.ui.kit.controls import BRASS, CLOTH, Control, Layout, button, menu, rows
from bot.ui.kit.custom_ids import Route
from bot.ui.kit.own import AtOwn, Wish
from bot.ui.kit.routes import ListLeaders, ListTables
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr, trn
from bot.ui.text.words import rules_line

PAGE = 10
_TEXT_ROOM = 3800
"""Discord takes 4,000 characters of text in a message; heading and line ends take some."""
_SHORT_NAME = 12
"""So long a name may be where ten tables would not fit otherwise."""


def pager(turn: Callable[[int], Route], page: int, pages: int) -> list[Control]:
    """Build the buttons that turn to other pages; none where there is only one."""
    if pages < 2:
        return []
    return [
        button(turn(max(0, page - 1)), tr("Back"), disabled=page == 0),
        button(turn(page + 1), tr("More"), disabled=page >= pages - 1),
    ]


def tables_page(shown: Sequence[Table], user_id: int, page: int, pages: int) -> Layout:
    """Build a page of the tables of a server.

    Args:
        shown: Those of this page.
        user_id: Who reads it.
        page: Counted from 0.
        pages: How many there are.
    """
    if not shown:
        return Layout(
            CLOTH, tr("No tables are open in this server. `/table open` opens one, `/challenge` invites a member.")
        )
    lines: list[str] = []
    for longest, brief in ((32, False), (32, True), (_SHORT_NAME, True)):
        lines = [_table_line(table, user_id, longest, brief=brief) for table in shown]
        if sum(map(len, lines)) <= _TEXT_ROOM:
            break
    return Layout(
        CLOTH,
        f"### {tr('Tables in this server')}",
        "\n".join(lines),
        *rows(pager(ListTables, page, pages)),
    )


def _table_line(table: Table, user_id: int, longest: int, *, brief: bool) -> str:
    names = ", ".join(shown_name(name, longest) for name in table.names)
    board = table.message("board")
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    link = f"{place}/{board.message_id}" if board is not None else place
    if table.status is Status.LOBBY:
        state = tr("challenge") if table.kind is Kind.CHALLENGE else tr("waiting for players")
    elif user_id in table.turn_users:
        state = tr("**your turn**")
    elif table.turn_users:
        seat = table.seat_of(table.turn_users[0]) or 0
        state = tr("{name} is on move", name=shown_name(table.names[seat], longest))
    else:
        state = tr("between deals")
    mine = "◆ " if table.seat_of(user_id) is not None else ""
    title = tr("table {table}", table=table.id)
    played = rules_line(table.rules, table.terms.preset, brief=brief)
    return f"{mine}**[{title}]({link})** · {names} · {state}\n-# {played}"


def own_tables_page(tables: Sequence[Table], user_id: int, wish: Wish, guest: int = 0) -> Layout:
    """Build the private question at which of a member's tables something is to be done, as a menu of them.

    Args:
        tables: Those that may be meant, the likeliest first.
        user_id: The member.
        wish: What is to be done.
        guest: Who is to be invited; 0 with every other wish.
    """
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
        tr("You sit at several tables. Which one do you mean?"),
        menu(tr("Choose a table"), entries),
    )


def _own_label(table: Table, user_id: int) -> str:
    """Name a table in a menu, where nothing is bold: its number, the others, and whose turn it is."""
    others = [shown_name(seat.name, _SHORT_NAME) for seat in table.seats if seat.user_id != user_id]
    parts = [tr("table {table}", table=table.id), ", ".join(others)]
    if table.status is Status.LOBBY:
        parts.append(tr("waiting for players"))
    elif user_id in table.turn_users:
        parts.append(tr("your turn"))
    return " · ".join(part for part in parts if part)


def leaderboard_page(
    standings: Sequence[Standing],
    own: Standing | None,
    names: Mapping[int, str],
    *,
    page: int,
    count: int,
    user_id: int,
    called: str = "",
) -> Layout:
    """Build a page of the leaderboard; the place of whoever asked always stands under it.

    Args:
        standings: Those of this page.
        own: Where who asked stands.
        names: By user.
        page: Counted from 0.
        count: How many stand there in all.
        user_id: Who asked.
        called: Who asked, by name, on a page that everyone sees; empty where only they see it.
    """
    if not count:
        return Layout(
            BRASS,
            f"### {tr('Leaderboard')}",
            tr("Nobody stands here yet. Finished games between people count, those with house players do not."),
        )
    table = [_standing_line(row, names, mine=not called and row.user_id == user_id) for row in standings]
    pages = (count - 1) // PAGE + 1
    place = _own_place(own, count, called)
    shown = tr("Page {page} of {pages}", page=page + 1, pages=pages) if pages > 1 else ""
    return Layout(
        BRASS,
        f"### {tr('Leaderboard')}",
        "\n".join(table),
        place + (f"\n-# {shown}" if shown else ""),
        *rows(pager(lambda to: ListLeaders(to, user_id), page, pages)),
    )


def _own_place(own: Standing | None, count: int, called: str) -> str:
    """Say where who asked stands: by name where everyone reads it."""
    name = shown_name(called)
    if own is None:
        if called:
            return tr("{name} has not finished a game here yet.", name=name)
        return tr("You have not finished a game here yet.")
    games = trn("{count} game", "{count} games", own.games)
    told = {"place": own.place, "count": count, "wins": own.wins, "games": games, "points": round(own.points_per_game)}
    if called:
        return tr(
            "{name} is number **{place}** of {count}: {wins} of {games} won, {points} points a game.", name=name, **told
        )
    return tr("You are number **{place}** of {count}: {wins} of {games} won, {points} points a game.", **told)


def _standing_line(row: Standing, names: Mapping[int, str], *, mine: bool) -> str:
    name = shown_name(names.get(row.user_id, "?"))
    wins = trn("{count} win", "{count} wins", row.wins)
    games = trn("{count} game", "{count} games", row.games)
    rest = tr("{wins} in {games}, {points} points a game", wins=wins, games=games, points=round(row.points_per_game))
    return f"{'◆ ' if mine else ''}**{row.place}.** {name} · {rest}"
