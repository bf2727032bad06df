"""Work that runs as a whole, from its first statement to its last: on an SQLite file in the driver's thread.

Each awaited statement costs the event loop several trips to the driver and back. A page that needs a dozen statements
would wait longer for these than for the database.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool, StaticPool
from sqlalchemy.util import LRUCache

from db.connection import in_thread_of, plain_connection, uncancelled
from db.errors import DatabaseError, explained
from db.session import DirectSession, LateRows

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy import URL, Connection, Dialect
    from sqlalchemy.ext.asyncio import AsyncEngine

Result = TypeVar("Result")

Work = Callable[[DirectSession], Coroutine[Any, Any, Result]]
"""A coroutine function that runs in a transaction, awaits only the session, and may be run a second time."""
_ENGINE = "engine"
_COMPILED: LRUCache[Any, Any] = LRUCache(1000)
"""The compiled statements of all engines over SQLite, the most recently used ones."""


class _Why(Exception):  # noqa: N818
    def __init__(self, why: Exception) -> None:
        super().__init__()
        self.why = why


class NotBegun(_Why):
    """Error: no transaction could begin, for the reason given."""


class NotCommitted(_Why):
    """Error: the commit failed, for the reason given; if the server was lost, it may have taken effect."""


def engine_over(driver: aiosqlite.Connection) -> Engine:
    """Return a SQLAlchemy engine over the driver's open connection; it may be used only in the driver's thread."""
    pool = StaticPool(lambda: plain_connection(driver), reset_on_return=None)
    shared = _dialect_and_address()
    return Engine(pool, *shared, hide_parameters=True, execution_options={"compiled_cache": _COMPILED})


@functools.cache
def _dialect_and_address() -> tuple[Dialect, URL]:
    """Return what all engines share, so that a statement is compiled once and not once for each connection."""
    model = create_engine("sqlite://", poolclass=NullPool)
    with model.connect():  # only then does the dialect know SQLite's version
        return model.dialect, model.url


def driven(work: Work[Result], session: DirectSession) -> Result:
    """Run the work to its end in one step, and return its result.

    Raises:
        DatabaseError: something in the work failed, even if the work caught the error.
        RuntimeError: the work awaits something other than its session.
    """
    running = work(session)
    try:
        running.send(None)
    except StopIteration as end:
        if session.failure is not None:
            raise session.failure from None
        result: Result = end.value
        return result
    running.close()
    raise RuntimeError("what is done at once may wait for nothing but the database")


async def asked(engine: AsyncEngine, work: Work[Result]) -> Result:
    """Return the result of reading work, which sees one moment of the database, over a pooled connection.

    The work finishes even if the caller is cancelled meanwhile.

    Raises:
        DatabaseError: something in the work failed.
        SQLAlchemyError: the file cannot be opened.
    """
    return await uncancelled(_asked(engine, work))


async def _asked(engine: AsyncEngine, work: Work[Result]) -> Result:
    connection = await engine.connect().start()
    try:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        # The engine is kept with its pooled connection, because making one takes longer than a question.
        if _ENGINE not in raw.info:
            raw.info[_ENGINE] = engine_over(driver)
        result: Result = await in_thread_of(driver, _read, raw.info[_ENGINE], work)
        return result
    finally:
        await connection.close()


def _read(engine: Engine, work: Work[Result]) -> Result:
    with engine.connect() as core:
        core.exec_driver_sql("BEGIN")
        try:
            return driven(work, DirectSession(core))
        finally:
            core.rollback()


async def committed(engine: AsyncEngine, works: Sequence[Work[Any]], *, beside: bool) -> list[Any]:
    """Return the results of works on a server once the transaction that they share is committed.

    SQLAlchemy goes back to the event loop by itself where the driver waits, so all of it takes one task.

    Args:
        works: What to run, one after the other.
        beside: Whether other such transactions may write at the same time.

    Raises:
        NotBegun: the transaction could not begin.
        NotCommitted: the transaction could not be committed.
        DatabaseError: something in the works failed; nothing of any was kept.
    """
    connection = engine.connect()
    try:
        try:
            await connection.start()
            await connection.run_sync(_begun, beside)
        except (SQLAlchemyError, OSError, DatabaseError) as error:
            raise NotBegun(error if isinstance(error, DatabaseError) else explained(error)) from error
        return await connection.run_sync(_committed, works)
    finally:
        if connection.sync_connection is not None:
            await connection.close()


def _begun(core: Connection, beside: bool) -> None:  # noqa: FBT001 - called by `run_sync`
    async def may_write(session: DirectSession) -> None:
        await session.begin_to_write(beside=beside)

    driven(may_write, DirectSession(core))


def _committed(core: Connection, works: Sequence[Work[Any]]) -> list[Any]:
    late = LateRows()
    results = [driven(work, DirectSession(core, late)) for work in works]
    driven(late.store, DirectSession(core))
    try:
        core.commit()
    except BaseException as error:
        # SQLAlchemy considers the transaction ended and would pool the connection with it still open.
        core.invalidate()
        if isinstance(error, SQLAlchemyError | OSError):
            raise NotCommitted(explained(error)) from error
        raise
    return results
