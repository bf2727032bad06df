"""A server's clock: what it showed at any moment, also after it was set anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.tables.values.clocks import ServerClock, read_server_clock

NEW_YEAR = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_server_that_has_set_nothing_goes_by_utc() -> None:
    assert ServerClock().local(NEW_YEAR).hour == 23
    assert ServerClock().offset == 0
    assert ServerClock().stored() is None


def test_what_a_clock_showed_stays_when_it_is_set_anew() -> None:
    clock = ServerClock().set_to(60, NEW_YEAR - HOUR).set_to(-210, NEW_YEAR + HOUR)
    assert f"{clock.local(NEW_YEAR - 2 * HOUR):%Y-%m-%d %H:%M}" == "2026-12-31 21:30"
    assert f"{clock.local(NEW_YEAR):%Y-%m-%d %H:%M}" == "2027-01-01 00:30"
    assert f"{clock.local(NEW_YEAR + HOUR):%Y-%m-%d %H:%M}" == "2026-12-31 21:00"
    assert clock.offset == -210
    assert read_server_clock(clock.stored()) == clock


def test_setting_what_holds_changes_nothing_and_a_second_thought_within_a_second_counts() -> None:
    once = ServerClock().set_to(60, NEW_YEAR)
    assert once.set_to(60, NEW_YEAR + HOUR) is once
    assert once.set_to(120, NEW_YEAR).changes == ((int(NEW_YEAR.timestamp()), 120),)
    assert len(once.set_to(0, NEW_YEAR + HOUR).changes) == 2


@pytest.mark.parametrize("stored", [None, 60, "x", [60], [[1]], [[1, "2"]], [[1, 5000]], [[True, 60]], {"a": 1}])
def test_what_means_nothing_is_utc(stored: object) -> None:
    assert read_server_clock(stored) == ServerClock()
