"""Lists of tables, page by page: those of a server, and those of one member."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.tables import Kind, Status, Table
from bot.ui.kit.controls import CLOTH, Layout, Page, button, menu, rows
from bot.ui.kit.reply import in_place
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.home import OpenTable
from bot.ui.routes.lobby import AtOwn, ListChallenges, ListTables, Wish
from bot.ui.text.faces import shown_name, title_name
from bot.ui.text.i18n import tr
from bot.ui.text.words import rules_line
from cogs.table.app import App, Interaction

PAGE = 10
_TEXT_ROOM = 3800
"""Most characters of a list's lines: Discord takes 4,000 in a message, and heading and line ends take some."""
_SHORT_NAME = 12
"""Most characters of a player's name where ten tables would not fit otherwise."""


def tables_page(shown: Sequence[Table], user_id: int, page: Page, *, everywhere: bool = False) -> Layout:
    """Build a page of the tables of a server, or (`everywhere`) of the reader's own from all servers."""
    if not shown and everywhere:
        return Layout(CLOTH, tr("You sit at no table; open one in a server."))
    doors = [button(OpenTable(), tr("Open a table")), button(ListChallenges(0), tr("Challenges"))]
    if not shown:
        return Layout(CLOTH, tr("No tables are open here."), *rows(doors))
    lines: list[str] = []
    for longest, brief in ((32, False), (32, True), (_SHORT_NAME, True)):
        lines = [_table_line(table, user_id, longest, brief=brief) for table in shown]
        if sum(map(len, lines)) <= _TEXT_ROOM:
            break
    return Layout(
        CLOTH,
        f"### {tr('Your tables in all servers') if everywhere else tr('Tables in this server')}",
        "\n".join(lines),
        *rows([*page.controls(ListTables), *([] if everywhere else doors)]),
    )


def _table_line(table: Table, user_id: int, longest: int, *, brief: bool) -> str:
    names = ", ".join(shown_name(name, longest) for name in table.names)
    board = table.message("board")
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
        seat = table.seat_of(table.turn_users[0]) or 0
        state = tr("{name}'s turn", name=shown_name(table.names[seat], longest))
    else:
        state = tr("between deals")
    mine = "◆ " if table.seat_of(user_id) is not None else ""
    played = rules_line(table.rules, table.terms.preset, brief=brief)
    return f"{mine}{title} · {names} · {state}\n-# {played}"


def unfinished_page(table: Table, another: Route) -> Layout:
    """Build the private page that offers a practice game that is not over before another one."""
    go_on = button(AtOwn(Wish.HAND, 0, table.id), tr("Continue"), discord.ButtonStyle.primary)
    words = tr("Your practice game at table **{table}** is not over.", table=table.number)
    return Layout(CLOTH, words, *rows([go_on, button(another, tr("Begin another"))]))


def own_tables_page(tables: Sequence[Table], user_id: int, wish: Wish, guest: int = 0) -> Layout:
    """Build the private menu that asks a member at which of their tables something is to be done.

    Args:
        tables: The tables that may be meant, the likeliest first.
        wish: The action to be done.
        guest: The user to be invited; 0 with every other wish.
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
        tr("At which of your tables?"),
        menu(tr("Choose a table"), entries),
        *rows([button(ListTables(0), tr("Tables here"))]),
    )


def _waiting(table: Table) -> str:
    return tr("not begun yet") if len(table.seats) == table.rules.players else tr("waiting for players")


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


async def my_tables(app: App, interaction: Interaction) -> list[Table]:
    """Return the live tables at which a member sits: in this channel first, then on move, then the newest.

    A daily deal in play is included, whichever server it was begun in.
    """
    user, here, live = interaction.user.id, interaction.channel_id, app.tables.memory.live
    daily = await app.tables.whereabouts.daily_of(user)
    mine = await app.tables.several([*live.of_member(interaction.guild_id or 0, user), *daily])
    return sorted(mine, key=lambda t: (t.channel_id != here, user not in t.turn_users, -t.id))


async def tables(app: App, interaction: Interaction, route: lobby_routes.ListTables) -> None:
    await in_place(interaction, await tables_of_server(app, interaction, route.page))
    # A member who looks for a lost board may have allowed the bot to post again, so it is tried now.
    for table in await my_tables(app, interaction):
        if app.presenter.is_barred(table.id):
            await app.show(interaction, table)


async def tables_of_server(app: App, interaction: Interaction, number: int) -> Layout:
    """Build a page of the server's tables: the reader's own first, those on which it is their turn on top.

    In a direct message they are the reader's own of all servers.
    """
    if interaction.guild_id is None:
        return await _own_everywhere(app, interaction.user.id, number)
    user, live, visibility = interaction.user.id, app.tables.memory.live, visibility_of(interaction)
    mine = await app.tables.several(live.of_member(interaction.guild_id or 0, user))
    own = [table.id for table in sorted(mine, key=lambda table: (user not in table.turn_users, table.id))]
    others = [each.id for each in live.of_server(interaction.guild_id or 0) if visibility.table(each)]
    ordered = [*own, *(each for each in others if each not in set(own))]
    page = Page.at(number, len(ordered), PAGE)
    return tables_page(await app.tables.several(ordered[page.part]), user, page)


async def _own_everywhere(app: App, user_id: int, number: int) -> Layout:
    mine = await app.tables.several(await app.tables.whereabouts.of_user(user_id))
    mine.sort(key=lambda table: (user_id not in table.turn_users, table.id))
    page = Page.at(number, len(mine), PAGE)
    return tables_page(mine[page.part], user_id, page, everywhere=True)
