"""The calendar of daily deals, and what is known of somebody's game of one.

A day is a UTC day. Its deal has a number, counted from the first of January 2026, which is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

FIRST_DAY: Final = date(2026, 1, 1)
GRACE: Final = timedelta(hours=6)
"""A game begun on its day may be finished so long after it; then the deal is laid open."""


def number_at(moment: datetime) -> int:
    """Return the number of the deal that is played at a moment."""
    return (moment.astimezone(UTC).date() - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the day on which a deal is played."""
    return FIRST_DAY + timedelta(days=number - 1)


def begins(number: int) -> datetime:
    """Return when the day of a deal begins."""
    return datetime.combine(day_of(number), time(), UTC)


def ends(number: int) -> datetime:
    """Return when the day of a deal is over, and nobody can begin it any more."""
    return begins(number + 1)


def laid_open(number: int) -> datetime:
    """Return when nobody can play a deal any more, so that its secret and its cards are shown."""
    return ends(number) + GRACE


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of a day, and its commitment."""

    number: int
    commitment: str
    secret: str = field(repr=False)
    """128 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Somebody's game of a day."""

    table_id: int
    points: int | None
    """None where it is being played, or was not played out."""
    shared: bool
    """Whether its line has been posted."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A line of a day's list; the more points the better, and who has equally many shares the place."""

    place: int
    user_id: int
    name: str
    points: int
    """The player's own, less the house's; in tens as everything that is stored."""


@dataclass(frozen=True, slots=True)
class DailyCount:
    """How somebody did among all who have played a deal out, in all servers."""

    players: int
    """How many, with this one."""
    beaten: int
    """How many have fewer points."""

    @property
    def percent(self) -> int | None:
        """How many of the others are beaten, in whole percent rounded down; None where there is nobody else."""
        return 100 * self.beaten // (self.players - 1) if self.players > 1 else None


@dataclass(frozen=True, slots=True)
class DailyDay:
    """What is told of a day to somebody in a server."""

    number: int
    now: datetime
    commitment: str
    next_commitment: str
    """That of the day after."""
    secret: str = field(repr=False)
    """Empty until the deal is laid open."""
    own: OwnGame | None
    count: DailyCount | None
    """How they did among all; None where they have not played it out."""
    results: tuple[DailyResult, ...]
    """The best of the server."""
    own_result: DailyResult | None
    """Their own line in the list of the server in which they are asking; None where it does not stand there."""
    played_here: int
    """How many stand in the list of the server."""
    streak: int
    """On how many days in a row they have played, up to the day that it is now."""

    @property
    def is_today(self) -> bool:
        """Whether the deal may be begun now."""
        return self.number == number_at(self.now)

    @property
    def is_open(self) -> bool:
        """Whether nobody can play the deal any more, so that all may be shown of it."""
        return self.now >= laid_open(self.number)


@dataclass(frozen=True, slots=True)
class DailyNews:
    """What a server is told once a day."""

    today: int
    results: tuple[DailyResult, ...]
    """The best of yesterday's list."""
    played: int
    """How many stand in it."""
    streak: int
    """On how many days in a row somebody in the server has played."""
    unfinished: bool
    """Whether a game of yesterday may still be finished."""


NEWS: Final = "daily_news"
"""The key under which a server's choice is stored."""
TOLD: Final = "daily_told"
"""The key under which the number of the deal is stored of which a server was told last; or that it is being told."""
USUAL_HOUR: Final = 8


@dataclass(frozen=True, slots=True)
class NewsChoice:
    """Where a server is told of the daily deal, and at which hour of the day by its own clock."""

    channel_id: int
    hour: int

    def stored(self) -> list[int]:
        """Return it as it is stored."""
        return [self.channel_id, self.hour]


def read_news(stored: object) -> NewsChoice | None:
    """Read a stored choice; None where there is none, or it means nothing."""
    if not isinstance(stored, list) or len(stored) != 2 or not all(type(each) is int for each in stored):
        return None
    channel_id, hour = stored
    return NewsChoice(channel_id, hour) if 0 <= hour < 24 else None


@dataclass(frozen=True, slots=True)
class Telling:
    """That a server is being told of a deal, noted before its message is posted."""

    number: int
    since: datetime
    again: bool = False
    """Whether it was noted before: then the message may be up."""

    def stored(self) -> dict[str, object]:
        """Return it as it is stored."""
        return {"number": self.number, "at": self.since.isoformat()}


def read_telling(stored: object) -> Telling | None:
    """Read that a server was being told; None where that is not what is stored."""
    if not isinstance(stored, dict):
        return None
    return Telling(stored["number"], datetime.fromisoformat(stored["at"]), again=True)
