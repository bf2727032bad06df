"""Tables asleep: everything happens at them as at tables that are awake, and they wake when somebody wants them."""

from __future__ import annotations

import asyncio
import gc
import random
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine.course import deal_after
from bot.engine.deal import Base, Deal, Trick
from bot.house.roster import Level
from bot.tables import CLOCKS, Due, Player, Status, Table, Tables
from bot.tables.decisions import dealing, lobby, play
from bot.tables.house.moves import HouseMoves
from bot.tables.house.thinking import Thinking
from bot.tables.memory import AWAKE_FOR, ENDED_FOR
from bot.tables.values.record import _replayed
from db import ActionRow, Store
from tests.tables import made
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    GUILD,
    Clock,
    challenge,
    choose,
    loading,
    open_table,
    put,
    refused,
    sql,
    sure,
    tables_over,
)
from tests.tables.player import history


async def started(store: Store, clock: Clock) -> Tables:
    """Return the tables of a bot that has just started: all of them are asleep."""
    tables = tables_over(store, clock, seed=3)
    await loading(tables).load()
    assert tables.memory.awake() == []
    return tables


async def put_to_sleep(tables: Tables, clock: Clock, *others: int) -> None:
    """Let so much time go by that every table sleeps; what comes due meanwhile is done."""
    clock.pass_by(seconds=AWAKE_FOR.total_seconds())
    await tables.tick()
    tables.memory.rest(clock() + AWAKE_FOR)
    assert tables.memory.awake() == [await tables.get(each) for each in others]


# ------------------------------------------------------------------ falling asleep and waking


async def test_table_that_nobody_touches_falls_asleep_and_wakes_as_it_was(tables: Tables, clock: Clock) -> None:
    table = await put(tables, made.after_plies(made.begun(), 9))
    clock.pass_by(minutes=9)
    await tables.tick()
    assert tables.memory.known(table.id) is not None
    await tables.get(table.id)
    clock.pass_by(minutes=9)
    await tables.tick()
    before = sure(tables.memory.known(table.id))
    clock.pass_by(minutes=1)
    await tables.tick()
    assert tables.memory.known(table.id) is None
    assert await tables.get(table.id) == before
    assert (await tables.get(table.id)).due == before.due


@pytest.mark.marked
async def test_tables_wake_however_many_were_opened_before(tables: Tables, store: Store, clock: Clock) -> None:
    opened = [(await open_table(tables, (Player(1_000 + each, "Di"),))).id for each in range(30)]
    assert opened[-1] > 2**31  # as keys end in a random mark of eight figures
    again = await started(store, clock)
    assert [(await again.get(each)).id for each in opened] == opened


async def test_two_clicks_that_wake_a_table_at_once_find_the_same(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, made.after_plies(made.begun(), 9))
    again = await started(store, clock)
    one, two = await asyncio.gather(choose(again, table, random.Random(1)), choose(again, table, random.Random(1)))
    assert sorted([one.stale, two.stale]) == [False, True]
    assert one.table is two.table is await again.get(table.id)
    woken = await asyncio.gather(*(tables.get(table.id) for _ in range(3)))
    assert woken[0] is woken[1] is woken[2]


async def test_the_tables_touched_last_stay_awake(
    tables: Tables, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [(await open_table(tables, (ANN,))).id for _ in range(4)]
    monkeypatch.setattr("bot.tables.memory._AWAKE_MOST", 2)
    again = await started(store, clock)
    for number in (*numbers, numbers[2]):
        await again.get(number)
    assert [table.id for table in again.memory.awake()] == numbers[2:]
    await again.get(numbers[0])
    assert [table.id for table in again.memory.awake()] == [numbers[0], numbers[2]]


async def test_a_table_that_is_over_is_let_go_soon_and_read_again_for_who_wants_it(
    tables: Tables, clock: Clock
) -> None:
    table = await over(tables)
    for _ in range(2):
        clock.pass_by(seconds=ENDED_FOR.total_seconds() - 1)
        await tables.tick()
        assert tables.memory.known(table.id) is not None
        table = await tables.get(table.id)
    clock.pass_by(seconds=ENDED_FOR.total_seconds())
    await tables.tick()
    assert tables.memory.known(table.id) is None
    assert await tables.get(table.id) == table


async def test_of_many_tables_that_are_over_the_last_ones_stay(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.memory._ENDED_MOST", 2)
    ended = [await over(tables) for _ in range(4)]
    assert [tables.memory.known(table.id) is not None for table in ended] == [False, False, True, True]
    assert len(tables.memory.live) == 0


def moments_in_memory() -> Counter[str]:
    """Count what deals consist of, without those that wait for who turns the pages of one."""
    _replayed.cache_clear()
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, (Base, Deal, Trick, ActionRow)))


@pytest.mark.deep
async def test_nothing_is_kept_of_games_that_are_over(store: Store, clock: Clock) -> None:
    before, tables = moments_in_memory(), tables_over(store, clock, seed=3)
    async for table in history(tables, 3):
        for user in (ANN.user_id, BEN.user_id, None):
            if done := table.seen_by(user).done:
                assert deal_after(table.game.deals[-1].base, done)
    assert moments_in_memory() > before
    del table
    clock.pass_by(seconds=ENDED_FOR.total_seconds())
    await tables.tick()
    await open_table(tables)  # the driver's thread holds an act until the next one
    assert moments_in_memory() <= before  # what another test has left may go meanwhile


# ------------------------------------------------------------------ deadlines


async def test_the_deadline_of_a_table_asleep_comes_due(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, made.begun(clock=CLOCKS["live-3"]))
    again = await started(store, clock)
    clock.pass_by(minutes=2, seconds=59)
    assert not [each for each in await again.tick() if each.due is Due.CLOCK]
    clock.pass_by(seconds=1)
    (happening,) = await again.tick()
    assert (happening.due, happening.table.id, happening.table.time_is_up) == (Due.CLOCK, table.id, True)
    clock.pass_by(days=7, minutes=3)
    (happening,) = await again.tick()
    assert (happening.due, happening.table.status) == (Due.ABANDON, Status.ABANDONED)
    assert len(again.memory.live) == 0


async def test_a_reminder_comes_once_also_where_the_table_has_slept(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, made.begun(clock=CLOCKS["days-1"]))
    await put_to_sleep(tables, clock)
    again = await started(store, clock)
    clock.pass_by(hours=12, minutes=10)
    for each in (tables, again):
        assert [(came.due, came.table.id) for came in await each.tick()] == [(Due.NUDGE, table.id)]
    # Nobody is reminded again by waking, though the message of the reminder could not be posted.
    await put_to_sleep(again, clock)
    assert Due.NUDGE not in (await again.get(table.id)).due


async def test_nobody_is_reminded_after_a_start_where_only_the_house_waits_or_it_was_done(
    tables: Tables, store: Store, clock: Clock
) -> None:
    await put(tables, made.with_house((Level.NOVICE,)))
    reminded = await put(tables, made.begun((BEN, CAT)))
    await tables.ask(reminded.id, dealing.posted, 5, role="nudge")
    again = await started(store, clock)
    clock.pass_by(minutes=1)
    assert await again.tick() == []
    assert again.memory.awake() == []


async def test_what_is_put_off_at_a_table_asleep_comes_later(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, made.begun())
    again = await started(store, clock)
    clock.pass_by(seconds=30)
    again.put_off(table.id, Due.NUDGE, timedelta(minutes=1))
    assert await again.tick() == []
    clock.pass_by(minutes=1)
    assert [each.due for each in await again.tick()] == [Due.NUDGE]


async def test_time_is_given_back_at_tables_asleep_and_awake(tables: Tables, store: Store, clock: Clock) -> None:
    one = await put(tables, made.begun(clock=CLOCKS["live-3"]))
    two = await put(tables, made.begun((BEN, CAT), clock=CLOCKS["live-3"]))
    until = one.due[Due.CLOCK]
    again = await started(store, clock)
    await again.get(one.id)
    await loading(again).give_back(timedelta(minutes=1))
    for table in (one, two):
        assert again.memory.schedule.at(table.id, Due.CLOCK) == until + timedelta(minutes=1)
        assert (await again.get(table.id)).due[Due.CLOCK] == until + timedelta(minutes=1)
    rows = await store.ask(lambda reader: reader.schedule.deadlines())
    assert {row.due_at for row in rows if row.kind == "clock"} == {until + timedelta(minutes=1)}


async def test_who_wakes_a_table_while_time_is_given_back_gets_it(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, made.begun(clock=CLOCKS["live-3"]))
    until = table.due[Due.CLOCK] + timedelta(minutes=1)
    for wait in range(0, 40, 4):
        again = await started(store, clock)
        giving = asyncio.create_task(loading(again).give_back(timedelta(minutes=1)))
        for _ in range(wait):
            await asyncio.sleep(0)
        woken = asyncio.create_task(again.get(table.id))
        await asyncio.gather(giving, woken)
        assert (await again.get(table.id)).due[Due.CLOCK] == again.memory.schedule.at(table.id, Due.CLOCK) == until
        until += timedelta(minutes=1)


async def test_turns_that_begin_later_than_now_begin_now_where_the_clock_was_set_back(
    tables: Tables, store: Store, clock: Clock
) -> None:
    one, two = await put(tables, made.begun()), await put(tables, made.begun((BEN, CAT)))
    again = await started(store, clock)
    await again.get(one.id)
    clock.pass_by(hours=-1)
    await loading(again).give_back(timedelta(hours=-1))
    for table in (one, two):
        assert (await again.get(table.id)).turn_since == clock()
        assert not (await choose(again, await again.get(table.id), random.Random(1))).stale


# ------------------------------------------------------------------ what looks at other tables too


async def test_a_challenge_stands_once_also_while_it_sleeps(tables: Tables, store: Store, clock: Clock) -> None:
    table = await challenge(tables)
    again = await started(store, clock)
    assert (await refused(challenge(again))).table_id == table.id
    await again.ask(table.id, lobby.cancel, ANN.user_id)
    assert (await challenge(again)).id > table.id


async def test_the_index_follows_who_sits_down_and_stands_up(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables, (ANN, BEN))
    again = await started(store, clock)
    for each in (tables, again):
        assert each.memory.live.of_member(GUILD, BEN.user_id) == [table.id]
        assert each.memory.live.of_member(GUILD + 1, BEN.user_id) == []
    await again.ask(table.id, lobby.leave, BEN.user_id)
    assert again.memory.live.of_member(GUILD, BEN.user_id) == []
    assert not again.memory.live.sits_somewhere(BEN.user_id)
    assert [each.id for each in again.memory.live.of_server(GUILD)] == [table.id]
    assert again.memory.live.of_member(GUILD, ANN.user_id) == [table.id]


# ------------------------------------------------------------------ undoing, playing again, the house


async def over(tables: Tables) -> Table:
    table = await put(tables, made.begun())
    return (await tables.ask(table.id, play.resign, table.users[0])).table


async def test_a_rematch_begins_over_a_restart(tables: Tables, store: Store, clock: Clock) -> None:
    table = await over(tables)
    await tables.rematch(table.id, ANN.user_id)
    again = await started(store, clock)
    _, opened = await again.rematch(table.id, BEN.user_id)
    assert opened is not None
    await put_to_sleep(again, clock)
    assert (await again.get(opened.id)).seal is not None


async def test_the_house_moves_at_a_table_that_slept(
    tables: Tables, store: Store, clock: Clock, mind: Thinking
) -> None:
    table = await put(tables, made.with_house((Level.NOVICE,)))
    while table.house_on_move is None:
        table = (await choose(tables, table, random.Random(1))).table
    shown: list[int] = []

    async def moved(table_id: int) -> None:
        shown.append(table_id)

    for again in (await started(store, clock), tables):
        if again is tables:
            await put_to_sleep(tables, clock)
        assert list(again.memory.live.house_turns) == [table.id]
    again = await started(store, clock)
    house = HouseMoves(again, moved, mind)
    while again.memory.live.house_turns:
        house.tick()
        await asyncio.gather(*house._acting.values())
    assert set(shown) == {table.id}
    assert (await again.get(table.id)).ply > table.ply
    await house.close()


# ------------------------------------------------------------------ broken records


async def test_a_broken_record_does_not_keep_what_is_due_elsewhere_waiting(
    tables: Tables, store: Store, clock: Clock, path: Path
) -> None:
    bad = await put(tables, made.begun(clock=CLOCKS["live-3"]))
    good = await put(tables, made.begun((BEN, CAT), clock=CLOCKS["live-3"]))
    assert bad.id < good.id
    sql(path, "DELETE FROM seats WHERE seat = 1 AND game_id = (SELECT min(id) FROM games)")
    again = await started(store, clock)
    clock.pass_by(minutes=3)
    assert [each.table.id for each in await again.tick() if each.due is Due.CLOCK] == [good.id]
    assert await again.tick() == []
    assert [entry.id for entry in again.memory.live] == [good.id]
    async with store.read() as reader:
        row = sure(await reader.games.get(bad.id))
        assert (row.status, await reader.schedule.deadlines(bad.id)) == ("frozen", [])
