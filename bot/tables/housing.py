"""House players in the lobby: they fill seats that nobody has taken."""

from __future__ import annotations

from dataclasses import replace

from bot.house.players import Level
from bot.house.roster import free_player, is_house
from db import SeatRow

from .arranging import Arranging
from .refused import Refused, Why
from .table import Kind, Table


class Housing(Arranging):
    """Seating house players."""

    async def add_house(self, table_id: int, user_id: int, level: Level) -> Table:
        """Let a house player of a level take the next free seat; only who opened the table may ask.

        Raises:
            Refused: Not the opener, no seat free, or it has begun.
        """
        async with self.hold(table_id) as held:
            table = self._opened_by(held.table, user_id)
            if table.kind is Kind.CHALLENGE or table.full:
                raise Refused(Why.TABLE_FULL, table_id=table_id)
            player = free_player(level, table.users)
            if player is None:
                raise Refused(Why.TABLE_FULL, table_id=table_id)
            row = SeatRow(table_id, len(table.seats), player.user_id, player.shown, self.now())
            held.table = await self._seat(table, (*table.seats, row))
            return held.table

    async def remove_house(self, table_id: int, user_id: int, house_id: int) -> Table:
        """Send a house player away again; only who opened the table may.

        Raises:
            Refused: Not the opener, no such house player sits there, or it has begun.
        """
        async with self.hold(table_id) as held:
            table = self._opened_by(held.table, user_id)
            if not is_house(house_id) or table.seat_of(house_id) is None:
                raise Refused(Why.NO_SUCH_SEAT, table_id=table_id)
            rest = [seat for seat in table.seats if seat.user_id != house_id]
            held.table = await self._seat(table, tuple(replace(row, seat=n) for n, row in enumerate(rest)))
            return held.table
