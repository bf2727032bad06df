"""When a member does not play: holidays, and quiet hours without reminders."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any, Final

from bot.lazy import dataclass

MOST_A_YEAR: Final = 30
"""Largest number of holidays in a calendar year, in days."""
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Holiday:
    """A span of whole days, first and last included, in a time zone given by its offset from UTC in minutes."""

    first: date
    last: date
    offset: int = 0
    back: datetime | None = None
    """When the member came back before its end; None if they did not."""

    @property
    def starts(self) -> datetime:
        """The beginning of its first day."""
        return datetime.combine(self.first, time(), self._zone)

    @property
    def ends(self) -> datetime:
        """The end of its last day, or the moment at which the member came back."""
        end = datetime.combine(self.last, time(), self._zone) + _DAY
        return end if self.back is None else min(end, self.back)

    @property
    def days(self) -> frozenset[date]:
        """Its days, including the day on which the member came back."""
        last = self.last if self.back is None else min(self.last, self.back.astimezone(self._zone).date())
        return frozenset(self.first + _DAY * each for each in range((last - self.first).days + 1))

    @property
    def _zone(self) -> timezone:
        return timezone(timedelta(minutes=self.offset))

    def stored(self) -> list[str | int | None]:
        """Return the holiday in the form stored in a member's settings."""
        back = None if self.back is None else self.back.isoformat()
        return [self.first.isoformat(), self.last.isoformat(), self.offset, back]


def read_holidays(stored: object) -> tuple[Holiday, ...]:
    """Read holidays from a member's settings, in order of time; unreadable ones are left out."""
    if not isinstance(stored, list):
        return ()
    return tuple(sorted(filter(None, map(_read, stored)), key=lambda each: each.starts))


def _read(stored: Any) -> Holiday | None:  # noqa: ANN401 - any JSON
    try:
        first, last, offset, back = stored
        moment = None if back is None else datetime.fromisoformat(back)
        found = Holiday(date.fromisoformat(first), date.fromisoformat(last), offset, moment)
        aware = moment is None or moment.tzinfo is not None
    except (TypeError, ValueError):
        return None
    sound = type(offset) is int and abs(offset) <= 14 * 60 and found.first <= found.last
    return found if sound and aware and len(found.days) <= 2 * MOST_A_YEAR else None


def days_taken(holidays: Iterable[Holiday], year: int) -> int:
    """Count the days of a calendar year that are holidays, each day once."""
    return sum(day.year == year for day in frozenset[date]().union(*(each.days for each in holidays)))


def now_or_next(holidays: Iterable[Holiday], now: datetime) -> Holiday | None:
    """Return the present holiday, else the next one, else None."""
    return next((each for each in holidays if each.ends > max(now, each.starts)), None)


def away_for(holidays: Iterable[Holiday], now: datetime) -> timedelta:
    """Return how long the present holiday still lasts, with any that follow without a gap; zero if there is none."""
    left = timedelta()
    for each in holidays:
        if each.starts <= now + left < each.ends:
            left = each.ends - now
    return left


def counted(holidays: Iterable[Holiday], since: datetime, until: datetime) -> timedelta:
    """Return the time between two moments that falls in no holiday; the holidays are given in order."""
    total, at = timedelta(), since
    for each in holidays:
        if each.ends <= at or each.starts >= until or each.ends <= each.starts:
            continue
        total += max(each.starts - at, timedelta())
        at = max(at, each.ends)
    return total + max(until - at, timedelta())


def counted_until(holidays: Iterable[Holiday], since: datetime, span: timedelta) -> datetime:
    """Return when a span of time outside holidays will have passed; the holidays are given in order."""
    at, left = since, span
    for each in holidays:
        if each.ends <= at or each.ends <= each.starts:
            continue
        before = max(each.starts - at, timedelta())
        if before >= left:
            break
        left -= before
        at = each.ends
    return at + left


@dataclass(frozen=True, slots=True)
class Quiet:
    """A span from one full hour to another, in a time zone given by its offset from UTC in minutes."""

    start: int
    end: int
    offset: int = 0

    def stored(self) -> dict[str, int]:
        """Return the quiet hours in the form stored in a member's settings."""
        return {"start": self.start, "end": self.end, "offset": self.offset}

    def remaining(self, now: datetime) -> timedelta:
        """Return how long the quiet hours still last; zero outside them."""
        local = now.astimezone(timezone(timedelta(minutes=self.offset)))
        hours = (self.end - self.start) % 24
        began = local.replace(hour=self.start, minute=0, second=0, microsecond=0)
        if began > local:
            began -= timedelta(days=1)
        left = began + timedelta(hours=hours) - local
        return max(left, timedelta())


def read_quiet(stored: object) -> Quiet | None:
    """Read quiet hours from a member's settings; None where there are none."""
    if not isinstance(stored, dict):
        return None
    values = [value for key in ("start", "end", "offset") if type(value := stored.get(key)) is int]
    if len(values) != 3:
        return None
    start, end, offset = values
    valid = 0 <= start < 24 and 0 <= end < 24 and start != end and -14 * 60 <= offset <= 14 * 60
    return Quiet(start, end, offset) if valid else None


def quiet_for(stored: object, now: datetime) -> timedelta:
    """Return how long a member's stored quiet hours still last; zero outside them or if there are none."""
    quiet = read_quiet(stored)
    return quiet.remaining(now) if quiet is not None else timedelta()
