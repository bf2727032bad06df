"""Moving all that is due at once, while nobody reads what is due: what was read before that is read again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

Found = TypeVar("Found")


class Shifts:
    """Counts how often all that is due was moved."""

    def __init__(self) -> None:
        self._moving = asyncio.Lock()
        self._count = 0

    @asynccontextmanager
    async def moving(self) -> AsyncIterator[None]:
        """Keep what is read from being used until all has been moved."""
        async with self._moving:
            yield
            self._count += 1

    async def undisturbed(self, read: Callable[[], Awaitable[Found]]) -> Found:
        """Return what was read with nothing moved meanwhile."""
        while True:
            async with self._moving:
                before = self._count
            found = await read()
            if before == self._count and not self._moving.locked():
                return found
