"""The calendar of daily deals: a day is a UTC day, and deals are numbered by day from 1 January 2026 on."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

FIRST_DAY: Final = date(2026, 1, 1)
GRACE: Final = timedelta(hours=6)
"""Time after the end of its day within which a game may be finished; then the deal is laid open."""


def number_at(moment: datetime) -> int:
    """Return the number of the deal of the day at a moment."""
    return (moment.astimezone(UTC).date() - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    return FIRST_DAY + timedelta(days=number - 1)


def begins(number: int) -> datetime:
    return datetime.combine(day_of(number), time(), UTC)


def ends(number: int) -> datetime:
    """Return when the day of a deal ends, after which nobody can begin it."""
    return begins(number + 1)


def laid_open(number: int) -> datetime:
    """Return when a deal is laid open: nobody can play it any more, and its secret and cards are shown."""
    return ends(number) + GRACE


def streak(days: Collection[int], today: int) -> int:
    """Return the number of deals played in the longest run of days up to today in which no week has two missed days.

    A week is Monday to Sunday in UTC, of which only the days of the run count; today is not missed before it is over.
    """
    played, weeks_with_a_free_day = frozenset(days), set[tuple[int, int]]()
    counted, day = int(today in played), today - 1
    while day in played or day_of(day).isocalendar()[:2] not in weeks_with_a_free_day:
        if day in played:
            counted += 1
        else:
            weeks_with_a_free_day.add(day_of(day).isocalendar()[:2])
        day -= 1
    return counted
