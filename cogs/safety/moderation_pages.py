"""Moderators' pages: the actions at a table, the channels to which the bot is restricted, and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.club.moderation.service import Measure, ModerationRow
from bot.tables import Status, Table
from bot.tables.decisions.moderating import may_be_sent_away
from bot.ui.kit.controls import ROSE, SLATE, Control, Layout, button, channel_picker, menu, rows
from bot.ui.routes import safety as safety_routes
from bot.ui.text.faces import shown_name, title_name
from bot.ui.text.i18n import mark, tr
from bot.ui.text.words import moment, rules_line

_STATES: Final = {
    Status.LOBBY: mark("It has not begun."),
    Status.PLAYING: mark("It is being played."),
    Status.FINISHED: mark("The game is over."),
}
_DONE: Final = {
    Measure.CLOSE: mark("<@{by}> closed table {table}"),
    Measure.SEND_AWAY: mark("<@{by}> took <@{about}> out of the lobby of table {table}"),
    Measure.VOID: mark("<@{by}> took the rating of table {table} back"),
    Measure.CHANNELS: mark("<@{by}> chose the channels"),
    Measure.CLOSE_REPORT: mark("<@{by}> closed a report"),
    Measure.VOID_PAIR: mark("<@{by}> took the ratings of games of <@{about}> and <@{other}> back: {games}"),
    Measure.LIFT: mark("<@{by}> let <@{about}> open and join rated tables again"),
}


def order_page(table: Table, *, rated: bool, said: str = "") -> Layout:
    """Build the private page of a moderator's actions at a table.

    Args:
        table: The table.
        rated: Whether its game is over and rated.
        said: A text on what has just been done.
    """
    names = ", ".join(shown_name(name) for name in table.names)
    state = tr(_STATES[table.status]) if table.status in _STATES else tr("It is closed.")
    items: list[discord.ui.Item[Any]] = []
    guests = may_be_sent_away(table)
    if guests:
        seated = [
            (title_name(seat.name), safety_routes.SendAway(table.id, seat.user_id), "")
            for seat in table.seats
            if seat.user_id in guests
        ]
        items.append(menu(tr("Take somebody out of the lobby …"), seated))
    controls: list[Control] = []
    if table.live:
        controls.append(
            button(safety_routes.CloseTable(table.id), tr("Close this table …"), discord.ButtonStyle.danger)
        )
    if rated:
        controls.append(button(safety_routes.VoidRating(table.id), tr("Take the rating back …")))
    nothing = tr("Nothing is to be done here.") if not items and not controls else None
    return Layout(
        SLATE,
        f"### {tr('Order at table {table}', table=table.id)}" + (f"\n{said}" if said else ""),
        f"{names}\n-# {rules_line(table.rules, table.terms.preset)}\n{state}",
        nothing,
        *items,
        *rows(controls),
        "-# " + tr("What moderators do is kept for a year: `/moderate log` shows it to moderators."),
    )


def close_question(table: Table) -> Layout:
    """Build the question whether to close a table."""
    words = (
        tr("Close table {table}? Its game ends without a result, and cannot be taken up again.", table=table.id)
        if table.status is Status.PLAYING
        else tr("Close table {table}? Those who sit there can open another one.", table=table.id)
    )
    sure = button(safety_routes.CloseTable(table.id, sure=True), tr("Close it"), discord.ButtonStyle.danger)
    return Layout(ROSE, words, *rows([sure, button(safety_routes.ShowOrder(table.id), tr("Leave it"))]))


def void_question(table: Table) -> Layout:
    """Build the question whether to take back the ratings of a game."""
    words = tr(
        "Take the rating of table {table} back? The game stays, and counts as if it had been friendly: ratings and "
        "leaderboards are counted anew without it. That cannot be undone.",
        table=table.id,
    )
    sure = button(safety_routes.VoidRating(table.id, sure=True), tr("Take it back"), discord.ButtonStyle.danger)
    return Layout(ROSE, words, *rows([sure, button(safety_routes.ShowOrder(table.id), tr("Leave it"))]))


def channels_page(channel_ids: Sequence[int], *, saved: bool = False) -> Layout:
    """Build the private page for restricting the bot to some channels."""
    now = (
        tr("Tables are opened in {channels} alone.", channels=", ".join(f"<#{each}>" for each in channel_ids))
        if channel_ids
        else tr("Tables may be opened in every channel where I may post.")
    )
    return Layout(
        SLATE,
        f"### {tr('Channels')}" + (f"\n{tr('Saved.')}" if saved else ""),
        now,
        channel_picker(safety_routes.KeepTo(), tr("All channels"), channel_ids),
        "-# "
        + tr(
            "Threads below a channel go with it. Tables that stand elsewhere are played to their end. Private answers "
            "are given everywhere."
        ),
    )


def log_page(done: Sequence[ModerationRow]) -> Layout:
    """Build the private page of moderators' latest actions."""
    lines = [_line(row) for row in done if row.what in set(Measure)]
    return Layout(
        SLATE,
        f"### {tr('What moderators have done')}",
        "\n".join(lines) or tr("Nothing yet. `/moderate table` shows what can be done at a table."),
    )


def _line(row: ModerationRow) -> str:
    words = tr(
        _DONE[Measure(row.what)],
        by=row.by_id, table=row.game_id, about=row.about_id, other=row.other_id, games=row.games,
    )  # fmt: skip
    return f"{words} · {moment(row.at, 'f')}"
