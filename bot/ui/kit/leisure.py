"""Who waits for a call to Discord: somebody, who gets another way after seconds, or nobody.

Where somebody waits, the waits that Discord asks for count towards the call's limit, and a longer one fails at once
with `discord.RateLimited`. What nobody waits for is done aside, at leisure: it takes as long as Discord asks.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

_AT_LEISURE: ContextVar[bool] = ContextVar("at_leisure", default=False)


def is_at_leisure() -> bool:
    """Tell whether nobody waits for the calls that are made here."""
    return _AT_LEISURE.get()


@contextmanager
def at_leisure() -> Iterator[None]:
    """Let the calls inside the block, and those of the tasks begun there, wait for as long as Discord asks."""
    before = _AT_LEISURE.set(True)
    try:
        yield
    finally:
        _AT_LEISURE.reset(before)


class Aside:
    """Work that nobody waits for, each piece in a task of its own; what the end interrupts is dropped."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, object]) -> None:
        with at_leisure():
            task = asyncio.create_task(work, name="aside")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
