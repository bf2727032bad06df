"""The database as the rest of the bot sees it: a store with transactions."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from db.connection import make_engine, parsed, reading, transaction, uncancelled, writing
from db.direct import asked
from db.errors import Busy, Collision, DatabaseError, Unreachable, explained, explaining
from db.files import file_of, is_there, made_whole
from db.line import Line
from db.migrate import migrate
from db.postgresql import WRITERS
from db.processes import answered_now
from db.session import Session
from db.transaction import Reader, Transaction
from db.writer import Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


Result = TypeVar("Result")


_TRIES = 5
"""So often an act is begun anew that collides with others."""
_PAUSE = 0.01
"""Seconds before it is, at first."""
_OPENING_TRIES = 50
_OPENING_PAUSE = 0.1  # seconds


async def _prepare(address: URL) -> None:
    """Bring the database to this version's schema; a new file comes into its place only with it."""
    path = file_of(address)
    if path is None or is_there(path):
        return await migrate(address)
    with made_whole(path) as new:
        await migrate(address.set(database=str(new)))
    return None


class Store:
    """The bot's database, opened with `Store.open` and closed with `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = reading(engine)
        self._writer = writing(engine)
        # SQLite has one writer at a time anyway; waiting here is fair and costs no polling. Elsewhere it holds no
        # connection, so that some are left for who reads.
        one = engine.dialect.name == "sqlite"
        self._turn = asyncio.Lock() if one else asyncio.Semaphore(WRITERS)
        self._acts = Writer(engine, self._turn) if isinstance(self._turn, asyncio.Lock) else None
        self.timed: Callable[[str, float], object] = lambda _kind, _seconds: None
        """Told of each transaction, `read` or `write`, and of the seconds that it took, waiting included."""
        self.process = 1 + secrets.randbelow(2**62)
        """The number of this process among those that use the database."""
        self._speaks = False
        self._closed = False
        self._users = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at an address such as `sqlite+aiosqlite:///data/bezique.db`.

        An SQLite file is created with its folder, and the schema brought to this version of the bot.

        Raises:
            DatabaseError: the address is wrong, the file cannot be opened or written, is damaged, is not the
                bot's, or was written by a newer version.
        """
        address = parsed(url)
        await uncancelled(_prepare(address))
        store = cls(make_engine(address))
        try:
            await store._first_ping()
        except BaseException:
            await store.close()
            raise
        return store

    async def line(self) -> Line:
        """Open a line, on which this process holds leases and hears the others; from now on it also speaks to them.

        Raises:
            DatabaseError: The database is a file, which one process works on, or does not answer.
        """
        if self._acts is not None:
            raise DatabaseError("Several processes need PostgreSQL: a file of SQLite's is for one.")
        line = await Line.open(self._engine.url, self.process)
        self._speaks = True
        return line

    async def close(self) -> None:
        """Wait for what is being read and written, then let go of the database.

        SQLite empties the write-ahead log into the file when the last connection to it is closed.
        """
        self._closed = True
        # A connection that is in use would outlive the pool.
        await self._idle.wait()
        if self._acts is not None:
            await self._acts.close()
        await uncancelled(self._engine.dispose())

    async def ping(self) -> None:
        """Ask the database for something small.

        Raises:
            DatabaseError: it does not answer.
        """
        async with self.read() as reader:
            await reader.schedule.last_beat()

    async def try_writing(self) -> None:
        """Write something that means nothing, down to the disk.

        Raises:
            DatabaseError: nothing can be written.
        """
        async with self.write() as tx:
            await tx.schedule.probe(datetime.now(UTC))

    async def empty_log(self) -> None:
        """Have SQLite write its log into the file and empty it, so that nothing deleted is left there.

        Where somebody is reading just then it is left for the next time; another database has no such log.
        """
        if self._engine.dialect.name == "sqlite":
            async with self._using(), self._turn, self._engine.connect() as connection:
                await uncancelled(connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)"))

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
        """Give a transaction that is the only writing one from its first statement to its end.

        It is committed when the block ends, and rolled back when the block or anything in it fails. Do not
        open a second one inside: it would wait for the first for ever.

        A cancelled task leaves nothing behind, unless it is the commit that was under way: that is completed.

        Raises:
            AnsweredElsewhere: it belongs to an interaction (`answering`) for which another process has written.
            DatabaseError: it cannot begin or be committed, or something in it failed; nothing was kept.
        """
        async with self._written(beside=False) as changes:
            yield changes

    @asynccontextmanager
    async def _written(self, *, beside: bool) -> AsyncIterator[Transaction]:
        async with self._timed("write"), self._turn, self._use(self._writer) as connection:
            session = Session(connection)
            await session.begin_to_write(beside=beside)
            changes = Transaction(session, self.process if self._speaks else None)
            if (interaction := answered_now()) is not None:
                await changes.processes.claim(interaction, self.process, datetime.now(UTC))
            yield changes
            if changes.failure is not None:
                raise changes.failure

    async def do(self, work: Callable[[Transaction], Coroutine[Any, Any, Result]], *, beside: bool = False) -> Result:
        """Write with one piece of work, and return what it returns once that is on disk.

        On SQLite it runs in one go in the driver's thread, in one transaction with what else is waiting: so it waits
        for nothing but its transaction, and may be begun a second time, in a transaction of its own, where something
        of the others fails. Where it fails itself, nothing of it is kept and nothing of theirs is lost. On PostgreSQL
        it has a transaction of its own, and is begun anew where another one was in its way.

        A cancelled caller leaves nothing behind, unless the work was under way: that is completed.

        Args:
            work: What is done.
            beside: All that it changes is guarded by a version or a key, so that on PostgreSQL others of its kind may
                write at the same time.

        Raises:
            AnsweredElsewhere: as `write`.
            DatabaseError: it could not begin or be committed, or something in it failed; nothing was kept.
        """
        if self._acts is None:
            return await self._done(work, beside=beside)
        interaction, now = answered_now(), datetime.now(UTC)

        async def claimed(session: Session) -> Result:
            tx = Transaction(session)
            if interaction is not None:
                await tx.processes.claim(interaction, self.process, now)
            return await work(tx)

        async with self._timed("write"), self._using():
            return await self._acts.do(claimed)

    async def _done(self, work: Callable[[Transaction], Coroutine[Any, Any, Result]], *, beside: bool) -> Result:
        for tried in range(1, _TRIES):
            try:
                async with self._written(beside=beside) as tx:
                    return await work(tx)
            except Collision:
                await asyncio.sleep(_PAUSE * tried * (1 + secrets.randbelow(100) / 100))
        async with self._written(beside=False) as tx:  # nobody is in the way of who writes alone
            return await work(tx)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """Give a view of the database that does not change while others write.

        Raises:
            DatabaseError: the database does not answer.
        """
        async with self._timed("read"), self._use(self._engine) as connection:
            yield Reader(Session(connection))

    async def ask(self, work: Callable[[Reader], Coroutine[Any, Any, Result]]) -> Result:
        """Read with one piece of work, all of it about one moment, and return what it returns.

        On SQLite it runs in one go in the driver's thread, so it waits for nothing but its reader.

        Raises:
            DatabaseError: the database does not answer, or something in it failed.
        """
        if self._acts is None:
            async with self.read() as reader:
                return await work(reader)

        async def reading(session: Session) -> Result:
            return await work(Reader(session))

        async with self._timed("read"), self._using():
            try:
                return await asked(self._engine, reading)
            except SQLAlchemyError as error:
                raise explained(error) from error

    async def ask_apart(self, work: Callable[[Reader], Coroutine[Any, Any, Result]]) -> Result:
        """Read much with one piece of work, all of it about one moment, in a thread of its own.

        Raises:
            DatabaseError: the database does not answer, or something in it failed.
        """
        if self._acts is not None:
            return await self.ask(work)  # which runs in the driver's thread

        async def reads() -> Result:
            engine = make_engine(self._engine.url, migrating=True)
            try:
                with explaining():
                    async with reading(engine).connect() as connection:
                        return await work(Reader(Session(connection)))
            finally:
                await engine.dispose()

        async with self._timed("read"), self._using():
            return await asyncio.to_thread(asyncio.run, reads())

    @asynccontextmanager
    async def _timed(self, kind: str) -> AsyncIterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.timed(kind, time.perf_counter() - began)

    @asynccontextmanager
    async def _use(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with self._using():
            try:
                async with transaction(engine) as connection:
                    yield connection
            except SQLAlchemyError as error:
                raise explained(error) from error

    @asynccontextmanager
    async def _using(self) -> AsyncIterator[None]:
        """Keep the database open for as long as this lasts.

        Raises:
            DatabaseError: it is closed already.
        """
        if self._closed:
            raise DatabaseError("The database is closed.")
        self._users += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                self._idle.set()
