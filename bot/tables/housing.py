"""House players at a table: they fill seats that nobody has taken, and hold those of absent members."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.house.players import Level
from bot.house.roster import free_player, is_house
from db import SeatRow

from .arranging import Arranging
from .keeper import anew
from .refused import Refused, Why
from .table import Kind, Status, Table


class Housing(Arranging):
    """Seating house players, and giving held seats back."""

    @anew
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
            held.table = await self._seat(table.with_settings(left=[]), (*table.seats, row))
            return held.table

    @anew
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

    @anew
    async def come_back(self, table_id: int, user_id: int) -> Table:
        """Give a member the seat back that the house holds; nothing changes where it holds none.

        Raises:
            Refused: Not seated.
        """
        async with self.hold(table_id) as held:
            seat = held.table.seat_of(user_id)
            if seat is None:
                raise Refused(Why.NOT_SEATED, table_id=table_id)
            if seat in held.table.held:
                held.table = await self._return_seat(held.table, seat)
            return held.table

    @anew
    async def keep_review(self, table_id: int, review: dict[str, Any]) -> Table:
        """Store with a game that is over what came of looking back at it."""
        async with self.hold(table_id) as held:
            held.table = await self._store_settings(held.table, review=review)
            return held.table

    async def _return_seat(self, table: Table, seat: int) -> Table:
        rest = {str(at): level.value for at, level in table.held.items() if at != seat}
        return await self._hold_seats(table, rest)

    async def _hold_seats(self, table: Table, seats: dict[str, str]) -> Table:
        """Store which seats the house holds; the turn begins anew, for whoever plays it now."""
        now = self.now()
        table = table.with_settings(held=seats, claims={}, time_up=None).with_row(turn_since=now)
        async with self.changing(table.id) as tx:
            if table.status is Status.PLAYING:
                await self._wind(tx, table)
            await tx.update_game(table.id, settings=table.row.settings, turn_since=now)
        self._after_commit(table)
        return table
