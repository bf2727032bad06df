"""A stored note of what each board shows, so that a start checks only the boards that may be outdated.

The note is made once a board shows everything about its table, and stored with the next heartbeat. If a crash prevents
that, the board is checked once more, which does no harm.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable

from db import BoardRow, LiveRow, Store

from .values.parts import Kind
from .values.table import Table

log = logging.getLogger(__name__)


class Boards:
    """Notes what boards show, and finds the boards to check after a start."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made_by = ""
        self._noted: dict[int, BoardRow] = {}
        """Notes that are not stored yet."""
        self._before: dict[int, BoardRow] = {}
        """The stored notes of boards to be checked, from before the start or from the process that had their tables."""

    def begin(
        self, rows: Iterable[LiveRow], noted: Iterable[BoardRow], moved: Container[int], made_by: str
    ) -> list[int]:
        """Return the tables whose boards have to be checked after a start, or after this process got their shard.

        Args:
            made_by: A fingerprint of everything besides the tables that determines the look of boards.
        """
        self._made_by = made_by
        known = {row.game_id: row for row in noted}
        rows = [row for row in rows if row.kind != Kind.DAILY.value and not row.private]
        changed = [row.id for row in rows if row.id in moved or not _shows(known.get(row.id), row, made_by)]
        self._before |= {table_id: known[table_id] for table_id in changed if table_id in known}
        return changed

    def before(self, table_id: int) -> tuple[int, str]:
        """Return a board's message id and the fingerprint of what it showed before the start, and forget both.

        The result is 0 and "" where that is not known.
        """
        row = self._before.pop(table_id, None)
        return (row.message_id, row.shown) if row is not None else (0, "")

    def remember(self, table: Table, message_id: int, shown: str) -> None:
        """Note that a table's board shows its present state."""
        self._noted[table.id] = BoardRow(table.id, message_id, table.version, shown, self._made_by)

    async def store(self) -> None:
        """Store the new notes; after a `DatabaseError` the next call tries again."""
        if not self._noted:
            return
        rows, self._noted = self._noted, {}
        try:
            await self._store.do(lambda tx: tx.live.note_boards(list(rows.values())))
        except BaseException:
            self._noted = rows | self._noted
            raise


def _shows(noted: BoardRow | None, row: LiveRow, made_by: str) -> bool:
    """Return whether a board shows the present state of its table."""
    return noted is not None and (noted.message_id, noted.version, noted.made_by) == (row.board, row.version, made_by)
