"""The code of a pool process: it makes one decision at a time, from a view sent to it and nothing else."""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Final, TypeVar

from bot.engine import View
from bot.house.roster import Level

from .players import Decision, choose
from .search import Effort

T = TypeVar("T")

STANDS_BACK: Final = 10
"""Niceness of a thinking process, so that the processes that answer people come first."""
_NEVER_LONGER: Final = 120.0
"""Seconds after which a process that has not decided ends itself and makes room for another.

This is twice as long as anybody waits, because whatever else is waited for in that process ends with it.
"""


class TooLateError(Exception):
    """Nobody waits for the answer any more."""


GIVE_UP: Final = signal.SIGALRM if hasattr(signal, "SIGALRM") else signal.SIGTERM
"""Signal that makes a process give up work nobody waits for; without SIGALRM the process ends and is replaced."""

_at_work = False
"""Whether the process is doing work that may be given up."""


def begin(niceness: int = STANDS_BACK) -> None:
    """Prepare a process: lower its priority, leave Ctrl-C to its parent, and let it end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not every system has these
        signal.signal(GIVE_UP, _give_up)
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def weigh(level: Level, view: View, seed: int, effort: Effort | None = None) -> Decision:
    """Return what a player of a level does, from the view of the seat on turn alone."""
    return choose(level, view, Random(seed), effort=effort)  # noqa: S311 - play, not secrets


def in_process(work: Callable[[], T], until: float | None = None) -> T:
    """Do some work of the house in time (by the monotonic clock); else end the process, or raise `TooLateError`."""
    global _at_work  # noqa: PLW0603 - a signal handler has no other way to know
    faulthandler.dump_traceback_later(_NEVER_LONGER, exit=True)
    try:
        _at_work = True
        if until is not None:
            _give_up_after(until - time.monotonic())
        return work()
    finally:
        _at_work = False
        _give_up_after(0.0)
        faulthandler.cancel_dump_traceback_later()


def _give_up_after(seconds: float) -> None:
    """Give up the current work after some seconds; 0 switches this off."""
    if seconds < 0.0:
        raise TooLateError
    with contextlib.suppress(AttributeError):  # not every system has this
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    if _at_work:
        raise TooLateError
