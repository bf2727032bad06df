"""The connections to Discord's gateway: one for each shard, begun and ended by itself while the client runs.

The library begins all shards at once, one after the other, and mends one at a time; while one waits for its turn to
identify itself none of the others is mended. Here each has a task of its own.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import discord

from .connection import Connection
from .starts import Starts, Turn, turns_of_one_process

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from discord.ext import commands

log = logging.getLogger(__name__)

SHARDING_REQUIRED: Final = 4011
"""The gateway's close code where a shard has more servers than Discord lets it have."""

_SILENCE_SECONDS: Final = 2.0
"""A server of which nothing has come for so long after the one before has an outage, and is not waited for."""

_MORE_AT_MOST: Final = 16
"""So many times the shards that Discord asks for are begun at most, where it then refuses fewer."""


class Gateway:
    """A client's shards.

    Args:
        client: The client, which need not be logged in yet.
        count: How many shards there are in all processes; None: as many as Discord asks for, and all are this one's.
        turn: Gives a bucket of shards its turn to identify itself; by default for a client that is alone.
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
        """For each shard that is getting ready the servers that have not come yet."""
        self.when_ready: Callable[[int], Awaitable[object]] = _nothing
        """Told of each shard that is ready, also of one that has begun another session."""
        self.begun = asyncio.Event()
        """Set once Discord has said where sessions begin, so that shards can be opened."""
        self._over: asyncio.Future[Exception | None] | None = None
        self._more = 1
        """How many times the shards that Discord asks for are begun."""
        self._growing: asyncio.Task[None] | None = None
        if count is not None:
            self._set_count(count)
        client.add_listener(self.connected, "on_shard_connect")
        client.add_listener(self.connected, "on_shard_resumed")
        client.add_listener(self.disconnected, "on_shard_disconnect")
        client.add_listener(self._got_ready, "on_shard_ready")

    @property
    def count(self) -> int | None:
        """How many shards there are; None as long as Discord has not been asked."""
        return self.client.shard_count

    # ------------------------------------------------------------ what others ask

    @property
    def wanted(self) -> frozenset[int]:
        """The shards that are to be connected."""
        return frozenset(self._connections)

    def is_ready(self, shard: int) -> bool:
        """Tell whether a shard is connected and its servers are known."""
        return shard in self._connected and shard in self._ready and self._ready[shard].is_set()

    async def until_ready(self, shard: int) -> None:
        """Return once a shard's servers are known; it may have been disconnected again by then."""
        await self._ready.setdefault(shard, asyncio.Event()).wait()

    def trouble(self, shards: Iterable[int] | None = None) -> str | None:
        """Return why people cannot reach some shards, by default all that there are, or None."""
        wanted = set(range(self.count or 1)) if shards is None else set(shards)
        down = sum(not self.is_ready(shard) for shard in wanted)
        if not down:
            return None
        if down == len(wanted):
            return "not connected to Discord"
        return f"{down} of {len(wanted)} shards not connected to Discord"

    # ------------------------------------------------------------ what a shard is told

    def open(self, shard: int) -> None:
        """Connect a shard, and keep it connected until it is closed; while it waits for its turn others need not."""
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
        """Ask Discord what it wants, begin all shards where this process is alone, and return at the client's end.

        Raises:
            GatewayNotFound: Discord could not be asked.
            ConnectionClosed: Discord has ended a connection for good, and will not take another one.
            PrivilegedIntentsRequired: It does not allow an intent.
        """
        self._over = asyncio.get_running_loop().create_future()
        self._state.shard_ids = ()  # so that the library never takes all of the moment for all there are
        self._read_ready, self._state.parsers["READY"] = self._state.parsers["READY"], self._identified
        self._state._delay_shard_ready = self._get_ready  # noqa: SLF001 - it waits two seconds where nothing is missing
        await self.starts.ask()
        self.begun.set()
        if self.alone:
            self._begin_all()
        if (error := await self._over) is not None:
            raise error

    async def stop(self) -> None:
        """End every session, for good; safe to call twice, and where nothing ran."""
        if self._over is not None and not self._over.done():
            self._over.set_result(None)
        connections, self._connections = tuple(self._connections.values()), {}
        await asyncio.gather(*(connection.close() for connection in connections))

    def _fail(self, shard: int, error: Exception) -> None:
        """Take note that Discord will not have a shard as it is; where it wants more shards it is given more."""
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
        """Begin anew with more shards: as many as Discord asks for now, or if those were refused twice as many."""
        before = self.count or 1
        log.warning("Discord wants more than %s shards: all of them begin anew", before)
        await asyncio.gather(*(self.close(shard) for shard in tuple(self._connections)))
        try:
            await self.starts.ask()
        except discord.DiscordException as unasked:
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

    # ------------------------------------------------------------ what is heard of the shards

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
        """Read what a new session begins with, after which servers that the bot has left meanwhile are gone."""
        shard = data["shard"][0]
        present = frozenset(int(guild["id"]) for guild in data["guilds"])
        self._ready.setdefault(shard, asyncio.Event()).clear()
        self._awaited[shard] = set(present)
        self._read_ready(data)
        self._keep_servers(shard, present)

    async def _get_ready(self, shard: int) -> None:
        """Say that a shard is ready once its servers have come, without those that have an outage."""
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
        """Let go of a shard's servers, but for those."""
        for guild in tuple(self._state.guilds):
            if guild.shard_id == shard and guild.id not in present:
                self._state._remove_guild(guild)  # noqa: SLF001


async def _nothing(_shard: int) -> None:
    """Do nothing."""
