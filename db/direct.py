"""Work on an SQLite file that runs as a whole in the driver's thread, from its first statement to its last.

Each awaited statement costs the event loop several trips to the driver's thread and back. A page that needs a dozen
statements would wait longer for the thread than for the file.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool, StaticPool
from sqlalchemy.util import LRUCache

from db.connection import uncancelled
from db.session import DirectSession

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy import URL, Dialect
    from sqlalchemy.ext.asyncio import AsyncEngine

Result = TypeVar("Result")

Work = Callable[[DirectSession], Coroutine[Any, Any, Result]]
"""A coroutine function that runs in a transaction, awaits only the session, and may be run a second time."""
_ENGINE = "engine"
_COMPILED: LRUCache[Any, Any] = LRUCache(1000)
"""The compiled statements of all engines over SQLite, the most recently used ones."""


async def in_thread_of(driver: aiosqlite.Connection, function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401
    """Run a function in the thread that owns the driver's connection, and return its result."""
    execute: Any = driver._execute  # noqa: SLF001 - what every call of the driver goes by
    return await execute(function, *arguments)


def engine_over(driver: aiosqlite.Connection) -> Engine:
    """Return a SQLAlchemy engine over the driver's open connection; it may be used only in the driver's thread."""
    connection: Any = driver._conn  # noqa: SLF001 - it has no other name
    pool = StaticPool(lambda: connection, reset_on_return=None)
    shared = _dialect_and_address()
    return Engine(pool, *shared, hide_parameters=True, execution_options={"compiled_cache": _COMPILED})


@functools.cache
def _dialect_and_address() -> tuple[Dialect, URL]:
    """Return what all engines share, so that a statement is compiled once and not once for each connection."""
    model = create_engine("sqlite://", poolclass=NullPool)
    with model.connect():  # only then does the dialect know SQLite's version
        return model.dialect, model.url


def driven(work: Work[Result], session: DirectSession) -> Result:
    """Run the work to its end without an event loop, and return its result.

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
