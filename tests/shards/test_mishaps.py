"""What goes wrong in the middle: others that count differently, tables that cannot be read, a shard cut off."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.shards.duties import Disagreement
from db import DatabaseError
from tests.databases import of_servers

from .processes import COUNT, World

if TYPE_CHECKING:
    from db import Line

pytestmark = pytest.mark.deep


@of_servers
async def test_two_that_count_other_shards_and_come_at_once_are_not_mixed(world: World) -> None:
    several = [await world.process(wish, start=False) for wish in ("/8", "/16", "/8", "/16")]
    came = await asyncio.gather(*(each.start() for each in several), return_exceptions=True)
    joined = [each for each, failed in zip(several, came, strict=True) if failed is None]
    assert len({each.share.count for each in joined}) == 1
    assert sum(isinstance(failed, Disagreement) for failed in came) == 2


@of_servers
async def test_a_process_that_comes_back_to_others_that_count_other_shards_holds_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await world.process()
    await world.until(world.all_answered)
    really = ann.store.line

    async def away() -> None:
        raise DatabaseError("away")

    monkeypatch.setattr(ann.store, "line", away)
    ann.leases.hold.line._driver.terminate()
    await world.until(lambda: not ann.known)
    ben = await world.process("/16")
    tried = asyncio.Event()

    async def opened() -> Line:
        tried.set()
        return await really()

    monkeypatch.setattr(ann.store, "line", opened)
    await tried.wait()
    await world.until(lambda: len(ben.share.held) == 16 and "share 16 shards" in ann.leases._trouble)
    assert not ann.leases.hold.leases
    assert ann.leases.tally.lines_lost == 1, "a line that it ends itself is not lost"


@of_servers
async def test_what_could_not_be_read_anew_with_a_new_line_is_read_before_anything_is_taken(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await world.process()
    await world.until(world.all_answered)
    failures, really = iter(range(2)), ann.read_anew

    async def read_anew() -> None:
        assert not ann.leases.hold.leases
        for _ in failures:
            raise DatabaseError("starting up")
        await really()

    monkeypatch.setattr(ann, "read_anew", read_anew)
    ann.leases.hold.line._driver.terminate()
    await world.until(lambda: ann.leases.tally.lines_lost == 1 and world.all_answered())
    assert ann.read == 1


@of_servers
async def test_a_shard_whose_tables_cannot_be_read_keeps_no_other_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await world.process(start=False)
    really, broken = ann.adopt, {0, 3}

    async def adopt(shard: int) -> None:
        if shard in broken:
            raise DatabaseError("damaged")
        await really(shard)

    monkeypatch.setattr(ann, "adopt", adopt)
    await ann.start()
    await world.until(lambda: len(ann.share.held) == COUNT - len(broken))
    broken.clear()
    await world.until(world.all_answered)


@of_servers
async def test_a_shard_that_was_cut_off_from_discord_is_not_noted_as_answered_when_it_is_handed_over_or_left(
    world: World,
) -> None:
    ann = await world.process()
    await world.until(world.all_answered)

    async def seen() -> dict[int, object]:
        async with ann.store.read() as reader:
            return {row.id: row.last_seen for row in await reader.shards.all()}

    before = await seen()
    ann.ready[4] = ann.ready[2] = False
    ben = await world.process(at_once=False)
    await world.until(lambda: 4 in ben.ready)
    moved: list[object] = []
    really = ben.adopt

    async def adopt(shard: int) -> None:
        moved.append((await seen())[shard])
        await really(shard)

    ben.adopt = adopt  # type: ignore[method-assign]
    ben.ready[4] = True
    await world.until(lambda: 4 in ben.share.held)
    assert moved == [before[4]], "the heir gives back the time from when somebody could act"
    await ann.stop()
    world.processes.remove(ann)
    after = await seen()
    assert after[2] == before[2]
    assert after[1] != before[1]


@of_servers
async def test_who_holds_nothing_yet_leaves_at_once(world: World) -> None:
    ann = await world.process(start=False)
    await ann.leases.begin()
    await asyncio.wait_for(ann.leases.leave(1000), 30)
