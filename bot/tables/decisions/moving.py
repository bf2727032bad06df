"""Moving a table to another channel, or into and out of a thread of its own."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.decisions.dealing import sealed_anew
from bot.tables.decisions.occasion import Occasion, stands_on
from bot.tables.values.clocks import Due
from bot.tables.values.parts import Place, Status, Thread
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.messages import MessageRow

ANCHOR = "anchor"
"""The role of the message in the channel that starts a table's thread."""


def move_here(table: Table, at: Occasion, user_id: int, channel_id: int) -> Table:
    """Move a table to another channel of its server, at the request of one of its players.

    Its earlier messages stay where they were posted, and so does a thread of its own. A deal whose cuts are closed is
    sealed anew, because its board may already be posted in the old channel. A private practice is shown in the channel
    by this, and is an ordinary one from then on.
    """
    if table.seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.daily is not None:
        raise Refused(Why.DAILY_PRIVATE, table_id=table.id)
    if not table.live and (table.status is not Status.FINISHED or table.message("result") is not None):
        raise Refused(Why.OVER if table.game.result else Why.CLOSED, table_id=table.id)
    if channel_id == table.channel_id and not table.place.private:
        return table
    if table.being_dealt:
        table = sealed_anew(table, at)
    if table.place.private and table.awaits_deal:
        table = table.but(due={**table.due, Due.DEAL: at.now + at.limits.deal})
    return stands_on(table.but(place=Place(channel_id)), at)


def into_thread(table: Table, at: Occasion, thread_id: int, anchor_id: int) -> Table:
    """Move a table into its thread; the anchor keeps the commitment that it shows, but is no board any more."""
    if table.place.thread is not Thread.WANTED:
        return table
    known = table.messages
    if all(m.message_id != anchor_id for m in known):
        known += (MessageRow(table.id, anchor_id, table.channel_id, ANCHOR, at.now),)
    return table.but(
        messages=tuple(replace(m, role=ANCHOR, closed=False) if m.message_id == anchor_id else m for m in known),
        place=Place(thread_id, table.channel_id, Thread.OPEN),
    )


def without_thread(table: Table, _at: Occasion) -> Table:
    """Move a table back to its channel because its thread cannot be opened or is gone."""
    return table.but(place=Place(table.place.home_id))


def thread_closed(table: Table, _at: Occasion) -> Table:
    """Note that the thread of a game that is over has been closed."""
    return table.but(place=replace(table.place, thread=Thread.CLOSED))
