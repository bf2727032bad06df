"""The loop of the bot's clock, which no change of the machine's wall clock stops or hurries."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import tasks

if TYPE_CHECKING:
    import asyncio


class Ticking(tasks.Loop[Callable[[], Awaitable[None]]]):  # type: ignore[type-var]  # the library wants a coroutine
    """A loop of the library's that measures its waits by the monotonic clock; late ticks are not made up for.

    The library's own sleeps until a moment of the wall clock: set back by an hour, that stops the loop for an hour; set
    forward, it makes up for an hour's ticks at once.
    """

    def __init__(self, tick: Callable[[], Awaitable[None]], seconds: float) -> None:
        super().__init__(
            tick, seconds, hours=0, minutes=0, time=discord.utils.MISSING, count=None, reconnect=True, name="clock"
        )
        self._due = 0.0

    def _try_sleep_until(self, _moment: datetime) -> asyncio.Future[Any]:
        now = time.monotonic()
        self._due = max(self._due + self._sleep, now) if self._due else now + self._sleep
        sleep: asyncio.Future[Any] = super()._try_sleep_until(
            discord.utils.utcnow() + timedelta(seconds=self._due - now)
        )
        return sleep
