"""Engines whose transactions are what they seem: durable, checked, and never losing an update."""

from __future__ import annotations

import asyncio
import logging
import math
import sqlite3
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only

from db import postgresql
from db.errors import DatabaseError, MissingDriver, explaining

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    import aiosqlite
    from sqlalchemy.engine import URL, Connection
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
    from sqlalchemy.pool import ConnectionPoolEntry

Result = TypeVar("Result")

BUSY_TIMEOUT = 10_000  # milliseconds to wait while another process writes
# What is deleted is overwritten in the file, whatever the library's own default is.
_PRAGMAS = (f"busy_timeout = {BUSY_TIMEOUT}", "synchronous = FULL", "secure_delete = ON")
_WRITES = "bezique_writes"
_HIGHEST_PORT = 65_535


def parsed(url: str) -> URL:
    """Return the database address, checked to be one that can hold games across a restart.

    Raises:
        DatabaseError: it cannot be read, or names a database in memory.
    """
    try:
        result = make_url(url)
    except (SQLAlchemyError, ValueError):
        # The address may hold a password, so neither it nor what quotes it is repeated.
        raise DatabaseError(
            "The database address cannot be read; it should look like sqlite+aiosqlite:///data/bezique.db."
        ) from None
    if result.port is not None and not 0 < result.port <= _HIGHEST_PORT:
        raise DatabaseError(f"The database address names the port {result.port}; ports go from 1 to {_HIGHEST_PORT}.")
    if "sslmode" in result.query and result.get_driver_name() == "asyncpg":
        raise DatabaseError("The database address says sslmode, which asyncpg calls ssl: write ?ssl=require instead.")
    if result.get_backend_name() == "sqlite" and (not result.database or ":memory:" in result.database):
        raise DatabaseError("The database must be a file, or no game would survive a restart.")
    return result


def make_engine(url: URL, *, migrating: bool = False) -> AsyncEngine:
    """Return an engine for the address; nothing is opened yet.

    A migrating engine keeps no connections, leaves the file's journal as it finds it, and does not enforce
    foreign keys, because SQLite rebuilds tables in many migrations, which would delete rows by cascade.

    Raises:
        DatabaseError: the driver is missing or is not an asynchronous one.
    """
    _keep_values_out_of_logs()
    sqlite = url.get_backend_name() == "sqlite"
    # Whoever takes a connection of SQLite's ends its transaction (`transaction`): a rollback more would be for nothing.
    options = {"pool_reset_on_return": None} if sqlite else postgresql.options(migrating=migrating)
    if migrating:
        options |= {"poolclass": NullPool}
    try:
        engine = create_async_engine(url, hide_parameters=True, **options)
    except (SQLAlchemyError, ImportError) as error:
        raise _not_usable(url) from error
    if sqlite:  # its own BEGIN comes from _begin
        event.listen(engine.sync_engine, "begin", _begin)
        event.listen(engine.sync_engine, "connect", _prepare_to_migrate if migrating else _prepare)
    else:
        event.listen(engine.sync_engine, "checkout", postgresql.refuse_closed)
    return engine


def make_line_engine(url: URL) -> AsyncEngine:
    """Return an engine for a connection that is none of a pool's and stays open; nothing is opened yet."""
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
    """Return the same engine with transactions that may write; SQLite's take the right to it at their beginning."""
    return engine.execution_options(**{_WRITES: True})


def reading(engine: AsyncEngine) -> AsyncEngine:
    """Return the same engine with transactions that see one moment of the database and change nothing."""
    return engine if engine.dialect.name == "sqlite" else engine.execution_options(**postgresql.ONE_MOMENT)


async def uncancelled(work: Coroutine[Any, Any, Result]) -> Result:
    """Return what the work returns, letting it end also where the caller is cancelled meanwhile.

    The driver works in a thread that no cancellation reaches: a connection given up in the middle would go on
    holding its transaction, and with it everybody else.

    Raises:
        asyncio.CancelledError: the caller was cancelled; the work is over by then.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # whatever it is, the cancellation is what the caller gets
        raise


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Give a connection inside a transaction: committed with the block, rolled back where the block fails.

    Raises:
        DatabaseError: it cannot begin, or be committed.
        asyncio.CancelledError: if that happens during the commit itself, everything is kept.
    """
    connection = engine.connect()
    try:
        with explaining():
            await uncancelled(_start(connection))
        yield connection
        try:
            with explaining():
                await uncancelled(connection.commit())
        except (DatabaseError, ValueError):
            # SQLAlchemy takes the transaction for ended and would pool the connection with it still open.
            await uncancelled(connection.invalidate())
            raise
    finally:
        if connection.sync_connection is not None:
            await uncancelled(connection.close())


async def _start(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()


def give_square_root(connection: DBAPIConnection) -> None:
    """Let SQLite reckon square roots where it was built without them."""
    cursor = connection.cursor()
    try:
        cursor.execute("SELECT sqrt(1.0)")
    except sqlite3.OperationalError:
        cast("Any", connection).create_function("sqrt", 1, math.sqrt)
    finally:
        cursor.close()


def _prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    _run_pragmas(connection, *_PRAGMAS, "journal_mode = WAL", "foreign_keys = ON")
    give_square_root(connection)


def _prepare_to_migrate(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    _run_pragmas(connection, *_PRAGMAS)


def _run_pragmas(connection: DBAPIConnection, *pragmas: str) -> None:
    # The driver would begin transactions late and by itself; None leaves BEGIN to _begin.
    connection.isolation_level = None
    cursor = connection.cursor()
    try:
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
    finally:
        cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    # A cursor of SQLAlchemy's would make three rounds to the driver's thread of this one.
    driver = cast("aiosqlite.Connection", connection.connection.driver_connection)
    statement = "BEGIN IMMEDIATE" if writes else "BEGIN"
    try:
        await_only(driver.execute(statement))
    except (sqlite3.Error, ValueError) as error:
        told = error if isinstance(error, sqlite3.Error) else sqlite3.OperationalError(str(error))
        raise DBAPIError.instance(statement, None, told, sqlite3.Error, dialect=connection.dialect) from error


def _keep_values_out_of_logs() -> None:
    """Stop the drivers from logging what is stored, as they do at DEBUG: secrets and decks among it."""
    for name, lowest in (
        ("aiosqlite", logging.INFO),
        ("asyncpg", logging.INFO),
        ("sqlalchemy.engine", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, lowest))
