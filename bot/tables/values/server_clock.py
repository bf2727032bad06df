"""The clock of a server: how far it is from UTC, which says when its months, seasons and hours begin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Final

SERVER_CLOCK: Final = "utc_offset"
"""The key under which a server's clock is kept among its settings."""
EARLIEST, LATEST = -12 * 60, 14 * 60
"""No place is farther from UTC, in minutes."""
_MOST_CHANGES: Final = 200
"""So many changes are remembered; before the oldest of them it is what that one made it."""


@dataclass(frozen=True, slots=True)
class ServerClock:
    """How far a server's clock was from UTC since when; before that it was UTC.

    Changes are remembered, so that a game counted long ago stays in its season, also where all is counted anew.
    """

    changes: tuple[tuple[int, int], ...] = ()
    """Since which moment (seconds since 1970) how many minutes, the oldest first."""

    @property
    def offset(self) -> int:
        """How far it is from UTC now, in minutes."""
        return self.changes[-1][1] if self.changes else 0

    def offset_at(self, moment: datetime) -> int:
        """Return how far it was from UTC at a moment, in minutes."""
        at = moment.timestamp()
        return next((minutes for since, minutes in reversed(self.changes) if since <= at), 0)

    def local(self, moment: datetime) -> datetime:
        """Return a moment as this clock showed it."""
        return moment.astimezone(timezone(timedelta(minutes=self.offset_at(moment))))

    def set_to(self, minutes: int, now: datetime) -> ServerClock:
        """Return the clock as it is where it is so far from UTC from now on."""
        if minutes == self.offset:
            return self
        second = int(now.timestamp())
        before = tuple(each for each in self.changes if each[0] < second)
        return ServerClock((*before, (second, minutes))[-_MOST_CHANGES:])

    def stored(self) -> list[list[int]] | None:
        """Return it as it is kept; nothing where it was never set."""
        return [list(each) for each in self.changes] or None


UTC_CLOCK: Final = ServerClock()


def read_server_clock(stored: object) -> ServerClock:
    """Read a server's clock; what means nothing is left out."""
    changes = []
    for each in stored if isinstance(stored, list) else ():
        if isinstance(each, list) and len(each) == 2 and all(type(number) is int for number in each):
            since, minutes = each
            if EARLIEST <= minutes <= LATEST:
                changes.append((since, minutes))
    return ServerClock(tuple(sorted(changes)))
