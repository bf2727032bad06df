"""The processes in which the house thinks: what nobody waits for any more is given up there, too."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.tables.house import pool as pools
from bot.tables.house.pool import Pool, ThinkingFailedError
from tests.house_pool import ENDLESS, begin

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.deep


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pool]:
    monkeypatch.setattr(pools, "begin", begin)  # a test waits for it
    opened = Pool(1, 0)
    yield opened
    opened.close()


def endless(sign: Path) -> None:
    sign.touch()
    while True:
        pass


async def begun(sign: Path) -> None:
    """Wait until a process is at what has no end."""
    while True:
        if await asyncio.to_thread(sign.exists):
            return
        await asyncio.sleep(0.01)


async def test_process_gives_up_what_is_not_done_in_time_and_is_free_for_the_next(pool: Pool, tmp_path: Path) -> None:
    process = await pool.do(ENDLESS, 1, os.getpid)
    with pytest.raises(ThinkingFailedError):
        await pool.do(0.2, 1, partial(endless, tmp_path / "begun"))
    assert await pool.do(ENDLESS, 1, os.getpid) == process
    assert pool.idle


async def test_process_gives_up_what_nobody_waits_for_any_more(pool: Pool, tmp_path: Path) -> None:
    process = await pool.do(ENDLESS, 1, os.getpid)
    waiting = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "begun")))
    await begun(tmp_path / "begun")
    behind = asyncio.create_task(pool.do(ENDLESS, 1, os.getpid))
    waiting.cancel()
    assert await behind == process
    assert waiting.cancelled()


async def test_process_gives_up_what_it_has_not_even_begun(pool: Pool, tmp_path: Path) -> None:
    process = await pool.do(ENDLESS, 1, os.getpid)
    for at in range(20):  # the word comes before the work, with it, or after it
        waiting = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / str(at))))
        for _ in range(at):
            await asyncio.sleep(0)
        waiting.cancel()
    assert await pool.do(ENDLESS, 1, os.getpid) == process


async def test_what_is_given_up_before_its_turn_takes_none(pool: Pool, tmp_path: Path) -> None:
    first = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "begun")))
    await begun(tmp_path / "begun")
    second = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "second")))
    third = asyncio.create_task(pool.do(ENDLESS, 1, os.getpid))
    await asyncio.sleep(0)
    for each in (second, first):
        each.cancel()
    assert await third
    assert not (tmp_path / "second").exists()


async def test_turns_of_a_server_that_wants_much_are_not_counted_against_another(pool: Pool, tmp_path: Path) -> None:
    many = [asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "begun"))) for _ in range(5)]
    await begun(tmp_path / "begun")
    assert (pool.turns_before(1), pool.turns_before(2)) == (5, 1)
    assert not pool.idle
    for each in many:
        each.cancel()
    await asyncio.gather(*many, return_exceptions=True)
    assert pool.idle
