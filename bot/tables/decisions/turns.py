"""The beginning of a turn: when its player is reminded, when their time is up, and when the game counts as abandoned.

`Tables.tick` (``service.py``) finds each second what has come due, and puts off reminders that would disturb.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.tables.decisions.occasion import Done, Occasion
from bot.tables.values.clocks import Clock, Due, Limits
from bot.tables.values.table import Table
from bot.tables.values.times import counted_until


def turn_begins(table: Table, at: Occasion) -> Table:
    """Begin a turn: set the deadlines for the clock, the reminders, claiming forfeits and an abandoned game.

    The player on move is reminded in the channel (`NUDGE`), and in a game by correspondence by direct message some
    minutes after the turn began (`TELL`), if they want that (`at.told`).

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
    """Return the time from a turn's beginning to its reminder: half a move by correspondence, else `nudge_seconds`."""
    if clock.a_move is None:
        return limits.nudge
    return clock.a_move / 2 if clock.by_correspondence else min(limits.nudge, clock.a_move / 2)


def reminded(table: Table, _at: Occasion, ply: int, kind: Due = Due.NUDGE) -> Done:
    """Note that the player on move is being reminded, which happens once a turn; stale if the public ply has passed."""
    if ply != table.ply_for(None):
        return Done(table, stale=True)
    return Done(table.but(due={each: when for each, when in table.due.items() if each is not kind}))
