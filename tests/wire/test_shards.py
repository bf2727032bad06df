"""Several processes that share the shards: one is killed, all are replaced, and cut off from PostgreSQL."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.databases import copied, of_servers
from tests.programs import Launcher

from .many import Many
from .shards import Show, Worker

pytestmark = [of_servers, pytest.mark.deep, pytest.mark.timeout(400)]
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
    """Let processes share six shards evenly, with tables at which members play."""
    copied(empty, folder / "bezique.db")
    wire = Many(shards=6, servers=6, concurrency=16)
    await wire.start()
    workers = [Worker(each, wire, folder, part) for each, part in zip(launchers, parts(len(launchers)), strict=True)]
    show = Show(folder, wire, workers, random.Random(5))
    everyone = list(show.workers)
    try:
        await show.furnish(12)
        for worker in show.workers:
            await worker.start()
        show.begin(0.6)
        await show.all_answered(SECONDS)
        show.reset()
        yield show
    finally:
        show.stopping = True
        for worker in {*everyone, *show.workers}:
            await worker.close()
        await wire.stop()


def parts(count: int) -> list[range]:
    """Return the shards of each of so many processes."""
    return [range(number * 6 // count, (number + 1) * 6 // count) for number in range(count)]


async def test_shards_of_a_killed_process_answer_again_and_nothing_is_lost_or_doubled(
    launchers: list[Launcher], tmp_path: Path, empty: Path
) -> None:
    async with playing(tmp_path, empty, launchers[:3]) as show:
        await show.killed(show.workers[0])
        await show.all_answered(SECONDS)
        await clean(show)


async def test_processes_are_replaced_one_by_one_by_standbys(
    launchers: list[Launcher], tmp_path: Path, empty: Path
) -> None:
    async with playing(tmp_path, empty, launchers[:2]) as show:
        former = list(show.workers)
        for old, launcher in zip(former, launchers[2:], strict=True):
            await asyncio.sleep(6)  # a turn to identify ends with its process, so that none is under way
            await show.replaced(old, Worker(launcher, show.wire, tmp_path, old.shards))
        await show.all_answered(SECONDS)
        await clean(show, former)


async def test_a_standby_goes_on_when_the_process_is_killed(
    launchers: list[Launcher], tmp_path: Path, empty: Path
) -> None:
    async with playing(tmp_path, empty, launchers[:2]) as show:
        first = show.workers[0]
        standby = Worker(launchers[2], show.wire, tmp_path, first.shards)
        await show.standing_by(standby)
        await show.killed(first, again=False)
        await show.all_answered(SECONDS)
        assert "shards taken" in standby.said
        await clean(show)


async def test_processes_that_are_cut_off_from_the_database_come_back_with_their_sessions(
    launchers: list[Launcher], tmp_path: Path, empty: Path
) -> None:
    async with playing(tmp_path, empty, launchers[:2]) as show:
        began = len(show.wire.gateway.began)
        show.cut_lines()
        await asyncio.sleep(5)
        await show.all_answered(SECONDS)
        await clean(show)
        assert len(show.wire.gateway.began) == began, "nobody had to identify itself anew"
        assert all("the line to the database is there again" in worker.log[-1] for worker in show.workers)


async def clean(show: Show, former: Sequence[Worker] = ()) -> None:
    """See that nothing is lost or doubled, and that every board is right."""
    audit = await show.audited(former)
    assert audit.faults == []
    assert audit.counts["acts acknowledged"] > 2
