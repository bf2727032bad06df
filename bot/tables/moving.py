"""Where a table stands: in the channel in which it was opened, or in a thread of its own below it."""

from __future__ import annotations

from dataclasses import replace

from db import MessageRow

from .asking import Asking
from .keeper import anew
from .table import Table

ANCHOR = "anchor"
"""The role of the message in the channel from which a table's thread hangs."""


class Moving(Asking):
    """Moving a table into its thread, and out of it where that is gone."""

    @anew
    async def into_thread(self, table_id: int, thread_id: int, anchor_id: int) -> Table:
        """Move a table into its thread; the message from which that hangs is its board no longer.

        Args:
            table_id: The table.
            thread_id: Where its boards go from now on.
            anchor_id: The message in the channel, which keeps the commitment that it carries.
        """
        async with self.hold(table_id) as held:
            table = held.table
            if not table.wants_thread:
                return table
            known = next((m for m in table.messages if m.message_id == anchor_id), None)
            row = known or MessageRow(table_id, anchor_id, table.channel_id, ANCHOR, self.now(), None)
            row = replace(row, role=ANCHOR, closed=False)
            settings = {**table.row.settings, "thread": "open", "home": table.channel_id}
            async with self.changing(table_id) as tx:
                await tx.put_message(row)
                await tx.update_game(table_id, channel_id=thread_id, settings=settings)
            others = tuple(m for m in table.messages if m.message_id != anchor_id)
            held.table = replace(table, messages=(*others, row)).with_row(channel_id=thread_id, settings=settings)
            return held.table

    @anew
    async def without_thread(self, table_id: int) -> Table:
        """Let a table stand in its channel after all: its thread cannot be opened, or is gone."""
        async with self.hold(table_id) as held:
            table = held.table
            settings = {**table.row.settings, "thread": "none"}
            home = table.home_id
            async with self.changing(table_id) as tx:
                await tx.update_game(table_id, channel_id=home, settings=settings)
            held.table = table.with_row(channel_id=home, settings=settings)
            return held.table

    @anew
    async def thread_closed(self, table_id: int) -> Table:
        """Note that the thread of a game that is over has been closed."""
        async with self.hold(table_id) as held:
            held.table = await self._store_settings(held.table, thread="closed")
            return held.table
