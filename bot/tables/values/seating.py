"""The order in which players sat down and the numbers it gives (RECORD.md, step 8), used by cuts and lots."""

from __future__ import annotations

from db.rows import SeatRow

from .table import Table


def sat_down(table: Table) -> tuple[SeatRow, ...]:
    """Return the seats in the order in which their players sat down; moving to another seat does not change it."""
    order = {user: at for at, user in enumerate(table.lobby.sat_down)}
    came = sorted(table.seats, key=lambda seat: (order.get(seat.user_id, len(order)), seat.joined_at, seat.seat))
    return tuple(came)


def number_of(table: Table, user_id: int) -> int | None:
    """Return a player's number in the cuts of a table, or None; where no lots are drawn it is the seat."""
    seat, written = table.seat_of(user_id), table.lots.written
    return seat if seat is None or written is None else written.numbers[seat]


def draws_seats(table: Table) -> bool:
    """Tell whether the seats are drawn by lot."""
    return table.rules.partners and table.terms.partners_drawn
