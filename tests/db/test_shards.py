"""What is kept of the processes that share the work, and of their shards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db import ProcessRow, ShardRow
from tests.db.samples import NOON, later

if TYPE_CHECKING:
    from datetime import datetime

    from db import Store

ME, OTHER = 2**61, 7


def process(number: int, **changes: object) -> ProcessRow:
    row = {"name": "blue:1", "version": "1", "started": NOON, "wants": "/16", "shards": 16, "last_seen": NOON}
    return ProcessRow(number, **{**row, **changes})  # type: ignore[arg-type]


async def rows(store: Store) -> list[ShardRow]:
    async with store.read() as reader:
        return await reader.shards.all()


async def seen(store: Store, shard: int, count: int = 16) -> datetime | None:
    async with store.read() as reader:
        return await reader.shards.last_seen({shard}, count)


async def test_a_process_says_who_it_is_and_those_that_are_alone_do_not_count(store: Store) -> None:
    async with store.write() as tx:
        await tx.processes.beat(99, NOON)
        await tx.shards.join(process(ME))
        await tx.shards.join(process(OTHER))
        await tx.shards.join(process(OTHER, leaving=True))
        await tx.processes.beat(ME, later(5))
    async with store.read() as reader:
        found = {row.id: row for row in await reader.shards.processes()}
    assert found == {ME: process(ME, last_seen=later(5)), OTHER: process(OTHER, leaving=True)}
    async with store.write() as tx:
        await tx.processes.ended(OTHER)
        assert [row.id for row in await tx.shards.processes()] == [ME]


async def test_a_shard_goes_from_one_to_an_heir(store: Store) -> None:
    async with store.write() as tx:
        await tx.shards.took({3}, 16, ME)
        assert await tx.shards.all() == [ShardRow(3, 16, ME)]
        await tx.shards.answers(3, 16, ME, NOON)
        await tx.shards.saw({3}, 16, later(1))
        await tx.shards.court({3, 4}, 16, OTHER, ready=False)
    assert await rows(store) == [
        ShardRow(3, 16, ME, NOON, later(1), heir=OTHER),
        ShardRow(4, 16, heir=OTHER),
    ]
    async with store.write() as tx:
        await tx.shards.court({3}, 16, OTHER, ready=True)
        await tx.shards.forgo(4, ME)
        await tx.shards.forgo(4, OTHER)
        assert (await tx.shards.all())[0] == ShardRow(3, 16, ME, NOON, later(1), OTHER, heir_ready=True)
        await tx.shards.gave_up({3}, OTHER)
        assert (await tx.shards.all())[0].process == ME, "who has lost a shard takes it from nobody"
        await tx.shards.gave_up({3}, ME)
        await tx.shards.took({3, 4}, 16, OTHER)
        await tx.shards.answers(3, 16, OTHER, later(4))
    assert await rows(store) == [
        ShardRow(3, 16, OTHER, later(4), later(4)),
        ShardRow(4, 16, OTHER),
    ]


async def test_when_a_shard_was_last_answered_for_is_its_own(store: Store) -> None:
    assert await seen(store, 1) is None
    async with store.write() as tx:
        await tx.shards.saw({1, 2}, 16, NOON)
        await tx.shards.saw({2}, 16, later(9))
    assert (await seen(store, 1), await seen(store, 2)) == (NOON, later(9))


async def test_a_shard_of_another_number_or_of_none_was_answered_for_when_anybody_was(store: Store) -> None:
    async with store.write() as tx:
        await tx.schedule.beat(later(3))
    assert await seen(store, 1) == later(3)
    async with store.write() as tx:
        await tx.shards.saw({1}, 16, later(9))
    assert await seen(store, 1, count=32) == later(9)
    assert await seen(store, 5) == later(9)
    async with store.write() as tx:
        await tx.schedule.beat(later(11))
    assert await seen(store, 5) == later(11)
    assert await seen(store, 1) == later(11), "who was alone answered for it too"


@pytest.mark.deep
async def test_with_another_number_of_shards_all_begin_from_when_anybody_answered(store: Store) -> None:
    async with store.write() as tx:
        await tx.shards.join(process(ME))
        await tx.shards.took({1}, 16, ME)
        await tx.shards.saw({1}, 16, NOON)
        await tx.shards.saw({2}, 16, later(5))
        await tx.shards.join(process(OTHER, shards=8))
    assert await rows(store) == []
    assert await seen(store, 1, count=8) == later(5)
    async with store.write() as tx:
        await tx.shards.saw({1}, 8, later(7))
        await tx.shards.join(process(ME, shards=16))
    assert await seen(store, 1) == later(7)
