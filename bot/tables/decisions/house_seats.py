"""House players at a table: they fill seats that nobody has taken, and hold those of absent members."""

from __future__ import annotations

from dataclasses import replace

from bot.house.levels import Level
from bot.house.roster import free_player, is_house
from bot.tables.values.parts import GivenHint, HeldSeat, Kind, Review, Status
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.rows import SeatRow

from .lobby import opened_by
from .lots import renumbered
from .occasion import Occasion, stands_on, turn_begins


def add_house(table: Table, at: Occasion, user_id: int, level: Level) -> Table:
    """Let a house player of a level take the next free seat; only who opened the table may ask.

    Raises:
        Refused: Not the opener, no seat free, or it has begun.
    """
    opened_by(table, user_id)
    player = None if table.kind is Kind.CHALLENGE or table.full else free_player(level, table.users)
    if player is None:
        raise Refused(Why.TABLE_FULL, table_id=table.id)
    row = SeatRow(table.id, len(table.seats), player.user_id, player.shown, at.now)
    return stands_on(table.but(seats=(*table.seats, row), lobby=replace(table.lobby, left=())), at)


def remove_house(table: Table, at: Occasion, user_id: int, house_id: int) -> Table:
    """Send a house player away again; only who opened the table may.

    Raises:
        Refused: Not the opener, no such house player sits there, or it has begun.
    """
    opened_by(table, user_id)
    if not is_house(house_id) or table.seat_of(house_id) is None:
        raise Refused(Why.NO_SUCH_SEAT, table_id=table.id)
    return stands_on(table.but(seats=renumbered([seat for seat in table.seats if seat.user_id != house_id])), at)


def come_back(table: Table, at: Occasion, user_id: int) -> Table:
    """Give a member the seat back that the house holds; nothing changes where it holds none.

    Raises:
        Refused: Not seated.
    """
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if seat not in table.held:
        return table
    return with_held(table, at, {at_seat: level for at_seat, level in table.held.items() if at_seat != seat})


def keep_review(table: Table, _at: Occasion, review: Review) -> Table:
    """Keep with a game that is over what came of looking back at it from one seat."""
    others = tuple(each for each in table.reviews if each.seat != review.seat)
    return table.but(reviews=(*others, review))


def keep_hint(table: Table, _at: Occasion, user_id: int, ply: int, action: str) -> Table:
    """Keep with the table that a player was given a hint; nothing changes where the moment has passed.

    Args:
        table: The table.
        user_id: Who was given it.
        ply: The moment that it was about, as that user knows it.
        action: What the house would have done, in the record's notation.
    """
    seat = table.seat_of(user_id)
    if seat is None or not table.hints or table.status is not Status.PLAYING or table.ply_for(user_id) != ply:
        return table
    given = GivenHint(len(table.actions), seat, action)
    return table if given in table.given else table.but(given=(*table.given, given))


def with_held(table: Table, at: Occasion, seats: dict[int, Level]) -> Table:
    """Let the house hold these seats; the turn begins anew, for whoever plays it now."""
    held = tuple(HeldSeat(seat, level) for seat, level in seats.items())
    return turn_begins(table.but(held_seats=held, claims=None, time_up=None), at)
