"""The connection of one shard: its turn to begin, restoring it after every break, and its end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from db import DatabaseError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

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


CONNECT_SECONDS: Final = 60.0
"""Seconds in which Discord must greet a new connection."""
CLOSE_SECONDS: Final = 3.0
"""Seconds in which Discord must answer the closing of a connection."""
LONGEST_PAUSE: Final = 60.0
"""Longest pause between two attempts to connect, in seconds."""
_STEADY_SECONDS: Final = 60.0
"""Seconds without a break after which the first pause is short again."""
_TRIES_THERE: Final = 2
"""Breaks up to which a session is resumed at the address that Discord gave for it; after more, at the general one."""
_AFTER_REFUSAL: Final = (1.0, 5.0)
"""Least and most seconds before a new session replaces one that is not valid any more, as Discord asks."""
_NORMAL, _NO_INTENT = 1000, 4014
_FOR_GOOD: Final = frozenset({4004, 4010, 4011, 4012, 4013, _NO_INTENT})
"""The close codes after which connecting again is of no use."""


@dataclass(frozen=True, slots=True)
class Session:
    """The data needed to resume a session."""

    id: str | None = None
    sequence: int | None = None
    url: yarl.URL | None = None


class Socket(DiscordWebSocket):
    """The library's connection, changed so that it waits for its shard's turn before it identifies itself."""

    async def identify(self) -> None:
        """Begin a session once it is this shard's turn, and read what Discord sends meanwhile."""
        async with self._or_closed():
            await _WHOSE.get().turn_of(self)
            await super().identify()

    async def resume(self) -> None:
        """Resume a session."""
        async with self._or_closed():
            await super().resume()

    @asynccontextmanager
    async def _or_closed(self) -> AsyncIterator[None]:
        """Close the connection if the body fails: no other code knows of it yet, and its heartbeat would go on."""
        try:
            yield
        except BaseException:
            await leave(self)
            raise


class Connection:
    """A connection that keeps a shard connected until it is closed.

    Args:
        client: The client of the shard.
        shard: The number of the shard.
        starts: Gives the shard its turn to identify itself.
        failed: Called with the shard and the error when Discord refuses it for good.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        shard: int,
        starts: Starts,
        failed: Callable[[int, Exception], object],
    ) -> None:
        self._client = client
        self._shard = shard
        self._starts = starts
        self._failed = failed
        self._socket: Socket | None = None
        self._session = Session()
        self._greeting: asyncio.Timeout | None = None
        self._breaks = 0
        """Number of breaks since it was last steady."""
        self._since = 0.0
        self._chance = Random()  # noqa: S311 - it spreads attempts and deals no cards
        self._task = asyncio.create_task(self._keep(), name=f"shard {shard}")

    async def close(self) -> None:
        """End the session and begin no other."""
        self._task.cancel()
        await asyncio.wait([self._task])
        if self._socket is not None:
            await leave(self._socket)

    async def turn_of(self, socket: Socket) -> None:
        """Return once it is this shard's turn to identify itself, which may take long."""
        if self._greeting is not None:
            self._greeting.reschedule(None)
        began = time.monotonic()
        while (wait := await self._starts.wait(self._shard)) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    while True:
                        await socket.poll_event()
        self._starts.waited += time.monotonic() - began

    async def _keep(self) -> None:
        _WHOSE.set(self)
        while True:
            try:
                self._socket = await self._begun()
                self._since = time.monotonic()
                while True:
                    await self._socket.poll_event()
            except ReconnectWebSocket as wanted:
                pause = self._broken(resume=wanted.resume)
            except discord.ConnectionClosed as closed:
                if closed.code in _FOR_GOOD:
                    self._broken(resume=False)
                    no_intent = closed.code == _NO_INTENT
                    self._failed(self._shard, discord.PrivilegedIntentsRequired(self._shard) if no_intent else closed)
                    return
                pause = self._broken(resume=True, why=closed)
            except Exception as error:  # noqa: BLE001 - it is tried again, without what could not be read
                pause = self._broken(resume=True, why=error)
            await asyncio.sleep(pause)

    async def _begun(self) -> Socket:
        """Return a connection in which the session is resumed or a new one is begun."""
        client, shard, session = self._client, self._shard, self._session
        where = session.url if self._breaks <= _TRIES_THERE else None
        if session.id is not None:
            async with asyncio.timeout(CONNECT_SECONDS):
                return await Socket.from_client(
                    client, gateway=where or self._anywhere(), shard_id=shard, session=session.id,
                    sequence=session.sequence, resume=True,
                )  # fmt: skip
        async with self._starts.queue(shard), asyncio.timeout(CONNECT_SECONDS) as self._greeting:
            # Every connection is called the first, because for later ones the library waits by itself, which is only
            # right for one process.
            return await Socket.from_client(client, gateway=self._anywhere(), shard_id=shard, initial=True)

    def _anywhere(self) -> yarl.URL:
        return yarl.URL(self._starts.url)

    def _broken(self, *, resume: bool, why: Exception | None = None) -> float:
        """Note that the connection has broken, and return the seconds until the next attempt."""
        socket, self._socket = self._socket, None
        if socket is not None:
            self._session = Session(socket.session_id, socket.sequence, socket.gateway)
            self._client.dispatch("disconnect")
            self._client.dispatch("shard_disconnect", self._shard)
            if time.monotonic() - self._since >= _STEADY_SECONDS:
                self._breaks = 0
        if not resume or self._session.sequence is None:
            self._session = Session()
        self._breaks += 1
        pause = (
            self._chance.uniform(0, min(2.0 ** (self._breaks - 1), LONGEST_PAUSE)) if why or self._breaks > 1 else 0.0
        )
        if not resume:
            pause = max(pause, self._chance.uniform(*_AFTER_REFUSAL))
        if why is not None:
            log.warning("shard %s is not connected (%s); again in %.1f s", self._shard, _name(why), pause)
        return pause


_WHOSE: ContextVar[Connection] = ContextVar("connection")
"""The connection for which a socket is being made; the library makes the socket and passes nothing on to it."""


async def leave(socket: Socket) -> None:
    """End a session, without waiting longer than `CLOSE_SECONDS` for Discord's answer."""
    with suppress(Exception):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(_NORMAL)


def _name(error: Exception) -> str:
    """Return a name of an error for the log, without any data that was sent or read."""
    if isinstance(error, DatabaseError):
        return str(error)
    code = getattr(error, "code", None) or getattr(error, "status", None)
    return type(error).__name__ if code is None else f"{type(error).__name__} {code}"
