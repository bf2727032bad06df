"""House players at a table, in free seats and those of absent members, and the storing of hints and reviews."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Rules
from bot.house.roster import Level, free_player, is_house
from bot.tables.decisions.dealing import numbered, renumbered
from bot.tables.values.parts import GivenHint, HeldSeat, Kind, Place, Player, Review, Status, Terms
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.games import SeatRow

from .lobby import opened, opened_by
from .occasion import Occasion, stands_on
from .turns import turn_begins


def add_house(table: Table, at: Occasion, user_id: int, level: Level) -> Table:
    """Seat a house player of a level in the next free seat; only the table's opener may ask for it."""
    opened_by(table, user_id)
    player = None if table.kind is Kind.CHALLENGE or table.full else free_player(level, table.users)
    if player is None:
        raise Refused(Why.TABLE_FULL, table_id=table.id)
    row = SeatRow(table.id, len(table.seats), player.user_id, player.shown, at.now)
    return stands_on(table.but(seats=(*table.seats, row), lobby=replace(table.lobby, left=())), at)


def practice_begun(
    at: Occasion,
    *,
    guild_id: int,
    channel_id: int,
    player: Player,
    rules: Rules,
    preset: str,
    language: str,
    level: Level,
) -> Table:
    """Return a new private table of one player against the house, sealed and not yet dealt; it has no number yet."""
    table = opened(at, guild_id=guild_id, channel_id=channel_id, opener=player, rules=rules, terms=Terms(preset))
    while not table.full:
        table = add_house(table, at, player.user_id, level)
    table = numbered(table).but(
        kind=Kind.PRACTICE,
        status=Status.PLAYING,
        started_at=at.now,
        language=language,
        place=Place(channel_id, private=True),
        due={},
    )
    return turn_begins(table, at).but(turn_since=None)


def remove_house(table: Table, at: Occasion, user_id: int, house_id: int) -> Table:
    """Remove a house player from a lobby; only the table's opener may."""
    opened_by(table, user_id)
    if not is_house(house_id) or table.seat_of(house_id) is None:
        raise Refused(Why.NO_SUCH_SEAT, table_id=table.id)
    return stands_on(table.but(seats=renumbered([seat for seat in table.seats if seat.user_id != house_id])), at)


def come_back(table: Table, at: Occasion, user_id: int) -> Table:
    """Give a member back the seat that the house holds for them; change nothing if it holds none."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if seat not in table.held:
        return table
    return with_held(table, at, {at_seat: level for at_seat, level in table.held.items() if at_seat != seat})


def keep_review(table: Table, _at: Occasion, review: Review) -> Table:
    """Store a review of a game that is over, in place of an earlier one from the same seat."""
    others = tuple(each for each in table.reviews if each.seat != review.seat)
    return table.but(reviews=(*others, review))


def keep_hint(table: Table, _at: Occasion, user_id: int, ply: int, action: str) -> Table:
    """Store with the table that a player was given a hint; change nothing if their ply has passed."""
    seat = table.seat_of(user_id)
    if seat is None or not table.hints or table.status is not Status.PLAYING or table.ply_for(user_id) != ply:
        return table
    given = GivenHint(len(table.actions), seat, action)
    return table if given in table.given else table.but(given=(*table.given, given))


def with_held(table: Table, at: Occasion, seats: dict[int, Level]) -> Table:
    """Let the house hold these seats and no others; the turn begins anew, and the game is not rated any more."""
    held = tuple(HeldSeat(seat, level) for seat, level in seats.items())
    return turn_begins(
        table.but(held_seats=held, house_sat=table.house_sat or bool(held), claims=None, time_up=None), at
    )
