"""The forced end of a process that does not end by itself."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from typing import TYPE_CHECKING, Final

from bot.cli.exits import ExitCode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds from the request to end until the process is ended by force; a container is killed soon after."""


class LastResort:
    """A timer that ends a process which has not ended some seconds after the request, and logs what was still open.

    It waits in its own thread, so it also ends a process whose event loop hangs, or one that has returned from `main`
    and waits for other threads.

    Args:
        lasting: Returns what is under way, in words that reveal no player's cards.
        seconds: How long to wait.
        end: Ends the process with an exit code.
    """

    def __init__(
        self,
        lasting: Callable[[], Sequence[str]],
        seconds: float = PATIENCE,
        end: Callable[[int], object] = os._exit,
    ) -> None:
        self._lasting = lasting
        self._seconds = seconds
        self._end = end
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Start the timer; further calls change nothing."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = threading.Timer(self._seconds, self._act, [loop])
            self._timer.daemon = True
            self._timer.start()

    def _act(self, loop: asyncio.AbstractEventLoop) -> None:
        still = [*self._lasting(), *_tasks(loop), *_threads()]
        log.error("ended after %g seconds in which it did not end by itself; open: %s", self._seconds, "; ".join(still))
        for handler in logging.getLogger().handlers:
            handler.flush()
        self._end(ExitCode.FAILURE)


def _tasks(loop: asyncio.AbstractEventLoop) -> list[str]:
    """Return the names of the unfinished coroutines; task names are not used, as a control's id may reveal a card."""
    try:
        return sorted({f"task {getattr(task.get_coro(), '__qualname__', '?')}" for task in asyncio.all_tasks(loop)})
    except RuntimeError:  # the tasks changed meanwhile
        return ["tasks that change"]


def _threads() -> list[str]:
    return sorted(
        {f"thread {thread.name}" for thread in threading.enumerate() if not thread.daemon} - {"thread MainThread"}
    )
