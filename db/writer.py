"""The writers, which commit acts that arrive together in one transaction.

Each awaited statement costs the event loop a trip to the driver and back, and each commit a wait for the disk. An act
is therefore handed over whole, runs from its first statement to its last without the event loop's help, and acts that
arrive during a commit are committed together next. Each act fails by itself, and is answered only after the commit.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from db.connection import in_thread_of, uncancelled
from db.direct import NotBegun, NotCommitted, Work, committed, driven, engine_over
from db.errors import explained, explaining
from db.session import DirectSession

if TYPE_CHECKING:
    import aiosqlite
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Result = TypeVar("Result")

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
        """Give the outcome to the waiting caller."""
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

        Raises:
            DatabaseError: the work failed or could not be committed; nothing of it was kept.
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
                    if acts:
                        await self._write_together(acts)
        finally:  # at once: an act that comes now would wait for a writer that takes no more
            self._writing = {task for task in self._writing if task is not asyncio.current_task()}

    async def _write_together(self, acts: Sequence[Act[Any]]) -> None:
        for act in acts:
            act.begun = True
        try:
            await uncancelled(self._settled(acts))
        except BaseException:
            for act in acts:
                act.answer.cancel()
                act.over.set()
            raise

    @abstractmethod
    async def _settled(self, acts: Sequence[Act[Any]]) -> None:
        """Write acts together or, if one of them fails, each by itself, and settle each with its outcome."""


class ServerWriter(Writer):
    """Writer of acts to a server, in a few transactions side by side."""

    def __init__(self, engine: AsyncEngine, turn: asyncio.Lock | asyncio.Semaphore) -> None:
        super().__init__(turn, SIDE_BY_SIDE)
        self._engine = engine

    async def apart(self, work: Work[Result], *, beside: bool) -> Result:
        """Run work in a transaction of its own, beside others or alone, and return its result once it is on disk.

        Raises:
            DatabaseError: the work failed or could not be committed.
        """
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
        """Return the results of the works after committing them in one transaction.

        Raises:
            Exception: one of the works or the commit failed; nothing was kept.
        """
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
