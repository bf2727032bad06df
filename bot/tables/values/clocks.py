"""The clocks of tables (none, minutes a move, or days a move), their deadlines and limits, and the day of a server."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta, timezone
from enum import StrEnum
from typing import Final

from bot.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a player has for a move; ``a_move`` is None without a clock."""

    key: str
    label: str
    a_move: timedelta | None

    @property
    def by_correspondence(self) -> bool:
        """Whether a move may take days."""
        return self.a_move is not None and self.a_move >= timedelta(days=1)


def _live(minutes: int) -> Clock:
    return Clock(
        f"live-{minutes}",
        "1 minute a move" if minutes == 1 else f"{minutes} minutes a move",
        timedelta(minutes=minutes),
    )


def _days(days: int) -> Clock:
    return Clock(f"days-{days}", "1 day a move" if days == 1 else f"{days} days a move", timedelta(days=days))


MOST_MINUTES, MOST_DAYS = 120, 7
"""The longest time for a move, in a live game (minutes) and by correspondence (days)."""

NO_CLOCK: Final = Clock("none", "no clock", None)
CLOCKS: Final[dict[str, Clock]] = {
    clock.key: clock
    for clock in (NO_CLOCK, *(_live(n) for n in (1, 2, 3, 5, 10, 30)), *(_days(n) for n in range(1, MOST_DAYS + 1)))
}
"""The customary clocks, by key."""
DEFAULT_CLOCK: Final = CLOCKS["live-3"]


def clock_of(key: object) -> Clock:
    """Return the clock with a stored key; an unknown key means no clock."""
    if not isinstance(key, str) or key in CLOCKS:
        return CLOCKS.get(str(key), NO_CLOCK)
    kind, _, count = key.partition("-")
    most = {"live": MOST_MINUTES, "days": MOST_DAYS}.get(kind, 0)
    if not (count.isascii() and count.isdigit() and len(count) <= 3 and 1 <= int(count) <= most):
        return NO_CLOCK
    return _live(int(count)) if kind == "live" else _days(int(count))


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


class Due(StrEnum):
    """Kinds of deadline."""

    LOBBY = "lobby"
    CHALLENGE = "challenge"
    DEAL = "deal"
    NUDGE = "nudge"
    """The player on move is reminded; not stored, because every start of the bot sets it anew."""
    TELL = "tell"
    """A player on move who wants direct messages gets one, where a move may take days."""
    CLOCK = "clock"
    """The player on move has run out of time."""
    FORFEITS = "forfeits"
    """The time to claim forfeits of a deal at an honour table is over."""
    ABANDON = "abandon"
    """Nobody has acted for so long that the game counts as abandoned."""
    DAY = "day"
    """The time for a daily deal is over: its day, and the extra hours to finish a game begun in time."""

    ROUND = "round"
    """The time to play a tournament's round is over."""
    LAPSES = "lapses"
    """A request to adjourn lapses because the time to resume that it names has come."""
    RESUME = "resume"
    """An adjourned game resumes: at the agreed time, or a fortnight after the first player was ready."""
    ENDS_SOON = "ends-soon"
    """The players of an adjourned game are told that it soon ends or resumes."""
    LEFT = "left"
    """An adjourned game has not been resumed for too long."""
    ITSELF = "itself"
    """The act of the player on move happens by itself, as nothing is left to choose (:mod:`.decisions.by_itself`).

    Or the house has hesitated long enough to lead.
    """

    @property
    def stored(self) -> bool:
        """Whether the deadline is stored, and so survives a restart."""
        return self is not Due.NUDGE

    @property
    def fixed(self) -> bool:
        """Whether the deadline is a calendar date; it stays even if the bot was down meanwhile."""
        return self in (Due.DAY, Due.LAPSES, Due.RESUME, Due.ENDS_SOON, Due.LEFT)


FIXED: Final = tuple(kind.value for kind in Due if kind.fixed)


def shifted(due: Mapping[Due, datetime], by: timedelta) -> dict[Due, datetime]:
    """Return deadlines moved later, except those that are fixed."""
    return {kind: at if kind.fixed else at + by for kind, at in due.items()}


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits of tables, and how many tables may exist."""

    lobby: timedelta = timedelta(minutes=30)
    challenge: timedelta = timedelta(minutes=10)
    challenge_by_days: timedelta = timedelta(days=1)
    """Time for which a challenge to a game by correspondence stands."""
    nudge: timedelta = timedelta(seconds=30)
    tell: timedelta = timedelta(minutes=5)
    """Time between the beginning of a turn and the direct message about it.

    Players who are at the table together need no message.
    """
    abandon: timedelta = timedelta(days=7)
    deal: timedelta = timedelta(seconds=30)
    forfeits: timedelta = timedelta(minutes=1)
    tables_a_member: int = 20
    tables_a_server: int = 500
    tables_in_all: int = 20_000
    """Number of live tables at which a process accepts no new ones; those that have begun go on."""
