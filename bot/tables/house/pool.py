"""Processes for the house: a pool that thinks, for each server in turn, and one aside for work that can wait."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final, Generic, ParamSpec, TypeVar

from bot.house.worker import GIVE_UP, TooLateError, begin, in_process
from bot.rota import Rota

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

_USUAL_PACE: Final = 0.3
"""Assumed seconds of a turn before the first one was measured."""
_NEWEST: Final = 0.25
"""Weight of the newest turn in the pace, from 0 to 1."""


class ThinkingFailedError(Exception):
    """The pool has not given an answer."""


_CUT_SHORT: Final = 2
"""Factor by which the time of a turn that was cut short counts in the pace."""
_TELL_AGAIN: Final = 0.05
"""Seconds between two signals that tell a process to give up."""


class _Turn(Generic[T]):
    """A piece of work for a server, and whether it has been begun."""

    def __init__(self, server: int, work: Callable[[], T]) -> None:
        self.server = server
        self.work = work
        self.begun = False


def _nobody_asks(done: asyncio.Task[T]) -> None:
    """Read the exception of work that was given up, so that asyncio does not report it."""
    if not done.cancelled():
        done.exception()


class Pool:
    """A pool of processes, started when first needed and replaced when they have died."""

    def __init__(self, workers: int, niceness: int) -> None:
        """Make the pool without starting a process; niceness is relative to the bot's own."""
        self._workers = workers
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._process: int | None = None
        """The id of the process, if there is only one and it has answered."""
        self._wanted = Counter[int]()
        """Number of works of each server that run or wait."""
        self._turns = Rota(max(1, workers))
        self._telling: set[asyncio.Task[None]] = set()
        """Running tasks that tell the process to give up."""
        self.pace = _USUAL_PACE
        """Seconds that a turn takes, as a moving average."""

    @property
    def idle(self) -> bool:
        """Whether nobody waits for any work."""
        return not self._wanted.total()

    def warm(self) -> None:
        """Start the processes before they are needed; do nothing if they run."""
        if self._pool is None:
            with suppress(BrokenExecutor, OSError):  # the first work meets the same error and reports it
                pool = self._begun()
                for _ in range(self._workers):
                    pool.submit(os.getpid)

    def close(self) -> None:
        """End the processes and drop their work."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._forget()

    def turns_before(self, server: int) -> float:
        """Return how many turns of each process come before one that a server would ask for now.

        Of another server at most as many turns come first as this server has itself, and one more.
        """
        turn = self._wanted[server] + 1
        return sum(min(wanted, turn) for wanted in self._wanted.values()) / max(1, self._workers)

    async def do(self, patience: float, server: int, work: Callable[[], T]) -> T:
        """Do some work in its server's turn; if the caller gives up, the process is told to give up as well.

        Raises:
            ThinkingFailedError: The pool was slow or broken, or the work raised an unexpected exception.
        """
        until = time.monotonic() + patience
        self._wanted[server] += 1
        turn = _Turn(server, partial(in_process, work, until))
        doing = asyncio.create_task(self._in_turn(turn), name="at the pool")
        try:
            return await asyncio.wait_for(asyncio.shield(doing), patience)
        except (TimeoutError, TooLateError) as error:
            log.warning("the house's pool is slow")
            raise ThinkingFailedError from error
        except (BrokenExecutor, OSError) as error:
            log.warning("the house's pool failed: %s", type(error).__name__)
            raise ThinkingFailedError from error
        except Exception as error:  # the caller needs an answer whatever the search raised
            log.exception("the house could not think")
            raise ThinkingFailedError from error
        finally:
            self._wanted -= Counter((server,))
            if not doing.done():
                self._give_up(turn, doing)

    async def _in_turn(self, turn: _Turn[T]) -> T:
        """Do some work in its server's turn; the turn lasts until the process is free, even if nobody waits."""
        async with self._turns.of(turn.server):
            pool, began, times = self._begun(), time.monotonic(), 1
            try:
                if self._workers == 1 and self._process is None:
                    self._process = await asyncio.wrap_future(pool.submit(os.getpid))
                turn.begun = True
                return await asyncio.wrap_future(pool.submit(turn.work))
            except TooLateError:
                times = _CUT_SHORT
                raise
            except (BrokenExecutor, OSError):
                if self._pool is pool:  # the next work gets a new pool
                    self._forget()
                    pool.shutdown(wait=False)
                raise
            finally:
                self.pace += _NEWEST * (times * (time.monotonic() - began) - self.pace)

    def _give_up(self, turn: _Turn[T], doing: asyncio.Task[T]) -> None:
        """Give up work that nobody waits for; with several processes it is unknown which one does it."""
        if not turn.begun:
            doing.cancel()
            return
        doing.add_done_callback(_nobody_asks)
        if self._process is not None:
            telling = asyncio.create_task(self._tell(self._process, doing), name="giving up")
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _tell(self, process: int, doing: asyncio.Task[T]) -> None:
        """Signal a process to give up, repeatedly until it does, because it may not have begun the work yet."""
        while not doing.done() and process == self._process:
            with suppress(OSError):  # it has ended by itself
                os.kill(process, GIVE_UP)
            await asyncio.wait({doing}, timeout=_TELL_AGAIN)

    def _forget(self) -> None:
        self._pool = self._process = None

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a fork would copy the event loop's threads and the database's connections.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=context, initializer=begin, initargs=(self._niceness,)
            )
        return self._pool


_FURTHER: Final = 9
"""Niceness added to that of the house's other processes, to reach the highest there is."""


class InterruptedWorkError(Exception):
    """The work was given up because somebody waits for the house; it can be done again."""


def begin_aside() -> None:
    """Prepare the process, which gives way to every other process."""
    begin()
    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(_FURTHER)


class Aside:
    """A process, started when needed, that does one piece of work at a time."""

    def __init__(self, prepare: Callable[[], object] | None = None) -> None:
        """Make the object without starting a process, each of which first calls `prepare`."""
        self._prepare = prepare or begin_aside
        self._pool: ProcessPoolExecutor | None = None
        self._process: int | None = None
        """The id of the process, once it runs."""

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do some work in the process, or raise `InterruptedWorkError` if it was given up or no process could start."""
        pool: ProcessPoolExecutor | None = None
        try:
            pool = self._pool = self._pool or self._begin()
            process = await asyncio.wrap_future(pool.submit(os.getpid))
            if pool is self._pool:
                self._process = process
                return await asyncio.wrap_future(pool.submit(in_process, partial(work, *args, **kwargs)))
        except (BrokenExecutor, OSError) as error:
            if pool is self._pool:  # the process has ended by itself, and its id may be another process's by now
                self._process = None
                self.stop()
            raise InterruptedWorkError from error
        except asyncio.CancelledError:
            if pool is self._pool:  # the caller was cancelled, not the work
                raise
        raise InterruptedWorkError

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=self._prepare)

    def stop(self) -> None:
        """End the process at once, also in the middle of work; the next work starts another process."""
        pool, process = self._pool, self._process
        self._pool = self._process = None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
        if process is not None:
            with suppress(OSError):  # it has ended by itself
                os.kill(process, signal.SIGTERM)
