"""What is given back, and what is not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.members.loading import Downtime

NOON = datetime(2026, 9, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def _seen(downtime: Downtime, *looks: tuple[float, bool]) -> float:
    """Look at these seconds after noon, people being able to act or not, and return the last answer in seconds."""
    lost = timedelta()
    for at, able in looks:
        lost = downtime.look(NOON + timedelta(seconds=at), able=able, after=SECOND)
    return lost.total_seconds()


def test_nothing_is_given_back_while_all_is_well() -> None:
    assert _seen(Downtime(), (0, True), (1, True), (2.5, True), (9, True), (18, True)) == 0


def test_time_without_a_gateway_is_given_back_once_it_is_there() -> None:
    downtime = Downtime()
    assert _seen(downtime, (0, True), *((at, False) for at in range(1, 40))) == 0
    assert _seen(downtime, (40, True)) == 40
    downtime.given(timedelta(seconds=40))
    assert _seen(downtime, (41, True)) == 0


def test_what_could_not_be_given_is_asked_for_again() -> None:
    downtime = Downtime()
    assert _seen(downtime, (0, True), (30, False), (31, True)) == 31
    assert _seen(downtime, (32, True)) == 31


def test_short_breaks_are_given_back_when_they_have_come_together() -> None:
    downtime = Downtime()
    for begin in range(0, 12, 4):
        assert _seen(downtime, (begin, True), (begin + 1, False), (begin + 3, True)) == 0
    assert _seen(downtime, (12, True), (13, False), (15, True)) == 12


def test_a_sleep_and_a_jump_of_the_clock_either_way_are_made_good() -> None:
    assert _seen(Downtime(), (0, True), (3601, True)) == 3600
    assert _seen(Downtime(), (0, True), (-3600, True)) == -3600


def test_a_look_that_comes_early_is_no_jump() -> None:
    downtime = Downtime()
    _seen(downtime, (0, True))
    assert downtime.look(NOON + SECOND, able=True, after=timedelta(hours=1)) == timedelta()


def test_what_lies_before_a_first_look_is_no_loss() -> None:
    downtime = Downtime()
    _seen(downtime, (0, True))
    downtime.pass_over()
    assert _seen(downtime, (90_000, True)) == 0
