"""Futures that complete when something happens at a table."""

from __future__ import annotations

import asyncio


class TableWatchers:
    """The futures of tables, by table."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Future[None]] = {}

    def at(self, table_id: int) -> asyncio.Future[None]:
        """Return a future that is done when something next happens at a table; any number may wait for it."""
        found = self._waiting.get(table_id)
        if found is None:
            found = self._waiting[table_id] = asyncio.get_running_loop().create_future()
        return found

    def wake(self, table_id: int) -> None:
        """Complete the future of a table."""
        found = self._waiting.pop(table_id, None)
        if found is not None and not found.done():
            found.set_result(None)
