"""The locks of shards over a real PostgreSQL: standbys, lost lines, turns to identify. Only Discord is not there."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from bot import scale as shards
from bot.scale import Shards, Taken
from db import OtherCount, Part, Store, Word
from tests.databases import connected, of_servers

pytestmark = of_servers


class Sessions:
    """Sessions with Discord that are always there."""

    def is_ready(self, _shard: int) -> bool:
        return True

    def trouble(self) -> str | None:
        return None

    async def until_a_start_is_left(self) -> int:
        return 2


class World:
    """Processes over one database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.stores: list[Store] = []
        self.processes: list[Shards] = []

    async def store(self) -> Store:
        self.stores.append(await Store.open(self.url))
        return self.stores[-1]

    def process(self, *own: int, of: int = 8) -> Shards:
        self.processes.append(Shards(Part(own, of), cast("Any", Sessions())))
        return self.processes[-1]

    async def begun(self, *own: int) -> Shards:
        process = self.process(*own)
        await process.begin(await self.store())
        return process


@pytest.fixture
async def world(url: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    await store.ping()
    monkeypatch.setattr(shards, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(shards, "APART_SECONDS", 0.3)
    world = World(url)
    yield world
    for process in world.processes:
        await process.end()
    for each in world.stores:
        await each.close()


def cut(path: Path, *but: Shards) -> None:
    """Have the server end every line but some."""
    kept = [each._line._backend for each in but if each._line is not None]
    asked = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'bezique line'"
    with connected(path) as beside:
        for row in list(beside.execute(asked)):
            if row["pid"] not in kept:
                list(beside.execute("SELECT pg_terminate_backend(?)", row["pid"]))


async def until(come: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not come():  # noqa: ASYNC110 - it is for processes to say nothing of it
            await asyncio.sleep(0.01)


async def test_a_process_whose_shards_are_taken_waits_and_goes_on_when_they_are_free(world: World) -> None:
    first, other = await world.begun(0, 1), await world.begun(2)
    assert (first.trouble(), other.trouble()) == (None, None)
    standby = world.process(0, 1)
    waiting = asyncio.create_task(standby.begin(await world.store()))
    await until(lambda: standby.trouble() == "standby: another process answers for the shards 0-1 of 8")
    assert standby.counted() == {"all": 8, "held": 0, "connected": 2}
    await first.end()
    await asyncio.wait_for(waiting, 10)
    assert standby.trouble() is None
    assert standby.counted()["held"] == 2


async def test_whoever_counts_other_shards_does_not_start(world: World) -> None:
    await world.begun(0)
    with pytest.raises(OtherCount, match="that run share 8 shards, and this one is to share 16"):
        await world.process(9, of=16).begin(await world.store())


async def test_a_process_that_lost_its_line_comes_back_and_reads_what_it_missed(world: World, path: Path) -> None:
    process = await world.begun(0, 1)
    seen: list[object] = []

    async def read_anew() -> None:
        seen.append("read")

    process.follow(seen.append, read_anew, seen.append)
    keeping = asyncio.create_task(process.keep(asyncio.sleep(60)))
    await asyncio.sleep(0.05)
    cut(path)
    await until(lambda: seen == [True, "read", False])
    assert process.trouble() is None
    assert process.lines_lost == 1
    assert not keeping.done()
    keeping.cancel()


async def test_a_process_ends_where_another_took_its_shards_while_its_line_was_lost(world: World, path: Path) -> None:
    process = await world.begun(0, 1)
    standby = world.process(0, 1)
    waiting = asyncio.create_task(standby.begin(await world.store()))
    await until(lambda: standby.trouble() is not None and standby._line is not None)
    await asyncio.sleep(0.1)
    suspended: list[bool] = []
    process._suspended = suspended.append
    cut(path, standby)
    await asyncio.wait_for(waiting, 10)
    with pytest.raises(Taken, match="answers for the shards 0-1 of 8 now"):
        await asyncio.wait_for(process.keep(asyncio.sleep(60)), 10)
    assert suspended == [True]
    await standby.end()  # it has come and gone
    late = await world.begun(0, 1)
    assert late.trouble() is None


async def test_shards_of_a_bucket_identify_themselves_apart_in_all_processes(world: World) -> None:
    processes = [await world.begun(0, 2), await world.begun(1, 4)]
    began: list[tuple[int, float]] = []

    async def identify(process: Shards, shard: int) -> None:
        await process.identify(shard)
        began.append((shard % 2, asyncio.get_running_loop().time()))

    await asyncio.gather(*(identify(each, shard) for each in processes for shard in each.part.shards))
    even = sorted(at for bucket, at in began if bucket == 0)
    assert len(even) == 3
    assert min(after - before for before, after in itertools.pairwise(even)) > 0.29
    (odd,) = (at for bucket, at in began if bucket == 1)
    assert odd - even[0] < 0.29, "the other bucket waits for nobody"


async def test_a_process_that_is_killed_in_its_turn_keeps_nobody_waiting(world: World, path: Path) -> None:
    first, second = await world.begun(0), await world.begun(2)
    await first.identify(0)
    cut(path, second)
    await asyncio.wait_for(second.identify(2), 10)


async def test_words_that_come_while_a_process_starts_are_followed_once_it_can(world: World) -> None:
    first = await world.begun(0)
    second, seen = await world.begun(1), list[object]()
    (speaking,) = (each for each in world.stores if each.process == world.stores[0].process)
    await speaking.do(lambda tx: tx.say("member", 5))
    await until(lambda: bool(second._early))

    async def nothing() -> None:
        """Read nothing."""

    second.follow(seen.append, nothing, seen.append)
    assert seen == [Word("member", 5, speaking.process)]
    await speaking.do(lambda tx: tx.say("guild", 6))
    await until(lambda: len(seen) == 2)
    assert first._early == {}
