"""Holidays: days on which nobody's time counts where a move may take days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import build_rules
from bot.members import Members
from bot.members.holidays import NoHoliday, NotPlanned, called_off, holidays_changed, planned
from bot.tables import CLOCKS, Due, Table, Tables
from bot.tables.decisions import overtime, turns
from bot.tables.decisions.occasion import Occasion
from bot.tables.preferences import HOLIDAYS
from bot.tables.values.times import Holiday, away_for, counted, counted_until, days_taken, now_or_next, read_holidays
from db import DatabaseError, Store
from tests.databases import allow, connected, refuse
from tests.tables.at_table import ANN, NOON, Clock, all_due, restarted, start_table
from tests.tables.made import acted, adjourned, ask, begun, between_deals, noon, words_of

DAYS = CLOCKS["days-3"]
TODAY = NOON.date()
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def away(first: int, last: int, *, offset: int = 0, back: datetime | None = None) -> Holiday:
    """Return a holiday from so many days after today until so many."""
    return Holiday(TODAY + DAY * first, TODAY + DAY * last, offset, back)


def on(table: Table, *holidays: Holiday, **later: float) -> Occasion:
    """Return an occasion at which whoever the table waits for has these holidays."""
    at = noon(**later)  # type: ignore[arg-type]
    return Occasion(at.now, at.chance, at.limits, {table.turn_users[0]: holidays})


def restarted_turn(table: Table, *holidays: Holiday, hours: float = 0) -> Table:
    """Let the present turn begin anew, at noon or so many hours later."""
    return turns.turn_begins(table, on(table, *holidays, hours=hours))


# ------------------------------------------------------------------ counting


SPANS = st.lists(st.tuples(st.integers(-20, 40), st.integers(0, 9), st.sampled_from([0, 60, -210])), max_size=4)


@pytest.mark.deep
@given(SPANS, st.integers(0, 30 * 24), st.integers(0, 30 * 24))
def test_counted_time_is_the_hours_that_are_in_no_holiday(
    spans: list[tuple[int, int, int]], begins: int, lasts: int
) -> None:
    holidays = tuple(sorted((away(a, a + n, offset=o) for a, n, o in spans), key=lambda each: each.starts))
    since = datetime(2026, 3, 1, 0, 0, tzinfo=UTC) + HOUR * begins
    until = since + HOUR * lasts
    halves = (since + HOUR / 4 + HOUR / 2 * each for each in range(2 * lasts))
    free = sum(not any(h.starts <= at < h.ends for h in holidays) for at in halves)
    assert counted(holidays, since, until) == free * HOUR / 2
    after = counted_until(holidays, since, HOUR * lasts)
    assert counted(holidays, since, after) == HOUR * lasts
    assert after >= until


def test_days_are_those_of_the_members_own_clock_and_end_when_the_member_is_back() -> None:
    assert away(0, 1).starts == datetime(2026, 3, 1, tzinfo=UTC)
    assert away(0, 1).ends == datetime(2026, 3, 3, tzinfo=UTC)
    assert away(0, 0, offset=330).starts == datetime(2026, 2, 28, 18, 30, tzinfo=UTC)
    back = away(0, 5, back=NOON + DAY)
    assert (back.ends, len(back.days)) == (NOON + DAY, 2)
    assert away_for((away(0, 1),), NOON) == timedelta(hours=36)
    assert away_for((away(0, 1), away(2, 2)), NOON) == timedelta(hours=60)
    assert away_for((away(1, 1), back), NOON + DAY) == timedelta(hours=12)
    assert now_or_next((back,), NOON + DAY) is None
    assert now_or_next((away(-9, -1), away(3, 4)), NOON) == away(3, 4)


@pytest.mark.parametrize(
    "stored",
    [None, "x", 7, {}, [7], [[]], [["2026-03-01"]], [["2026-03-02", "2026-03-01", 0, None]],
     [["2026-03-01", "2026-03-02", "0", None]], [["2026-03-01", "2026-03-02", 0, "noon"]],
     [["2026-03-01", "2026-03-02", 0, "2026-03-01T00:00:00"]], [["2026-03-01", "2027-03-02", 0, None]],
     [["2026-03-01", "2026-03-02", 900, None]]],
)  # fmt: skip
def test_what_is_no_holiday_is_none(stored: object) -> None:
    assert read_holidays(stored) == ()


def test_holidays_are_read_as_they_were_written() -> None:
    both = (away(0, 5, offset=60, back=NOON), away(7, 9))
    assert read_holidays([each.stored() for each in reversed(both)]) == both


# ------------------------------------------------------------------ planning


def plan(holidays: tuple[Holiday, ...], first: int, last: int) -> tuple[Holiday, ...]:
    return planned(holidays, TODAY + DAY * first, TODAY + DAY * last, 0, NOON)


def not_planned(holidays: tuple[Holiday, ...], first: int, last: int) -> tuple[NoHoliday, int]:
    with pytest.raises(NotPlanned) as caught:
        plan(holidays, first, last)
    return caught.value.why, caught.value.left


def test_thirty_days_of_a_year_may_be_holidays_each_counted_once() -> None:
    assert plan((), 0, 29) == (away(0, 29),)
    assert not_planned((), 0, 30) == (NoHoliday.TOO_MANY, 30)
    taken = (away(-12, -3),)
    assert plan(taken, 1, 20) == (*taken, away(1, 20))
    assert not_planned(taken, 1, 21) == (NoHoliday.TOO_MANY, 20)
    new_year = (date(2026, 12, 20), date(2027, 1, 10))
    found = planned(taken, *new_year, 0, NOON)
    assert (days_taken(found, 2026), days_taken(found, 2027)) == (22, 10)


def test_days_that_have_passed_lie_far_ahead_or_end_before_they_begin_are_none() -> None:
    assert not_planned((), 3, 2)[0] is NoHoliday.BACKWARDS
    assert not_planned((), -5, -1)[0] is NoHoliday.PAST
    assert not_planned((), 400, 401)[0] is NoHoliday.FAR
    assert not_planned((), 0, 4000)[0] is NoHoliday.FAR
    assert plan((), -5, 2) == (away(0, 2),)


def test_what_was_to_come_gives_way_and_what_lasts_is_cut_and_still_counts() -> None:
    assert plan((away(5, 20),), 7, 8) == (away(7, 8),)
    assert called_off((away(5, 20),), NOON) == ()
    cut = called_off((away(-4, 9),), NOON)
    assert cut == (away(-4, 9, back=NOON),)
    assert days_taken(cut, 2026) == 5
    assert called_off(cut, NOON + DAY) == cut
    again = plan(cut, 0, 0)  # for nothing: the day is taken already
    assert days_taken(again, 2026) == 5
    assert called_off((Holiday(date(2025, 6, 1), date(2025, 6, 9)),), NOON) == ()


# ------------------------------------------------------------------ at the table


def test_clock_reminder_and_closing_wait_for_the_end_of_a_holiday_where_a_move_may_take_days() -> None:
    table = begun(clock=DAYS)
    due = restarted_turn(table, away(1, 10)).due
    assert due[Due.CLOCK] == NOON + 13 * DAY
    assert due[Due.NUDGE] == NOON + 11.5 * DAY
    assert due[Due.ABANDON] == NOON + 20 * DAY
    assert restarted_turn(table, away(4, 9)).due[Due.CLOCK] == NOON + 3 * DAY
    assert restarted_turn(table, away(-2, 0)).due[Due.CLOCK] == NOON + 3.5 * DAY


def test_live_clock_runs_on_holidays_and_the_game_is_closed_no_sooner_for_them() -> None:
    due = restarted_turn(begun(clock=CLOCKS["live-3"]), away(0, 9)).due
    assert due[Due.CLOCK] == NOON + timedelta(minutes=3)
    assert due[Due.ABANDON] == NOON + timedelta(days=16, hours=12, minutes=3)
    assert between_deals().due.keys() == {Due.DEAL, Due.ABANDON}


def test_others_holidays_change_nothing() -> None:
    table = begun(clock=DAYS)
    other = next(user for user in table.users if user not in table.turn_users)
    at = noon()
    at = Occasion(at.now, at.chance, at.limits, {other: (away(0, 9),)})
    assert turns.turn_begins(table, at).due == table.due
    assert holidays_changed(table, at, other, (), (away(0, 9),)) is table


def test_planning_and_being_back_move_what_is_due_and_what_was_counted_stays_counted() -> None:
    table = begun(clock=DAYS)
    (user,) = table.turn_users
    holiday = (away(2, 6),)
    gone = ask(table, holidays_changed, noon(days=1), user, (), holiday)
    assert gone.due[Due.CLOCK] == NOON + 8 * DAY
    assert gone.due[Due.ABANDON] == NOON + 15 * DAY
    back_at = noon(days=4)
    back = ask(gone, holidays_changed, back_at, user, holiday, called_off(holiday, back_at.now))
    assert back.due[Due.CLOCK] == NOON + 5.5 * DAY  # a day and a half was counted before it, as much is left
    assert ask(gone, holidays_changed, noon(days=1), user, holiday, ()).due == table.due


def test_nobodys_time_is_up_on_holiday_whatever_was_due() -> None:
    table = begun(clock=DAYS)
    found = overtime.note_time_up(table, on(table, away(2, 4), days=3)).table
    assert not found.time_is_up
    assert found.due[Due.CLOCK] == away(2, 4).ends
    assert overtime.note_time_up(found, on(table, away(2, 4), days=5)).table.time_is_up
    assert overtime.note_time_up(table, on(table, away(9, 9), days=3)).table.time_is_up


def test_adjourned_game_has_no_time_that_a_holiday_could_move() -> None:
    table = begun(clock=DAYS)
    (user,) = table.turn_users
    lies = adjourned(table)
    assert holidays_changed(lies, noon(), user, (), (away(0, 9),)) is lies


def test_next_turn_counts_by_the_holidays_of_the_next_player() -> None:
    rules = build_rules("modern", 2, {})
    table = begun(clock=DAYS, rules=rules)
    other = next(user for user in table.users if user not in table.turn_users)
    at = noon(hours=1)
    at = Occasion(at.now, at.chance, at.limits, {other: (away(1, 2),)})
    after = acted(table, words_of(table), at)
    assert after.turn_users == (other,)
    assert after.due[Due.CLOCK] == at.now + 5 * DAY


# ------------------------------------------------------------------ what is stored


async def two_waiting_for_ann(tables: Tables) -> list[Table]:
    found: list[Table] = []
    while len(found) < 2:
        table = await start_table(tables)
        found += [table] if ANN.user_id in table.turn_users else []
    return found


async def test_holidays_are_planned_and_all_that_waits_is_moved_or_nothing_is(
    tables: Tables, store: Store, clock: Clock, path: Path
) -> None:
    first, second = await two_waiting_for_ann(tables)
    due = all_due(tables)
    day = clock().date()
    with connected(path) as beside:
        refuse(beside, "no", "games", when="UPDATE", only=second.id)
        with pytest.raises(DatabaseError):
            await Members(tables).holidays.plan(ANN.user_id, day, day + 4 * DAY, 0)
        allow(beside, "no", "games")
    assert Members(tables).holidays.of(ANN.user_id) == ()
    assert HOLIDAYS not in await Members(tables).preferences.of_member(ANN.user_id)
    assert all_due(await restarted(store, clock)) == due
    await Members(tables).holidays.plan(ANN.user_id, day, day + 4 * DAY, 0)
    away = Members(tables).holidays.of(ANN.user_id)
    for table in (first, second):
        assert tables.memory.schedule.at(table.id, Due.ABANDON) == due[table.id, Due.ABANDON] + (away[0].ends - clock())
    again = await restarted(store, clock)
    assert (Members(again).holidays.of(ANN.user_id), all_due(again)) == (away, all_due(tables))
    await Members(tables).holidays.back(ANN.user_id)
    assert all_due(tables) == due
