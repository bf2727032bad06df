"""Quiet hours, in which a member does not want reminders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

QUIET = "quiet"
"""The settings key for a member's quiet hours."""
BY_MESSAGE = "by_message"
"""The settings key for a member's wish to be told of turns by direct message."""
UNREACHABLE = "closed"
"""The value stored under that key after Discord refused such a message, until the member has been told so."""


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
