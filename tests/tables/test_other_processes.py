"""Processes that share a database see each other, and what is done for an interaction is done by one of them."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

import pytest

from bot.other_processes import SAME_DATABASE, SAME_LOGIN, OtherProcesses
from bot.tables import AnsweredElsewhere, answering
from db import Part, Store


class Seconds:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def stores(store: Store, other: Store) -> list[Store]:
    """Two processes' ways to one database."""
    return [store, other]


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


async def begun(store: Store, clock: Seconds) -> OtherProcesses:
    others = OtherProcesses(store, clock)
    await others.heartbeat()
    await others.look()
    return others


def told(caplog: pytest.LogCaptureFixture, words: str) -> int:
    return sum(words in record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)


async def test_two_that_run_see_each_other_and_each_says_so_once(
    stores: list[Store], clock: Seconds, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = [await begun(store, clock) for store in stores]
    assert (first.trouble(), second.trouble()) == (None, None)
    for _ in range(3):
        for others in (first, second):
            await others.look()
    assert (first.trouble(), second.trouble()) == (SAME_DATABASE, SAME_DATABASE)
    assert told(caplog, SAME_DATABASE) == 2


async def test_where_the_work_is_shared_only_one_that_does_not_share_it_is_in_the_way(
    stores: list[Store], clock: Seconds
) -> None:
    sharing = [OtherProcesses(store, clock, sharing=True) for store in stores]
    for number, (store, others) in enumerate(zip(stores, sharing, strict=True)):
        async with store.write() as tx:
            now = datetime.now(UTC)
            await tx.shards.took(Part((number,), 4), store.process, now)
        await others.heartbeat()
        await others.look()
    for number in range(3):
        for others in sharing:
            await others.heartbeat()
            await others.look()
            others.answered(number)
    assert [others.trouble() for others in sharing] == [None, None]
    third = await Store.open(stores[0]._engine.url.render_as_string(hide_password=False))
    alone = await begun(third, clock)
    await sharing[0].heartbeat()
    for others in (alone, *sharing):
        await others.look()
    assert [others.trouble() for others in (alone, *sharing)] == [SAME_DATABASE] * 3
    await third.close()


async def test_one_that_was_killed_is_not_taken_for_another_that_runs(stores: list[Store], clock: Seconds) -> None:
    await begun(stores[0], clock)
    second = await begun(stores[1], clock)
    for _ in range(5):
        clock.now += 15
        await second.heartbeat()
        await second.look()
        assert second.trouble() is None


@pytest.mark.parametrize("in_order", [True, False])
async def test_one_that_ends_is_forgotten(stores: list[Store], clock: Seconds, in_order: bool) -> None:
    first, second = [await begun(store, clock) for store in stores]
    await first.look()
    assert first.trouble() == SAME_DATABASE
    if in_order:
        await second.end()
    else:
        clock.now += 46
    await first.look()
    assert first.trouble() is None


async def test_answer_of_somebody_else_is_told_of_when_there_are_two(
    stores: list[Store], clock: Seconds, caplog: pytest.LogCaptureFixture
) -> None:
    others = await begun(stores[0], clock)
    for _ in range(2):
        others.answered(1)
    assert others.trouble() is None, "an answer of its own may have been lost"
    for number in range(2, 6):
        others.answered(number)
    assert (others.trouble(), told(caplog, SAME_LOGIN)) == (SAME_LOGIN, 1)
    clock.now += 601
    assert others.trouble() is None


@pytest.mark.parametrize("in_one_go", [True, False])
async def test_what_is_written_for_an_interaction_is_written_by_the_process_that_came_first(
    stores: list[Store], clock: Seconds, in_one_go: bool
) -> None:
    one, two = stores
    others = [await begun(store, clock) for store in stores]

    async def choose(store: Store, value: str, interaction: int) -> None:
        with answering(interaction):
            if in_one_go:
                await store.do(lambda tx: tx.settings.set_of_user(1, "look", value))
                return
            async with store.write() as tx:
                await tx.settings.set_of_user(1, "look", value)

    await choose(one, "emoji", 77)
    with pytest.raises(AnsweredElsewhere):
        await choose(two, "text", 77)
    await choose(one, "pictures", 77)
    assert await two.ask(lambda reader: reader.settings.of_user(1)) == {"look": "pictures"}
    assert [await each.has_taken(77) for each in others] == [False, True]
    assert [await each.has_taken(78) for each in others] == [False, False]
    came = await asyncio.gather(choose(one, "a", 78), choose(two, "b", 78), return_exceptions=True)
    assert [type(each) for each in came].count(AnsweredElsewhere) == 1
    async with two.write() as tx:
        await tx.settings.set_of_user(1, "look", "text")


async def test_what_fails_is_claimed_by_nobody(stores: list[Store]) -> None:
    with answering(77), pytest.raises(ZeroDivisionError):
        async with stores[0].write():
            raise ZeroDivisionError
    with answering(77):
        async with stores[1].write() as tx:
            await tx.settings.set_of_user(1, "look", "text")


async def test_who_has_answered_is_forgotten_after_a_while(
    stores: list[Store], clock: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = await begun(stores[0], clock)
    with answering(77):
        async with stores[1].write() as tx:
            await tx.settings.set_of_user(1, "look", "text")
    await others.heartbeat()
    assert await others.has_taken(77)
    monkeypatch.setattr("bot.other_processes.INTERACTIONS_KEPT", timedelta(minutes=-1))
    await others.heartbeat()
    assert not await others.has_taken(77)
