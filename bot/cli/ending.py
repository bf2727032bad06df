"""The end of the process, also where something keeps it from ending."""

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
"""Seconds from the request to end to the end; a container is killed not much later."""


class LastResort:
    """Ends the process some seconds after it was asked to end, where it has not ended by then, and says what was open.

    It waits in a thread of its own, so it also ends a process whose event loop hangs, and one that has returned from
    `main` and waits for other threads.

    Args:
        lasting: Returns what is under way, in words without anything that a player holds.
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
        """Begin to wait; further calls change nothing."""
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
    """Name the coroutines that have not ended; a task's own name may hold a control's id, and with it a card."""
    try:
        return sorted({f"task {getattr(task.get_coro(), '__qualname__', '?')}" for task in asyncio.all_tasks(loop)})
    except RuntimeError:  # they changed meanwhile
        return ["tasks that change"]


def _threads() -> list[str]:
    return sorted(
        {f"thread {thread.name}" for thread in threading.enumerate() if not thread.daemon} - {"thread MainThread"}
    )
