"""What is due when, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .table import Table


class Due(StrEnum):
    """Kinds of deadline."""

    LOBBY = "lobby"
    CHALLENGE = "challenge"
    DEAL = "deal"
    NUDGE = "nudge"
    """The player on move is reminded; not stored, as every start begins it anew."""
    TELL = "tell"
    """The player on move is told by direct message who wants it, where a move may take days."""
    CLOCK = "clock"
    """The player on move has run out of time."""
    FORFEITS = "forfeits"
    """At an honour table the moment is over in which forfeits of a deal can be claimed."""
    ABANDON = "abandon"
    """Everybody has left the game."""
    DAY = "day"
    """The day of a daily deal is over, and the hours in which a game begun in time could be finished."""

    ROUND = "round"
    """The time is over in which a tournament's round is to be played."""
    LAPSES = "lapses"
    """The moment has come until which somebody has asked to adjourn."""
    RESUME = "resume"
    """An adjourned game goes on, as was agreed, or a fortnight after somebody was there to."""
    ENDS_SOON = "ends-soon"
    """The players of an adjourned game are told that it ends soon."""
    LEFT = "left"
    """Nobody has gone on with an adjourned game for too long."""

    @property
    def stored(self) -> bool:
        """Whether it outlives a restart."""
        return self is not Due.NUDGE

    @property
    def fixed(self) -> bool:
        """Whether it is a moment of the calendar: time in which nobody could act is not given back."""
        return self in (Due.DAY, Due.LAPSES, Due.RESUME, Due.ENDS_SOON, Due.LEFT)


FIXED: Final = tuple(kind.value for kind in Due if kind.fixed)


def shifted(due: Mapping[Due, datetime], by: timedelta) -> dict[Due, datetime]:
    """Return deadlines moved later, except those that are fixed."""
    return {kind: at if kind.fixed else at + by for kind, at in due.items()}


def has_come(due: Mapping[Due, datetime], kind: Due, now: datetime) -> bool:
    """Tell whether a deadline is set and has passed."""
    at = due.get(kind)
    return at is not None and at <= now


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things stand, and how much one member may occupy."""

    lobby: timedelta = timedelta(minutes=30)
    challenge: timedelta = timedelta(minutes=10)
    challenge_by_days: timedelta = timedelta(days=1)
    """So long a challenge stands to a game in which a move may take days."""
    nudge: timedelta = timedelta(seconds=30)
    tell: timedelta = timedelta(minutes=5)
    """So long after a turn has begun a direct message tells of it: who sits there together needs none."""
    abandon: timedelta = timedelta(days=7)
    deal: timedelta = timedelta(seconds=30)
    forfeits: timedelta = timedelta(minutes=1)
    tables_a_member: int = 20
    tables_a_server: int = 500
    tables_in_all: int = 20_000
    """So many live tables one process keeps: what has been begun goes on, new ones wait."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A deadline that has passed, and the table as it stands after it."""

    due: Due
    table: Table
