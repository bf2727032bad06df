"""Before the game: the lobby, the challenge, and what stays of them when they go away."""

from __future__ import annotations

from datetime import timedelta

import discord

from bot.tables import Kind, Limits, Status, Table

from .board import seal_line, title
from .controls import BRASS, SLATE, Control, Layout, Press, button, rows
from .faces import shown_name
from .i18n import tr
from .words import moment, rules_line


def lobby(table: Table, limits: Limits) -> Layout:
    """Build the message of a table that has not begun."""
    if table.kind is Kind.CHALLENGE:
        return _challenge(table, limits.challenge)
    seats = []
    for number in range(table.rules.players):
        taken = number < len(table.seats)
        who = shown_name(table.names[number]) if taken else tr("*free*")
        seats.append(f"{number + 1}. {who}")
    gone = moment(table.row.created_at + limits.lobby)
    wait = tr("Everyone is here: press **Start**.") if table.full else tr("Press **Join** to play.")
    return Layout(
        BRASS,
        "\n".join([title(table), rules_line(table.rules, table.preset)]),
        "\n".join(seats),
        f"{wait}\n-# {tr('The table goes away {moment} if nobody starts.', moment=gone)}",
        *rows(
            [
                _lobby_button(table, "join", tr("Join"), discord.ButtonStyle.success, disabled=table.full),
                _lobby_button(table, "start", tr("Start"), discord.ButtonStyle.primary, disabled=not table.full),
                _lobby_button(table, "leave", tr("Leave")),
            ]
        ),
        *rows(
            [
                _lobby_button(table, "cut", tr("Cut")),
                _lobby_button(table, "rules", tr("Rules")),
                _lobby_button(table, "cancel", tr("Cancel"), discord.ButtonStyle.danger),
            ]
        ),
        _seal(table),
    )


def _challenge(table: Table, stands: timedelta) -> Layout:
    who = shown_name(table.names[0])
    invited = f"<@{table.row.invited_id}>"
    until = moment(table.row.created_at + stands)
    return Layout(
        BRASS,
        "\n".join([title(table), rules_line(table.rules, table.preset)]),
        tr("{who} challenges {invited} to a game of Bézique.", who=who, invited=invited)
        + "\n-# " + tr("The challenge ends {moment}.", moment=until),
        *rows(
            [
                _lobby_button(table, "accept", tr("Accept"), discord.ButtonStyle.success),
                _lobby_button(table, "decline", tr("Decline"), discord.ButtonStyle.danger),
                _lobby_button(table, "cancel", tr("Withdraw")),
                _lobby_button(table, "rules", tr("Rules")),
            ]
        ),
        _seal(table),
    )  # fmt: skip


def _seal(table: Table) -> str:
    seal = table.seal
    assert seal is not None  # every table is opened with a sealed deal
    return seal_line(seal)


def _lobby_button(
    table: Table,
    op: str,
    text: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Control:
    return button(Press(table.id, 0, op), text, style, disabled=disabled)


def gone(table: Table) -> Layout:
    """Build what stays of a lobby or challenge that did not become a game."""
    names = ", ".join(shown_name(name) for name in table.names)
    invited = shown_name(str(table.row.settings.get("invited", "?")))
    if table.status is Status.DECLINED:
        words = tr("{invited} declined {names}'s challenge.", invited=invited, names=names)
    elif table.status is Status.EXPIRED and table.kind is Kind.CHALLENGE:
        words = tr("{names}'s challenge to {invited} ran out of time.", names=names, invited=invited)
    elif table.status is Status.EXPIRED:
        words = tr(
            "This table was open for a while and nobody started, so it is closed. Open another with `/table open`."
        )
    elif table.kind is Kind.CHALLENGE:
        words = tr("{names} took the challenge back.", names=names)
    else:
        words = tr("{names} closed this table.", names=names)
    return Layout(SLATE, title(table), words)
