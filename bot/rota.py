"""A rota for what can do only so much at once: each server comes up in it, however much another one wants."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Rota:
    """Lets so many in at a time: of each server that waits one, and then again."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        """Who waits, by server; who comes next stands first."""

    @asynccontextmanager
    async def of(self, server: int) -> AsyncIterator[None]:
        """Wait until a server comes up; its place is free again after the block."""
        let_in = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(server, deque()).append(let_in)
        self._let_in()
        try:
            await let_in
            yield
        finally:
            if let_in.done() and not let_in.cancelled():
                self._free += 1
                self._let_in()

    def _let_in(self) -> None:
        while self._free and self._waiting:
            server, waiting = self._waiting.popitem(last=False)
            let_in = waiting.popleft()
            if waiting:
                self._waiting[server] = waiting
            if not let_in.done():  # whoever gave up waiting has cancelled it
                self._free -= 1
                let_in.set_result(None)
