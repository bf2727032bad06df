"""The connections to Discord's gateway: one for each shard, each begun and ended on its own while the client runs.

The library begins all shards one after the other and restores one at a time, so while one waits for its turn to
identify itself no other is restored. Here each shard has its own task.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot.gateway.connection import Starts, Turn, turns_of_one_process

from .connection import Connection

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from discord.ext import commands

log = logging.getLogger(__name__)

SHARDING_REQUIRED: Final = 4011
"""The gateway's close code for a shard with more servers than Discord allows."""

_SILENCE_SECONDS: Final = 2.0
"""Seconds of waiting for the next server; servers that have not come by then have an outage."""

_MORE_AT_MOST: Final = 16
"""Most shards begun, as a multiple of those Discord asks for, if it refuses a smaller number."""


class Gateway:
    """The shards of a client.

    Args:
        client: The client, which need not be logged in yet.
        count: The number of shards in all processes; None means as many as Discord asks for, all in this process.
        turn: Gives a bucket of shards its turn to identify itself; the default is for a process that is alone.
    """

    def __init__(self, client: commands.AutoShardedBot, count: int | None = None, turn: Turn | None = None) -> None:
        self.client = client
        self.alone = count is None
        self.starts = Starts(client, turn or turns_of_one_process())
        self._state: Any = client._connection  # noqa: SLF001 - there is no other way to what the shards share
        self._connections: dict[int, Connection] = {}
        self._connected: set[int] = set()
        self._ready: dict[int, asyncio.Event] = {}
        self._awaited: dict[int, set[int]] = {}
        """For each shard that is getting ready, the servers that have not come yet."""
        self.when_ready: Callable[[int], Awaitable[object]] = _nothing
        """Called with each shard that is ready, also after it has begun another session."""
        self.begun = asyncio.Event()
        """Set once Discord has given the address for sessions, so that shards can be opened."""
        self._over: asyncio.Future[Exception | None] | None = None
        self._more = 1
        """The multiple of the shards Discord asks for that is begun."""
        self._growing: asyncio.Task[None] | None = None
        if count is not None:
            self._set_count(count)
        client.add_listener(self.connected, "on_shard_connect")
        client.add_listener(self.connected, "on_shard_resumed")
        client.add_listener(self.disconnected, "on_shard_disconnect")
        client.add_listener(self._got_ready, "on_shard_ready")

    @property
    def count(self) -> int | None:
        """How many shards there are; None before Discord has been asked."""
        return self.client.shard_count

    # ------------------------------------------------------------ queries

    @property
    def wanted(self) -> frozenset[int]:
        """The shards that are kept connected."""
        return frozenset(self._connections)

    def is_ready(self, shard: int) -> bool:
        """Tell whether a shard is connected and its servers are known."""
        return shard in self._connected and shard in self._ready and self._ready[shard].is_set()

    def trouble(self, shards: Iterable[int] | None = None) -> str | None:
        """Return why people cannot reach some of these shards, by default of all shards, or None."""
        wanted = set(range(self.count or 1)) if shards is None else set(shards)
        down = sum(not self.is_ready(shard) for shard in wanted)
        if not down:
            return None
        if down == len(wanted):
            return "not connected to Discord"
        return f"{down} of {len(wanted)} shards not connected to Discord"

    # ------------------------------------------------------------ opening and closing shards

    def open(self, shard: int) -> None:
        """Connect a shard and keep it connected until it is closed; it does not hold up other shards."""
        if shard not in self._connections and self._over is not None and not self._over.done():
            self._connections[shard] = Connection(self.client, shard, self.starts, self._fail)

    async def close(self, shard: int) -> None:
        """End a shard's session and forget its servers; safe where it was never opened."""
        connection = self._connections.pop(shard, None)
        if connection is not None:
            await connection.close()
            await self.disconnected(shard)
            self._forget(shard)

    def _forget(self, shard: int) -> None:
        self._ready.pop(shard, None)
        self._awaited.pop(shard, None)
        self._state._ready_states.pop(shard, None)  # noqa: SLF001
        getting_ready = self._state._ready_tasks.pop(shard, None)  # noqa: SLF001
        if getting_ready is not None:
            getting_ready.cancel()
        self._keep_servers(shard, frozenset())

    # ------------------------------------------------------------ from the client's start to its end

    async def run(self) -> None:
        """Ask Discord for its limits, begin all shards if this process is alone, and return at the client's end.

        Raises:
            GatewayNotFound: Discord could not be asked.
            ConnectionClosed: Discord has ended a connection for good and will accept no other.
            PrivilegedIntentsRequired: Discord does not allow an intent.
        """
        self._over = asyncio.get_running_loop().create_future()
        self._state.shard_ids = ()  # so that the library never takes the shards open now for all shards
        self._read_ready, self._state.parsers["READY"] = self._state.parsers["READY"], self._identified
        self._state._delay_shard_ready = self._get_ready  # noqa: SLF001 - the library waits 2 s if nothing is missing
        await self.starts.ask()
        self.begun.set()
        if self.alone:
            self._begin_all()
        if (error := await self._over) is not None:
            raise error

    async def stop(self) -> None:
        """End every session for good; it is safe to call twice, or if nothing ran."""
        if self._over is not None and not self._over.done():
            self._over.set_result(None)
        connections, self._connections = tuple(self._connections.values()), {}
        await asyncio.gather(*(connection.close() for connection in connections))

    def _fail(self, shard: int, error: Exception) -> None:
        """Handle Discord's refusal of a shard: begin anew with more shards if it wants them, else end the run."""
        if self.alone and isinstance(error, discord.ConnectionClosed) and error.code == SHARDING_REQUIRED:
            if self._growing is None or self._growing.done():
                self._growing = asyncio.create_task(self._grow(error), name="more shards")
        elif self._over is not None and not self._over.done():
            log.error("shard %s cannot be connected: %s", shard, type(error).__name__)
            self._over.set_result(error)

    def _begin_all(self) -> None:
        self._set_count(self.starts.shards * self._more)
        for shard in range(self.count or 0):
            self.open(shard)

    async def _grow(self, error: Exception) -> None:
        """Begin anew with more shards: as many as Discord now asks for, doubled while that is no more than before."""
        before = self.count or 1
        log.warning("Discord wants more than %s shards: all of them begin anew", before)
        await asyncio.gather(*(self.close(shard) for shard in tuple(self._connections)))
        try:
            await self.starts.ask()
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError) as unasked:
            log.warning("Discord cannot be asked how many shards it wants: %s", type(unasked).__name__)
        while self.starts.shards * self._more <= before:
            self._more *= 2
        if self._over is None or self._over.done():
            return
        if self._more > _MORE_AT_MOST:
            self._over.set_result(error)
        else:
            self._begin_all()

    def _set_count(self, count: int) -> None:
        self.client.shard_count = self._state.shard_count = count

    # ------------------------------------------------------------ events of the shards

    async def connected(self, shard: int) -> None:
        """Note that a shard is connected."""
        self._connected.add(shard)

    async def disconnected(self, shard: int) -> None:
        """Note that a shard is not connected any more."""
        self._connected.discard(shard)

    async def _got_ready(self, shard: int) -> None:
        self._ready.setdefault(shard, asyncio.Event()).set()
        await self.when_ready(shard)

    def _identified(self, data: Any) -> None:  # noqa: ANN401 - as Discord sends it
        """Read the first data of a new session, and drop the servers that the bot has left meanwhile."""
        shard = data["shard"][0]
        present = frozenset(int(guild["id"]) for guild in data["guilds"])
        self._ready.setdefault(shard, asyncio.Event()).clear()
        self._awaited[shard] = set(present)
        self._read_ready(data)
        self._keep_servers(shard, present)

    async def _get_ready(self, shard: int) -> None:
        """Announce that a shard is ready once its servers have come, except those that have an outage."""
        arrivals, awaited = self._state._ready_states[shard], self._awaited.get(shard, set())  # noqa: SLF001
        with suppress(TimeoutError):
            while awaited or not arrivals.empty():
                async with asyncio.timeout(_SILENCE_SECONDS):
                    guild = await arrivals.get()
                self.client.dispatch("guild_available" if guild.id in awaited else "guild_join", guild)
                awaited.discard(guild.id)
        self._state._ready_states.pop(shard, None)  # noqa: SLF001
        self._state._ready_tasks.pop(shard, None)  # noqa: SLF001
        self._state.call_handlers("ready")
        self.client.dispatch("shard_ready", shard)

    def _keep_servers(self, shard: int, present: frozenset[int]) -> None:
        """Remove a shard's servers, except those in `present`."""
        for guild in tuple(self._state.guilds):
            if guild.shard_id == shard and guild.id not in present:
                self._state._remove_guild(guild)  # noqa: SLF001


async def _nothing(_shard: int) -> None:
    """Do nothing."""
