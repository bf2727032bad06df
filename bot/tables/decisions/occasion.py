"""The occasion and the outcome of a decision, and what decisions have in common: turns, time limits, closing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.engine import Event
from bot.lazy import dataclass
from bot.tables.values.clocks import Clock, Due, Limits
from bot.tables.values.parts import Kind, Status
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from bot.tables.values.times import Holiday, counted_until


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


def turn_begins(table: Table, at: Occasion) -> Table:
    """Begin a turn: set the deadlines for the clock, the reminders, claiming forfeits and an abandoned game.

    A daily deal has its day as the only deadline, and an adjourned game gets none. By correspondence no time passes on
    holidays of the awaited players. For the deadline of an abandoned game that holds with every clock.
    """
    if table.adjourned is not None:
        return table
    if table.daily is not None:
        return table.but(due={Due.DAY: table.daily.until}, turn_since=at.now)
    a_move = table.terms.clock.a_move
    by_days = table.terms.clock.by_correspondence
    due = {**table.due, Due.ABANDON: _counted(table, at, at.limits.abandon + (a_move or timedelta()))}
    if not table.turn_users:
        due[Due.ABANDON] = at.now + at.limits.abandon
    due.pop(Due.TELL, None)
    if table.keeps_waiting is not None:
        if by_days and table.keeps_waiting in at.told:
            due[Due.TELL] = _time(table, at, at.limits.tell)
        due[Due.NUDGE] = _time(table, at, nudge_after(table.terms.clock, at.limits))
        if a_move is not None:
            due[Due.CLOCK] = _time(table, at, a_move)
    if table.claiming:
        due[Due.FORFEITS] = _time(table, at, a_move if by_days and a_move else at.limits.forfeits)
    return table.but(due=due, turn_since=at.now)


def _time(table: Table, at: Occasion, span: timedelta) -> datetime:
    return _counted(table, at, span) if table.terms.clock.by_correspondence else at.now + span


def _counted(table: Table, at: Occasion, span: timedelta) -> datetime:
    """Return when a span outside holidays will have passed for all awaited users."""
    users = (*table.turn_users, *([table.keeps_waiting] if table.keeps_waiting is not None else []))
    ends = (counted_until(at.holidays.get(user, ()), at.now, span) for user in users)
    return max(ends, default=at.now + span)


def nudge_at(clock: Clock, until: datetime | None, now: datetime, limits: Limits) -> datetime:
    """Return when to remind the player on move, if the turn began before the bot was started.

    With a clock this follows from the end of the time for the move; without one it counts from now.
    """
    after = nudge_after(clock, limits)
    return now + after if clock.a_move is None or until is None else until - clock.a_move + after


def nudge_after(clock: Clock, limits: Limits) -> timedelta:
    """Return the time from a turn's beginning to its reminder: short in a live game, halfway by correspondence."""
    if clock.a_move is None:
        return limits.nudge
    return clock.a_move / 2 if clock.by_correspondence else min(limits.nudge, clock.a_move / 2)


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
