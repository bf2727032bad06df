"""The clock's tick, for what uses the time in which nobody waits for the house."""

from __future__ import annotations

from typing import Protocol


class _InQuietTime(Protocol):
    def is_time(self, *, idle: bool) -> bool: ...

    async def use_time(self) -> None: ...


async def tick(work: _InQuietTime, *, idle: bool = True) -> None:
    """Let the clock tick once, and wait for what is done then."""
    if work.is_time(idle=idle):
        await work.use_time()
