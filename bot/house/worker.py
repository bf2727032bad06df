"""What runs in a process of the pool: one decision at a time, for a view that was sent over and nothing else."""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from random import Random
from typing import Final, ParamSpec, TypeVar

from bot.engine import View

from .levels import Level
from .players import Decision, choose
from .search import Effort

P = ParamSpec("P")
T = TypeVar("T")

_NICENESS: Final = 10
"""Thinking gives way to whoever answers people."""
_NEVER_LONGER: Final = 120.0
"""A process that has not decided after so many seconds ends itself, and makes room for another.

Twice as long as anybody waits: what others wait for in that process ends with it.
"""


def begin() -> None:
    """Prepare a process: it gives way to others, leaves Ctrl-C to its parent, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # where there is no such thing
        os.nice(_NICENESS)
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


def in_process(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do some work of the house's; the process ends where no answer is found in a long time."""
    faulthandler.dump_traceback_later(_NEVER_LONGER, exit=True)
    try:
        return work(*args, **kwargs)
    finally:
        faulthandler.cancel_dump_traceback_later()
