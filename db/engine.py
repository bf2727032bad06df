"""SQLAlchemy's engine and connections over a driver that waits in the event loop.

They do what those of `sqlalchemy.ext.asyncio` do, which imports the object mapper: 7 MB and a tenth of a start.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self, TypeVar, TypeVarTuple

from sqlalchemy import create_engine
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.util import greenlet_spawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import CursorResult, Executable
    from sqlalchemy.engine import URL, Connection, Dialect, Engine
    from sqlalchemy.engine.interfaces import _CoreAnyExecuteParams
    from sqlalchemy.pool import PoolProxiedConnection

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
