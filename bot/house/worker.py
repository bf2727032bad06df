"""What runs in a process of the pool: one decision at a time, for a view that was sent over and nothing else."""

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

from .levels import Level
from .players import Decision, choose
from .search import Effort

T = TypeVar("T")

STANDS_BACK: Final = 10
"""By so much thinking that nobody waits for gives way to whoever answers people."""
_NEVER_LONGER: Final = 120.0
"""A process that has not decided after so many seconds ends itself, and makes room for another.

Twice as long as anybody waits: what others wait for in that process ends with it.
"""


class TooLateError(Exception):
    """Nobody waits for the answer any more."""


GIVE_UP: Final = signal.SIGALRM if hasattr(signal, "SIGALRM") else signal.SIGTERM
"""What tells a process that nobody waits for what it is at; where there is no such thing, another takes its place."""

_at_work = False
"""Whether the process is at something that may be given up."""


def begin(niceness: int = STANDS_BACK) -> None:
    """Prepare a process: it gives way to others, leaves Ctrl-C to its parent, and ends with it.

    Args:
        niceness: How far it stands back behind its parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # where there is no such thing
        signal.signal(GIVE_UP, _give_up)
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def weigh(level: Level, view: View, seed: int, effort: Effort | None = None) -> Decision:
    """Return what a player of a level does.

    Args:
        level: The level.
        view: What its seat sees; it must be on turn.
        seed: The source of chance.
        effort: What the strong player spends (None: what is usual).
    """
    return choose(level, view, Random(seed), effort=effort)  # noqa: S311 - play, not secrets


def in_process(work: Callable[[], T], until: float | None = None) -> T:
    """Do some work of the house's; the process ends where no answer is found in a long time.

    Args:
        work: What is to be done.
        until: So long somebody waits for it, by the machine's monotonic clock (None: for as long as it takes).

    Raises:
        TooLateError: It was given up, or not done by then: the process is free for what others wait for.
    """
    global _at_work  # noqa: PLW0603 - a signal knows nothing else
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
    """Set the clock for what is being done, or (0) take it off."""
    if seconds < 0.0:
        raise TooLateError
    with contextlib.suppress(AttributeError):  # where there is no such thing
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    """Break off what is being done."""
    if _at_work:
        raise TooLateError
