"""Database engines whose transactions are durable, checked, and never lose an update.

Engine and connection do what those of `sqlalchemy.ext.asyncio` do, which imports the object mapper: 7 MB and a tenth of
a start.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sqlite3
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Self, TypeVar, TypeVarTuple, cast

from sqlalchemy import create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, InvalidRequestError, SQLAlchemyError
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only, greenlet_spawn

from db import postgresql
from db.errors import DatabaseError, MissingDriver, explaining

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence

    import aiosqlite
    from sqlalchemy import CursorResult, Executable
    from sqlalchemy.engine import URL, Connection, Dialect, Engine
    from sqlalchemy.engine.interfaces import DBAPIConnection, _CoreAnyExecuteParams
    from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

Result = TypeVar("Result")
Given = TypeVarTuple("Given")


class AsyncConnection:
    """A connection from the pool, once it is started; one of SQLAlchemy's is at its heart."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.sync_connection: Connection | None = None
        """None until it is started."""

    @property
    def dialect(self) -> Dialect:
        return self._engine.dialect

    async def start(self) -> Self:
        self.sync_connection = await greenlet_spawn(self._engine.connect)
        return self

    async def run_sync(self, work: Callable[[Connection, *Given], Result], *given: *Given) -> Result:
        """Run a function of SQLAlchemy's connection, which goes back to the event loop where the driver waits."""
        assert self.sync_connection is not None
        return await greenlet_spawn(work, self.sync_connection, *given)

    async def get_raw_connection(self) -> PoolProxiedConnection:
        return await self.run_sync(lambda connection: connection.connection)

    async def execute(self, statement: Executable, values: _CoreAnyExecuteParams | None = None) -> CursorResult[Any]:
        return await self.run_sync(lambda connection: connection.execute(statement, values))

    async def exec_driver_sql(self, statement: str) -> CursorResult[Any]:
        return await self.run_sync(lambda connection: connection.exec_driver_sql(statement))

    async def begin(self) -> None:
        await self.run_sync(lambda connection: connection.begin())

    async def commit(self) -> None:
        await self.run_sync(lambda connection: connection.commit())

    async def invalidate(self) -> None:
        await self.run_sync(lambda connection: connection.invalidate())

    async def close(self) -> None:
        await self.run_sync(lambda connection: connection.close())

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await asyncio.shield(asyncio.create_task(self.close()))


class AsyncEngine:
    """An engine whose driver waits in the event loop."""

    def __init__(self, engine: Engine) -> None:
        self.sync_engine = engine

    @property
    def dialect(self) -> Dialect:
        return self.sync_engine.dialect

    @property
    def url(self) -> URL:
        return self.sync_engine.url

    def execution_options(self, **options: Any) -> AsyncEngine:  # noqa: ANN401 - as SQLAlchemy's
        return AsyncEngine(self.sync_engine.execution_options(**options))

    def connect(self) -> AsyncConnection:
        """Return a connection that is yet to be started."""
        return AsyncConnection(self.sync_engine)

    async def dispose(self) -> None:
        await greenlet_spawn(self.sync_engine.dispose)


def create_async_engine(url: URL, **options: Any) -> AsyncEngine:  # noqa: ANN401 - as SQLAlchemy's
    """Return an engine for an address, without opening a connection."""
    engine = create_engine(url, **options)
    if not engine.dialect.is_async:
        raise InvalidRequestError(f"the driver {url.drivername} is not asynchronous")
    return AsyncEngine(engine)


BUSY_TIMEOUT = 10_000  # milliseconds to wait while another process writes
LOG_LIMIT = 4 * 2**20
"""Largest size in bytes of a write-ahead log that nobody reads any more; without readers it stays at about this."""
# Deleted data is overwritten in the file, whatever the library's default is.
_PRAGMAS = (
    f"busy_timeout = {BUSY_TIMEOUT}",
    "synchronous = FULL",
    "secure_delete = ON",
    f"journal_size_limit = {LOG_LIMIT}",
)
_WRITES = "bezique_writes"
_HIGHEST_PORT = 65_535


def parsed(url: str) -> URL:
    """Return the parsed database address, after checking that games stored there survive a restart."""
    try:
        result = make_url(url)
    except (SQLAlchemyError, ValueError):
        # The address may hold a password, so neither it nor an error that quotes it is repeated.
        raise DatabaseError(
            "The database address cannot be read; it should look like sqlite+aiosqlite:///data/bezique.db."
        ) from None
    if result.port is not None and not 0 < result.port <= _HIGHEST_PORT:
        raise DatabaseError(f"The database address names the port {result.port}; ports go from 1 to {_HIGHEST_PORT}.")
    if "sslmode" in result.query and result.get_driver_name() == "asyncpg":
        raise DatabaseError("The database address says sslmode, which asyncpg calls ssl: write ?ssl=require instead.")
    if result.get_backend_name() == "sqlite" and (not result.database or ":memory:" in result.database):
        raise DatabaseError("The database must be a file, or no game would survive a restart.")
    if result.get_backend_name() == "sqlite" and ("uri" in result.query or str(result.database).startswith("file:")):
        raise DatabaseError(
            "The database address is a URI of SQLite's (file: or uri=true), with which the bot cannot keep the file"
            " from other users: write the path alone, as in sqlite+aiosqlite:///data/bezique.db."
        )
    return result


def make_engine(url: URL, *, migrating: bool = False) -> AsyncEngine:
    """Return an engine for the address, without opening a connection.

    A migrating engine pools no connections, leaves the file's journal mode unchanged, and does not enforce foreign
    keys: many migrations make SQLite rebuild tables, which would delete rows by cascade.
    """
    _keep_values_out_of_logs()
    sqlite = url.get_backend_name() == "sqlite"
    # `transaction` ends every SQLite transaction itself, so the pool's rollback would do nothing.
    options = {"pool_reset_on_return": None} if sqlite else postgresql.options(migrating=migrating)
    if migrating:
        options |= {"poolclass": NullPool}
    try:
        engine = create_async_engine(url, hide_parameters=True, **options)
    except (SQLAlchemyError, ImportError) as error:
        raise _not_usable(url) from error
    if sqlite:  # `_begin` sends BEGIN itself
        event.listen(engine.sync_engine, "begin", _begin)
        event.listen(engine.sync_engine, "connect", _prepare_to_migrate if migrating else _prepare)
    else:
        event.listen(engine.sync_engine, "checkout", postgresql.refuse_closed)
    return engine


def make_line_engine(url: URL) -> AsyncEngine:
    """Return an engine for one lasting connection outside any pool, without opening it."""
    return create_async_engine(url, hide_parameters=True, poolclass=NullPool, **postgresql.line_options())


def _not_usable(url: URL) -> DatabaseError:
    if url.get_backend_name() != postgresql.NAME:
        return DatabaseError(f"The database driver {url.drivername} is not installed or is not asynchronous.")
    if url.drivername != postgresql.DRIVER:
        return DatabaseError(
            f"The database driver {url.drivername} is not installed or is not asynchronous: write"
            f" {postgresql.DRIVER}://… for PostgreSQL."
        )
    return MissingDriver(
        "PostgreSQL is reached by the package asyncpg, which is not installed:"
        " `pip install -r requirements-postgresql.lock`."
    )


def writing(engine: AsyncEngine) -> AsyncEngine:
    """Return the same engine with transactions that may write; on SQLite they take the write lock when they begin."""
    return engine.execution_options(**{_WRITES: True})


def reading(engine: AsyncEngine) -> AsyncEngine:
    """Return the same engine with read-only transactions that see one moment of the database."""
    return engine if engine.dialect.name == "sqlite" else engine.execution_options(**postgresql.ONE_MOMENT)


async def uncancelled(work: Coroutine[Any, Any, Result]) -> Result:
    """Return the result of the work, and let the work finish even if the caller is cancelled meanwhile.

    Cancellation does not reach the driver's thread: a connection abandoned midway would keep its transaction open and
    block all others.

    Raises:
        asyncio.CancelledError: the caller was cancelled; the work has finished by then.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # retrieved so that it is not logged; the caller gets the cancellation
        raise


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Yield a connection in a transaction; a commit is completed even if the caller is cancelled."""
    connection = engine.connect()
    try:
        with explaining():
            await uncancelled(_start(connection))
        yield connection
        try:
            with explaining():
                await uncancelled(connection.commit())
        except (DatabaseError, ValueError):
            # SQLAlchemy considers the transaction ended and would pool the connection with it still open.
            await uncancelled(connection.invalidate())
            raise
    finally:
        if connection.sync_connection is not None:
            await uncancelled(connection.close())


async def _start(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()


async def in_thread_of(driver: aiosqlite.Connection, function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401
    """Run a function in the thread that owns the driver's connection, and return its result."""
    execute: Any = driver._execute  # noqa: SLF001 - what every call of the driver goes by
    return await execute(function, *arguments)


def plain_connection(driver: aiosqlite.Connection) -> Any:  # noqa: ANN401 - the standard library's
    """Return the connection that the driver uses; it may be used only in the driver's thread."""
    return driver._conn  # noqa: SLF001 - it has no other name


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # The system keeps the file's pages for all connections; the library's 2 MB for each would be 13 of the process.
    _made_ready(connection, *_PRAGMAS, "journal_mode = WAL", "foreign_keys = ON", "cache_size = -500")


def _prepare_to_migrate(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    _made_ready(connection, *_PRAGMAS)


def _made_ready(connection: DBAPIConnection, *pragmas: str) -> None:
    """Set a new connection's pragmas in one trip to the driver's thread instead of two for each."""
    driver = cast("aiosqlite.Connection", connection.driver_connection)
    await_only(in_thread_of(driver, make_ready, plain_connection(driver), pragmas))


def make_ready(connection: sqlite3.Connection, pragmas: Sequence[str]) -> None:
    """Set a connection's pragmas, and give it a square root if SQLite was built without one."""
    # The driver would begin transactions late and by itself; with None, `_begin` sends BEGIN.
    connection.isolation_level = None
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}").close()
    try:
        connection.execute("SELECT sqrt(1.0)").close()
    except sqlite3.OperationalError:
        connection.create_function("sqrt", 1, math.sqrt)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    # A cursor of SQLAlchemy would need three trips to the driver's thread; this needs one.
    driver = cast("aiosqlite.Connection", connection.connection.driver_connection)
    statement = "BEGIN IMMEDIATE" if writes else "BEGIN"
    try:
        await_only(driver.execute(statement))
    except (sqlite3.Error, ValueError) as error:
        told = error if isinstance(error, sqlite3.Error) else sqlite3.OperationalError(str(error))
        raise DBAPIError.instance(statement, None, told, sqlite3.Error, dialect=connection.dialect) from error


def _keep_values_out_of_logs() -> None:
    """Raise the drivers' log levels above DEBUG, at which they log stored values, including secrets and decks."""
    for name, lowest in (
        ("aiosqlite", logging.INFO),
        ("asyncpg", logging.INFO),
        ("sqlalchemy.engine", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, lowest))
