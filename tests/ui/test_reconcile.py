"""The loop that brings things up to date: rounds of one key never overlap, the last change is shown, failures wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import discord
import pytest

from bot.tables import DatabaseError
from bot.ui.kit.reconcile import Reconciler

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
LOCKED = 160005


class Answer:
    """As much of an answer of Discord's as the library's errors read."""

    def __init__(self, status: int) -> None:
        self.status, self.reason = status, ""


def refused(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(Answer(status), {"code": code, "message": ""})


class Shop:
    """Things with a true and a shown state, brought up to date by a loop through a door that may be shut."""

    def __init__(self, *, most_barred: int | None = None) -> None:
        self.now = 1000.0
        self.truth: dict[str, int] = {}
        self.shown: dict[str, list[int]] = {}
        self.door = asyncio.Event()
        self.door.set()
        self.errors: list[Exception] = []
        """The errors of the next rounds."""
        self.look_again: timedelta | None = None
        self.under_way: list[str] = []
        self.during: Callable[[str], object] = lambda _key: None
        self.loop: Reconciler[str] = Reconciler(
            self.once,
            lambda key: {"thing": key},
            name="a thing",
            barring=(LOCKED,),
            most_barred=most_barred,
            clock=lambda: self.now,
        )

    async def once(self, key: str) -> timedelta | None:
        assert key not in self.under_way
        self.under_way.append(key)
        try:
            seen = self.truth.get(key, 0)
            await self.door.wait()
            self.during(key)
            if self.errors:
                raise self.errors.pop(0)
            self.shown.setdefault(key, []).append(seen)
        finally:
            self.under_way.remove(key)
        return self.look_again

    async def waits(self, errors: list[Exception]) -> list[timedelta | None]:
        """Fail once with each error, each time at the planned moment; return the waits until the next tries."""
        found: list[timedelta | None] = []
        for error in errors:
            self.errors = [error]
            await self.loop.sync("a")
            found.append(self.wait())
            self.now += (found[-1] or timedelta()).total_seconds()
        return found

    def wait(self) -> timedelta | None:
        """Return the time, in whole seconds, after which the one thing that is planned is due; None if nothing is."""
        until = next((n for n in range(100_000) if self.due_after(n * SECOND)), None)
        return None if until is None else until * SECOND

    def due_after(self, wait: timedelta) -> bool:
        now, self.now = self.now, self.now + wait.total_seconds()
        due = self.loop.take_due()
        for key in due:
            self.loop.plan(key)
        self.now = now
        return bool(due)


async def test_changes_that_come_meanwhile_are_merged_into_one_more_round_and_the_last_arrives() -> None:
    shop = Shop()
    shop.door.clear()
    first = asyncio.create_task(shop.loop.sync("a"))
    await asyncio.sleep(0)
    for number in range(1, 6):
        shop.truth["a"] = number
        assert await shop.loop.sync("a") is False
    assert shop.loop.is_repeated("a")
    shop.door.set()
    assert await first is True
    assert shop.shown == {"a": [0, 5]}
    assert len(shop.loop) == 0


async def test_a_thing_that_waits_makes_no_other_wait() -> None:
    shop = Shop()
    shop.door.clear()
    slow = asyncio.create_task(shop.loop.sync("slow"))
    await asyncio.sleep(0)
    shop.door.set()
    assert await shop.loop.sync("quick") is True
    assert shop.loop.is_running()
    assert shop.loop.is_running("quick", "slow")
    assert not shop.loop.is_running("quick")
    await slow
    assert shop.shown == {"quick": [0], "slow": [0]}
    assert not shop.loop.is_running()


async def test_a_round_may_ask_for_another() -> None:
    shop = Shop()
    shop.during = lambda key: None if shop.shown else shop.loop.repeat(key)
    await shop.loop.sync("a")
    assert shop.shown == {"a": [0, 0]}
    shop.loop.repeat("a")
    assert not shop.loop.is_running("a")


async def test_waits_after_failures_double_up_to_five_minutes_and_begin_anew_after_success() -> None:
    shop = Shop()
    errors = [TimeoutError(), refused(500), DatabaseError("full"), RuntimeError("a mistake"), *[refused(503)] * 8]
    doubling = [2**n * SECOND for n in range(9)]
    assert await shop.waits(errors) == [*doubling, *[5 * MINUTE] * 3]
    await shop.loop.sync("a")
    assert len(shop.loop) == 0
    assert await shop.waits([refused(500)]) == [SECOND]


async def test_each_failure_is_logged_with_its_key_and_a_mistake_with_its_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shop = Shop()
    await shop.waits([refused(500), RuntimeError("a mistake"), refused(403)])
    assert [(each.levelname, each.getMessage(), vars(each)["thing"]) for each in caplog.records] == [
        ("WARNING", "a thing could not be shown: 500 0", "a"),
        ("ERROR", "a thing could not be shown", "a"),
    ]
    assert [each.exc_info is None for each in caplog.records] == [True, False]


async def test_a_failure_in_one_round_is_followed_by_the_change_that_came_meanwhile() -> None:
    shop = Shop()
    shop.door.clear()
    shop.errors = [TimeoutError()]
    first = asyncio.create_task(shop.loop.sync("a"))
    await asyncio.sleep(0)
    shop.truth["a"] = 7
    await shop.loop.sync("a")
    shop.door.set()
    await first
    assert shop.shown == {}
    shop.now += 1
    for key in shop.loop.take_due():
        await shop.loop.sync(key)
    assert shop.shown == {"a": [7]}


@pytest.mark.parametrize("error", [refused(403), refused(404), refused(400, LOCKED)])
async def test_where_the_bot_may_not_post_it_waits_for_minutes(error: Exception) -> None:
    assert await Shop().waits([error] * 5) == [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 60 * MINUTE]


async def test_tries_before_their_moment_do_not_postpone_it() -> None:
    shop = Shop()
    for _ in range(10):
        shop.errors = [refused(403)]
        await shop.loop.sync("a")
        shop.now += 5
    assert shop.wait() == 10 * SECOND
    assert shop.loop.barred["a"].times == 1
    await shop.loop.sync("a")
    assert shop.loop.barred == {}


async def test_what_is_barred_too_often_is_left_until_somebody_asks() -> None:
    shop = Shop(most_barred=2)
    assert await shop.waits([refused(403)] * 3) == [MINUTE, 5 * MINUTE, None]
    await shop.loop.sync("a")
    assert shop.shown == {"a": [0]}


async def test_a_round_that_is_broken_off_is_owed_and_leaves_the_key_free() -> None:
    shop = Shop()
    shop.door.clear()
    task = asyncio.create_task(shop.loop.sync("a"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not shop.loop.is_running()
    assert shop.loop.take_due() == ["a"]
    shop.door.set()
    assert await shop.loop.sync("a") is True
    assert len(shop.loop) == 0


async def test_a_look_that_was_asked_for_comes_at_its_moment_or_sooner_if_somebody_else_wants_it_sooner() -> None:
    shop = Shop()
    shop.look_again = MINUTE
    await shop.loop.sync("a")
    assert shop.wait() == MINUTE
    shop.loop.plan("a", 2 * MINUTE)
    assert shop.wait() == MINUTE
    shop.loop.plan("a", SECOND)
    assert shop.wait() == SECOND
    assert shop.loop.is_planned("a")


async def test_a_plan_made_during_the_last_round_is_kept() -> None:
    shop = Shop()
    shop.during = shop.loop.plan
    await shop.loop.sync("a")
    assert shop.loop.take_due() == ["a"]


async def test_candidates_are_due_unless_they_wait_or_are_under_way() -> None:
    shop = Shop()
    shop.loop.plan("planned", SECOND)
    shop.loop.plan("due")
    shop.door.clear()
    task = asyncio.create_task(shop.loop.sync("running"))
    await asyncio.sleep(0)
    assert shop.loop.take_due(["planned", "running", "due", "new"]) == ["due", "new"]
    assert shop.loop.take_due() == []
    shop.door.set()
    await task


async def test_what_is_forgotten_is_tried_no_more() -> None:
    shop = Shop()
    shop.errors = [refused(403)]
    await shop.loop.sync("a")
    shop.errors = [refused(500)]
    await shop.loop.sync("b")
    assert len(shop.loop) == 2
    shop.loop.forget("a")
    shop.loop.forget("b")
    shop.now += 3600
    assert shop.loop.take_due() == []
    assert len(shop.loop) == 0


async def test_one_can_wait_for_rounds_under_way_but_not_for_ever() -> None:
    shop = Shop()
    shop.door.clear()
    task = asyncio.create_task(shop.loop.sync("a"))
    await asyncio.sleep(0)
    await asyncio.wait_for(shop.loop.ended(["b"], 60), 5)
    await asyncio.wait_for(shop.loop.ended([], 60), 5)
    await asyncio.wait_for(shop.loop.ended(["a", "b"], 0.05), 5)
    assert shop.loop.is_running("a")
    waiting = asyncio.create_task(shop.loop.ended(["a"], 1))
    await asyncio.sleep(0)
    assert not waiting.done()
    shop.door.set()
    await waiting
    assert not shop.loop.is_running("a")
    await task


async def test_what_waits_longest_is_told_and_what_is_barred_does_not_count() -> None:
    shop = Shop()
    await shop.waits([refused(500), refused(500)])
    assert shop.loop.failed == 2
    assert shop.loop.longest_wait() == 3 * SECOND
    await shop.loop.sync("a")
    assert shop.loop.longest_wait() == timedelta()
    await shop.waits([refused(403)])
    assert shop.loop.longest_wait() == timedelta()
    assert shop.loop.failed == 2
