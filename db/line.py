"""The line of a process: one connection to PostgreSQL, outside the pool, on which it holds leases and hears words.

A lease is an advisory lock of the session: the server lets it go the moment the connection ends, however it ends. So
who has lost the line holds nothing any more, and who is killed leaves nothing behind.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from sqlalchemy.exc import SQLAlchemyError

from db import postgresql
from db.connection import make_line_engine, uncancelled
from db.errors import Busy, Unreachable, explaining
from db.words import CHANNEL, Word, understood

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

log = logging.getLogger(__name__)

_PATIENCE: Final = 4.0
"""Seconds within which the server answers a line, else it is lost: sooner than the server lets the leases of one go
that it hears nothing of (`postgresql.LINE_KEEPALIVES`), so that nobody else holds them before this process knows."""
_LOST: Final = "The line to the database is lost."
UNKNOWN: Final = 0
"""The number of a process that holds a lease and is not known."""
_LOCKS: Final = (
    "SELECT pid, classid::bigint AS high, objid::bigint AS low, pg_backend_pid() AS own FROM pg_locks"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 1"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_TURN_PAUSE: Final = 0.1
"""Seconds between two looks whether a turn is free."""


class Held(NamedTuple):
    """What the server knows of leases at a moment."""

    living: frozenset[int]
    """The processes that have a line."""
    shards: Mapping[int, int]
    """By shard the process that holds it; `UNKNOWN` where that is none of those asked after."""


class Line:
    """A process's connection for leases and words; opened with `Store.line`, and once lost it never comes back."""

    def __init__(self, engine: AsyncEngine, connection: AsyncConnection, driver: Any, process: int) -> None:  # noqa: ANN401
        self._engine = engine
        self._connection = connection
        self._driver = driver
        self._process = process
        self._asking = asyncio.Lock()
        self._taken: set[int] = set()
        self._backend = driver.get_server_pid()
        self.lost = asyncio.Event()
        """Set as soon as the connection has ended: from then on this process holds nothing."""
        self.heard: Callable[[Word], object] = lambda _word: None
        """Told of each word of another process, in the event loop."""

    @classmethod
    async def open(cls, address: URL, process: int) -> Self:
        """Open a line to the server at an address, on which a process of this number speaks.

        Raises:
            DatabaseError: The server does not answer, or refuses.
        """
        engine = make_line_engine(address)
        connection = engine.connect()
        try:
            with explaining():
                await uncancelled(_started(connection))
                driver: Any = (await connection.get_raw_connection()).driver_connection
            line = cls(engine, connection, driver, process)
            await uncancelled(line._listen())
        except BaseException:
            await uncancelled(_let_go(engine, connection))
            raise
        return line

    async def take(self, shard: int) -> bool:
        """Take a shard's lease where nobody has it, and tell whether this line holds it now.

        Raises:
            Unreachable: The line is lost.
        """
        return await uncancelled(self._take(shard))

    async def release(self, shard: int) -> None:
        """Let go of a shard's lease; one that this line does not hold is left, and with a lost line all are free."""
        if shard in self._taken:
            self._taken.discard(shard)
            with suppress(Unreachable):
                await uncancelled(self._asked("pg_advisory_unlock", postgresql.lease_of(shard)))

    async def look(self, count: int, processes: Iterable[int]) -> Held:
        """Return which of some processes have a line, and which of them holds each of so many shards.

        Raises:
            Unreachable: The line is lost.
        """
        owners: dict[int, set[int]] = {}
        rows = await uncancelled(self._fetched(_LOCKS))
        if rows:
            self._see_that_it_is_one(rows[0]["own"])
        for row in rows:
            owners.setdefault((row["high"] << 32) + row["low"], set()).add(row["pid"])
        named = {number: owners.get(postgresql.process_of(number) % 2**64, set()) for number in processes}
        by_pid = {pid: number for number, pids in named.items() for pid in pids}
        leases = {shard: owners.get(postgresql.lease_of(shard) % 2**64) for shard in range(count)}
        held = {shard: by_pid.get(next(iter(pids)), UNKNOWN) for shard, pids in leases.items() if pids}
        return Held(frozenset(by_pid.values()), held | dict.fromkeys(self._taken, self._process))

    async def check(self) -> None:
        """See that the line is still there, and is one.

        Raises:
            Unreachable: It is not.
        """
        self._see_that_it_is_one(await uncancelled(self._asked("pg_backend_pid")))

    def _see_that_it_is_one(self, backend: int) -> None:
        # Behind a pooler that gives each transaction another connection no lease would mean anything.
        if backend != self._backend:
            self._lose()
            raise Unreachable("The line to the database leads to another connection; it needs one of its own.")

    @asynccontextmanager
    async def turn(self, what: str, patience: float) -> AsyncIterator[None]:
        """Wait until no other process does the same, and keep others from it for the length of the block.

        Args:
            what: What is done, by a name.
            patience: Seconds to wait at most.

        Raises:
            Busy: Another process went on for too long.
            Unreachable: The line is lost.
        """
        lock, until = postgresql.turn_of(what)["lock"], asyncio.get_running_loop().time() + patience
        while not await uncancelled(self._asked("pg_try_advisory_lock", lock)):
            if asyncio.get_running_loop().time() > until:
                raise Busy("Another process has been at the same for too long.")
            await asyncio.sleep(_TURN_PAUSE)
        try:
            yield
        finally:
            with suppress(Unreachable):  # then it is free already
                await uncancelled(self._asked("pg_advisory_unlock", lock))

    async def close(self) -> None:
        """End the connection, and with it whatever the line holds; safe to call twice."""
        self._lose()
        await uncancelled(_let_go(self._engine, self._connection))

    async def _listen(self) -> None:
        try:
            self._driver.add_termination_listener(self._ended)
            await self._driver.add_listener(CHANNEL, self._hears)
            # Shared, as the server may not have noticed yet that this process's last line is lost.
            await self._driver.fetch("SELECT pg_advisory_lock_shared($1)", postgresql.process_of(self._process))
        except Exception as error:
            raise Unreachable(_LOST) from error
        _watch(self._driver)

    async def _take(self, shard: int) -> bool:
        if shard not in self._taken and await self._asked("pg_try_advisory_lock", postgresql.lease_of(shard)):
            self._taken.add(shard)
        return shard in self._taken

    async def _asked(self, function: str, *values: int) -> Any:  # noqa: ANN401 - whatever the function returns
        """Return what a function of the server's returns; a line that does not answer is lost.

        Raises:
            Unreachable: It is lost.
        """
        numbers = ", ".join(f"${number}" for number in range(1, len(values) + 1))
        return (await self._fetched(f"SELECT {function}({numbers})", *values))[0][0]

    async def _fetched(self, statement: str, *values: int) -> Any:  # noqa: ANN401 - the driver's rows
        async with self._asking:
            if self.lost.is_set():
                raise Unreachable(_LOST)
            try:
                async with asyncio.timeout(_PATIENCE):
                    return await self._driver.fetch(statement, *values)
            except Exception as error:
                self._lose()
                raise Unreachable(_LOST) from error

    def _hears(self, _driver: object, _pid: int, _channel: str, payload: str) -> None:
        word = understood(payload)
        if word is None or word.by == self._process or self.lost.is_set():
            return
        try:
            self.heard(word)
        except Exception:
            log.exception("a word was not understood")

    def _ended(self, _driver: object) -> None:
        self._taken.clear()
        self.lost.set()

    def _lose(self) -> None:
        self._ended(None)
        if not self._driver.is_closed():
            self._driver.terminate()


async def _started(connection: AsyncConnection) -> None:
    await connection.start()


async def _let_go(engine: AsyncEngine, connection: AsyncConnection) -> None:
    with suppress(SQLAlchemyError, OSError):
        if connection.sync_connection is not None:
            await connection.invalidate()
            await connection.close()
    await engine.dispose()


def _watch(driver: Any) -> None:  # noqa: ANN401
    """Have the kernel tell when the server's machine is gone, also while nothing is asked."""
    opened = driver._transport.get_extra_info("socket")  # noqa: SLF001 - the driver names it nowhere else
    if opened is None or opened.family not in (socket.AF_INET, socket.AF_INET6):
        return
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, seconds in postgresql.LINE_KEEPALIVES.items():
        if (option := getattr(socket, name, None)) is not None:
            opened.setsockopt(socket.IPPROTO_TCP, option, seconds)
