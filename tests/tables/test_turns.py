"""Direct messages that tell of turns: when one comes due, and what is kept of those that are up."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.members import Members, TurnMessage
from bot.members.loading import Loading
from bot.tables import CLOCKS, Clock, Due, Table, Tables
from bot.tables.decisions import turns
from bot.tables.decisions.occasion import Occasion
from bot.tables.preferences import BY_MESSAGE, QUIET, UNREACHABLE
from bot.tables.service import LATELY, Presence
from bot.tables.values.times import Holiday, Quiet
from db import Store
from tests.tables import at_table
from tests.tables.at_table import ANN, BEN, NOON, restarted, tables_over
from tests.tables.made import acted, adjourned, ask, begun, done, noon, words_of
from tests.tables.test_overtime import begun as really_begun

DAYS, LIVE, NONE = CLOCKS["days-3"], CLOCKS["live-3"], CLOCKS["none"]
MINUTES = timedelta(minutes=5)


def told(*users: int, **later: float) -> Occasion:
    at = noon(**later)  # type: ignore[arg-type]
    return Occasion(at.now, at.chance, at.limits, {}, users)


@pytest.mark.parametrize("clock", [DAYS, LIVE, NONE], ids=lambda each: each.key)
def test_message_comes_due_where_a_move_may_take_days_for_who_wants_it(clock: Clock) -> None:
    table = begun(clock=clock)
    (user,) = table.turn_users
    other = next(each for each in table.users if each != user)
    wanted = turns.turn_begins(table, told(user)).due
    assert wanted.get(Due.TELL) == (NOON + MINUTES if clock is DAYS else None)
    assert Due.TELL not in turns.turn_begins(table, told(other)).due
    after = acted(table, words_of(table), told(user))
    assert Due.TELL not in after.due


def test_it_comes_due_once_a_turn_and_lapses_with_the_turn() -> None:
    table = begun(clock=DAYS)
    (user,) = table.turn_users
    table = turns.turn_begins(table, told(user))
    sent = ask(table, turns.reminded, noon(minutes=5), table.ply_for(None), Due.TELL)
    assert Due.TELL not in sent.due
    assert Due.NUDGE in sent.due
    assert Due.TELL not in acted(table, words_of(table), told(minutes=1)).due
    assert Due.TELL not in adjourned(table).due
    moved = acted(table, words_of(table))
    assert done(moved, turns.reminded, noon(minutes=5), table.ply_for(None), Due.TELL).stale


def test_it_waits_for_the_end_of_a_holiday() -> None:
    table = begun(clock=DAYS)
    (user,) = table.turn_users
    away = Holiday(NOON.date(), NOON.date() + timedelta(days=1))
    at = Occasion(NOON, noon().chance, noon().limits, {user: (away,)}, (user,))
    assert turns.turn_begins(table, at).due[Due.TELL] == away.ends + MINUTES


async def after_a_start(store: Store, clock: at_table.Clock) -> Members:
    tables = tables_over(store, clock, seed=2)
    members = Members(tables)
    await Loading(tables, members).load()
    return members


async def wanting(tables: Tables) -> Table:
    for player in (ANN, BEN):
        await tables.preferences.set_of_member(player.user_id, {BY_MESSAGE: True})
    return await really_begun(tables, DAYS)


async def test_quiet_hours_and_a_click_at_the_table_put_it_off_and_a_restart_forgets_nothing(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    table = await wanting(tables)
    (user,) = table.turn_users
    await Members(tables).preferences.set_of_member(user, {QUIET: Quiet(12, 14).stored()})
    clock.pass_by(minutes=5)
    assert await tables.tick() == []
    await tables.heartbeat()
    again = await restarted(store, clock)
    assert user in again.preferences.told
    clock.pass_by(hours=1, minutes=54)
    assert await again.tick() == []
    again.touch(table.id, user)
    clock.pass_by(minutes=1, seconds=30)
    assert [each.due for each in await again.tick()] == [Due.TELL]
    clock.pass_by(hours=3)
    assert Due.TELL not in [each.due for each in await again.tick()]
    later = await restarted(store, clock)
    assert Due.TELL not in (await later.get(table.id)).due


async def test_who_wants_none_any_more_gets_none_for_the_present_turn_either(
    tables: Tables, clock: at_table.Clock
) -> None:
    table = await wanting(tables)
    await tables.preferences.set_of_member(table.turn_users[0], {BY_MESSAGE: None})
    clock.pass_by(minutes=6)
    assert await tables.tick() == []
    assert Due.TELL not in (await tables.get(table.id)).due


async def test_what_is_up_and_who_is_unreachable_is_known_after_a_restart(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    table = await wanting(tables)
    row = TurnMessage(table.id, ANN.user_id, 3, NOON)
    await Members(tables).turn_messages.keep(row)
    await tables.preferences.set_of_member(BEN.user_id, {BY_MESSAGE: UNREACHABLE})
    assert BEN.user_id not in tables.preferences.told
    again = await after_a_start(store, clock)
    messages, chosen = again.turn_messages, again.preferences
    assert messages.at(table.id) == messages.at(table.id, ANN.user_id) == [row]
    assert messages.at(table.id, BEN.user_id) == messages.at(table.id + 1) == []
    assert (BEN.user_id in chosen.unreachable, BEN.user_id in chosen.told) == (True, False)
    await chosen.set_of_member(BEN.user_id, {BY_MESSAGE: None})
    await messages.gone(row)
    last = await after_a_start(store, clock)
    assert (last.turn_messages.at(table.id), last.preferences.unreachable) == ([], set())


# ------------------------------------------------------------------ who has touched a table lately


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_a_touch_lasts_a_minute_from_the_newest_one_at_that_table_alone() -> None:
    presence = Presence()
    presence.touch(1, 7, after(0))
    presence.touch(1, 7, after(20))
    assert presence.lasting(1, 7, after(30)) == timedelta(seconds=50)
    assert presence.lasting(1, 7, after(80)) == timedelta()
    assert presence.lasting(2, 7, after(30)) == timedelta()
    assert presence.lasting(1, 8, after(30)) == timedelta()


def test_old_touches_are_forgotten() -> None:
    presence = Presence()
    for user in range(500):
        presence.touch(1, user, after(user))
        assert len(presence._touched) <= LATELY.total_seconds()
