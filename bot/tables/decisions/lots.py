"""The lots for seats and the first deal, drawn from the sealed secret and the entropy (RECORD.md, step 8).

Cuts and lots refer to players by numbers, which follow from the order in which they sat down.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.engine import card_name
from bot.engine.lots import DealerBy, SeatsBy, draw_lots
from bot.engine.lots import Lots as WrittenLots
from bot.tables.values.parts import Lots
from bot.tables.values.table import Table
from db.deals import DealRow
from db.games import SeatRow


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


def renumbered(rows: Collection[SeatRow]) -> tuple[SeatRow, ...]:
    """Return seats in the given order, numbered from 0."""
    return tuple(replace(row, seat=number) for number, row in enumerate(rows))


def numbered(table: Table) -> Table:
    """Number the players of a beginning game in the order in which they sat down; cuts refer to these numbers."""
    came = sat_down(table)
    numbers = tuple(came.index(row) for row in table.seats)
    seats = SeatsBy.JOINED if numbers == tuple(range(len(numbers))) else SeatsBy.CHOSEN
    return table.but(lots=Lots(written=WrittenLots(seats, DealerBy.CUT, numbers)))


def with_lots(table: Table, seal: DealRow) -> Table:
    """Draw the lots of a game whose players are numbered, from the seal of its first deal; a rematch draws none."""
    written = table.lots.written
    if written is None or written.dealer is not DealerBy.CUT:
        return table
    drawing = draw_lots(
        bytes.fromhex(seal.secret),
        seal.entropy,
        table.game.law.pack,
        table.rules.players,
        draw_seats=draws_seats(table),
    )
    if draws_seats(table):
        came = sat_down(table)
        written = WrittenLots(SeatsBy.DRAWN, DealerBy.CUT, drawing.numbers)
        table = table.but(seats=renumbered([came[number] for number in drawing.numbers]))
    rounds = tuple(tuple(None if card is None else card_name(card) for card in cuts) for cuts in drawing.rounds)
    return table.but(lots=Lots(drawing.dealer, rounds, written=written))
