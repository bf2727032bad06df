"""The calendar of daily deals, and values about games, results and news of them.

A day is a UTC day. Deals are numbered by day; 1 January 2026 is number 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from db.daily import DailyGameRow

FIRST_DAY: Final = date(2026, 1, 1)
GRACE: Final = timedelta(hours=6)
"""Time after the end of its day within which a game may be finished; then the deal is laid open."""


def number_at(moment: datetime) -> int:
    """Return the number of the deal of the day at a moment."""
    return (moment.astimezone(UTC).date() - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    """Return the day on which a deal is played."""
    return FIRST_DAY + timedelta(days=number - 1)


def monday_of(number: int) -> date:
    """Return the Monday of the week in which a deal is played."""
    day = day_of(number)
    return day - timedelta(days=day.weekday())


def begins(number: int) -> datetime:
    """Return when the day of a deal begins."""
    return datetime.combine(day_of(number), time(), UTC)


def ends(number: int) -> datetime:
    """Return when the day of a deal ends, after which nobody can begin it."""
    return begins(number + 1)


def laid_open(number: int) -> datetime:
    """Return when a deal is laid open: nobody can play it any more, and its secret and cards are shown."""
    return ends(number) + GRACE


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A line of a day's list: more points are better, and equal points share the place."""

    place: int
    user_id: int
    name: str
    points: int
    """The player's points less the house's, in tens like all stored points."""


@dataclass(frozen=True, slots=True)
class DailyCount:
    """A player's place among all who have played a deal out, in all servers."""

    players: int
    """Number of these players, including this one."""
    beaten: int
    """Number of players with fewer points."""

    @property
    def percent(self) -> int | None:
        """The share of the other players who are beaten, in whole percent rounded down; None if there are none."""
        return 100 * self.beaten // (self.players - 1) if self.players > 1 else None


@dataclass(frozen=True, slots=True)
class DailyDay:
    """What a user in a server is shown about a day."""

    number: int
    now: datetime
    commitment: str
    next_commitment: str
    """The commitment of the next day's deal; empty if that is not known."""
    has_yesterday: bool
    """Whether there was a deal on the day before."""
    secret: str = field(repr=False)
    """Empty until the deal is laid open."""
    own: DailyGameRow | None
    count: DailyCount | None
    """The user's place among all players; None where they have not played the deal out."""
    results: tuple[DailyResult, ...]
    """The best results in the server."""
    own_result: DailyResult | None
    """The user's own line in the server's list; None where it is not in that list."""
    played_here: int
    """Number of players in the server's list."""
    streak: int
    """The user's streak (:func:`bot.club.daily.decisions.streak`)."""
    month: Mapping[int, int] = field(default_factory=dict)
    """The user's points in the month of this day so far, by the day of the month."""

    @property
    def is_today(self) -> bool:
        """Whether the deal may be begun now."""
        return self.number == number_at(self.now)

    @property
    def is_open(self) -> bool:
        """Whether nobody can play the deal any more, so that everything about it may be shown."""
        return self.now >= laid_open(self.number)


@dataclass(frozen=True, slots=True)
class DailyNews:
    """The news that a server gets once a day."""

    today: int
    has_yesterday: bool
    """Whether there was a deal yesterday."""
    results: tuple[DailyResult, ...]
    """The best lines of yesterday's list."""
    played: int
    """Number of players in that list."""
    streak: int
    """The streak of days on which somebody in the server has played."""
    unfinished: bool
    """Whether a game of yesterday may still be finished."""


NEWS: Final = "daily_news"
"""The key under which a server's choice of news is stored."""
TOLD: Final = "daily_told"
"""The key for the number of the deal of a server's latest news, or for a note that they are being posted."""
USUAL_HOUR: Final = 8


@dataclass(frozen=True, slots=True)
class NewsChoice:
    """The channel in which a server gets the daily news, and the hour of the day by the server's clock."""

    channel_id: int
    hour: int

    def stored(self) -> list[int]:
        """Return the stored form of the choice."""
        return [self.channel_id, self.hour]


def read_news(stored: object) -> NewsChoice | None:
    """Read a stored choice; None where there is none, or it is invalid."""
    if not isinstance(stored, list) or len(stored) != 2 or not all(type(each) is int for each in stored):
        return None
    channel_id, hour = stored
    return NewsChoice(channel_id, hour) if 0 <= hour < 24 else None


@dataclass(frozen=True, slots=True)
class Telling:
    """A note that a server's news of a deal are being posted, stored before the message is sent."""

    number: int
    since: datetime
    again: bool = False
    """Whether the note was stored by an earlier attempt, so that the message may be up already."""

    def stored(self) -> dict[str, object]:
        """Return the stored form of the note."""
        return {"number": self.number, "at": self.since.isoformat()}


def read_telling(stored: object) -> Telling | None:
    """Read a stored note that news are being posted; None where something else is stored."""
    if not isinstance(stored, dict):
        return None
    return Telling(stored["number"], datetime.fromisoformat(stored["at"]), again=True)
