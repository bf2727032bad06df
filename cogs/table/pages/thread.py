"""A table in its own thread: the message it starts from and its name."""

from __future__ import annotations

from typing import Final

from bot.tables import Kind, Status, Table
from bot.tables.decisions.moving import ANCHOR
from bot.tables.values.parts import Thread
from bot.ui.kit.controls import CLOTH, SLATE, Layout, rows
from bot.ui.text.faces import Picture, shown_name, title_name
from bot.ui.text.i18n import tr
from bot.ui.text.typed import shortened
from bot.ui.text.words import joined, rules_line
from cogs.table.pages.board import my_hand, title
from cogs.table.pages.lobby import fixture_line
from cogs.table.pages.proof import fair_deal, seal_line
from cogs.table.pages.result import result

_SEALED_IN_THREAD: Final = (Kind.REMATCH, Kind.TOURNAMENT)
"""Kinds of table that begin in their thread, where the first board carries the commitment."""
_LONGEST_NAME: Final = 100
"""Most characters that Discord takes in a thread's name."""


def anchor(table: Table, chart: Picture | None = None) -> Layout:
    """Build the message in the channel from which a table's thread starts.

    It names the players and links to the thread; once the game is over, it shows the result.

    Args:
        chart: The course of a finished game as a picture.
    """
    # The lobby's message carries the commitment of the first deal, and its id went into the shuffle.
    seal = seal_line(table.deals[0]) if table.kind not in _SEALED_IN_THREAD and table.deals else ""
    if table.status is Status.FINISHED or table.drawn:
        return result(table, chart, foot=seal)
    names = joined([shown_name(name) for name in table.names])
    place = tr("Played in {place}", place=f"<#{table.channel_id}>")
    proof = [fair_deal(table, 0)] if seal else []
    if not table.live:
        words = tr("{names} did not finish this game.", names=names)
        return Layout(SLATE, title(table), words, f"-# {place}", *rows(proof), seal)
    where = tr("The thread is being opened …") if table.place.thread is Thread.WANTED else place
    said = [title(table), fixture_line(table), rules_line(table.rules, table.terms.preset)]
    head = "\n".join(line for line in said if line)
    controls = [my_hand(table), *proof] if table.status is Status.PLAYING else []
    return Layout(CLOTH, head, names, where, *rows(controls), seal)


def result_in(
    table: Table, message_id: int, chart: Picture | None = None, *, foot: str = "", often: tuple[int, int] | None = None
) -> Layout:
    """Build the result for one of the two messages that show it: in the thread, or where the thread starts."""
    hangs = table.message(ANCHOR)
    here = hangs is not None and hangs.message_id == message_id
    return anchor(table, chart) if here else result(table, chart, foot=foot, often=often)


def thread_name(table: Table) -> str:
    """Name a table's thread after the table and its players, with names in which no client parses anything."""
    names = ", ".join(title_name(name) for name in table.names)
    name = tr("Table {table}: {names}", table=table.number, names=names)
    return shortened(name, _LONGEST_NAME)
