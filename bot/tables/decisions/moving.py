"""Where a table stands: in the channel in which it was opened, in another one, or in a thread of its own below it."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.values.parts import Place, Status, Thread
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.rows import MessageRow

from .dealing import sealed_anew
from .occasion import Occasion, stands_on

ANCHOR = "anchor"
"""The role of the message in the channel from which a table's thread hangs."""


def move_here(table: Table, at: Occasion, user_id: int, channel_id: int) -> Table:
    """Let a table stand in another channel of its server from now on; one of its players may ask for it.

    Its messages so far are known to stand where they were posted. A thread that it had of its own is left behind. Where
    cards are being dealt they are sealed anew: their board may be up in the channel that is left.

    Raises:
        Refused: Not seated, or everything about it has been shown and is over.
    """
    if table.seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.daily is not None:
        raise Refused(Why.DAILY_PRIVATE, table_id=table.id)
    if not table.live and (table.status is not Status.FINISHED or table.message("result") is not None):
        raise Refused(Why.OVER if table.game.result else Why.CLOSED, table_id=table.id)
    if channel_id == table.channel_id:
        return table
    if table.being_dealt:
        table = sealed_anew(table, at)
    return stands_on(table.but(place=Place(channel_id)), at)


def into_thread(table: Table, at: Occasion, thread_id: int, anchor_id: int) -> Table:
    """Move a table into its thread; the message from which that hangs is its board no longer.

    Args:
        table: The table.
        at: The occasion.
        thread_id: Where its boards go from now on.
        anchor_id: The message in the channel, which keeps the commitment that it carries.
    """
    if table.place.thread is not Thread.WANTED:
        return table
    known = table.messages
    if all(m.message_id != anchor_id for m in known):
        known += (MessageRow(table.id, anchor_id, table.channel_id, ANCHOR, at.now, None),)
    return table.but(
        messages=tuple(replace(m, role=ANCHOR, closed=False) if m.message_id == anchor_id else m for m in known),
        place=Place(thread_id, table.channel_id, Thread.OPEN),
    )


def without_thread(table: Table, _at: Occasion) -> Table:
    """Let a table stand in its channel after all: its thread cannot be opened, or is gone."""
    return table.but(place=Place(table.place.home_id))


def thread_closed(table: Table, _at: Occasion) -> Table:
    """Note that the thread of a game that is over has been closed."""
    return table.but(place=replace(table.place, thread=Thread.CLOSED))
