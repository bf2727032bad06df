"""Where house players think: processes of a fixed number for those that look ahead, a thread for the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Final

from bot.engine import View
from bot.house.chance import Purpose, seed_for
from bot.house.levels import SEARCHING, Level
from bot.house.players import Decision, Method, Option
from bot.house.search import Effort
from bot.house.worker import Weighed, begin, weigh, weigh_in_pool
from bot.rota import Rota
from bot.tables.decisions.daily import house_seed
from bot.tables.values.table import Table

log = logging.getLogger(__name__)

THINKING_SECONDS = 0.45
"""How long the strong player thinks, to look at: 95 of 100 decisions are found sooner, and those wait."""
EFFORT: Effort | None = None
"""What the strong player spends on a decision (None: what is usual for so many seats). No clock ever changes it."""
PATIENCE_SECONDS = 4.0
"""After so long a decision is taken without the pool, whatever has happened to it."""
_MOST_WAITING: Final = 16
"""So many decisions may wait for each process, as many as are answered within the patience; of more *regular* takes
care at once."""


def seed_of(table: Table, user_id: int, purpose: Purpose) -> int:
    """Return the state of chance for what a user at a table asks now: it follows from game, moment and purpose alone.

    A moment that comes again after an undoing is the same question, and one of a daily deal is the same for everyone.
    """
    if table.daily is not None and purpose is Purpose.MOVE:
        return house_seed(table)
    return seed_for(table.id, table.ply_for(user_id) - table.undone, table.seat_of(user_id) or 0, purpose)


class Thinking:
    """Decisions outside the event loop; whatever happens to the pool, an answer comes."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._at_the_pool = Rota(max(1, workers))
        self._in_thread = Rota(1)
        self.timed: Callable[[str, float], object] = lambda _level, _seconds: None
        """Told of each decision's level, and of the seconds that it took, waiting included."""

    async def decide(self, level: Level, view: View, seed: int, *, server: int = 0) -> Decision:
        """Return what a player of a level does; where the pool is full, slow or broken, what *regular* would do."""
        return (await self.weigh(level, view, seed, server=server)).decision

    async def weigh(
        self,
        level: Level,
        view: View,
        seed: int,
        *,
        why: bool = False,
        server: int = 0,
    ) -> Weighed:
        """Return a decision, and if asked what it was about.

        Args:
            level: The level; only those that search use the pool.
            view: What the seat on turn sees; nothing else is sent to the pool.
            seed: The source of chance.
            why: Say also what the decision was about.
            server: For which: one with many strong players does not make those of others wait.
        """
        began = time.monotonic()
        try:
            return await self._weigh(level, view, seed, server, why=why)
        finally:
            self.timed(level.value, time.monotonic() - began)

    async def _weigh(self, level: Level, view: View, seed: int, server: int, *, why: bool) -> Weighed:
        if level in SEARCHING and self._waiting < _MOST_WAITING * self._workers:
            self._waiting += 1
            try:
                return await asyncio.wait_for(self._in_pool(level, view, seed, server, why=why), PATIENCE_SECONDS)
            except TimeoutError:
                log.warning("the house's pool is slow")
            except (BrokenExecutor, OSError) as error:
                log.warning("the house's pool failed: %s", type(error).__name__)
            except Exception:  # whatever a search has come upon, somebody waits for the house to act
                log.exception("the house could not think")
            finally:
                self._waiting -= 1
        return await self._quickly(Level.REGULAR if level in SEARCHING else level, view, seed, server, why=why)

    def warm(self) -> None:
        """Start the processes before the first decision needs them; nothing happens where they run."""
        if self._pool is None:
            with contextlib.suppress(BrokenExecutor, OSError):  # the first decision meets the same, and says so
                pool = self._begun()
                for _ in range(self._workers):
                    pool.submit(os.getpid)

    def close(self) -> None:
        """End the processes; what they are at is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a fork would copy the event loop's threads and the database's connections.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=begin)
        return self._pool

    async def _in_pool(self, level: Level, view: View, seed: int, server: int, *, why: bool) -> Weighed:
        async with self._at_the_pool.of(server):
            return await self._sent(level, view, seed, why=why)

    async def _sent(self, level: Level, view: View, seed: int, *, why: bool) -> Weighed:
        pool = self._begun()
        try:
            return await asyncio.wrap_future(pool.submit(weigh_in_pool, level, view, seed, EFFORT, why=why))
        except (BrokenExecutor, OSError):
            if self._pool is pool:  # the next decision gets a new one
                self._pool = None
                pool.shutdown(wait=False)
            raise

    async def _quickly(self, level: Level, view: View, seed: int, server: int, *, why: bool) -> Weighed:
        """Decide in a thread, which takes milliseconds; one at a time, so that they do not crowd the event loop."""
        async with self._in_thread.of(server):
            try:
                return await asyncio.to_thread(weigh, level, view, seed, EFFORT, why=why)
            except Exception:
                log.exception("the house could not think")
        action = view.offered[0]
        return Weighed(Decision(action, Method.ONLY, (Option(action, 0.0),)), None)
