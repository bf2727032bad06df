"""A member's holidays: planning them and being back, and what they change at a table that waits for the member."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from enum import StrEnum
from typing import Final

from bot.tables.values.due import Due
from bot.tables.values.holidays import MOST_A_YEAR, Holiday, counted, counted_until, days_taken
from bot.tables.values.table import Table

from .occasion import Occasion

FARTHEST: Final = timedelta(days=366)
"""So far ahead holidays may begin."""
_COUNTED: Final = (Due.CLOCK, Due.NUDGE, Due.TELL, Due.FORFEITS, Due.ABANDON)
"""What counts no holidays where a move may take days."""


class NoHoliday(StrEnum):
    """Why days cannot be holidays."""

    BACKWARDS = "backwards"
    """They end before they begin."""
    PAST = "past"
    FAR = "far"
    TOO_MANY = "too-many"


class NotPlanned(Exception):  # noqa: N818 - it is an answer, not a failure
    """Days that cannot be holidays; nothing has changed."""

    def __init__(self, why: NoHoliday, left: int = 0) -> None:
        super().__init__(why.value)
        self.why = why
        self.left = left
        """How many days of the year are left."""


def planned(holidays: tuple[Holiday, ...], first: date, last: date, offset: int, now: datetime) -> tuple[Holiday, ...]:
    """Return a member's holidays with those days in place of what was planned and has not passed.

    Args:
        holidays: As they were.
        first: The first day; one that has passed means today.
        last: The last day.
        offset: How far the member's clock is from UTC, in minutes.
        now: The present moment.

    Raises:
        NotPlanned: They end before they begin, have passed, are more than a year away, or are too many in a year.
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
    """Return a member's holidays as they are once the member is back: what was to come is not, what was still counts.

    Those of earlier years are forgotten.
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
    """Move what is due at a table that waits for a member whose holidays have changed; time counted so far stays so.

    Args:
        table: The table.
        at: The occasion.
        user_id: The member.
        before: Their holidays as they were.
        after: And as they are now.
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
            moved[kind] = max(when, then) if kind is Due.FORFEITS else then  # which is everybody's time
    return table.but(due={**table.due, **moved}) if moved else table
