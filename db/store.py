"""The store, through which the rest of the bot uses the database in transactions."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Self, TypeVar

from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from db.connection import (
    BUSY_TIMEOUT,
    AsyncConnection,
    AsyncEngine,
    make_engine,
    parsed,
    reading,
    transaction,
    uncancelled,
    writing,
)
from db.errors import AlreadyThere, Busy, Collision, DatabaseError, Unreachable, explained, explaining
from db.files import file_of, is_there, keep_private, made_whole
from db.line import Line
from db.migrate import migrate
from db.postgresql import CLOCK, WRITERS
from db.processes import answered_now
from db.session import Session
from db.transaction import Reader, Transaction
from db.writer import FileWriter, ServerWriter, asked

Result = TypeVar("Result")


_TRIES = 5
"""Number of tries for an act that conflicts with others."""
_PAUSE = 0.01
"""Base of the pause before another try, in seconds; the pause grows with each try and varies randomly."""
_APART = timedelta(seconds=0.1)
"""Least difference of two clocks that counts."""
_OPENING_TRIES = 50
_OPENING_PAUSE = 0.1  # seconds


async def _prepare(address: URL) -> None:
    """Bring the database to this version's schema; a new file appears only once it has the schema."""
    path = file_of(address)
    if path is not None:
        if is_there(path):
            keep_private(path)
        else:
            with suppress(AlreadyThere), made_whole(path) as new:  # another process may be faster
                await migrate(address.set(database=str(new)))
    await migrate(address)


class Store:
    """The bot's database, opened with `Store.open` and closed with `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = reading(engine)
        self._writer = writing(engine)
        # SQLite has only one writer at a time; waiting here is fair and needs no polling. On PostgreSQL, waiting here
        # holds no connection, so that some remain for readers.
        one = engine.dialect.name == "sqlite"
        self._turn = asyncio.Lock() if one else asyncio.Semaphore(WRITERS)
        self._acts = FileWriter(engine, self._turn) if isinstance(self._turn, asyncio.Lock) else None
        self._server = ServerWriter(self._writer, self._turn)
        self.timed: Callable[[str, float], object] = lambda _kind, _seconds: None
        """Called after each transaction with `read` or `write` and its duration in seconds, including waiting."""
        self.process = 1 + secrets.randbelow(2**62)
        """Number of this process among those that use the database."""
        self.ahead = timedelta()
        """By how much the database's clock is ahead of this machine's."""
        self._speaks = False
        self._closed = False
        self._users = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at an address such as `sqlite+aiosqlite:///data/bezique.db`.

        An SQLite file is created with its folder if missing, and the schema is upgraded to this version of the bot.

        Raises:
            DatabaseError: the address is wrong, or the file cannot be opened or written, is damaged, is not the bot's,
            or was written by a newer version.
        """
        address = parsed(url)
        await uncancelled(_prepare(address))
        store = cls(make_engine(address))
        try:
            await store._first_ping()
            await store.compare_clocks()
        except BaseException:
            await store.close()
            raise
        return store

    async def line(self) -> Line:
        """Open the line with which this process holds locks, hears other processes, and from now on notifies them.

        Raises:
            DatabaseError: the database is a file, which only one process may use, or it does not answer.
        """
        if self._acts is not None:
            raise DatabaseError("Several processes need PostgreSQL: a file of SQLite's is for one.")
        line = await Line.open(self._engine.url, self.process)
        self._speaks = True
        return line

    async def close(self) -> None:
        """Wait for current reads and writes, then close the database.

        SQLite empties the write-ahead log into the file when the last connection closes.
        """
        self._closed = True
        # A connection still in use would outlive the pool.
        await self._idle.wait()
        if self._acts is not None:
            await self._acts.close()
        await uncancelled(self._engine.dispose())

    async def ping(self) -> None:
        """Run a small query to check that the database answers."""
        async with self.read() as reader:
            await reader.schedule.last_beat()

    def now(self) -> datetime:
        """Return the present moment by the database's clock."""
        return datetime.now(UTC) + self.ahead

    async def compare_clocks(self) -> None:
        """Learn how far the database's clock is ahead, by which all machines go; a file has none."""
        if self._acts is not None:
            return
        async with self._use(self._engine) as connection:
            began, before = time.monotonic(), datetime.now(UTC)
            there = (await connection.execute(CLOCK)).scalar_one()
            ahead = there - before - timedelta(seconds=(time.monotonic() - began) / 2)
        if abs(ahead - self.ahead) > _APART:
            self.ahead = ahead

    async def try_writing(self) -> None:
        """Write a meaningless value to disk, to check that writing works."""
        async with self.write() as tx:
            await tx.schedule.probe(self.now())

    async def empty_log(self) -> None:
        """Make SQLite move its log into the file and empty it, so that it keeps neither deleted data nor its size.

        If the database is being read at that moment, this is left for the next time; PostgreSQL has no such log.
        """
        if self._engine.dialect.name == "sqlite":
            async with self._using(), self._turn, self._engine.connect() as connection:
                try:
                    # With the usual timeout all acts would wait as long as somebody reads.
                    for pragma in ("busy_timeout = 0", "wal_checkpoint(TRUNCATE)"):
                        await uncancelled(connection.exec_driver_sql(f"PRAGMA {pragma}"))
                finally:
                    await uncancelled(connection.exec_driver_sql(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}"))

    async def _first_ping(self) -> None:
        # SQLite does not wait for others when it switches a new file to write-ahead logging.
        for _ in range(_OPENING_TRIES):
            try:
                return await self.ping()
            except Unreachable:
                raise
            except Busy:
                await asyncio.sleep(_OPENING_PAUSE)
        return await self.ping()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Yield a transaction that is the only writing one from its first statement to its end.

        It is committed when the block ends, and rolled back when the block or anything in it fails. Do not open a
        second one inside the block: it would wait for the first forever.

        A cancelled task leaves nothing behind, except that a commit under way is completed.

        Raises:
            AnsweredElsewhere: the block belongs to an interaction (`answering`) for which another process has written.
        """
        async with self._using("write"), self._turn, self._use(self._writer) as connection:
            session = Session(connection)
            await session.begin_to_write(beside=False)
            changes = Transaction(session, self.process if self._speaks else None)
            if (interaction := answered_now()) is not None:
                await changes.processes.claim(interaction, self.process, self.now())
            yield changes
            if changes.failure is not None:
                raise changes.failure

    async def do(
        self,
        work: Callable[[Transaction], Coroutine[Any, Any, Result]],
        *,
        beside: bool = False,
        shared: bool = False,
    ) -> Result:
        """Run work in a writing transaction, and return its result once that is on disk.

        The work runs as a whole, and must therefore await only its transaction. It may share that with other waiting
        work: on SQLite always, on PostgreSQL if asked for. If other work in the transaction fails, or another
        transaction conflicts with it, it is run again in a transaction of its own. If the work itself fails, nothing of
        it is kept and nothing of the others is lost.

        A cancelled caller leaves nothing behind, except that work under way is completed.

        Args:
            beside: Whether a version or a key protects every change, so that on PostgreSQL other such work may write at
            the same time.
            shared: Whether it may share a transaction with other such work on PostgreSQL: that takes less, but it is
            answered with the rest.

        Raises:
            AnsweredElsewhere: as for `write`.
            DatabaseError: it could not begin or be committed, or something in it failed; nothing was kept.
        """
        interaction, now = answered_now(), self.now()

        async def claimed(session: Session) -> Result:
            tx = Transaction(session, self.process if self._speaks else None)
            if interaction is not None:
                await tx.processes.claim(interaction, self.process, now)
            return await work(tx)

        async with self._using("write"):
            if self._acts is not None:
                return await self._acts.do(claimed)
            for tried in range(1, _TRIES):
                try:
                    if shared and tried == 1:
                        return await self._server.do(claimed)
                    return await self._server.apart(claimed, beside=beside)
                except Collision:
                    await asyncio.sleep(_PAUSE * tried * (1 + secrets.randbelow(100) / 100))
            return await self._server.apart(claimed, beside=False)  # nobody else writes then, so none can conflict

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """Yield a view of the database that does not change while others write."""
        async with self._using("read"), self._use(self._engine) as connection:
            yield Reader(Session(connection))

    async def ask(self, work: Callable[[Reader], Coroutine[Any, Any, Result]]) -> Result:
        """Run reading work that sees one moment of the database, and return its result.

        On SQLite it runs as a whole in the driver's thread, so it must await only its reader.
        """
        if self._acts is None:
            async with self.read() as reader:
                return await work(reader)

        async def reading(session: Session) -> Result:
            return await work(Reader(session))

        async with self._using("read"):
            try:
                return await asked(self._engine, reading)
            except SQLAlchemyError as error:
                raise explained(error) from error

    async def ask_apart(self, work: Callable[[Reader], Coroutine[Any, Any, Result]]) -> Result:
        """Run long reading work that sees one moment of the database, in a thread of its own, and return its result."""
        if self._acts is not None:
            return await self.ask(work)  # `ask` already runs in the driver's thread

        async def reads() -> Result:
            engine = make_engine(self._engine.url, migrating=True)
            try:
                with explaining():
                    async with reading(engine).connect() as connection:
                        return await work(Reader(Session(connection)))
            finally:
                await engine.dispose()

        async with self._using("read"):
            return await asyncio.to_thread(asyncio.run, reads())

    @asynccontextmanager
    async def _use(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with self._using():
            try:
                async with transaction(engine) as connection:
                    yield connection
            except SQLAlchemyError as error:
                raise explained(error) from error

    @asynccontextmanager
    async def _using(self, timed: str = "") -> AsyncIterator[None]:
        """Keep the database open during the block, and report how long that takes if it is named."""
        if self._closed:
            raise DatabaseError("The database is closed.")
        began = time.perf_counter()
        self._users += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                self._idle.set()
            if timed:
                self.timed(timed, time.perf_counter() - began)
