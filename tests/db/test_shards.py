"""What is kept of the processes that share the work, and the words between them."""

from __future__ import annotations

import json
from datetime import datetime
from typing import get_args

import pytest

from db import Part, Store, Word
from db.line import About, said, understood
from tests.databases import of_files
from tests.db.samples import NOON, later

ME, OTHER = 2**61, 7


async def seen(store: Store, shard: int, count: int = 16) -> datetime | None:
    async with store.read() as reader:
        return await reader.shards.last_seen({shard}, count)


async def test_who_took_a_shard_last_is_known(store: Store) -> None:
    async with store.write() as tx:
        await tx.shards.saw({5}, 16, NOON)
        await tx.shards.took(Part((3, 4), 16), ME, NOON)
        await tx.shards.took(Part((4,), 16), OTHER, NOON)
        assert await tx.shards.holders(Part((3,), 16)) == {ME}
        assert await tx.shards.holders(Part((3, 4, 5), 16)) == {ME, OTHER, None}
        assert set(await tx.processes.others(1)) == {ME, OTHER}
        assert await tx.processes.others(1, only_alone=True) == {}


async def test_when_a_shard_was_last_answered_for_is_its_own(store: Store) -> None:
    assert await seen(store, 1) is None
    async with store.write() as tx:
        await tx.shards.saw({1, 2}, 16, NOON)
        await tx.shards.saw({2}, 16, later(9))
    assert (await seen(store, 1), await seen(store, 2)) == (NOON, later(9))


async def test_a_shard_of_another_number_or_of_none_was_answered_for_when_anybody_was(store: Store) -> None:
    async with store.write() as tx:
        await tx.schedule.heartbeat(later(3))
    assert await seen(store, 1) == later(3)
    async with store.write() as tx:
        await tx.shards.saw({1}, 16, later(9))
    assert await seen(store, 1, count=32) == later(9)
    assert await seen(store, 5) == later(9)
    async with store.write() as tx:
        await tx.schedule.heartbeat(later(11))
    assert await seen(store, 5) == later(11)
    assert await seen(store, 1) == later(11), "who was alone answered for it too"


@pytest.mark.deep
async def test_with_another_number_of_shards_all_begin_from_when_anybody_answered(store: Store) -> None:
    async with store.write() as tx:
        await tx.shards.took(Part((1,), 16), ME, NOON)
        await tx.shards.saw({1}, 16, NOON)
        await tx.shards.saw({2}, 16, later(5))
        await tx.shards.took(Part((1,), 8), OTHER, NOON)
    assert await seen(store, 1, count=8) == later(5)
    async with store.write() as tx:
        await tx.shards.saw({1}, 8, later(7))
        await tx.shards.took(Part((1,), 16), ME, NOON)
    assert await seen(store, 1) == later(7)


# ------------------------------------------------------------------ words from process to process


def payload_of(word: Word) -> str:
    channel, payload = said(word).compile().params.values()
    assert channel == "bezique"
    return str(payload)


@pytest.mark.parametrize("about", get_args(About))
def test_what_is_said_is_understood(about: About) -> None:
    word = Word(about, 2**62, 7)
    assert understood(payload_of(word)) == word
    assert len(payload_of(word)) < 100


@pytest.mark.parametrize(
    "payload",
    [
        "", "hello", "{}", "7", "null", "[]", '["member", 1]', '["member", 1, 2, 3]', '["weather", 1, 2]',
        '["member", "1", 2]', '["member", true, 2]', '[["member"], 1, 2]', "[" * 3000,
    ],
)  # fmt: skip
def test_what_another_version_may_say_is_passed_over(payload: str) -> None:
    assert understood(payload) is None


def test_a_word_holds_nothing_but_what_about_and_who() -> None:
    assert json.loads(payload_of(Word("table", 3, 4))) == ["table", 3, 4]


@of_files
async def test_on_a_file_nothing_is_said_and_no_line_is_opened(store: Store) -> None:
    await store.do(lambda tx: tx.say("member", 1))
    with pytest.raises(Exception, match="Several processes need PostgreSQL"):
        await store.line()
    async with store.write() as tx:
        await tx.say("guild", 2)
