"""Several processes' leases on one server of PostgreSQL's: who comes, shares, leaves, and loses the line."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from bot.shards.duties import Disagreement
from db import DatabaseError, Word
from tests.databases import connected, of_files, of_servers

from .processes import COUNT, World

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.deep


@of_files
async def test_several_processes_on_a_file_are_refused_in_a_sentence(world: World) -> None:
    with pytest.raises(DatabaseError, match="Several processes need PostgreSQL"):
        await world.process()


@of_servers
async def test_the_first_has_everything_and_shares_it_with_who_comes_one_shard_after_the_other(world: World) -> None:
    ann = await world.process()
    await world.until(world.all_answered)
    ben = await world.process()
    await world.until(lambda: world.shares() == [COUNT // 2] * 2 and world.all_answered())
    await world.until(lambda: ann.leases.tally.handed == COUNT // 2)
    assert ann.leases.tally.taken == COUNT
    assert (ben.leases.tally.taken, ben.leases.tally.received) == (0, COUNT // 2)
    assert ann.known == ann.share.held
    await world.until(lambda: set(ann.ready) == ann.share.held and set(ben.ready) == ben.share.held)


@of_servers
async def test_what_nobody_is_served_on_yet_is_shared_without_heirs(world: World) -> None:
    ann = await world.process(at_once=False)
    await world.until(lambda: len(ann.leases.hold.leases) == COUNT)
    ben = await world.process(at_once=False)
    await world.until(lambda: len(ben.leases.hold.leases) == COUNT // 2)
    assert (ann.leases.tally.handed, ben.leases.tally.received) == (0, 0)
    assert not ann.share.held
    for each in (ann, ben):
        each.at_once, each.ready = True, dict.fromkeys(each.ready, True)
    await world.until(world.all_answered)
    assert world.shares() == [COUNT // 2] * 2


@of_servers
async def test_the_shards_of_one_that_is_killed_are_taken_over_and_the_time_is_told(world: World) -> None:
    ann, ben, cam = [await world.process() for _ in range(3)]
    await world.until(lambda: max(world.shares()) == 3 and world.all_answered())
    had = set(ben.share.held)
    waited: list[float] = []
    ann.leases.tally.unanswered = cam.leases.tally.unanswered = waited.append
    await ben.kill()
    await world.until(lambda: world.all_answered() and len(waited) >= len(had))
    assert world.shares() == [4, 4]
    again = await world.process()
    await world.until(lambda: sorted(world.shares()) == [2, 3, 3] and world.all_answered())
    assert again.leases.tally.received == len(again.share.held)


@of_servers
async def test_who_leaves_hands_over_everything_as_the_heirs_get_ready(world: World) -> None:
    ann = await world.process()
    await world.until(world.all_answered)
    ben = await world.process(at_once=False)
    leaving = asyncio.create_task(ann.leases.leave(50))
    await world.until(lambda: set(ben.ready) == set(range(COUNT)))
    assert len(ann.share.held) == COUNT, "it answers until an heir can"
    for shard in range(COUNT):
        ben.ready[shard] = True
        await world.until(lambda shard=shard: shard in ben.share.held)  # type: ignore[misc]
        assert world.all_answered()
    await leaving
    await ann.stop()
    world.processes.remove(ann)
    assert ben.leases.tally.received == COUNT
    assert world.all_answered()


@of_servers
async def test_who_leaves_waits_no_longer_than_it_may_and_not_at_all_where_nobody_could_come(world: World) -> None:
    ann = await world.process()
    await world.until(world.all_answered)
    await asyncio.wait_for(ann.leases.leave(1000), 30)
    ben = await world.process(at_once=False)
    await world.until(lambda: len(ben.ready) == COUNT)
    await ann.leases.leave(0.3)
    assert len(ann.share.held) == COUNT
    await ann.stop()
    ben.ready = dict.fromkeys(range(COUNT), True)
    await world.until(world.all_answered)


@of_servers
async def test_without_its_line_a_process_answers_for_nothing_and_gets_back_what_it_had(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.shards.leases.GRACE", 60.0)
    ann, ben = [await world.process() for _ in range(2)]
    await world.until(lambda: world.shares() == [4, 4] and world.all_answered())
    before = set(ann.share.held), set(ben.share.held)
    handed = ann.leases.tally.handed + ben.leases.tally.handed
    with connected(tmp_path / "bezique.db") as beside:
        beside.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'bezique line'"
        )
        await world.until(lambda: ann.leases.tally.lines_lost + ben.leases.tally.lines_lost == 2)
    await world.until(lambda: world.all_answered() and ann.read + ben.read == 2)
    assert (set(ann.share.held), set(ben.share.held)) == before
    assert ann.leases.tally.handed + ben.leases.tally.handed == handed
    assert (ann.known, ben.known) == before


@of_servers
async def test_the_moment_the_line_is_lost_nothing_is_answered_though_the_server_stays_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await world.process()
    await world.until(world.all_answered)

    async def away() -> None:
        raise DatabaseError("away")

    monkeypatch.setattr(ann.store, "line", away)
    line = ann.leases.hold.line
    line._driver.terminate()
    await line.lost.wait()
    await asyncio.sleep(0)
    assert not ann.share.held
    assert not ann.leases.hold.leases
    assert ann.leases.trouble() == "no line to the database"
    await world.until(lambda: not ann.known)
    ben = await world.process()
    await world.until(world.all_answered)
    assert len(ben.share.held) == COUNT
    monkeypatch.undo()
    await world.until(lambda: world.shares() == [4, 4] and world.all_answered())


@of_servers
async def test_a_line_lost_while_a_shard_is_being_adopted_leaves_nothing_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await world.process(start=False)
    adopted, go_on = asyncio.Event(), asyncio.Event()
    really = ann.adopt

    async def adopt(shard: int) -> None:
        adopted.set()
        await go_on.wait()
        await really(shard)

    monkeypatch.setattr(ann, "adopt", adopt)
    await ann.start()
    await adopted.wait()
    line = ann.leases.hold.line
    line._driver.terminate()
    await line.lost.wait()
    await asyncio.sleep(0)
    go_on.set()
    await world.until(lambda: ann.leases.tally.lines_lost == 1 and world.all_answered())
    assert ann.known == set(range(COUNT))


@of_servers
async def test_processes_that_count_other_shards_are_not_mixed(world: World) -> None:
    await world.process()
    other = await world.process("/16", start=False)
    with pytest.raises(Disagreement, match="share 8 shards, and this one is to share 16"):
        await other.start()


@of_servers
async def test_preferred_shards_come_to_who_prefers_them(world: World) -> None:
    ann, ben = await world.process("4-7/8"), await world.process("0-3/8")
    await world.until(lambda: ann.share.held == {4, 5, 6, 7} and ben.share.held == {0, 1, 2, 3})


@of_servers
async def test_words_of_others_are_passed_on(world: World) -> None:
    ann, ben = [await world.process() for _ in range(2)]
    await ann.store.do(lambda tx: tx.say("member", 5))
    await world.until(lambda: Word("member", 5, ann.store.process) in ben.words)
    assert not ann.words


@of_servers
async def test_a_failure_of_the_database_in_the_middle_of_a_handover_loses_no_shard(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await world.process()
    await world.until(world.all_answered)
    failures = iter(range(3))
    really = ann.store.do

    async def fails(work: object, *, beside: bool = False) -> object:
        with suppress(StopIteration):
            next(failures)
            raise DatabaseError("full")
        return await really(work, beside=beside)  # type: ignore[arg-type]

    monkeypatch.setattr(ann.store, "do", fails)
    await world.process()
    await world.until(lambda: world.shares() == [4, 4] and world.all_answered())
