"""Tables of tournaments: opening, beginning and ending the game of a pairing.

The game begins once all its players have said that they are ready, so no clock runs before its player has come.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.engine import Action, Rules, Verb
from bot.house.roster import is_house
from bot.tables.values.clocks import Due, shifted
from bot.tables.values.parts import READY_FOR, Fixture, Kind, Place, Player, Status, Terms, Thread
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

from .dealing import sealed_anew
from .lobby import opened, seated, started
from .occasion import Done, Occasion, closed, ended_without_result
from .play import played, resign

ROUND_OVER: Final = "round"
"""The reason stored with a game whose round was over; the points scored so far decide the pairing."""
WITHDRAWN: Final = "withdrawn"
"""The reason stored with a table closed before its game because one of its players has withdrawn."""
CALLED_OFF: Final = "called-off"
"""The reason stored with a table closed before its game because the tournament was called off."""


def arranged(
    at: Occasion,
    *,
    guild_id: int,
    channel_id: int,
    players: Sequence[Player],
    rules: Rules,
    terms: Terms,
    fixture: Fixture,
    lasting: timedelta,
    in_thread: bool,
) -> Table:
    """Open a table for a pairing of a round that ends in so long; it has no number yet."""
    table = opened(at, guild_id=guild_id, channel_id=channel_id, opener=players[0], rules=rules, terms=terms)
    return table.but(
        kind=Kind.TOURNAMENT,
        seats=seated(0, players, at.now),
        place=Place(channel_id, thread=Thread.WANTED if in_thread else Thread.NONE),
        fixture=fixture,
        due={Due.ROUND: at.now + lasting},
    )


def sealed_apart(table: Table, at: Occasion) -> Table:
    """Seal a table anew for a lobby of its own, as nobody can tell which message first carried its commitment."""
    if table.fixture is None or table.deals[0].message_id is not None or table.sealing.void:
        return table
    return sealed_anew(table.but(fixture=replace(table.fixture, in_round=False)), at)


def held_up(table: Table, _at: Occasion, lost: timedelta) -> Table:
    """Move a tournament table's deadlines later by the time in which the bot could not write to its channel."""
    if table.fixture is None or not table.live or lost <= timedelta():
        return table
    return table.but(due=shifted(table.due, lost))


def ready(table: Table, at: Occasion, user_id: int) -> Done:
    """Note that a player is ready, and begin the game once all are."""
    if table.seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.fixture is None or table.status is not Status.LOBBY:
        playing = table.status is Status.PLAYING
        raise Refused(Why.ALREADY_STARTED if playing else Why.CLOSED, table_id=table.id)
    came = (*(each for each in table.fixture.came if each[0] != user_id), (user_id, at.now.replace(microsecond=0)))
    table = table.but(fixture=replace(table.fixture, came=came))
    return Done(table) if awaited_there(table, at.now) else started(table, at)


def awaited_there(table: Table, now: datetime) -> list[int]:
    """Return, by seat, the users who have yet to press *Ready* at a tournament's table."""
    fixture = table.fixture
    if fixture is None or table.status is not Status.LOBBY:
        return []
    lasting = table.terms.clock.by_correspondence
    here = {user for user, at in fixture.came if lasting or now - at < READY_FOR}
    return [user for user in table.users if user not in here and not is_house(user)]


def round_over(table: Table, at: Occasion) -> Done:
    """End a table whose round is over; stale if time is left.

    A game that has not begun is closed. If the player on move is out of time, that player loses. Otherwise the game
    ends without a result, and the points scored so far decide the pairing.
    """
    if table.fixture is None or not table.live or not table.has_come(Due.ROUND, at.now):
        return Done(table, stale=True)
    if table.status is Status.LOBBY:
        return Done(closed(table, Status.EXPIRED, at, ROUND_OVER))
    deal = table.game.deal
    late = table.time_is_up or table.has_come(Due.CLOCK, at.now)
    if late and deal is not None and table.turn_users and not table.awaits_deal:
        return played(table, at, Action(deal.turn, Verb.TIMEOUT))
    return Done(ended_without_result(table, at, ROUND_OVER))


def withdrawn(table: Table, at: Occasion, users: Collection[int]) -> Done:
    """End the table of a player who has withdrawn from the tournament; stale if there is none or the table has ended.

    Before the first deal the table is closed; later the player resigns.
    """
    there = [user for user in table.users if user in users]
    if not there or table.fixture is None or not table.live:
        return Done(table, stale=True)
    if table.game.deal is None:
        left = tuple((seat.user_id, seat.name) for seat in table.seats if seat.user_id in there)
        return Done(closed(table.but(lobby=replace(table.lobby, left=left)), Status.CANCELLED, at, WITHDRAWN))
    return resign(table, at, there[0])


def called_off(table: Table, at: Occasion) -> Table:
    """Close the lobby of a tournament that was called off; a game under way goes on as an ordinary one."""
    if table.fixture is None or not table.live:
        return table
    if table.status is Status.LOBBY:
        return closed(table, Status.CANCELLED, at, CALLED_OFF)
    return table.but(fixture=None)
