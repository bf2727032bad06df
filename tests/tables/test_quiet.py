"""Quiet hours: over midnight, in any zone, and a reminder that waits for their end and comes once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.members import Members
from bot.tables import CLOCKS, Due, Tables
from bot.tables.preferences import QUIET, Preferences
from bot.tables.values.times import Quiet, quiet_for, read_quiet
from db import Store
from tests.tables.at_table import ANN, BEN, GUILD, NOON, Clock, restarted
from tests.tables.test_overtime import begun as really_begun

NIGHT = Quiet(22, 7)


def at(hour: int, minute: int = 0, *, day: int = 2) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("quiet", "now", "left"),
    [
        (NIGHT, at(21, 59), timedelta()), (NIGHT, at(22), timedelta(hours=9)),
        (NIGHT, at(23, 30), timedelta(hours=7, minutes=30)), (NIGHT, at(0), timedelta(hours=7)),
        (NIGHT, at(6, 59), timedelta(minutes=1)), (NIGHT, at(7), timedelta()), (Quiet(9, 17), at(8, 59), timedelta()),
        (Quiet(9, 17), at(9), timedelta(hours=8)), (Quiet(9, 17), at(17), timedelta()),
        (Quiet(0, 1), at(0, 59), timedelta(minutes=1)), (Quiet(23, 0), at(23), timedelta(hours=1)),
        (Quiet(1, 0), at(0, 30), timedelta()), (Quiet(1, 0), at(1), timedelta(hours=23)),
        (Quiet(22, 7, 5 * 60 + 30), at(16, 29), timedelta()),
        (Quiet(22, 7, 5 * 60 + 30), at(16, 30), timedelta(hours=9)),
        (Quiet(22, 7, 5 * 60 + 30), at(1, 30), timedelta()), (Quiet(22, 7, -5 * 60), at(3), timedelta(hours=9)),
        (Quiet(22, 7, -5 * 60), at(11, 59), timedelta(minutes=1)), (Quiet(22, 7, 14 * 60), at(8), timedelta(hours=9)),
        (Quiet(22, 7, -12 * 60), at(18, 45), timedelta(minutes=15)),
    ],
)  # fmt: skip
def test_quiet_lasts_until_its_hour_comes_in_the_members_own_day(quiet: Quiet, now: datetime, left: timedelta) -> None:
    assert quiet.remaining(now) == left
    assert quiet_for(quiet.stored(), now) == left


@pytest.mark.parametrize("hour", range(24))
def test_quiet_hours_and_loud_hours_make_a_day(hour: int) -> None:
    now = at(hour, 30)
    for start, end, offset in ((22, 7, 0), (9, 17, 330), (0, 23, -210), (23, 0, 60)):
        quiet = bool(Quiet(start, end, offset).remaining(now))
        assert quiet is not bool(Quiet(end, start, offset).remaining(now))


@pytest.mark.parametrize(
    "stored",
    [
        None, "22-7", 7, [], {}, {"start": 22}, {"start": 22, "end": 7}, {"start": 22, "end": 22, "offset": 0},
        {"start": 24, "end": 7, "offset": 0}, {"start": -1, "end": 7, "offset": 0},
        {"start": 22, "end": 7, "offset": 900}, {"start": "22", "end": 7, "offset": 0},
        {"start": True, "end": 7, "offset": 0}, {"start": 22.0, "end": 7, "offset": 0},
    ],
)  # fmt: skip
def test_what_is_no_quiet_hours_is_none_at_all(stored: object) -> None:
    assert read_quiet(stored) is None
    assert quiet_for(stored, at(23)) == timedelta()


async def test_reminder_waits_for_the_end_of_quiet_hours_through_a_restart_too_and_comes_once(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await really_begun(tables, CLOCKS["days-1"])  # at noon: the reminder would come at midnight
    await Preferences(store).set_of_member(table.turn_users[0], {QUIET: NIGHT.stored()})
    clock.at = NOON + timedelta(hours=12)
    assert await tables.tick() == []
    await tables.heartbeat()
    tables = await restarted(store, clock)
    assert await tables.tick() == []
    clock.at = NOON + timedelta(hours=18, minutes=59)
    assert await tables.tick() == []
    clock.at = NOON + timedelta(hours=19)
    assert [h.due for h in await tables.tick()] == [Due.NUDGE]
    clock.pass_by(hours=1)
    assert await tables.tick() == []


async def test_reminder_that_would_come_after_the_time_is_up_does_not_come(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await really_begun(tables, CLOCKS["days-1"])
    await Preferences(store).set_of_member(table.turn_users[0], {QUIET: Quiet(0, 23).stored()})
    clock.pass_by(hours=12)
    assert await tables.tick() == []
    clock.pass_by(hours=12)
    assert [h.due for h in await tables.tick()] == [Due.CLOCK]
    clock.pass_by(hours=12)
    assert await tables.tick() == []


async def test_only_those_are_awake_whose_quiet_hours_it_is_not(tables: Tables, store: Store, clock: Clock) -> None:
    await Preferences(store).set_of_member(ANN.user_id, {QUIET: Quiet(11, 13).stored()})
    assert await Members(tables).preferences.awake([ANN.user_id, BEN.user_id], clock()) == [BEN.user_id]
    clock.pass_by(hours=1)
    assert await Members(tables).preferences.awake([ANN.user_id, BEN.user_id], clock()) == [ANN.user_id, BEN.user_id]


async def test_choices_are_kept_together_and_taken_back_one_by_one(store: Store) -> None:
    preferences = Preferences(store)
    assert await preferences.of_member(1) == {}
    assert await preferences.set_of_member(1, {QUIET: NIGHT.stored(), "look": "text"}) == {
        QUIET: NIGHT.stored(), "look": "text",
    }  # fmt: skip
    assert await preferences.set_of_member(1, {QUIET: None}) == {"look": "text"}
    assert await preferences.of_member(2) == {}
    assert await preferences.set_of_server(GUILD, {"boards": "text"}) == {"boards": "text"}
    assert await preferences.of_server(GUILD) == {"boards": "text"}
    assert await preferences.of_server(1) == {}
