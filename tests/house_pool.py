"""One pool of real processes for the house, for all tests of a run; it imports nothing of a test's."""

from __future__ import annotations

import functools
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

from bot.coach.review import SampleGroups
from bot.house import worker
from bot.house.search import Effort

if TYPE_CHECKING:
    import pytest

ENDLESS = 3600.0
"""Patience for a machine that is busy with other things, in seconds."""


LITTLE = Effort(groups=1, horizon=1)
"""As few samples as can be."""


class LastingPool(ProcessPoolExecutor):
    """Goes on when a bot ends, and is there for the next one; it ends with the tests."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Do nothing: the next test needs it."""


def begin(_niceness: int = 0) -> None:
    """Prepare a process as for the bot, but one that does not give way: a test waits for it."""
    worker.begin(0)


@functools.cache
def lasting_pool(_niceness: int) -> LastingPool:
    """Return the pool for what stands back so far, which is begun when it is first asked for."""
    return LastingPool(1, mp_context=multiprocessing.get_context("spawn"), initializer=begin)


def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house think in the lasting pool, over as few samples as can be: real, quick, always the same."""
    from bot.tables.house import pool, reviews, thinking  # noqa: PLC0415 - not for the pool's processes

    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.0)
    monkeypatch.setattr(thinking, "EFFORT", LITTLE)
    for patience in ("PATIENCE_SECONDS", "HINT_PATIENCE_SECONDS", "REVIEW_PATIENCE_SECONDS", "_IN_GOOD_TIME"):
        monkeypatch.setattr(thinking, patience, ENDLESS)
    monkeypatch.setattr(reviews, "SAMPLE_GROUPS", SampleGroups(2, 4, 4))
    monkeypatch.setattr(pool, "ProcessPoolExecutor", _lasting)


def _lasting(*given: Any, initargs: tuple[int, ...] = (), **options: Any) -> ProcessPoolExecutor:  # noqa: ANN401
    """Return the lasting pool where the house asks for one; the process for work that can wait is the bot's own."""
    return lasting_pool(*initargs) if initargs else ProcessPoolExecutor(*given, **options)
