"""The part of one process in the work that several share: it connects leases, gateway, tables and clicks.

It carries out for the leases what they ask of the rest of the process (`bot.shards.duties`).
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from bot.gateway import Gateway
from bot.ownership.tables import Downtime
from bot.shards.leases import Leases
from bot.shards.share import Share
from db import DatabaseError

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.shards.wish import Wish
    from bot.ui.kit.arrivals import UnderWay
    from db import Store, Word

    from .memory_sync import MemorySync

log = logging.getLogger(__name__)

FINISH_SECONDS: Final = 1.0
"""Seconds that the handover of a shard waits for answers under way; clicks for the heir can wait longer than that."""
_TURN_SECONDS: Final = 60.0
"""Longest time, in seconds, that a process waits at a start for another one that does the same work."""


class Sharing:
    """The work of a process for its shards.

    Args:
        wish: The number of shards, and this process's preferred ones.
        under_way: The interactions being answered.
    """

    leases: Leases
    _gateway: Gateway
    _store: Store

    def __init__(self, wish: Wish, under_way: UnderWay) -> None:
        self.share = Share(wish.count)
        self._wish = wish
        self._under_way = under_way
        self._downtimes: dict[int, Downtime] = {}
        self._memory_sync: MemorySync | None = None
        self._outdated: Callable[[Iterable[int]], object] = lambda _tables: None
        self._looking: asyncio.Task[None] | None = None
        self._unfollowed: dict[Word, None] = {}
        """Words that came while the process was starting, when it may have read the old data already."""

    def gateway_of(self, client: commands.AutoShardedBot) -> Gateway:
        """Return a client's gateway, which opens only sessions that the leases want, each when its turn comes."""
        self._gateway = Gateway(client, self._wish.count, self._identify)
        return self._gateway

    # ------------------------------------------------------------ from the start to the end

    async def begin(self, store: Store) -> None:
        """Open the line to the database; this process holds no shard yet.

        Raises:
            Disagreement: The running processes use a different number of shards.
            DatabaseError: The database is a file, or does not answer.
        """
        self._store = store
        self.leases = Leases(store, self._wish, self.share, self, f"{socket.gethostname()}:{os.getpid()}", _version())
        await self.leases.begin()

    @asynccontextmanager
    async def turn(self, what: str) -> AsyncIterator[None]:
        """Hold a turn among the processes for start-up work, or go on without it after `_TURN_SECONDS`."""
        async with AsyncExitStack() as held:
            try:
                await held.enter_async_context(self.leases.hold.line.turn(what, _TURN_SECONDS))
            except DatabaseError as error:  # doing the start-up work twice does no harm
                log.warning("nobody can be kept from doing the same: %s", error, extra={"what": what})
            yield

    def run(self, memory_sync: MemorySync, outdated: Callable[[Iterable[int]], object]) -> None:
        """Begin to take shards.

        Args:
            memory_sync: Loads and drops the data of shards.
            outdated: Called with the tables whose boards may be outdated.
        """
        self._memory_sync, self._outdated = memory_sync, outdated
        for word in self._unfollowed:
            memory_sync.heard(word)
        self._unfollowed.clear()
        self._looking = asyncio.create_task(self._look(), name="leases")

    async def _look(self) -> None:
        await self._gateway.begun.wait()  # Discord has told the address of its gateway
        await self.leases.run()

    def wake(self) -> None:
        """Check the leases at once, as a session has become ready."""
        self.leases.wake()

    async def leave(self, patience: float) -> None:
        """Hand the shards over to other processes as those get ready, for at most `patience` seconds."""
        if self._looking is not None:
            log.info("handing over", extra={"shards": len(self.leases.hold.leases)})
            await self.leases.leave(patience)

    async def stop(self) -> None:
        """Stop taking and handing over shards; those held are served until the end."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def end(self) -> None:
        """Release the remaining shards, after all work has ended; safe to call if nothing was begun."""
        await self.stop()
        if hasattr(self, "leases"):
            await self.leases.end()

    def trouble(self) -> str | None:
        """Return why this process cannot do its part, or None.

        A process without a shard, as others have them all, is not in trouble.
        """
        if not hasattr(self, "leases"):
            return "not opened yet"
        held = self.leases.hold.leases
        return self.leases.trouble() or (self._gateway.trouble(held) if held else None)

    def lost(self, now: datetime, after: timedelta) -> dict[int | None, timedelta]:
        """Return by shard the time in which nobody could act, which is to be given back.

        Args:
            now: The wall clock.
            after: The intended time between the last look and this one.
        """
        found: dict[int | None, timedelta] = {}
        for shard in self.share.held:
            downtime = self._downtimes.setdefault(shard, Downtime())
            if lost := downtime.look(now, able=self._gateway.is_ready(shard), after=after):
                found[shard] = lost
        return found

    def given(self, shard: int, lost: timedelta) -> None:
        """Note that lost time has been given back to a shard's tables."""
        if shard in self._downtimes:
            self._downtimes[shard].given(lost)

    async def _identify(self, bucket: int) -> float:
        """Take a bucket's turn among all processes to identify a shard.

        Returns:
            0 if it is this process's turn, else the seconds after which to ask again.
        """
        return await self._store.do(lambda tx: tx.identifies.turn(bucket), beside=True)

    # ------------------------------------------------------------ duties towards the leases

    def sessions(self) -> Iterable[int]:
        """Return the shards that have a session or are opening one."""
        return self._gateway.wanted

    def open(self, shard: int) -> None:
        """Begin a session for a shard unless it has one."""
        self._gateway.open(shard)

    async def close(self, shard: int) -> None:
        """End a shard's session."""
        await self._gateway.close(shard)

    def is_ready(self, shard: int) -> bool:
        """Return whether a shard's session is up and its servers are known."""
        return self._gateway.is_ready(shard)

    async def adopt(self, shard: int) -> None:
        """Load a shard's tables.

        Raises:
            DatabaseError: They cannot be read.
        """
        assert self._memory_sync is not None
        outdated = await self._memory_sync.adopt(shard)
        self._downtimes.pop(shard, None)  # the time lost before has been given back already
        self._outdated(outdated)

    async def disown(self, shard: int) -> None:
        """Drop a shard's tables from memory."""
        assert self._memory_sync is not None
        self._downtimes.pop(shard, None)
        await self._memory_sync.disown(shard)

    async def finish(self, shard: int) -> None:
        """Wait for answers under way in a shard's servers, for at most `FINISH_SECONDS`."""
        await self._under_way.ended_in(lambda guild_id: self.share.shard_of(guild_id) == shard, FINISH_SECONDS)

    async def read_anew(self) -> None:
        """Read all data again that words keep up to date, as some words may have been missed.

        Raises:
            DatabaseError: The data cannot be read.
        """
        if self._memory_sync is not None:
            await self._memory_sync.read_anew()

    def heard(self, word: Word) -> None:
        """Queue a word about a change by another process."""
        if self._memory_sync is None:
            self._unfollowed[word] = None
        else:
            self._memory_sync.heard(word)


def _version() -> str:
    try:
        return version("bezique-bot")
    except PackageNotFoundError:
        return ""


async def in_turn(sharing: Sharing | None, what: str, work: Awaitable[object]) -> None:
    """Do start-up work that other processes do too, one process after the other."""
    async with nullcontext() if sharing is None else sharing.turn(what):
        await work
