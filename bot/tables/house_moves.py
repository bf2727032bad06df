"""House players on move: they think outside the event loop, and never keep a table waiting."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from random import Random

from bot.engine import View
from bot.house.players import Level, choose
from bot.house.roster import HOUSE, is_house
from bot.house.search import Effort

from .refused import Refused
from .service import Tables
from .table import Table

log = logging.getLogger(__name__)

THINKING_SECONDS = 0.45
"""What the strong player may spend on a decision."""
PATIENCE_SECONDS = 4.0
"""After so long a decision is taken without the pool, whatever has happened to it."""
_MOST_WAITING = 64
"""So many decisions may wait for the pool; more are taken with less thought."""


def think(level: Level, view: View, seed: int, seconds: float) -> str:
    """Return a house player's action, in the notation without the seat; runs in a process of its own."""
    decision = choose(level, view, Random(seed), effort=Effort(seconds=seconds))  # noqa: S311 - play, not secrets
    return decision.action.text.split(" ", 1)[1]


class HouseMoves:
    """Lets house players act when it is their turn."""

    def __init__(self, tables: Tables, moved: Callable[[int], Awaitable[object]], *, workers: int = 1) -> None:
        self._tables = tables
        self._moved = moved
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._thinking: dict[int, asyncio.Task[None]] = {}

    def tick(self) -> None:
        """Let every house player who is on move begin to think; call it every second, which is a natural pause."""
        for table in self._tables.live_tables():
            users = table.turn_users
            if users and is_house(users[0]) and table.id not in self._thinking:
                task = asyncio.create_task(self._act(table, users[0]), name="house player")
                self._thinking[table.id] = task
                task.add_done_callback(partial(self._done, table.id))

    def _done(self, table_id: int, task: asyncio.Task[None]) -> None:
        self._thinking.pop(table_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a house player failed: %s", type(error).__name__, extra={"table": table_id})

    async def close(self) -> None:
        """Stop thinking."""
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _act(self, table: Table, user_id: int) -> None:
        view = table.view(user_id)
        player = HOUSE.get(user_id)
        if view is None or player is None or not view.offered:
            return
        try:
            words = await self.decide(player.level, view)
            await self._tables.act(table.id, user_id, words, table.ply)
        except Refused:
            log.exception("a house player was refused", extra={"table": table.id})
        await self._moved(table.id)

    async def decide(self, level: Level, view: View) -> str:
        """Return what a player of a level does; where the pool is full, slow or broken, what *regular* would do."""
        seed = self._tables.random.randrange(2**32)
        if level is Level.STRONG and len(self._thinking) <= _MOST_WAITING:
            try:
                return await asyncio.wait_for(self._in_pool(view, seed), PATIENCE_SECONDS)
            except (BrokenExecutor, TimeoutError, OSError) as error:
                log.warning("the house's pool failed: %s", type(error).__name__)
                if self._pool is not None and not isinstance(error, TimeoutError):
                    self._pool.shutdown(wait=False, cancel_futures=True)
                    self._pool = None
            level = Level.REGULAR
        quick = Level.REGULAR if level is Level.STRONG else level
        return await asyncio.to_thread(think, quick, view, seed, THINKING_SECONDS)

    async def _in_pool(self, view: View, seed: int) -> str:
        if self._pool is None:
            # Spawned, not forked: a fork would copy the event loop's threads and the database's connections.
            self._pool = ProcessPoolExecutor(self._workers, mp_context=multiprocessing.get_context("spawn"))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, think, Level.STRONG, view, seed, THINKING_SECONDS)
