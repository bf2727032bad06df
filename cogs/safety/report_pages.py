"""Moderators' pages of reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord

from bot.club.moderation import ModerationRow
from bot.club.reports import OpenReports, Report
from bot.tables import Table, number_of
from bot.ui.kit.controls import SLATE, Control, Layout, button, rows
from bot.ui.kit.lists import Page
from bot.ui.routes import safety as safety_routes
from bot.ui.routes.safety import CloseReport, ListReports, ShowReport
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import pair, tr
from bot.ui.text.typed import shown_line
from bot.ui.text.words import joined, moment
from cogs.safety.moderation_pages import log_line, moderation_button

_LONGEST: Final = 300
"""Number of characters of a reason that are shown at most."""


def reports_page(found: OpenReports, tables: Mapping[int, Table], *, said: str = "") -> Layout:
    """Build the private page of the open reports of a server.

    Args:
        tables: The tables of the games that they are about, by number, as far as they can be read.
        said: A text on what has just been done.
    """
    items: list[discord.ui.Item[Any] | str] = []
    for report in found.reports:
        items.append(_told(report, tables.get(report.game_id or 0)))
        items += rows([button(ShowReport(report.id), tr("Open")), _done(report)])
    return Layout(
        SLATE,
        f"### {pair(tr('Open reports'), str(found.count))}" + (f"\n{said}" if said else ""),
        *items,
        *rows([*Page(found.page, found.pages).controls(ListReports), moderation_button()]),
        "-# " + tr("This is for moderators; those reported are not told."),
    )


def report_page(
    report: Report,
    table: Table | None,
    record: discord.File | None,
    done: Sequence[ModerationRow],
    *,
    rated: bool,
) -> Layout:
    """Build the private page of one report.

    Args:
        table: The table of the game that it is about, if any.
        record: The record of that game; None if the game is not over, or has none.
        done: What moderators have done since at that game or about that member.
        rated: Whether that game is over and rated.
    """
    controls: list[Control] = [] if report.closed_at is not None else [_done(report)]
    if table is not None:
        order = safety_routes.ShowModeration(table.id, report.id)
        controls.append(button(order, tr("Moderating table {table}", table=table.number)))
        if rated:
            void = safety_routes.VoidRating(table.id, report_id=report.id)
            controls.append(button(void, tr("Take the rating back …")))
    controls.append(button(ListReports(), tr("All reports")))
    if record is not None:
        attached: discord.ui.Item[Any] | str | None = discord.ui.File(record)
    elif table is not None and table.live:
        attached = tr("The record holds every card, and comes after the end.")
    else:
        attached = None
    closed = "" if report.closed_at is None else "\n" + tr("Closed {moment}.", moment=moment(report.closed_at, "f"))
    words = _told(report, table) + "".join(f"\n-# {log_line(row)}" for row in done) + closed
    return Layout(SLATE, f"### {tr('Report {number}', number=number_of(report.id))}", words, attached,
                  *rows(controls))  # fmt: skip


def _done(report: Report) -> Control:
    return button(CloseReport(report.id), tr("Done"), discord.ButtonStyle.success)


def _told(report: Report, table: Table | None) -> str:
    """Write the reporter, the reported member, the game and the reason of a report."""
    lines = [
        tr("<@{by}> reports <@{about}>", by=report.reporter_id, about=report.reported_id)
        if report.reported_id is not None
        else tr("<@{by}> reports a game", by=report.reporter_id)
    ]
    lines[0] += f" · {moment(report.at, 'f')}"
    if table is not None:
        names = joined([shown_name(name) for name in table.names])
        lines.append(f"{_link(table)} · {names}")
    lines.append(shown_line(report.reason, _LONGEST) if report.reason else tr("No reason given."))
    return "\n".join(lines)


def _link(table: Table) -> str:
    """Write a link to a game's result or board."""
    posted = table.message("result") or table.message("board") or table.message("table")
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id if posted is None else posted.channel_id}"
    return f"[{tr('Table {table}', table=table.number)}]({place if posted is None else f'{place}/{posted.message_id}'})"
