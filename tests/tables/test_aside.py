"""What can wait is done in a process of its own, which ends for whoever cannot."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.house.pool import Aside, InterruptedWorkError
from tests.house_pool import begin


@pytest.fixture
async def aside() -> AsyncIterator[Aside]:
    opened = Aside(begin)
    yield opened
    opened.stop()


def endless(sign: Path) -> None:
    """Work for ever, in the process whose number it has written down."""
    sign.with_suffix(".begun").write_text(str(os.getpid()))
    sign.with_suffix(".begun").rename(sign)
    while True:
        pass


def stumbling() -> None:
    raise ValueError("the work itself")


def number_in(sign: Path) -> int | None:
    return int(sign.read_text()) if sign.exists() else None


async def written(sign: Path) -> int:
    """Wait until a process has written down its number, and return it."""
    while True:
        process = number_in(sign)
        if process is not None:
            return process
        await asyncio.sleep(0.01)


async def gone(process: int) -> None:
    """Wait until a process is gone; a test that waits in vain is ended from outside."""
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.01)


@pytest.mark.deep
async def test_work_ends_at_once_for_whoever_waits_and_the_next_begins_a_process_of_its_own(
    aside: Aside, tmp_path: Path
) -> None:
    sign = tmp_path / "process"
    working = asyncio.create_task(aside.do(endless, sign))
    process = await written(sign)
    aside.stop()
    with pytest.raises(InterruptedWorkError):
        await working
    await gone(process)
    next_one = await aside.do(os.getpid)
    assert next_one not in (process, os.getpid())
    with pytest.raises(ValueError, match="the work itself"):
        await aside.do(stumbling)
    assert await aside.do(os.getpid) == next_one
    sign.unlink()
    working = asyncio.create_task(aside.do(endless, sign))
    assert await written(sign) == next_one
    working.cancel()
    with pytest.raises(asyncio.CancelledError):  # who asked is cancelled, which is told from the work being given up
        await working


async def test_work_whose_process_has_not_begun_is_given_up_too(aside: Aside) -> None:
    working = asyncio.create_task(aside.do(os.getpid))
    await asyncio.sleep(0)
    aside.stop()
    with pytest.raises(InterruptedWorkError):
        await working
