"""The clock of a server, which decides when its months, seasons and hours begin, and the day used for all daily limits.

That day is the UTC day, the same in every server and for every member, like that of the daily deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, timezone
from typing import Final

SERVER_CLOCK: Final = "utc_offset"
"""The settings key for a server's clock."""
EARLIEST, LATEST = -12 * 60, 14 * 60
"""The smallest and the largest offset from UTC, in minutes."""
_MOST_CHANGES: Final = 200
"""Number of changes that are kept, the newest."""


@dataclass(frozen=True, slots=True)
class ServerClock:
    """The changes of a server's offset from UTC; before the first change it was UTC.

    Changes are kept so that a game stays in its season even when all games are counted again.
    """

    changes: tuple[tuple[int, int], ...] = ()
    """Pairs of a moment (seconds since 1970) and the offset from then on (minutes), the oldest first."""

    @property
    def offset(self) -> int:
        """The present offset from UTC, in minutes."""
        return self.changes[-1][1] if self.changes else 0

    def offset_at(self, moment: datetime) -> int:
        """Return the offset from UTC at a moment, in minutes."""
        at = moment.timestamp()
        return next((minutes for since, minutes in reversed(self.changes) if since <= at), 0)

    def local(self, moment: datetime) -> datetime:
        """Return a moment in the server's local time."""
        return moment.astimezone(timezone(timedelta(minutes=self.offset_at(moment))))

    def set_to(self, minutes: int, now: datetime) -> ServerClock:
        """Return the clock with an offset from UTC, in minutes, that holds from now on."""
        if minutes == self.offset:
            return self
        second = int(now.timestamp())
        before = tuple(each for each in self.changes if each[0] < second)
        return ServerClock((*before, (second, minutes))[-_MOST_CHANGES:])

    def stored(self) -> list[list[int]] | None:
        """Return the clock in the form stored in settings; None if it was never set."""
        return [list(each) for each in self.changes] or None


def read_server_clock(stored: object) -> ServerClock:
    """Read a server's clock from its settings, leaving out changes that cannot be read."""
    changes = []
    for each in stored if isinstance(stored, list) else ():
        if isinstance(each, list) and len(each) == 2 and all(type(number) is int for number in each):
            since, minutes = each
            if EARLIEST <= minutes <= LATEST:
                changes.append((since, minutes))
    return ServerClock(tuple(sorted(changes)))


def day_begins(moment: datetime) -> datetime:
    """Return the beginning of the day that contains a moment."""
    return datetime.combine(moment.astimezone(UTC).date(), time(), UTC)


def day_ends(moment: datetime) -> datetime:
    """Return the end of the day that contains a moment, which is the beginning of the next day."""
    return day_begins(moment) + timedelta(days=1)
