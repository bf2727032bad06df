"""The occasion and the outcome of a decision, and what decisions have in common: who may act, lobbies, closing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from datetime import datetime
from typing import Protocol

from bot.engine import Event
from bot.lazy import dataclass
from bot.tables.values.clocks import Due, Limits
from bot.tables.values.parts import Kind, Status
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from bot.tables.values.times import Holiday


class Chance(Protocol):
    """A source of random numbers: the operating system, or a seeded generator in tests."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop − 1."""

    def randbytes(self, n: int, /) -> bytes:
        """Return *n* random bytes."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The circumstances of a decision: the time, the source of chance, the limits, and members' choices."""

    now: datetime
    chance: Chance
    limits: Limits = field(default_factory=Limits)
    holidays: Mapping[int, tuple[Holiday, ...]] = field(default_factory=dict)
    """Members' holidays, by user."""
    told: Collection[int] = ()
    """The users who want to be told of turns by direct message."""
    by_hand: Collection[int] = ()
    """The users who play the only card that they may play themselves."""


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a request: the table after it, and the events."""

    table: Table
    events: tuple[Event, ...] = field(default=(), repr=False)
    """The events; some are meant for one seat alone, as their audience says."""
    stale: bool = False
    """Whether the request was made for an older state, so that nothing was done; ``table`` is the present state."""
    opened: Table | None = None
    """Another table that the request has opened."""


def seat_in_play(table: Table, user_id: int, *, adjourned: bool = False) -> int:
    """Return the seat of a user at a table that is being played, and is not adjourned."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.status is Status.LOBBY:
        raise Refused(Why.NOT_STARTED, table_id=table.id)
    if table.status is not Status.PLAYING and table.daily is not None:
        raise Refused(Why.DAILY_ONCE, table_id=table.id)
    if table.status is not Status.PLAYING:
        raise Refused(Why.OVER if table.status is Status.FINISHED else Why.CLOSED, table_id=table.id)
    if table.adjourned is not None and not adjourned:
        raise Refused(Why.ADJOURNED, table_id=table.id)
    return seat


def stands_on(table: Table, at: Occasion) -> Table:
    """Let an open lobby stand for its whole time again, because somebody has acted in it."""
    if table.status is not Status.LOBBY or table.kind in (Kind.CHALLENGE, Kind.TOURNAMENT):
        return table
    return table.but(due={**table.due, Due.LOBBY: at.now + at.limits.lobby})


def closed(table: Table, status: Status, at: Occasion, reason: str | None = None) -> Table:
    """End a table without a result; nothing more can happen there."""
    return table.but(status=status, ended_at=at.now, end_reason=reason or status.value)


def ended_without_result(table: Table, at: Occasion, reason: str) -> Table:
    """End a game without a winner: close its deals; the game does not count."""
    deals = tuple(
        replace(deal, closed_at=at.now) if deal.deck is not None and deal.closed_at is None else deal
        for deal in table.deals
    )
    return closed(table.but(deals=deals), Status.ABANDONED, at, reason)
