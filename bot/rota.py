"""A queue for a scarce resource that serves servers in turn, so that a busy server cannot hold up the others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple


class _Waiting(NamedTuple):
    let_in: asyncio.Future[None]
    told: Callable[[int], object] | None
    """Called with the place in the queue; None where nobody wants to know."""


class Rota:
    """A queue that admits a fixed number at a time, one per waiting server in turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: OrderedDict[int, deque[_Waiting]] = OrderedDict()
        """Those who wait, by server; the server that comes next stands first."""
        self._to_tell = 0
        """Number of those who wait and are told their place."""

    @asynccontextmanager
    async def of(self, server: int, told: Callable[[int], object] | None = None) -> AsyncIterator[None]:
        """Wait for a server's turn, and hold a place for the duration of the block."""
        let_in = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(server, deque()).append(_Waiting(let_in, told))
        self._to_tell += told is not None
        try:
            self._let_in()
            try:
                await let_in
            finally:
                self._to_tell -= told is not None
            yield
        finally:
            if let_in.done() and not let_in.cancelled():
                self._free += 1
            self._let_in()

    def next_place(self, server: int) -> int:
        """Return the place in the queue that a newcomer for a server would get now; 0 means no wait."""
        if self._free:
            return 0
        mine = 1 + sum(not each.let_in.done() for each in self._waiting.get(server, ()))
        before = list(self._waiting).index(server) if server in self._waiting else len(self._waiting)
        others = [
            min(sum(not each.let_in.done() for each in queue), mine if at < before else mine - 1)
            for at, (known, queue) in enumerate(self._waiting.items())
            if known != server
        ]
        return mine + sum(others)

    def _let_in(self) -> None:
        """Admit the next ones while there is a free place, and tell the others their places."""
        while self._free and self._waiting:
            server, waiting = self._waiting.popitem(last=False)
            first = waiting.popleft()
            if waiting:
                self._waiting[server] = waiting
            if not first.let_in.done():  # it is cancelled where somebody gave up waiting
                self._free -= 1
                first.let_in.set_result(None)
        if self._to_tell:
            for place, each in enumerate(self._in_order(), 1):
                if each.told is not None:
                    each.told(place)

    def _in_order(self) -> list[_Waiting]:
        """Return the waiting ones in the order of their turns, as long as nobody else comes."""
        queues = [[each for each in queue if not each.let_in.done()] for queue in self._waiting.values()]
        rounds = range(max(map(len, queues), default=0))
        return [queue[at] for at in rounds for queue in queues if at < len(queue)]
