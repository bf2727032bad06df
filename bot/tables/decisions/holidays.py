"""Changes to a member's holidays, and to the deadlines of tables that wait for the member."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from enum import StrEnum
from typing import Final

from bot.tables.values.due import Due
from bot.tables.values.holidays import MOST_A_YEAR, Holiday, counted, counted_until, days_taken
from bot.tables.values.table import Table

from .occasion import Occasion

FARTHEST: Final = timedelta(days=366)
"""Longest time from today until holidays begin, and from their first day to their last."""
_COUNTED: Final = (Due.CLOCK, Due.NUDGE, Due.TELL, Due.FORFEITS, Due.ABANDON)
"""The deadlines that do not run on holidays in games by correspondence."""


class NoHoliday(StrEnum):
    """The reasons why days cannot be holidays."""

    BACKWARDS = "backwards"
    """The last day is before the first."""
    PAST = "past"
    FAR = "far"
    TOO_MANY = "too-many"


class NotPlanned(Exception):  # noqa: N818 - it is an answer, not a failure
    """The refusal of days that cannot be holidays; nothing has changed."""

    def __init__(self, why: NoHoliday, left: int = 0) -> None:
        super().__init__(why.value)
        self.why = why
        self.left = left
        """Number of holidays, in days, that the year still allows."""


def planned(holidays: tuple[Holiday, ...], first: date, last: date, offset: int, now: datetime) -> tuple[Holiday, ...]:
    """Return a member's holidays with new days that replace all present and future ones.

    Args:
        holidays: The holidays so far.
        first: The first day; a past day means today.
        last: The last day.
        offset: The offset of the member's time zone from UTC, in minutes.
        now: The present moment.

    Raises:
        NotPlanned: The days end before they begin, have passed, are more than a year away, or exceed a year's limit.
    """
    today = now.astimezone(timezone(timedelta(minutes=offset))).date()
    if last < first:
        raise NotPlanned(NoHoliday.BACKWARDS)
    if last < today:
        raise NotPlanned(NoHoliday.PAST)
    if first - today > FARTHEST or last - first > FARTHEST:
        raise NotPlanned(NoHoliday.FAR)
    kept = called_off(holidays, now)
    wanted = (*kept, Holiday(max(first, today), last, offset))
    for year in range(today.year, last.year + 1):
        if days_taken(wanted, year) > MOST_A_YEAR:
            raise NotPlanned(NoHoliday.TOO_MANY, max(0, MOST_A_YEAR - days_taken(kept, year)))
    return wanted


def called_off(holidays: tuple[Holiday, ...], now: datetime) -> tuple[Holiday, ...]:
    """Return a member's holidays without future ones, with a present one ended now and past ones kept.

    Holidays of earlier years are dropped.
    """
    ended = (
        Holiday(each.first, each.last, each.offset, now) if each.ends > now else each
        for each in holidays
        if each.starts < now
    )
    return tuple(each for each in ended if each.last.year >= now.year)


def holidays_changed(
    table: Table, at: Occasion, user_id: int, before: tuple[Holiday, ...], after: tuple[Holiday, ...]
) -> Table:
    """Move the deadlines of a table that waits for a member whose holidays have changed; time already counted stays.

    Args:
        table: The table.
        at: The occasion.
        user_id: The member.
        before: The member's holidays before the change.
        after: The member's holidays after it.
    """
    if user_id not in table.turn_users or table.daily is not None:
        return table
    kinds = (
        (Due.CLOCK, Due.NUDGE, Due.TELL, Due.FORFEITS, Due.ABANDON)
        if table.terms.clock.by_correspondence
        else (Due.ABANDON,)
    )
    moved = {}
    for kind in kinds:
        when = table.due.get(kind)
        if when is not None and when > at.now:
            then = counted_until(after, at.now, counted(before, at.now, when))
            moved[kind] = max(when, then) if kind is Due.FORFEITS else then  # the time for forfeits is shared by all
    return table.but(due={**table.due, **moved}) if moved else table
