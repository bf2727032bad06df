"""Several processes that share the shards: one is killed, all are replaced; benchmarks/shards.py does so at length."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from tests.databases import copied, of_servers
from tests.programs import Launcher

from .many import Many
from .shards import Show, Worker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

pytestmark = [of_servers, pytest.mark.deep, pytest.mark.timeout(180)]
SECONDS = 60


@pytest.fixture(scope="module")
def launchers() -> Iterator[list[Launcher]]:
    """What starts processes, each one at a time."""
    several = [Launcher() for _ in range(4)]
    yield several
    for launcher in several:
        launcher.close()


@asynccontextmanager
async def playing(folder: Path, empty: Path, launchers: Sequence[Launcher]) -> AsyncIterator[Show]:
    """Let processes share six shards, with tables at which members play."""
    copied(empty, folder / "bezique.db")
    wire = Many(shards=6, servers=6, concurrency=16)
    await wire.start()
    show = Show(folder, wire, [Worker(each, wire, folder) for each in launchers], random.Random(5))
    everyone = list(show.workers)
    try:
        await show.furnish(12)
        for worker in show.workers:
            await worker.start()
        members = asyncio.create_task(show.play(0.6))
        await show.all_answered(SECONDS)
        show.reset()
        yield show
        show.stopping = True
        await members
    finally:
        show.stopping = True
        for worker in {*everyone, *show.workers}:
            await worker.close()
        await wire.stop()


async def spread(show: Show, shares: list[int]) -> None:
    """Return once the processes hold so many shards each: the first one there takes all, and gives some of them up."""
    async with asyncio.timeout(SECONDS):
        while sorted(show.held().values()) != shares:  # noqa: ASYNC110 - the processes tell nobody here
            await asyncio.sleep(0.2)


async def test_shards_of_a_process_that_is_killed_go_on_in_others_and_nothing_is_lost_or_doubled(
    launchers: list[Launcher], tmp_path: Path, empty: Path
) -> None:
    async with playing(tmp_path, empty, launchers[:3]) as show:
        await spread(show, [2, 2, 2])
        await show.killed(show.workers[0])
        await show.all_answered(SECONDS)
        show.stopping = True
        audit = await show.audited()
        assert audit.faults == []
        assert audit.counts["acts acknowledged"] > 10


async def test_processes_are_replaced_one_by_one_and_each_hands_over_all_that_it_has(
    launchers: list[Launcher], tmp_path: Path, empty: Path
) -> None:
    async with playing(tmp_path, empty, launchers[:2]) as show:
        await spread(show, [3, 3])  # or the one that was there first hands over six, and the other nothing
        former = list(show.workers)
        for old, launcher in zip(former, launchers[2:], strict=True):
            await show.replaced(old, Worker(launcher, show.wire, tmp_path))
        await show.all_answered(SECONDS)
        show.stopping = True
        audit = await show.audited(former)
        assert audit.faults == []
        for old in former:
            assert "shard handed over" in old.log[-1]
            assert "not handed over in time" not in old.log[-1]
