"""How many sessions may be begun, and when: Discord counts what all processes of a bot begin together.

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
"""Takes the turn of a bucket of shards and gives 0, or the seconds after which to ask again."""

TURN_SECONDS: Final = 5.0
"""In a bucket one shard after the other identifies itself, so long apart."""

_FEW: Final = 25
"""With so many starts left Discord is asked again before each: other processes have some as well."""

_AGAIN_SECONDS: Final = 60.0
"""How often it is asked again where none is left."""


def turns_of_one_process() -> Turn:
    """Return what gives turns where no other process begins sessions."""
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
    """What Discord has said about beginning sessions.

    Attributes:
        shards: How many shards it asks for.
        url: Where sessions begin.
        waited: For how many seconds shards have waited for their turns, all told.
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
        """Ask Discord.

        Raises:
            GatewayNotFound: It could not be asked.
        """
        self.shards, self.url, limit = await self._client.http.get_bot_gateway()
        self._concurrency = max(1, limit["max_concurrency"])
        self._left, self._resets_in = limit["remaining"], limit["reset_after"] / 1000

    def queue(self, shard: int) -> asyncio.Lock:
        """Return what a shard holds while it identifies itself: of each bucket one waits with its connection open."""
        return self._queues.setdefault(self._bucket(shard), asyncio.Lock())

    async def wait(self, shard: int) -> float:
        """Take a shard's turn and return 0, or the seconds after which to ask again.

        Raises:
            GatewayNotFound: Discord was to be asked how many starts are left, and could not be.
            DatabaseError: It cannot be known whose turn it is.
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
