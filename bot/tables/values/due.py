"""The deadlines of tables, and the limits that set them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final


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
