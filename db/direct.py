"""Work on an SQLite file that runs in one go in the driver's thread, from its first statement to its last.

A statement that waits for its answer costs the event loop several rounds to the driver's thread and back: a page that
asks a dozen of them would wait longer for the thread than for the file.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from db.connection import uncancelled
from db.session import DirectSession

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy import Engine
    from sqlalchemy.ext.asyncio import AsyncEngine

Result = TypeVar("Result")

Work = Callable[[DirectSession], Coroutine[Any, Any, Result]]
"""What is done in a transaction; it waits for nothing but the session, and may be begun a second time."""
_ENGINE = "engine"


async def in_thread_of(driver: aiosqlite.Connection, function: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401
    """Run a function in the thread to which the driver's connection belongs, and return what it returns."""
    execute: Any = driver._execute  # noqa: SLF001 - what every call of the driver goes by
    return await execute(function, *arguments)


def engine_over(driver: aiosqlite.Connection) -> Engine:
    """Return SQLAlchemy over the connection that the driver has opened; to be used in the driver's thread alone."""
    return create_engine(
        "sqlite://",
        creator=lambda: driver._conn,  # noqa: SLF001 - it has no other name
        poolclass=StaticPool,
        pool_reset_on_return=None,
        hide_parameters=True,
    )


def driven(work: Work[Result], session: DirectSession) -> Result:
    """Run work to its end at once, and return what it returns.

    Raises:
        DatabaseError: something in it failed, also where it caught that.
        RuntimeError: it waits for something else than its session.
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
    """Return what reading work returns, all of it about one moment, over a connection of an engine's pool.

    It ends also where the caller is cancelled meanwhile.

    Raises:
        DatabaseError: something in it failed.
        SQLAlchemyError: the file cannot be opened.
    """
    return await uncancelled(_asked(engine, work))


async def _asked(engine: AsyncEngine, work: Work[Result]) -> Result:
    connection = await engine.connect().start()
    try:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        # Kept beside the connection in the pool: it remembers what statements mean.
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
