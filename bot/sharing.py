"""A process's part of the work where several share it: leases, gateway, tables and clicks brought together.

It does for the leases what they ask of the rest of the process (`bot.shards.duties`).
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
from bot.shards.leases import Leases
from bot.shards.share import Share
from bot.tables.downtime import Vigil
from db import DatabaseError

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.holding import Holding
    from bot.shards.wish import Wish
    from bot.ui.kit.under_way import UnderWay
    from db import Store, Word

log = logging.getLogger(__name__)

FINISH_SECONDS: Final = 1.0
"""So long a shard that is handed over waits for what is being answered: clicks for the heir wait longer than that."""
_TURN_SECONDS: Final = 60.0
"""So long one process waits at most for another one that does the same at a start."""


class Sharing:
    """What a process does for its shards.

    Args:
        wish: How many shards there are, and which are preferred.
        under_way: What is being answered.
    """

    leases: Leases
    _gateway: Gateway
    _store: Store

    def __init__(self, wish: Wish, under_way: UnderWay) -> None:
        self.share = Share(wish.count)
        self._wish = wish
        self._under_way = under_way
        self._vigils: dict[int, Vigil] = {}
        self._holding: Holding | None = None
        self._outdated: Callable[[Iterable[int]], object] = lambda _tables: None
        self._looking: asyncio.Task[None] | None = None
        self._unfollowed: dict[Word, None] = {}
        """Words that came while the process was still starting, and had read already what they are about."""

    def gateway_of(self, client: commands.AutoShardedBot) -> Gateway:
        """Return a client's sessions with Discord: none but those that the leases want, begun when it is their turn."""
        self._gateway = Gateway(client, self._wish.count, self._identify)
        return self._gateway

    # ------------------------------------------------------------ from the start to the end

    async def begin(self, store: Store) -> None:
        """Open the line to the database; no shard is this process's yet.

        Raises:
            Disagreement: The processes that run count other shards.
            DatabaseError: The database is a file, or does not answer.
        """
        self._store = store
        self.leases = Leases(store, self._wish, self.share, self, f"{socket.gethostname()}:{os.getpid()}", _version())
        await self.leases.begin()

    @asynccontextmanager
    async def turn(self, what: str) -> AsyncIterator[None]:
        """Do at a start what the other processes do too, one after the other; where one takes long, beside it."""
        async with AsyncExitStack() as held:
            try:
                await held.enter_async_context(self.leases.hold.line.turn(what, _TURN_SECONDS))
            except DatabaseError as error:  # what is done at a start does no harm twice
                log.warning("nobody can be kept from doing the same: %s", error, extra={"what": what})
            yield

    def run(self, holding: Holding, outdated: Callable[[Iterable[int]], object]) -> None:
        """Begin to take shards.

        Args:
            holding: What the process keeps in memory of them.
            outdated: Told of tables of which something else may be shown than is so.
        """
        self._holding, self._outdated = holding, outdated
        for word in self._unfollowed:
            holding.heard(word)
        self._unfollowed.clear()
        self._looking = asyncio.create_task(self._look(), name="leases")

    async def _look(self) -> None:
        await self._gateway.begun.wait()  # Discord has said where sessions begin
        await self.leases.run()

    def wake(self) -> None:
        """Look at once, as a session is ready."""
        self.leases.wake()

    async def leave(self, patience: float) -> None:
        """Hand the shards over to others as they get ready, for at most so many seconds."""
        if self._looking is not None:
            log.info("handing over", extra={"shards": len(self.leases.hold.leases)})
            await self.leases.leave(patience)

    async def stop(self) -> None:
        """Take and hand over nothing any more; what is held is answered for until the end."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def end(self) -> None:
        """Let go of what is left; nothing may be under way any more. Safe where nothing was begun."""
        await self.stop()
        if hasattr(self, "leases"):
            await self.leases.end()

    def trouble(self) -> str | None:
        """Return why this process cannot do its part, or None; one without a shard, as others have them all, can."""
        if not hasattr(self, "leases"):
            return "not opened yet"
        held = self.leases.hold.leases
        return self.leases.trouble() or (self._gateway.trouble(held) if held else None)

    def lost(self, now: datetime, after: timedelta) -> dict[int | None, timedelta]:
        """Return for how long nobody could act, by shard, where it is to be given back.

        Args:
            now: The wall clock.
            after: How long after the last look this one was to come.
        """
        found: dict[int | None, timedelta] = {}
        for shard in self.share.held:
            vigil = self._vigils.setdefault(shard, Vigil())
            if lost := vigil.look(now, able=self._gateway.is_ready(shard), after=after):
                found[shard] = lost
        return found

    def given(self, shard: int, lost: timedelta) -> None:
        """Note that a time has been given back to a shard's tables."""
        if shard in self._vigils:
            self._vigils[shard].given(lost)

    async def _identify(self, bucket: int) -> float:
        """Take a bucket's turn to identify a shard among all processes: 0, or the seconds after which to ask again."""
        return await self._store.do(lambda tx: tx.identifies.turn(bucket), beside=True)

    # ------------------------------------------------------------ what the leases ask

    def sessions(self) -> Iterable[int]:
        """Return the shards for which a session is there or on its way."""
        return self._gateway.wanted

    def open(self, shard: int) -> None:
        """Begin a session for a shard, if there is none."""
        self._gateway.open(shard)

    async def close(self, shard: int) -> None:
        """End a shard's session."""
        await self._gateway.close(shard)

    def is_ready(self, shard: int) -> bool:
        """Tell whether a shard's session is there, and its servers are known."""
        return self._gateway.is_ready(shard)

    async def adopt(self, shard: int) -> None:
        """Know a shard's tables from now on.

        Raises:
            DatabaseError: They cannot be read.
        """
        assert self._holding is not None
        outdated = await self._holding.adopt(shard)
        self._vigils.pop(shard, None)  # what was before is given back already
        self._outdated(outdated)

    async def disown(self, shard: int) -> None:
        """Know nothing of a shard's tables any more."""
        assert self._holding is not None
        self._vigils.pop(shard, None)
        await self._holding.disown(shard)

    async def finish(self, shard: int) -> None:
        """Wait for what is being answered there, not for long."""
        await self._under_way.ended_in(lambda guild_id: self.share.shard_of(guild_id) == shard, FINISH_SECONDS)

    async def read_anew(self) -> None:
        """Read everything that is kept by word, as some may have been missed.

        Raises:
            DatabaseError: It cannot be read.
        """
        if self._holding is not None:
            await self._holding.read_anew()

    def heard(self, word: Word) -> None:
        """Take note of what another process has changed."""
        if self._holding is None:
            self._unfollowed[word] = None
        else:
            self._holding.heard(word)


def _version() -> str:
    try:
        return version("bezique-bot")
    except PackageNotFoundError:
        return ""


async def in_turn(sharing: Sharing | None, what: str, work: Awaitable[object]) -> None:
    """Do at a start what other processes do too, one after the other."""
    async with nullcontext() if sharing is None else sharing.turn(what):
        await work
