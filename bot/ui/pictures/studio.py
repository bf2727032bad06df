"""Where pictures are drawn: off the event loop, one after the other, each server in its turn; the latest are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

_KEPT: Final = 256
"""So many pictures are kept, of some 40 KB each."""
_AT_HAND: Final = 2
"""So many are given to the thread at once, so that it need not wait for the event loop between two of them."""


class Studio:
    """Draws pictures in a thread of its own; one that is there, or is being drawn, is not drawn again."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._most = kept
        self._drawn: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()
        self._waiting: OrderedDict[int, deque[tuple[Callable[[], bytes], asyncio.Future[bytes]]]] = OrderedDict()
        """What is still to be drawn, by server; the server whose turn it is stands first."""
        self._at_hand = 0
        # One: several would hold each other up, as most of drawing needs the interpreter's lock.
        self._thread = ThreadPoolExecutor(1, "studio")

    async def picture(self, key: Hashable, draw: Callable[[], bytes], server: int) -> bytes:
        """Return a picture.

        Args:
            key: All that the picture depends on.
            draw: Draws it.
            server: In whose turn it is drawn: one that asks for many does not make the others wait.

        Raises:
            Exception: What drawing has raised; the next who asks has it tried again.
        """
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(server, deque()).append((draw, found))
            self._go_on()
        self._drawn.move_to_end(key)
        while len(self._drawn) > self._most:
            self._drawn.popitem(last=False)
        try:
            return await asyncio.shield(found)  # others may wait for it too
        except Exception:
            if self._drawn.get(key) is found:
                del self._drawn[key]
            raise

    def _go_on(self) -> None:
        """Give the thread what comes next: of each server one picture, and then again."""
        while self._waiting and self._at_hand < _AT_HAND:
            server, wanted = self._waiting.popitem(last=False)
            draw, promised = wanted.popleft()
            if wanted:
                self._waiting[server] = wanted
            self._at_hand += 1
            begun = asyncio.get_running_loop().run_in_executor(self._thread, draw)
            begun.add_done_callback(partial(self._hand_over, promised))

    def _hand_over(self, promised: asyncio.Future[bytes], done: asyncio.Future[bytes]) -> None:
        self._at_hand -= 1
        if done.cancelled():
            promised.cancel()
        elif (error := done.exception()) is not None:
            promised.set_exception(error)
            promised.exception()  # whoever waited may be gone
        else:
            promised.set_result(done.result())
        self._go_on()
