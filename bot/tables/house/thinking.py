"""Where house players think: processes of a fixed number for those that look ahead, a thread for the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from bot.coach.answers import Asked, Verdict, measured
from bot.coach.hints import Hint, hint, rule_of_thumb
from bot.coach.review import Charge, Done, Pains, looked_back
from bot.engine import View
from bot.house.chance import Purpose, seed_for
from bot.house.levels import SEARCHING, Level
from bot.house.players import Decision, Method, Option
from bot.house.search import Effort
from bot.house.worker import begin, in_process, weigh
from bot.rota import Rota
from bot.tables.decisions.daily import house_seed
from bot.tables.values.table import Table

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

THINKING_SECONDS = 0.45
"""How long the strong player thinks, to look at: 95 of 100 decisions are found sooner, and those wait."""
EFFORT: Effort | None = None
"""What the strong player spends on a decision (None: what is usual for so many seats). No clock ever changes it."""
PATIENCE_SECONDS = 4.0
"""After so long a decision is taken without the pool, whatever has happened to it."""
HINT_PATIENCE_SECONDS = 20.0
"""How long a hint is waited for: on a machine with other things to do it comes late, but it is the same."""
REVIEW_PATIENCE_SECONDS = 60.0
"""How long a review waits for one decision; then it is not looked at."""
_MOST_BEFORE: Final = 16
"""So many turns of each process may come before a decision's, as many as are done within the patience; of one that
would come later *regular* takes care at once."""


def seed_of(table: Table, user_id: int, purpose: Purpose) -> int:
    """Return the state of chance for what a user at a table asks now: it follows from game, moment and purpose alone.

    A moment that comes again after an undoing is the same question, and one of a daily deal is the same for everyone.
    """
    if table.daily is not None and purpose is Purpose.MOVE:
        return house_seed(table)
    return seed_for(table.id, table.ply_for(user_id) - table.undone, table.seat_of(user_id) or 0, purpose)


class ThinkingFailedError(Exception):
    """No answer has come from the pool."""


class Thinking:
    """Decisions outside the event loop; whatever happens to the pool, an answer comes."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._wanted = Counter[int]()
        """How much of each server is at the pool or waits for it."""
        self._at_the_pool = Rota(max(1, workers))
        self._in_thread = Rota(1)
        self.timed: Callable[[str, float], object] = lambda _level, _seconds: None
        """Told of each decision's level, and of the seconds that it took, waiting included."""
        self.wanted: Callable[[], object] = lambda: None
        """Told whenever something is to be searched: what can wait gives way."""

    async def decide(self, level: Level, view: View, seed: int, *, server: int = 0) -> Decision:
        """Return what a player of a level does; where the pool is full, slow or broken, what *regular* would do.

        Args:
            level: The level; only those that search use the pool.
            view: What the seat on turn sees; nothing else is sent to the pool.
            seed: The source of chance.
            server: For which: one with many strong players does not make those of others wait.
        """
        began = time.monotonic()
        try:
            if level in SEARCHING and self._turns_before(server) < _MOST_BEFORE * self._workers:
                with contextlib.suppress(ThinkingFailedError):
                    return await self._in_time(PATIENCE_SECONDS, server, weigh, level, view, seed, EFFORT)
            return await self._quickly(Level.REGULAR if level in SEARCHING else level, view, seed, server)
        finally:
            self.timed(level.value, time.monotonic() - began)

    async def hint(self, view: View, seeds: dict[Purpose, int], *, server: int = 0) -> Hint:
        """Return what *strong* would do, and why; a person waits for it, so longer than for a move.

        Only where no answer comes in all that time it is a rule of thumb, and says so.
        """
        began = time.monotonic()
        try:
            return await self._in_time(HINT_PATIENCE_SECONDS, server, hint, view, seeds, EFFORT)
        except ThinkingFailedError:
            async with self._in_thread.of(server):
                return await asyncio.to_thread(rule_of_thumb, view, seeds[Purpose.HINT])
        finally:
            self.timed("hint", time.monotonic() - began)

    async def look_back(self, done: Done, pains: Pains, *, server: int = 0) -> Charge | None:
        """Return what a decision cost, or None for nothing that could be told.

        Raises:
            ThinkingFailedError: No answer came.
        """
        return await self._in_time(REVIEW_PATIENCE_SECONDS, server, looked_back, done, pains)

    async def weigh_answer(self, asked: Asked, *, server: int = 0) -> Verdict:
        """Return what an answer to an exercise is worth; a person waits for it.

        Raises:
            ThinkingFailedError: No answer came.
        """
        return await self._in_time(HINT_PATIENCE_SECONDS, server, measured, asked)

    @property
    def idle(self) -> bool:
        """Whether nobody waits for a move that is searched."""
        return not self._wanted.total()

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

    def _turns_before(self, server: int) -> int:
        """Return how many turns of the rota at the pool come before one for which a server would ask now.

        However much another server wants, only as much of it comes first as this one has itself, and one more.
        """
        turn = self._wanted[server] + 1
        return sum(min(wanted, turn) for wanted in self._wanted.values())

    async def _in_time(
        self, patience: float, server: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do some work in the pool.

        Raises:
            ThinkingFailedError: The pool was slow or broken, or the work has come upon what nobody foresaw.
        """
        self._wanted[server] += 1
        self.wanted()
        try:
            return await asyncio.wait_for(self._in_turn(server, partial(work, *args, **kwargs)), patience)
        except TimeoutError as error:
            log.warning("the house's pool is slow")
            raise ThinkingFailedError from error
        except (BrokenExecutor, OSError) as error:
            log.warning("the house's pool failed: %s", type(error).__name__)
            raise ThinkingFailedError from error
        except Exception as error:  # whatever a search has come upon, somebody waits for the house to act
            log.exception("the house could not think")
            raise ThinkingFailedError from error
        finally:
            self._wanted -= Counter((server,))

    async def _in_turn(self, server: int, work: Callable[[], T]) -> T:
        async with self._at_the_pool.of(server):
            pool = self._begun()
            try:
                return await asyncio.wrap_future(pool.submit(in_process, work))
            except (BrokenExecutor, OSError):
                if self._pool is pool:  # the next decision gets a new one
                    self._pool = None
                    pool.shutdown(wait=False)
                raise

    async def _quickly(self, level: Level, view: View, seed: int, server: int) -> Decision:
        """Decide in a thread, which takes milliseconds; one at a time, so that they do not crowd the event loop."""
        async with self._in_thread.of(server):
            try:
                return await asyncio.to_thread(weigh, level, view, seed, EFFORT)
            except Exception:
                log.exception("the house could not think")
        action = view.offered[0]
        return Decision(action, Method.ONLY, (Option(action, 0.0),))
