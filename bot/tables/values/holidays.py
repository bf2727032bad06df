"""Holidays: whole days on which a member's clock does not run where a move may take days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from typing import Any, Final

HOLIDAYS: Final = "holidays"
"""The key under which a member's holidays are stored."""
MOST_A_YEAR: Final = 30
"""So many days of a calendar year may be holidays."""
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Holiday:
    """From one day to another, both included, by a clock whose distance from UTC is given in minutes."""

    first: date
    last: date
    offset: int = 0
    back: datetime | None = None
    """When the member was back before its end."""

    @property
    def starts(self) -> datetime:
        """The moment at which its first day begins."""
        return datetime.combine(self.first, time(), self._zone)

    @property
    def ends(self) -> datetime:
        """The moment at which its last day is over, or the member was back."""
        end = datetime.combine(self.last, time(), self._zone) + _DAY
        return end if self.back is None else min(end, self.back)

    @property
    def days(self) -> frozenset[date]:
        """Its days, also that on which the member came back."""
        last = self.last if self.back is None else min(self.last, self.back.astimezone(self._zone).date())
        return frozenset(self.first + _DAY * each for each in range((last - self.first).days + 1))

    @property
    def _zone(self) -> timezone:
        return timezone(timedelta(minutes=self.offset))

    def stored(self) -> list[str | int | None]:
        """Return the value as it is kept in a member's settings."""
        back = None if self.back is None else self.back.isoformat()
        return [self.first.isoformat(), self.last.isoformat(), self.offset, back]


def read_holidays(stored: object) -> tuple[Holiday, ...]:
    """Read holidays from a member's settings, in their order; what cannot be read is none."""
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
    """Count the days of a calendar year that are holidays, each once."""
    return sum(day.year == year for day in frozenset[date]().union(*(each.days for each in holidays)))


def now_or_next(holidays: Iterable[Holiday], now: datetime) -> Holiday | None:
    """Return the holiday that lasts now, or else the next one."""
    return next((each for each in holidays if each.ends > max(now, each.starts)), None)


def away_for(holidays: Iterable[Holiday], now: datetime) -> timedelta:
    """Return how long the holiday still lasts in which a moment falls; zero where it falls in none."""
    left = timedelta()
    for each in holidays:
        if each.starts <= now + left < each.ends:
            left = each.ends - now
    return left


def counted(holidays: Iterable[Holiday], since: datetime, until: datetime) -> timedelta:
    """Return how much time lies between two moments without what falls in holidays, which are in their order."""
    total, at = timedelta(), since
    for each in holidays:
        if each.ends <= at or each.starts >= until or each.ends <= each.starts:
            continue
        total += max(each.starts - at, timedelta())
        at = max(at, each.ends)
    return total + max(until - at, timedelta())


def counted_until(holidays: Iterable[Holiday], since: datetime, span: timedelta) -> datetime:
    """Return when so much time will have passed without what falls in holidays, which are in their order."""
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
