"""A process for what can wait: it gives way to everything else, and ends as soon as somebody waits for the house."""

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
"""So much further still it stands back: as far as there is."""


class InterruptedWorkError(Exception):
    """The work was given up for somebody who waits; it can be done again."""


def begin_aside() -> None:
    """Prepare the process: whoever wants the processor has it."""
    begin()
    with suppress(AttributeError, OSError):  # where there is no such thing
        os.nice(_FURTHER)


class Aside:
    """One thing at a time, in a process that is begun when it is needed."""

    def __init__(self, prepare: Callable[[], object] | None = None) -> None:
        """Make the place; no process is begun.

        Args:
            prepare: What each process does first (None: it stands back behind all others).
        """
        self._prepare = prepare or begin_aside
        self._pool: ProcessPoolExecutor | None = None
        self._process: int | None = None
        """Its number, as soon as it runs."""

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do some work.

        Raises:
            InterruptedWorkError: It was given up, or the process could not be begun.
            Exception: What the work has raised.
        """
        pool: ProcessPoolExecutor | None = None
        try:
            pool = self._pool = self._pool or self._begin()
            process = await asyncio.wrap_future(pool.submit(os.getpid))
            if pool is self._pool:
                self._process = process
                return await asyncio.wrap_future(pool.submit(in_process, partial(work, *args, **kwargs)))
        except (BrokenExecutor, OSError) as error:
            if pool is self._pool:  # it has ended by itself: its number may be another's by now
                self._process = None
                self.stop()
            raise InterruptedWorkError from error
        except asyncio.CancelledError:
            if pool is self._pool:  # whoever asked for the work has been cancelled, not the work
                raise
        raise InterruptedWorkError

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=self._prepare)

    def stop(self) -> None:
        """End the process at once, whatever it is at; the next work begins another one."""
        pool, process = self._pool, self._process
        self._pool = self._process = None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
        if process is not None:
            with suppress(OSError):  # it has ended by itself
                os.kill(process, signal.SIGTERM)
