"""Who sits where and who deals first, when a game begins: by the sealed secret and the entropy (RECORD.md, step 8)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.engine import card_name
from bot.engine.lots import DealerBy, Drawing, SeatsBy, draw_lots
from bot.engine.lots import Lots as WrittenLots
from bot.tables.values.parts import Lots
from bot.tables.values.seating import draws_seats, sat_down
from bot.tables.values.table import Table
from db.rows import DealRow, SeatRow

from .dealing import entropy_of, ready_seal


def renumbered(rows: Collection[SeatRow]) -> tuple[SeatRow, ...]:
    """Return seats in this order, numbered from 0."""
    return tuple(replace(row, seat=number) for number, row in enumerate(rows))


def with_lots(table: Table) -> Table:
    """Number the players of a game that begins, in the order in which they sat down, and draw its lots.

    Raises:
        Refused: The public message with the commitment is not up yet.
    """
    seal, came = ready_seal(table), sat_down(table)
    numbers = tuple(came.index(row) for row in table.seats)
    seats = SeatsBy.JOINED if numbers == tuple(range(len(numbers))) else SeatsBy.CHOSEN
    written = WrittenLots(seats, DealerBy.CUT, numbers)
    drawing = _drawing(table.but(lots=Lots(written=written)), seal)
    if draws_seats(table):
        written = WrittenLots(SeatsBy.DRAWN, DealerBy.CUT, drawing.numbers)
        table = table.but(seats=renumbered([came[number] for number in drawing.numbers]))
    rounds = tuple(tuple(None if card is None else card_name(card) for card in cuts) for cuts in drawing.rounds)
    return table.but(lots=Lots(drawing.dealer, rounds, written=written))


def _drawing(table: Table, seal: DealRow) -> Drawing:
    """Draw the lots of a table whose players have their numbers."""
    return draw_lots(
        bytes.fromhex(seal.secret),
        entropy_of(table, seal),
        table.game.law.pack,
        table.rules.players,
        draw_seats=draws_seats(table),
    )
