"""Who has touched a table lately: for a minute, and not remembered any longer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.tables.service import LATELY, Presence

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_a_touch_lasts_a_minute_from_the_newest_one_at_that_table_alone() -> None:
    presence = Presence()
    presence.touch(1, 7, at(0))
    presence.touch(1, 7, at(20))
    assert presence.lasting(1, 7, at(30)) == timedelta(seconds=50)
    assert presence.lasting(1, 7, at(80)) == timedelta()
    assert presence.lasting(2, 7, at(30)) == timedelta()
    assert presence.lasting(1, 8, at(30)) == timedelta()


def test_old_touches_are_forgotten() -> None:
    presence = Presence()
    for user in range(500):
        presence.touch(1, user, at(user))
        assert len(presence._touched) <= LATELY.total_seconds()
