"""Days and offsets from UTC as people type them."""

from __future__ import annotations

from datetime import date

import pytest

from bot.ui.kit.days import read_day, read_offset
from bot.ui.kit.tree import NotUnderstoodError

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-12-20", date(2026, 12, 20)), ("20 Dec", date(2026, 12, 20)), (" 20  dec. 2026", date(2026, 12, 20)),
        ("December 20", date(2026, 12, 20)), ("Dec 20, 2027", date(2027, 12, 20)), ("20th March", date(2027, 3, 20)),
        ("20 décembre", date(2026, 12, 20)), ("1er août", date(2027, 8, 1)), ("3 juil.", date(2027, 7, 3)),
        ("3 juin", date(2027, 6, 3)), ("3 July", date(2027, 7, 3)), ("20.12.", date(2026, 12, 20)),
        ("20.12.2027", date(2027, 12, 20)), ("20/12", date(2026, 12, 20)), ("12/20/2026", date(2026, 12, 20)),
        ("5/5", date(2027, 5, 5)), ("22 Nov", TODAY), ("21 nov", date(2027, 11, 21)), ("29 Feb", date(2028, 2, 29)),
        ("2020-01-01", date(2020, 1, 1)),
    ],
)  # fmt: skip
def test_day_is_read_as_people_write_it_and_without_a_year_it_is_the_next(typed: str, meant: date) -> None:
    assert read_day(typed, TODAY) == meant


@pytest.mark.parametrize("typed", ["3/4", "4/3/2027"])
def test_day_that_may_be_two_is_not_guessed_at(typed: str) -> None:
    with pytest.raises(NotUnderstoodError, match="may be two days"):
        read_day(typed, TODAY)


@pytest.mark.parametrize(
    "typed", ["", "tomorrow", "31 Feb", "2026-13-01", "0000-01-01", "20", "20 smarch", "99.99.", "1/1/1", "`"]
)
def test_what_is_no_day_is_told_kindly(typed: str) -> None:
    with pytest.raises(NotUnderstoodError, match="is no day"):
        read_day(typed, TODAY)


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("+1", 60), ("-3:30", -210), ("5.5", 330), ("UTC+2", 120), ("utc", 0), ("GMT-3", -180), ("14", 840),
        ("-12", -720), ("+2h", 120), ("3h30", 210), (" 5,75 ", 345), ("−9.5", -570),
        ("5.30", 330), ("+5,45", 345), ("-3.30", -210), ("5.50", 330), ("5.00", 300), ("5.0", 300), ("9.15", 555),
        ("5.25", 315),
    ],
)  # fmt: skip
def test_offset_is_read_as_people_write_it(typed: str, minutes: int) -> None:
    assert read_offset(typed) == minutes


@pytest.mark.parametrize("typed", ["15", "-13", "1:60", "noon", "", "+", "1:2:3", "5.3", "5.20", "5.18", "5.60"])
def test_what_no_clock_shows_is_told_kindly(typed: str) -> None:
    with pytest.raises(NotUnderstoodError, match="is no distance from UTC"):
        read_offset(typed)
