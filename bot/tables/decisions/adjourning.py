"""Adjourning a game, by consent of all who play in person, and resuming it.

The record does not mention it. When the game resumes, the turn begins anew with its full time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.tables.values.clocks import Due
from bot.tables.values.parts import Adjourned, Adjourning, Status
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

from .house_seats import come_back
from .occasion import Done, Occasion, ended_without_result, seat_in_play
from .turns import turn_begins

LEFT_ADJOURNED: Final = "adjourned"
"""The reason stored with an adjourned game that nobody resumed."""
LONGEST: Final = timedelta(days=60)
"""Time after which an adjourned game ends without a result."""
TOLD_BEFORE: Final = timedelta(days=7)
"""Time between the notice to the players and that end."""
AT_THE_LATEST: Final = timedelta(days=14)
"""Time after which an adjourned game resumes once one player is back."""
REMINDED_BEFORE: Final = timedelta(days=2)
"""Time between the notice to the players and that resumption."""


def ask_adjourn(table: Table, at: Occasion, user_id: int, wait: timedelta | None) -> Table:
    """Ask all others to adjourn, at once if only the house plays; without `wait` until all are ready."""
    to_adjourn(table, user_id)
    until, asked = None if wait is None else at.now + wait, table.adjourning
    if asked is not None and asked.declined is not None:
        raise Refused(Why.ADJOURN_DECLINED, table_id=table.id)
    if asked is not None and asked.user != user_id:
        raise Refused(Why.ADJOURN_ASKED, table_id=table.id)
    if asked is not None:
        return table
    over = table.due.get(Due.ROUND)
    if over is not None and until is not None and until >= over:
        raise Refused(Why.ROUND_SOONER, table_id=table.id)
    table = come_back(table, at, user_id)
    table = table.but(adjourning=Adjourning(at.now.replace(microsecond=0), user_id, len(table.deals), until))
    if until is not None:
        table = table.but(due={**table.due, Due.LAPSES: until})
    return _adjourned_if_agreed(table, at)


def to_adjourn(table: Table, user_id: int) -> None:
    """Check that a user may ask to adjourn.

    Raises:
        Refused: The user is not seated; the game is not being played or is adjourned; it is a daily deal; or all other
            people are absent, and would come back to a game adjourned without their consent that they cannot resume.
    """
    seat = seat_in_play(table, user_id)
    if table.daily is not None:
        raise Refused(Why.DAILY_WAITS, table_id=table.id)
    if set(table.held) - {seat} and not set(table.people) - {user_id}:
        raise Refused(Why.ADJOURN_ABSENT, table_id=table.id)


def may_ask(table: Table, user_id: int) -> bool:
    """Tell whether a player may ask to adjourn now: :func:`to_adjourn` allows it and there is no request yet."""
    try:
        to_adjourn(table, user_id)
    except Refused:
        return False
    return table.adjourning is None


def agree_to_adjourn(table: Table, at: Occasion, user_id: int, asked_at: int) -> Table:
    """Agree to the request made at that second; once everybody has, the game is adjourned."""
    asked = _asked(table, at, user_id, asked_at)
    if asked.user == user_id:
        raise Refused(Why.OWN_ADJOURN, table_id=table.id)
    agreed = (*(user for user in asked.agreed if user != user_id), user_id)
    return _adjourned_if_agreed(come_back(table, at, user_id).but(adjourning=replace(asked, agreed=agreed)), at)


def rather_not(table: Table, at: Occasion, user_id: int, asked_at: int) -> Table:
    """Decline to adjourn, or withdraw one's own request; after a refusal nobody may ask again until the next act."""
    asked = _asked(table, at, user_id, asked_at)
    if asked.user == user_id:
        return table.but(adjourning=None)
    return table.but(adjourning=replace(asked, declined=table.ply_for(None)))


def go_on(table: Table, at: Occasion, user_id: int, gone: Collection[int] = ()) -> Table:
    """Note that a player is ready to resume an adjourned game, and resume it once all are; else change nothing.

    If no time to resume was agreed on, the first ready player sets one (:data:`AT_THE_LATEST`). Otherwise a losing
    player could let the game lie until it ends without a result.
    """
    seat_in_play(table, user_id, adjourned=True)
    before = table.adjourned
    if before is None:
        return table
    table = come_back(table, at, user_id)
    ready = (*(each for each in before.ready if each[0] != user_id), (user_id, at.now.replace(microsecond=0)))
    table = table.but(adjourned=replace(before, ready=ready))
    if not set(table.yet_to_go_on(at.now)) - set(gone):
        return _resumed(table, at)
    return table if before.until is not None else _at_the_latest(table, at)


def time_to_go_on(table: Table, at: Occasion) -> Done:
    """Resume an adjourned game at its time, with or without its players; stale if that time has not come."""
    if table.adjourned is None or not table.has_come(Due.RESUME, at.now):
        return Done(table, stale=True)
    return Done(_resumed(table, at))


def lapsed(table: Table, at: Occasion) -> Done:
    """Delete a request to adjourn whose time to resume has come; stale if there is none.

    Nobody can agree to it any more, and it would keep everybody from asking for another time.
    """
    if not table.has_come(Due.LAPSES, at.now):
        return Done(table, stale=True)
    return Done(table.but(adjourning=None))


def ends_soon(table: Table, at: Occasion) -> Done:
    """Note that the players are being told that an adjourned game soon ends or resumes; stale if it is not time."""
    if table.adjourned is None or not table.has_come(Due.ENDS_SOON, at.now):
        return Done(table, stale=True)
    return Done(table.but(due={kind: when for kind, when in table.due.items() if kind is not Due.ENDS_SOON}))


def left_too_long(table: Table, at: Occasion) -> Done:
    """End without a result an adjourned game that nobody has resumed; stale if it was resumed or time is left."""
    if table.adjourned is None or table.status is not Status.PLAYING or not table.has_come(Due.LEFT, at.now):
        return Done(table, stale=True)
    return Done(ended_without_result(table, at, LEFT_ADJOURNED))


def _asked(table: Table, at: Occasion, user_id: int, asked_at: int) -> Adjourning:
    seat_in_play(table, user_id)
    asked = table.adjourning
    lapsed = asked is None or asked.declined is not None or int(asked.at.timestamp()) != asked_at
    if asked is None or lapsed or (asked.until is not None and asked.until <= at.now):
        raise Refused(Why.ADJOURN_NOT_ASKED, table_id=table.id)
    return asked


def _adjourned_if_agreed(table: Table, at: Occasion) -> Table:
    asked = table.adjourning
    if asked is None or table.yet_to_adjourn:
        return table
    ends = at.now.replace(microsecond=0) + LONGEST
    due = {**table.due, Due.LEFT: ends, Due.ENDS_SOON: ends - TOLD_BEFORE}
    if asked.until is not None:
        due[Due.RESUME] = asked.until
    return table.but(
        adjourned=Adjourned(at.now.replace(microsecond=0), ends, asked.until),
        adjourning=None, draw=None, undo=None, claims=None, time_up=None, due=due,
    )  # fmt: skip


def _at_the_latest(table: Table, at: Occasion) -> Table:
    """Let an adjourned game resume a fortnight from now at the latest, unless a tournament's round ends before."""
    lies, until = table.adjourned, at.now.replace(microsecond=0) + AT_THE_LATEST
    over = table.due.get(Due.ROUND)
    if lies is None or (over is not None and until >= over):
        return table
    due = {kind: when for kind, when in table.due.items() if kind is not Due.LEFT}
    due |= {Due.RESUME: until, Due.ENDS_SOON: until - REMINDED_BEFORE}
    return table.but(adjourned=replace(lies, until=until), due=due)


def _resumed(table: Table, at: Occasion) -> Table:
    table = turn_begins(table.but(adjourned=None), at)
    return table.but(due={**table.due, Due.DEAL: at.now + at.limits.deal}) if table.awaits_deal else table
