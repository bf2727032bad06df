"""Moving many deadlines at once: tables that were being read meanwhile are read again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

Found = TypeVar("Found")


class Rescheduling:
    """Counts how often deadlines were moved, so that reads can notice it."""

    def __init__(self) -> None:
        self._moving = asyncio.Lock()
        self._count = 0

    @asynccontextmanager
    async def moving(self) -> AsyncIterator[None]:
        """Delay all uses of data being read until the deadlines have been moved in this block."""
        async with self._moving:
            yield
            self._count += 1

    async def undisturbed(self, read: Callable[[], Awaitable[Found]]) -> Found:
        """Return the result of a read during which no deadlines were moved, reading again as often as necessary."""
        while True:
            async with self._moving:
                before = self._count
            found = await read()
            if before == self._count and not self._moving.locked():
                return found
