"""Wakes whoever waits for something to happen at a table."""

from __future__ import annotations

import asyncio


class Stirring:
    """Those who wait, by table."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Future[None]] = {}

    def at(self, table_id: int) -> asyncio.Future[None]:
        """Return what is done when something happens at a table next; many may wait for it, and none has to."""
        found = self._waiting.get(table_id)
        if found is None:
            found = self._waiting[table_id] = asyncio.get_running_loop().create_future()
        return found

    def stir(self, table_id: int) -> None:
        """Wake all who wait for a table."""
        found = self._waiting.pop(table_id, None)
        if found is not None and not found.done():
            found.set_result(None)
