"""Putting a game down for a while, by the consent of all who play in person, and going on with it.

Nothing is recorded of it. Everyone's turn begins anew when the game goes on: nobody comes back to a last minute.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.tables.values.adjourned import Adjourned, Adjourning, yet_to_adjourn, yet_to_go_on
from bot.tables.values.due import Due, has_come
from bot.tables.values.parts import Status
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

from .house_seats import come_back
from .occasion import Done, Occasion, ended_without_result, seat_in_play, turn_begins

LEFT_ADJOURNED: Final = "adjourned"
"""Why a game ended with which nobody went on."""
LONGEST: Final = timedelta(days=60)
"""So long a game may lie before it ends without a result."""
TOLD_BEFORE: Final = timedelta(days=7)
"""So long before that its players are told."""
AT_THE_LATEST: Final = timedelta(days=14)
"""So long after somebody was there to go on the game does, whoever else is there."""
REMINDED_BEFORE: Final = timedelta(days=2)
"""So long before that its players are told."""


def ask_adjourn(table: Table, at: Occasion, user_id: int, wait: timedelta | None) -> Table:
    """Ask all others to adjourn; where there is nobody but the house the game is put down at once.

    Args:
        table: The table.
        at: The occasion.
        user_id: Who asks.
        wait: After how long the game is to go on by itself; None: when all want to.

    Raises:
        Refused: Not seated, not playing or adjourned already, it is asked by another or was declined just now, the
            round of a tournament is over before, nobody who could agree is there, or it is a daily deal, which waits
            by itself.
    """
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
    """See that somebody may ask to adjourn.

    Raises:
        Refused: Not seated, not playing or adjourned already, it is a daily deal, or whoever else sits here is absent:
            they would come back to a game that they never agreed to put down, and could not go on with.
    """
    seat = seat_in_play(table, user_id)
    if table.daily is not None:
        raise Refused(Why.DAILY_WAITS, table_id=table.id)
    if set(table.held) - {seat} and not set(table.people) - {user_id}:
        raise Refused(Why.ADJOURN_ABSENT, table_id=table.id)


def may_ask(table: Table, user_id: int) -> bool:
    """Tell whether somebody who plays may ask to adjourn now: nobody has yet, and they are not refused it."""
    try:
        to_adjourn(table, user_id)
    except Refused:
        return False
    return table.adjourning is None


def agree_to_adjourn(table: Table, at: Occasion, user_id: int, asked_at: int) -> Table:
    """Agree to adjourn; when everybody has, the game is put down.

    Args:
        table: The table.
        at: The occasion.
        user_id: Who agrees.
        asked_at: When it was asked, in seconds since 1970: an earlier request is not answered any more.

    Raises:
        Refused: Not seated, not playing, one's own request, or it is not asked any more.
    """
    asked = _asked(table, at, user_id, asked_at)
    if asked.user == user_id:
        raise Refused(Why.OWN_ADJOURN, table_id=table.id)
    agreed = (*(user for user in asked.agreed if user != user_id), user_id)
    return _adjourned_if_agreed(come_back(table, at, user_id).but(adjourning=replace(asked, agreed=agreed)), at)


def rather_not(table: Table, at: Occasion, user_id: int, asked_at: int) -> Table:
    """Play on, or take one's own request back; others may ask again when another card has been played.

    Raises:
        Refused: Not seated, not playing, or it is not asked any more.
    """
    asked = _asked(table, at, user_id, asked_at)
    if asked.user == user_id:
        return table.but(adjourning=None)
    return table.but(adjourning=replace(asked, declined=table.ply_for(None)))


def go_on(table: Table, at: Occasion, user_id: int, gone: Collection[int] = ()) -> Table:
    """Say that one is there to go on; once everybody is, the game does. Where it goes on already, nothing changes.

    Where no moment was agreed on, the first who is there sets one: who is about to lose could else let the game lie
    until it ends without a result.

    Args:
        table: The table.
        at: The occasion.
        user_id: Who is there.
        gone: Users who have left the server, as the caller has made sure: nobody waits for them.

    Raises:
        Refused: Not seated, or not playing.
    """
    seat_in_play(table, user_id, adjourned=True)
    before = table.adjourned
    if before is None:
        return table
    table = come_back(table, at, user_id)
    ready = (*(each for each in before.ready if each[0] != user_id), (user_id, at.now.replace(microsecond=0)))
    table = table.but(adjourned=replace(before, ready=ready))
    if not set(yet_to_go_on(table, at.now)) - set(gone):
        return _resumed(table, at)
    return table if before.until is not None else _at_the_latest(table, at)


def time_to_go_on(table: Table, at: Occasion) -> Done:
    """Go on with a game at its time, whoever is there; stale where that has not come."""
    if table.adjourned is None or not has_come(table.due, Due.RESUME, at.now):
        return Done(table, stale=True)
    return Done(_resumed(table, at))


def lapsed(table: Table, at: Occasion) -> Done:
    """Forget a request whose moment has come, as nobody can agree to it any more; stale where there is none.

    Else it would keep everybody from asking for another moment.
    """
    if not has_come(table.due, Due.LAPSES, at.now):
        return Done(table, stale=True)
    return Done(table.but(adjourning=None))


def ends_soon(table: Table, at: Occasion) -> Done:
    """Note that the players are being told that an adjourned game ends soon, or goes on; stale where it does not."""
    if table.adjourned is None or not has_come(table.due, Due.ENDS_SOON, at.now):
        return Done(table, stale=True)
    return Done(table.but(due={kind: when for kind, when in table.due.items() if kind is not Due.ENDS_SOON}))


def left_too_long(table: Table, at: Occasion) -> Done:
    """End a game without a result with which nobody has gone on; stale where somebody has."""
    if table.adjourned is None or table.status is not Status.PLAYING or not has_come(table.due, Due.LEFT, at.now):
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
    if asked is None or yet_to_adjourn(table):
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
    """Let an adjourned game go on a fortnight from now at the latest, unless a tournament's round is over before."""
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
