"""The client's shards at Discord's gateway: which are connected, and three things in which the library is mended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

import discord
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.ext import commands

log = logging.getLogger(__name__)

SILENCE_SECONDS: Final = 0.5
"""Seconds without another server after which a shard counts as ready; the library's default is two."""
_LONGEST_PAUSE: Final = 5.0
_NO_START_LEFT: Final = 60.0
"""Most seconds until Discord is asked again when it allows no further session."""


class _Backoff(ExponentialBackoff[Any]):
    """The library's pauses between two attempts to connect, which grow to 17 minutes, at most five seconds long.

    Shards are restored one after the other, and each waits for its own pause meanwhile.
    """

    def delay(self) -> Any:  # noqa: ANN401 - as the library
        return min(super().delay(), _LONGEST_PAUSE)


vars(discord.shard)["ExponentialBackoff"] = _Backoff


class Gateway:
    """What the library's events tell of a client's shards."""

    def __init__(self, client: commands.AutoShardedBot, when_ready: Callable[[int], Awaitable[object]]) -> None:
        self._client = client
        self._connected: set[int] = set()
        self._ready: set[int] = set()
        self.when_ready = when_ready
        """Called with each shard that is ready, also after it has begun another session."""
        self._before: dict[int, dict[int, discord.Guild]] = {}
        """By shard, the servers that were known when its session broke off."""
        client.add_listener(self.connected, "on_shard_connect")
        client.add_listener(self._resumed, "on_shard_resumed")
        client.add_listener(self.disconnected, "on_shard_disconnect")
        client.add_listener(self._got_ready, "on_shard_ready")

    @property
    def shards(self) -> Iterable[int]:
        """The numbers of this process's shards."""
        return self._client.shard_ids or range(self._client.shard_count or 1)

    def is_ready(self, shard: int) -> bool:
        """Tell whether a shard is connected and its servers are known."""
        return shard in self._connected and shard in self._ready

    def trouble(self) -> str | None:
        """Return why people cannot reach some of the shards, or None."""
        wanted = list(self.shards)
        down = sum(not self.is_ready(shard) for shard in wanted)
        if not down:
            return None
        if down == len(wanted):
            return "not connected to Discord"
        return f"{down} of {len(wanted)} shards not connected to Discord"

    async def until_a_start_is_left(self) -> int:
        """Return how many shards may begin at once, after Discord allows another session."""
        while (limits := await self._client.fetch_session_start_limits()).remaining <= 0:
            log.warning("Discord lets the bot begin no session in the next %.0f s", limits.reset_after / 1000)
            await asyncio.sleep(min(limits.reset_after / 1000, _NO_START_LEFT))
        return max(1, limits.max_concurrency)

    async def stop(self) -> None:
        """Close all connections, so that nothing more arrives."""
        shards = self._client.shards.values()
        await asyncio.gather(*(shard.disconnect() for shard in shards), return_exceptions=True)

    async def connected(self, shard: int) -> None:
        self._connected.add(shard)

    async def _resumed(self, shard: int) -> None:
        self._connected.add(shard)
        self._before.pop(shard, None)

    async def disconnected(self, shard: int) -> None:
        """Note that a shard is not connected any more, and which servers it had."""
        self._connected.discard(shard)
        self._before[shard] = {guild.id: guild for guild in self._client.guilds if guild.shard_id == shard}

    async def _got_ready(self, shard: int) -> None:
        """Forget the servers that the bot has left meanwhile: a new session names those in which it still is anew."""
        for guild_id, guild in self._before.pop(shard, {}).items():
            if self._client.get_guild(guild_id) is guild:
                self._client._connection._remove_guild(guild)  # noqa: SLF001 - the library keeps them for ever
        self._ready.add(shard)
        await self.when_ready(shard)
