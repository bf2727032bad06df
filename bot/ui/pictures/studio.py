"""The drawing of pictures: off the event loop, one after the other, each server in its turn; the latest are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from bot.rota import Rota

_KEPT: Final = 256
"""Most pictures kept, of some 40 KB each."""
_AT_HAND: Final = 2
"""Most drawings given to the thread at once, so that it need not wait for the event loop between two of them."""


class Studio:
    """A thread that draws pictures; a picture that is kept, or is being drawn, is not drawn again."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._most = kept
        self._drawn: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()
        self._rota = Rota(_AT_HAND)
        # One thread: several would hold each other up, as most of drawing needs the interpreter's lock.
        self._thread = ThreadPoolExecutor(1, "studio")

    async def picture(self, key: Hashable, draw: Callable[[], bytes], server: int) -> bytes:
        """Return a picture.

        Args:
            key: Everything that the picture depends on.
            draw: Draws it.
            server: The server that asks; one with many requests does not make the others wait.

        Raises:
            Exception: The error of drawing; the next request tries again.
        """
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = asyncio.ensure_future(self._draw(draw, server))
            found.add_done_callback(_heard)
        self._drawn.move_to_end(key)
        while len(self._drawn) > self._most:
            self._drawn.popitem(last=False)
        try:
            return await asyncio.shield(found)  # others may wait for it too
        except Exception:
            if self._drawn.get(key) is found:
                del self._drawn[key]
            raise

    async def _draw(self, draw: Callable[[], bytes], server: int) -> bytes:
        async with self._rota.of(server):
            return await asyncio.get_running_loop().run_in_executor(self._thread, draw)


def _heard(drawn: asyncio.Future[bytes]) -> None:
    """Read the error of drawing, so that asyncio does not report it if every waiting caller has gone."""
    if not drawn.cancelled():
        drawn.exception()
