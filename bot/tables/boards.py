"""What boards show, as it is stored, so that a start need look only at those that may show something else.

It is noted once nothing is left to be shown of a table, and stored with the next heartbeat: what a crash keeps back is
looked at once more, which does no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable

from db import BoardRow, DatabaseError, LiveRow, Store

from .values.parts import Kind
from .values.table import Table

log = logging.getLogger(__name__)


class Boards:
    """Notes what boards show, and knows after a start at which one has to look."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made_by = ""
        self._noted: dict[int, BoardRow] = {}
        """What is not stored yet."""
        self._before: dict[int, BoardRow] = {}
        """What boards showed before a start at which one has to look, or before another process had their tables."""

    def begin(
        self, rows: Iterable[LiveRow], noted: Iterable[BoardRow], moved: Container[int], made_by: str
    ) -> list[int]:
        """Return the tables at whose boards one has to look, after a start or once they are this process's.

        Args:
            rows: Live tables.
            noted: What is stored of their boards.
            moved: Tables of which something is due later than before.
            made_by: What the look of boards follows from besides their tables.
        """
        self._made_by = made_by
        known = {row.game_id: row for row in noted}
        rows = [row for row in rows if row.kind != Kind.DAILY.value]  # which has none
        changed = [row.id for row in rows if row.id in moved or not _shows(known.get(row.id), row, made_by)]
        self._before |= {table_id: known[table_id] for table_id in changed if table_id in known}
        return changed

    def before(self, table_id: int) -> tuple[int, str]:
        """Return a board's message and what it showed before the start, once; 0 and nothing where that is not known."""
        row = self._before.pop(table_id, None)
        return (row.message_id, row.shown) if row is not None else (0, "")

    def note(self, table: Table, message_id: int, shown: str) -> None:
        """Note that nothing is left to be shown of a table as it stands.

        Args:
            table: The table.
            message_id: Its board.
            shown: A fingerprint of what that shows.
        """
        self._noted[table.id] = BoardRow(table.id, message_id, table.version, shown, self._made_by)

    async def store(self) -> None:
        """Store what has been noted.

        Raises:
            DatabaseError: It could not be stored; the next time it is tried again.
        """
        if not self._noted:
            return
        await self._store_noted()

    async def let_go(self, tables: Iterable[int]) -> None:
        """Store what has been noted, and know nothing any more of the boards of some tables."""
        try:
            await self._store_noted()
        except DatabaseError as error:
            log.warning("what boards show could not be stored, so they are looked at again: %s", error)
        for table_id in tables:
            self._noted.pop(table_id, None)
            self._before.pop(table_id, None)

    async def _store_noted(self) -> None:
        rows, self._noted = self._noted, {}
        try:
            await self._store.do(lambda tx: tx.live.note_boards(list(rows.values())))
        except BaseException:
            self._noted = rows | self._noted
            raise


def _shows(noted: BoardRow | None, row: LiveRow, made_by: str) -> bool:
    """Tell whether a board shows its table as it stands."""
    return noted is not None and (noted.message_id, noted.version, noted.made_by) == (row.board, row.version, made_by)
