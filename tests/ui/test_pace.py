"""What costs much may be asked for so often within a time."""

from __future__ import annotations

from datetime import timedelta

from bot.ui.kit.public_posts import Pace
from tests.tables.at_table import NOON

MINUTE = timedelta(minutes=1)


def test_a_pace_lets_so_many_through_within_a_time_and_each_person_by_themselves() -> None:
    pace = Pace(2, MINUTE)
    assert pace.wait(1, NOON) is None
    assert pace.wait(1, NOON + MINUTE / 3) is None
    assert pace.wait(1, NOON + MINUTE / 2) == MINUTE / 2
    assert pace.wait(2, NOON + MINUTE / 2) is None
    assert pace.wait(1, NOON + MINUTE) is None
    assert pace.wait(1, NOON + MINUTE) == MINUTE / 3


def test_a_pace_remembers_so_many_people_and_no_more() -> None:
    pace = Pace(1, MINUTE)
    for user in range(20_000):
        assert pace.wait(user, NOON) is None
    assert pace.wait(0, NOON) is None
    assert pace.wait(19_999, NOON) == MINUTE
