"""Processes that think, of a fixed number: each server in its turn, and nothing longer than somebody waits for it."""

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
from typing import Final, Generic, TypeVar

from bot.house.worker import GIVE_UP, TooLateError, begin, in_process
from bot.rota import Rota

T = TypeVar("T")

log = logging.getLogger(__name__)

_USUAL_PACE: Final = 0.3
"""Seconds that a turn takes, as long as none has been seen."""
_NEWEST: Final = 0.25
"""How much the newest turn counts in the pace."""


class ThinkingFailedError(Exception):
    """No answer has come from the pool."""


_CUT_SHORT: Final = 2
"""So many times what it has taken counts what was given up before it was done."""
_TELL_AGAIN: Final = 0.05
"""Seconds until a process is told once more that nobody waits."""


class _Turn(Generic[T]):
    """Something that is to be done, and whether it has been begun."""

    def __init__(self, server: int, work: Callable[[], T]) -> None:
        self.server = server
        self.work = work
        self.begun = False


def _nobody_asks(done: asyncio.Task[T]) -> None:
    """Take note of how something came out that had been given up."""
    if not done.cancelled():
        done.exception()


class Pool:
    """Processes begun when they are first needed; one that has died is replaced."""

    def __init__(self, workers: int, niceness: int) -> None:
        """Make the place; no process is begun.

        Args:
            workers: How many processes.
            niceness: How far they stand back behind the bot itself.
        """
        self._workers = workers
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._process: int | None = None
        """The number of the process, where there is one and it has answered."""
        self._wanted = Counter[int]()
        """How much of each server is at the processes or waits for them."""
        self._turns = Rota(max(1, workers))
        self._telling: set[asyncio.Task[None]] = set()
        """Those under way that tell the process to give up."""
        self.pace = _USUAL_PACE
        """Seconds that a turn has taken lately."""

    @property
    def idle(self) -> bool:
        """Whether nobody waits for anything."""
        return not self._wanted.total()

    def warm(self) -> None:
        """Start the processes before they are needed; nothing happens where they run."""
        if self._pool is None:
            with contextlib.suppress(BrokenExecutor, OSError):  # the first work meets the same, and says so
                pool = self._begun()
                for _ in range(self._workers):
                    pool.submit(os.getpid)

    def close(self) -> None:
        """End the processes; what they are at is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._forget()

    def turns_before(self, server: int) -> float:
        """Return how many turns of each process come before one for which a server would ask now.

        However much another server wants, only as much of it comes first as this one has itself, and one more.
        """
        turn = self._wanted[server] + 1
        return sum(min(wanted, turn) for wanted in self._wanted.values()) / max(1, self._workers)

    async def do(self, patience: float, server: int, work: Callable[[], T]) -> T:
        """Do some work in its turn; where it is given up, the process gives it up as well.

        Args:
            patience: Seconds after which nobody waits for it any more.
            server: For which.
            work: What is to be done; it is sent to the process.

        Raises:
            ThinkingFailedError: The pool was slow or broken, or the work has come upon what nobody foresaw.
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
        except Exception as error:  # whatever a search has come upon, somebody waits for the house
            log.exception("the house could not think")
            raise ThinkingFailedError from error
        finally:
            self._wanted -= Counter((server,))
            if not doing.done():
                self._give_up(turn, doing)

    async def _in_turn(self, turn: _Turn[T]) -> T:
        """Do something in a server's turn, which lasts until the process is free again, whoever waits."""
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
                if self._pool is pool:  # the next decision gets a new one
                    self._forget()
                    pool.shutdown(wait=False)
                raise
            finally:
                self.pace += _NEWEST * (times * (time.monotonic() - began) - self.pace)

    def _give_up(self, turn: _Turn[T], doing: asyncio.Task[T]) -> None:
        """Free the process of what nobody waits for any more; of several it cannot be told which one it is."""
        if not turn.begun:
            doing.cancel()
            return
        doing.add_done_callback(_nobody_asks)
        if self._process is not None:
            telling = asyncio.create_task(self._tell(self._process, doing), name="giving up")
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    async def _tell(self, process: int, doing: asyncio.Task[T]) -> None:
        """Tell a process that nobody waits any more, until it has heard: it may not even have begun."""
        while not doing.done() and process == self._process:
            with contextlib.suppress(OSError):  # it has ended by itself
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
