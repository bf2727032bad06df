"""A process for work that can wait: it gives way to all others, and ends as soon as somebody waits for the house."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final, ParamSpec, TypeVar

from bot.house.worker import begin, in_process

P = ParamSpec("P")
T = TypeVar("T")

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
        """Make the object without starting a process.

        Args:
            prepare: The function that each process calls first; None: :func:`begin_aside`.
        """
        self._prepare = prepare or begin_aside
        self._pool: ProcessPoolExecutor | None = None
        self._process: int | None = None
        """The id of the process, once it runs."""

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do some work in the process.

        Raises:
            InterruptedWorkError: The work was given up, or the process could not be started.
        """
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
