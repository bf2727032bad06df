"""The line of a process: its connection to PostgreSQL, outside the pool, that holds locks and receives words.

The locks are the session's: the server releases them as soon as the connection ends, for any reason. A process that has
lost its line therefore holds none, and a killed process leaves none behind.

A word is a short notice, delivered when its transaction is committed. It says what has changed, but not how: its
receivers read the thing again, or drop it from their caches. A word may come late or, if a line was lost, not at all;
after opening a new line, a process must therefore read again everything that it keeps up to date by words.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias, cast, get_args

from sqlalchemy import Select, func, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from db import postgresql
from db.connection import AsyncConnection, AsyncEngine, make_line_engine, uncancelled
from db.errors import Busy, Unreachable, explaining
from db.session import Part

log = logging.getLogger(__name__)

CHANNEL: Final = "bezique"
About: TypeAlias = Literal["member", "guild", "table", "tournament"]
"""The thing changed: a member's or a server's settings, a table or a tournament."""
_KNOWN: Final = frozenset(get_args(About))


class Word(NamedTuple):
    """A notice of a changed thing, with its id and the process that changed it."""

    about: About
    id: int
    by: int


def said(word: Word) -> Select[tuple[str]]:
    """Return the statement that sends a word to all lines at the commit; identical words are sent once."""
    return select(func.pg_notify(CHANNEL, json.dumps(word, separators=(",", ":"))))


def understood(payload: str) -> Word | None:
    """Return the word in a payload, or None if it is unknown, as from another version of the bot."""
    try:
        about, number, by = json.loads(payload)
    except (ValueError, TypeError, RecursionError):
        return None
    if not isinstance(about, str) or about not in _KNOWN or type(number) is not int or type(by) is not int:
        return None
    return Word(cast("About", about), number, by)


_PATIENCE: Final = 4.0
"""Seconds within which the server must answer, or the line is lost.

This is shorter than the time after which the server releases the locks of a silent process
(`postgresql.LINE_KEEPALIVES`), so no other process gets them before this one knows.
"""
_LOST: Final = "The line to the database is lost."
_LOCKS: Final = (
    "SELECT objid::bigint AS number FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    " AND classid = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_TURN_PAUSE: Final = 0.1
"""Seconds between two checks whether a turn is free."""


class Line:
    """Connection of a process for locks and words, opened with `Store.line`; a lost line never recovers."""

    def __init__(self, engine: AsyncEngine, connection: AsyncConnection, driver: Any, process: int) -> None:  # noqa: ANN401
        self._engine = engine
        self._connection = connection
        self._driver = driver
        self._process = process
        self._asking = asyncio.Lock()
        self._backend = driver.get_server_pid()
        self.lost = asyncio.Event()
        """Set as soon as the connection has ended; from then on this process holds no locks."""
        self.heard: Callable[[Word], object] = lambda _word: None
        """Called in the event loop with each word of another process."""

    @classmethod
    async def open(cls, address: URL, process: int) -> Self:
        """Open a line to the server at an address, for the process with this number."""
        engine = make_line_engine(address)
        connection = engine.connect()
        try:
            with explaining():
                await uncancelled(connection.start())
                driver: Any = (await connection.get_raw_connection()).driver_connection
            line = cls(engine, connection, driver, process)
            await uncancelled(line._listen())
        except BaseException:
            await uncancelled(_let_go(engine, connection))
            raise
        return line

    async def take(self, part: Part) -> bool:
        """Take the locks of a part's shards, all of them or none, and return whether this line holds them now."""
        taken: list[int] = []
        for shard in sorted(part.shards):
            if not await uncancelled(self._asked("pg_try_advisory_lock", postgresql.SHARD, shard)):
                for each in taken:
                    await uncancelled(self._asked("pg_advisory_unlock", postgresql.SHARD, each))
                return False
            taken.append(shard)
        return True

    async def agree(self, count: int) -> int:
        """Share a number of shards with the other processes, and return theirs if it is another one."""
        async with self.turn("join", _PATIENCE):
            rows = await uncancelled(self._fetched(_LOCKS, postgresql.COUNT))
            others = next((row["number"] for row in rows if row["number"] != count), count)
            if others == count:
                await uncancelled(self._asked("pg_advisory_lock_shared", postgresql.COUNT, count))
        return others

    async def check(self) -> None:
        """Raise `Unreachable` unless the line is still connected and keeps one session."""
        self._see_that_it_is_one(await uncancelled(self._asked("pg_backend_pid")))

    def _see_that_it_is_one(self, backend: int) -> None:
        # Behind a pooler that gives each transaction another connection, a lock would mean nothing.
        if backend != self._backend:
            self._lose()
            raise Unreachable("The line to the database leads to another connection; it needs one of its own.")

    @asynccontextmanager
    async def turn(self, what: str, patience: float) -> AsyncIterator[None]:
        """Wait for the turn at something, and keep it during the block; `Busy` if that takes too long."""
        lock, until = postgresql.turn_of(what)["lock"], asyncio.get_running_loop().time() + patience
        try:
            while not await uncancelled(self._asked("pg_try_advisory_lock", lock)):
                if asyncio.get_running_loop().time() > until:
                    raise Busy("Another process has been at the same for too long.")
                await asyncio.sleep(_TURN_PAUSE)
            yield
        finally:  # also where the block was cancelled just as the lock came; a lost line has already released it
            with suppress(Unreachable):
                await uncancelled(self._asked("pg_advisory_unlock", lock))

    async def close(self) -> None:
        """End the connection, which releases everything the line holds; a second call does nothing."""
        self._lose()
        await uncancelled(_let_go(self._engine, self._connection))

    async def _listen(self) -> None:
        try:
            self._driver.add_termination_listener(self._ended)
            await self._driver.add_listener(CHANNEL, self._hears)
        except Exception as error:
            raise Unreachable(_LOST) from error
        _watch(self._driver)

    async def _asked(self, function: str, *values: int) -> Any:  # noqa: ANN401 - whatever the function returns
        """Return the result of a server function; the line is lost if the server does not answer."""
        numbers = ", ".join(map(str, values))  # as literals, because a function of two integers takes no bigint
        return (await self._fetched(f"SELECT {function}({numbers})"))[0][0]

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
        self.lost.set()

    def _lose(self) -> None:
        self._ended(None)
        if not self._driver.is_closed():
            self._driver.terminate()


async def _let_go(engine: AsyncEngine, connection: AsyncConnection) -> None:
    with suppress(SQLAlchemyError, OSError):
        if connection.sync_connection is not None:
            await connection.invalidate()
            await connection.close()
    await engine.dispose()


def _watch(driver: Any) -> None:  # noqa: ANN401
    """Make the kernel detect that the server's machine is gone, even while no query is running."""
    opened = driver._transport.get_extra_info("socket")  # noqa: SLF001 - the driver names it nowhere else
    if opened is None or opened.family not in (socket.AF_INET, socket.AF_INET6):
        return
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, seconds in postgresql.LINE_KEEPALIVES.items():
        if (option := getattr(socket, name, None)) is not None:
            opened.setsockopt(socket.IPPROTO_TCP, option, seconds)
