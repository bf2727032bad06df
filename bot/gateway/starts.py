"""The limits on beginning sessions: how many and when, as Discord counts them over all processes of a bot.

Source: Discord's documentation of the gateway, *Session Start Limit Object* and *Sharding*.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import discord

log = logging.getLogger(__name__)

Turn: TypeAlias = Callable[[int], Awaitable[float]]
"""A function that takes the turn of a bucket of shards and returns 0, or the seconds after which to ask again."""

TURN_SECONDS: Final = 5.0
"""Seconds between two shards of a bucket that identify themselves."""

_FEW: Final = 25
"""Starts left at or below which Discord is asked again before each start, as other processes use some too."""

_AGAIN_SECONDS: Final = 60.0
"""Most seconds until Discord is asked again when no start is left."""


def turns_of_one_process() -> Turn:
    """Return a function that gives turns when no other process begins sessions."""
    taken: dict[int, float] = {}

    async def turn(bucket: int) -> float:
        now = time.monotonic()
        wait = taken.get(bucket, -TURN_SECONDS) + TURN_SECONDS - now
        if wait > 0:
            return wait
        taken[bucket] = now
        return 0.0

    return turn


class Starts:
    """The limits that Discord has given for beginning sessions.

    Attributes:
        shards: How many shards Discord asks for.
        url: The address at which sessions begin.
        waited: Total seconds that shards have waited for their turns.
    """

    def __init__(self, client: discord.Client, turn: Turn) -> None:
        self._client = client
        self._turn = turn
        self.shards = 1
        self.url = ""
        self.waited = 0.0
        self._concurrency = 1
        self._left = 1000
        self._resets_in = 0.0
        self._queues: dict[int, asyncio.Lock] = {}

    async def ask(self) -> None:
        """Ask Discord for its present limits.

        Raises:
            GatewayNotFound: Discord could not be asked.
        """
        self.shards, self.url, limit = await self._client.http.get_bot_gateway()
        self._concurrency = max(1, limit["max_concurrency"])
        self._left, self._resets_in = limit["remaining"], limit["reset_after"] / 1000

    def queue(self, shard: int) -> asyncio.Lock:
        """Return the lock that a shard holds while it identifies itself; one shard of a bucket connects at a time."""
        return self._queues.setdefault(self._bucket(shard), asyncio.Lock())

    async def wait(self, shard: int) -> float:
        """Take a shard's turn and return 0, or the seconds after which to ask again.

        Raises:
            GatewayNotFound: Discord could not be asked how many starts are left.
            DatabaseError: The database does not tell whose turn it is.
        """
        if self._left <= _FEW:
            await self.ask()
            log.warning("Discord lets the bot begin %s more sessions in the next %.0f s", self._left, self._resets_in)
        if self._left <= 0:
            return min(self._resets_in, _AGAIN_SECONDS)
        wait = await self._turn(self._bucket(shard))
        if wait <= 0:
            self._left -= 1
        return wait

    def _bucket(self, shard: int) -> int:
        return shard % self._concurrency
