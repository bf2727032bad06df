"""The private page behind **More…** of a lobby or challenge, and the question whether its opener leaves."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.house.roster import HOUSE, free_player, is_house
from bot.tables import Kind, Status, Table
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, button, member_picker, menu, rows
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes import rules as rules_routes
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.lobby import HouseChange
from bot.ui.text.faces import title_name
from bot.ui.text.i18n import tr
from bot.ui.text.table_lines import LEVELS, house_lines
from bot.ui.text.words import rules_line
from cogs.table.pages.lobby import clock_line


def more_page(table: Table, user_id: int, *, alerts: bool, said: str = "") -> Layout:
    """Build the page with what a user can do at a table that has not begun, besides joining, starting and cutting.

    Args:
        user_id: The user, who may be the opener, a seated player or an onlooker.
        alerts: Whether the user is told when a table opens in this server.
        said: What the user has just done.
    """
    if table.status is not Status.LOBBY:
        return Layout(
            SLATE, tr("This table has begun; its rules stand.") if table.live else tr("This table is closed.")
        )
    seated, mine, lobby = table.seat_of(user_id) is not None, table.opener_id == user_id, table.kind is Kind.OPEN
    items: list[discord.ui.Item[Any] | None] = []
    if seated and lobby and not table.full:
        items.append(member_picker(lobby_routes.Invite(table.id, len(table.lobby.guests)), tr("Invite a member …")))
    if mine and lobby and (not table.full or any(map(is_house, table.users))):
        items.append(_house_menu(table))
    if seated and table.rules.players > 2 and len(table.seats) > 1:
        items.append(_seat_menu(table))
    terms = [
        rules_line(table.rules, table.terms.preset),
        clock_line(table),
        *(f"-# {line}" for line in house_lines(table)),
    ]
    return Layout(
        BRASS,
        f"### {tr('Table {table}', table=table.number)}",
        said,
        "\n".join(terms),
        *items,
        *rows(_buttons(table, seated=seated, mine=mine, alerts=alerts)),
        "-# " + tr("Cut, and nobody can have chosen the cards unseen."),
    )


def _buttons(table: Table, *, seated: bool, mine: bool, alerts: bool) -> list[Control]:
    at = table.id
    buttons = [button(lobby_routes.OpenSheet(at), tr("House rules"))] if mine and table.kind is Kind.OPEN else []
    buttons.append(button(rules_routes.Rules(at), tr("Rules")))
    if table.kind is Kind.CHALLENGE and mine:
        buttons.append(button(lobby_routes.Cancel(at), tr("Withdraw"), discord.ButtonStyle.danger))
    elif seated:
        buttons.append(button(lobby_routes.Leave(at), tr("Leave"), discord.ButtonStyle.danger))
    told = ("☑ " if alerts else "☐ ") + tr("Tell me when a table opens here")
    return [*buttons, button(lobby_routes.LobbyAlerts(at, not alerts), told)]


def leave_question(table: Table) -> Layout:
    """Build the question to a table's opener, whose table closes with the opener's leaving."""
    return Layout(
        BRASS,
        tr("You opened table {table}: if you leave, it closes for everyone.", table=table.number),
        *rows(
            [
                button(lobby_routes.Cancel(table.id), tr("Close the table"), discord.ButtonStyle.danger),
                button(lobby_routes.LobbyMore(table.id), tr("Stay")),
            ]
        ),
    )


def _seat_menu(table: Table) -> discord.ui.ActionRow[Any]:
    options = [
        (
            tr("Seat {number}: {name}", number=seat.seat + 1, name=title_name(seat.name)),
            lobby_routes.Sit(table.id, seat.seat),
            "",
        )
        for seat in table.seats
    ]
    return menu(tr("Change places with …"), options)


def _house_menu(table: Table) -> discord.ui.ActionRow[Any]:
    """Build the opener's menu of house players: one of each level to add, and those seated to send away."""
    seat_house = partial(lobby_routes.SeatHouse, table.id, len(table.seats))
    options: list[tuple[str, Route, str]] = []
    if not table.full:
        for level, words in LEVELS.items():
            player = free_player(level, table.users)
            if player is not None:
                options.append((f"{player.face} {player.name}", seat_house(HouseChange.ADD, player.user_id), tr(words)))
    # The id changes with the number of players: otherwise a client would go on showing the last choice as selected.
    house = [seat for seat in table.seats if is_house(seat.user_id)]
    options += [
        (
            tr("Send {name} away", name=title_name(seat.name)),
            seat_house(HouseChange.REMOVE, seat.user_id),
            tr(HOUSE[seat.user_id].line) if seat.user_id in HOUSE else "",
        )
        for seat in house
    ]
    return menu(tr("Add a house player …"), options)
