"""Work that runs as a whole: reads of one moment, and the writers, which commit acts that arrive together.

Each awaited statement costs the event loop several trips to the driver's thread and back, and each commit a wait for
the disk. A page or an act is therefore handed over whole: on an SQLite file it runs in the driver's thread. An act runs
from its first statement to its last without the event loop's help, and acts that arrive during a commit are committed
together next. Each act fails by itself, and is answered only after the commit.
"""

from __future__ import annotations

import asyncio
import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool, StaticPool
from sqlalchemy.util import LRUCache

from db.connection import in_thread_of, plain_connection, uncancelled
from db.errors import DatabaseError, explained, explaining
from db.session import DirectSession, LateRows, SharedSession

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy import URL, Connection, Dialect

    from db.connection import AsyncConnection, AsyncEngine


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
    """Run the work to its end in one step, which may await nothing but its session, and return its result."""
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
    """
    connection = engine.connect()
    try:
        try:
            await connection.start()
            await connection.run_sync(lambda core: _begun(core, beside=beside))
        except (SQLAlchemyError, OSError, DatabaseError) as error:
            raise NotBegun(error if isinstance(error, DatabaseError) else explained(error)) from error
        return await connection.run_sync(lambda core: _committed(core, works))
    finally:
        if connection.sync_connection is not None:
            await connection.close()


def _begun(core: Connection, *, beside: bool) -> None:
    async def may_write(session: DirectSession) -> None:
        await session.begin_to_write(beside=beside)

    driven(may_write, DirectSession(core))


def _committed(core: Connection, works: Sequence[Work[Any]]) -> list[Any]:
    late = LateRows()
    results = [driven(work, SharedSession(core, late)) for work in works]
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


MOST_AT_ONCE = 64
"""Maximum number of acts in one transaction."""
SIDE_BY_SIDE = 3
"""Maximum number of transactions of acts on a server at once: with more, fewer acts would share one."""


class Act(Generic[Result]):
    """Work waiting for its turn, and its outcome."""

    def __init__(self, work: Work[Result]) -> None:
        self.work = work
        self.begun = False
        self.answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        """Future of the outcome; it is cancelled when the waiting caller is."""
        self.over = asyncio.Event()

    def settle(self, outcome: Result | Exception) -> None:
        self.over.set()
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class Writer(ABC):
    """Queue of acts, of which those that wait together are written together."""

    def __init__(self, turn: asyncio.Lock | asyncio.Semaphore, most: int) -> None:
        """Take the turn to write, which other writers share, and how many transactions may write at once."""
        self._turn, self._most = turn, most
        self._waiting: list[Act[Any]] = []
        self._writing: set[asyncio.Task[None]] = set()

    async def do(self, work: Work[Result]) -> Result:
        """Run work in a transaction together with other waiting work, and return its result once it is on disk.

        If the caller is cancelled, waiting work is dropped and work under way is completed.
        """
        act = Act(work)
        self._waiting.append(act)
        if len(self._writing) < self._most:
            task = asyncio.create_task(self._write_waiting(), name="writer")
            self._writing.add(task)
        try:
            return await act.answer
        except asyncio.CancelledError:
            while act.begun and not act.over.is_set():
                with suppress(asyncio.CancelledError):
                    await act.over.wait()
            raise

    async def _write_waiting(self) -> None:
        """Write waiting acts until none are left; writers that work side by side share them evenly."""
        try:
            while self._waiting:
                async with self._turn:
                    wanted = [act for act in self._waiting if not act.answer.cancelled()]
                    count = min(MOST_AT_ONCE, -(-len(wanted) // self._most))
                    acts, self._waiting = wanted[:count], wanted[count:]
                    if not acts:
                        continue
                    for act in acts:
                        act.begun = True
                    try:
                        await uncancelled(self._settled(acts))
                    except BaseException:
                        for act in acts:
                            act.answer.cancel()
                            act.over.set()
                        raise
        finally:  # at once: an act that comes now would wait for a writer that takes no more
            self._writing = {task for task in self._writing if task is not asyncio.current_task()}

    @abstractmethod
    async def _settled(self, acts: Sequence[Act[Any]]) -> None:
        """Write acts together or, if one of them fails, each by itself, and settle each with its outcome."""


class ServerWriter(Writer):
    """Writer of acts to a server, in a few transactions side by side."""

    def __init__(self, engine: AsyncEngine, turn: asyncio.Lock | asyncio.Semaphore) -> None:
        super().__init__(turn, SIDE_BY_SIDE)
        self._engine = engine

    async def apart(self, work: Work[Result], *, beside: bool) -> Result:
        """Run work in a transaction of its own, beside others or alone, and return its result once it is on disk."""
        async with self._turn:
            try:
                with explaining():
                    results: list[Result] = await uncancelled(committed(self._engine, [work], beside=beside))
            except (NotBegun, NotCommitted) as error:
                raise error.why from None
            return results[0]

    async def _settled(self, acts: Sequence[Act[Any]]) -> None:
        try:
            outcomes = await committed(self._engine, [act.work for act in acts], beside=True)
        except (NotBegun, NotCommitted) as error:  # a commit that was lost may have taken effect, so it is not repeated
            outcomes = [error.why] * len(acts)
        except Exception as error:  # noqa: BLE001 - whoever asked for the work gets it
            if len(acts) > 1:
                await asyncio.gather(*map(self._settled_apart, acts))
                return
            outcomes = [explained(error) if isinstance(error, SQLAlchemyError | OSError) else error]
        for act, outcome in zip(acts, outcomes, strict=True):
            act.settle(outcome)

    async def _settled_apart(self, act: Act[Any]) -> None:
        try:
            outcome = await self.apart(act.work, beside=True)
        except Exception as error:  # noqa: BLE001 - whoever asked for the work gets it
            outcome = error
        act.settle(outcome)


class FileWriter(Writer):
    """Writer of acts to an SQLite file through its own connection, which is opened with the first act."""

    def __init__(self, engine: AsyncEngine, turn: asyncio.Lock) -> None:
        super().__init__(turn, 1)
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: aiosqlite.Connection | None = None
        self._core: Connection | None = None
        """SQLAlchemy's connection over the driver's own; used only in the driver's thread."""

    async def close(self) -> None:
        """Close the connection; no write may be under way."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await uncancelled(self._closed(connection))

    # ------------------------------------------------------------ in the event loop

    async def _settled(self, acts: Sequence[Act[Any]]) -> None:
        outcomes: list[Any]
        try:
            driver = self._driver or await self._open()
        except SQLAlchemyError as error:
            outcomes = [explained(error)] * len(acts)
        else:
            outcomes = await in_thread_of(driver, self._all_written, driver, [act.work for act in acts])
        for act, outcome in zip(acts, outcomes, strict=True):
            act.settle(outcome)

    async def _open(self) -> aiosqlite.Connection:
        connection = self._engine.connect()
        await connection.start()
        self._connection = connection
        opened: aiosqlite.Connection | None = (await connection.get_raw_connection()).driver_connection
        assert opened is not None
        self._driver = opened
        return opened

    async def _closed(self, connection: AsyncConnection) -> None:
        core, driver, self._core, self._driver = self._core, self._driver, None, None
        if core is not None and driver is not None:
            await in_thread_of(driver, core.close)
        await connection.close()

    # ------------------------------------------------------------ in the driver's thread

    def _all_written(self, driver: aiosqlite.Connection, works: Sequence[Work[Any]]) -> list[Any]:
        """Write works together or, if one of them fails, each by itself, so that the others are kept."""
        try:
            return self._committed(driver, works)
        except NotBegun as error:  # separate tries would only wait as long again
            return [error.why] * len(works)
        except Exception as error:  # noqa: BLE001 - whoever asked for the work gets it
            if len(works) == 1:
                return [explained(error) if isinstance(error, SQLAlchemyError) else error]
        return [self._all_written(driver, [work])[0] for work in works]

    def _committed(self, driver: aiosqlite.Connection, works: Sequence[Work[Any]]) -> list[Any]:
        """Return the results of the works after committing them in one transaction."""
        if self._core is None:
            self._core = engine_over(driver).connect()
        core = self._core
        try:
            try:
                core.exec_driver_sql("BEGIN IMMEDIATE")
            except SQLAlchemyError as error:
                raise NotBegun(explained(error)) from error
            outcomes = [driven(work, DirectSession(core)) for work in works]
            core.exec_driver_sql("COMMIT")
        finally:
            core.rollback()  # does nothing after a commit
        return outcomes
