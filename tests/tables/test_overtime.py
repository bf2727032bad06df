"""The clock: what is due when, what the others may decide when time is up, and games that everyone has left."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.tables import CLOCKS, Clock, Due, Status, Tables
from bot.tables.decisions import overtime
from bot.tables.decisions.turns import turn_begins
from tests.tables import made
from tests.tables.at_table import choose, put, restarted

if TYPE_CHECKING:
    import random

    from bot.tables import Table
    from db import Store
    from tests.tables import at_table

LIVE = CLOCKS["live-3"]


async def begun(tables: Tables, clock: Clock = LIVE) -> Table:
    """Begin a game with a clock now."""
    return await put(tables, turn_begins(made.begun(clock=clock), tables.store.occasion()))


def waiting(table: Table) -> int:
    """Return the user who waits for the other of two."""
    return next(user for user in table.users if user not in table.turn_users)


# ------------------------------------------------------------------ clocks


async def test_clock_of_a_move_is_stored_and_begins_anew_with_every_move(
    tables: Tables, store: Store, clock: at_table.Clock, rng: random.Random
) -> None:
    table = await begun(tables)
    for _ in range(2):
        until = clock() + timedelta(minutes=3)
        assert tables.memory.schedule.at(table.id, Due.CLOCK) == until
        await tables.heartbeat()
        assert (await restarted(store, clock)).memory.schedule.at(table.id, Due.CLOCK) == until
        clock.pass_by(seconds=20)
        table = (await choose(tables, table, rng)).table


async def test_time_for_which_the_bot_was_down_is_given_back(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    table = await begun(tables)
    clock.pass_by(minutes=1)
    await tables.heartbeat()
    clock.pass_by(hours=8)
    again = await restarted(store, clock)
    assert again.memory.schedule.at(table.id, Due.CLOCK) == clock() + timedelta(minutes=2)
    assert again.memory.schedule.at(table.id, Due.ABANDON) == clock() + timedelta(days=7, minutes=2)
    clock.pass_by(minutes=1, seconds=59)
    assert Due.CLOCK not in [h.due for h in await again.tick()]
    clock.pass_by(seconds=1)
    assert [h.due for h in await again.tick()] == [Due.CLOCK]


# ------------------------------------------------------------------ time is up


@pytest.mark.parametrize("away", [timedelta(), timedelta(hours=5)])
async def test_time_that_is_up_stays_up_through_a_restart(
    tables: Tables, store: Store, clock: at_table.Clock, away: timedelta
) -> None:
    await tables.heartbeat()
    table = await begun(tables)
    clock.pass_by(minutes=3)
    assert [h.due for h in await tables.tick()] == [Due.CLOCK]
    clock.at += away
    again = await restarted(store, clock)
    assert (await again.get(table.id)).time_is_up
    assert await again.tick() == []  # nobody is told, nor reminded, a second time
    assert (await again.ask(table.id, overtime.claim_time, waiting(table))).table.status is Status.FINISHED


async def test_move_made_while_another_table_is_seen_to_keeps_its_time(
    tables: Tables, clock: at_table.Clock, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await begun(tables), await begun(tables)
    clock.pass_by(minutes=3)
    do_due, seen = tables._do_due, []

    async def do_and_play(table_id: int, kind: Due) -> Table | None:
        if kind is Due.CLOCK:
            seen.append(table_id)
            if len(seen) == 1:
                await choose(tables, second if table_id == first.id else first, rng)
        return await do_due(table_id, kind)

    monkeypatch.setattr(tables, "_do_due", do_and_play)
    assert [h.due for h in await tables.tick()].count(Due.CLOCK) == 1
    assert len(seen) == 1
    other = second.id if seen == [first.id] else first.id
    assert not (await tables.get(other)).time_is_up
    assert tables.memory.schedule.at(other, Due.CLOCK) == clock() + timedelta(minutes=3)


# ------------------------------------------------------------------ reminders


async def test_restarts_do_not_put_the_reminder_off(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await begun(tables, CLOCKS["days-2"])
    halfway = clock() + timedelta(days=1)
    for _ in range(5):
        clock.pass_by(hours=4)
        await tables.heartbeat()
        tables = await restarted(store, clock)
        assert tables.memory.schedule.at(table.id, Due.NUDGE) == halfway
    clock.pass_by(hours=4)
    assert [h.due for h in await tables.tick()] == [Due.NUDGE]
