"""When time is up: the others decide, in the open, and a game that everyone has left closes itself."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Action, Verb

from .dealing import Done
from .play import Play
from .refused import Refused, Why
from .table import Status, Table
from .timers import Due


class Overtime(Play):
    """What may be done once a player's time is up."""

    def time_is_up(self, table: Table) -> bool:
        """Tell whether the player on move has run out of time and nobody has decided yet."""
        return bool(table.turn_users) and self._time_up.get(table.id) == table.ply

    async def give_time(self, table_id: int, user_id: int) -> Table:
        """Wait: the clock of the player on move starts again.

        Raises:
            Refused: Not an opponent, or nobody's time is up.
        """
        async with self.hold(table_id) as held:
            table = held.table
            self._check_opponent(table, user_id)
            async with self.store.write() as tx:
                await self._wind(tx, table)
                await tx.update_game(table_id, settings={**table.row.settings, "claims": {}})
            held.table = table.with_settings(claims={})
            self._time_up.pop(table_id, None)
            self._after_commit(held.table)
            return held.table

    async def claim_time(self, table_id: int, user_id: int) -> Done:
        """Claim the game from a player whose time is up; with more than two sides every other side has to.

        Raises:
            Refused: Not an opponent, or nobody's time is up.
        """
        async with self.hold(table_id) as held:
            table = held.table
            self._check_opponent(table, user_id)
            deal = table.game.deal
            assert deal is not None  # somebody is on move
            sides = deal.law.sides
            claims = [*(u for u in table.claims if u != user_id), user_id]
            claimed = {sides[seat] for u in claims if (seat := table.seat_of(u)) is not None}
            if claimed | {sides[deal.turn]} != set(sides):
                stored = {"ply": table.ply, "users": claims}
                async with self.store.write() as tx:
                    await tx.update_game(table_id, settings={**table.row.settings, "claims": stored})
                held.table = table.with_settings(claims=stored)
                return Done(held.table)
            held.table, events = await self._play(table, Action(deal.turn, Verb.TIMEOUT))
            return Done(held.table, events)

    async def abandon(self, table_id: int) -> Table | None:
        """Close a game that everyone has left, without a result; None where it is over already."""
        async with self.hold(table_id) as held:
            table, now = held.table, self.now()
            if table.status is not Status.PLAYING:
                return None
            deals = []
            async with self.store.write() as tx:
                for deal in table.deals:
                    if deal.deck is not None and deal.closed_at is None:
                        await tx.update_deal(table_id, deal.number, closed_at=now)
                        deals.append(replace(deal, closed_at=now))
                    else:
                        deals.append(deal)
                await tx.update_game(table_id, status="abandoned", ended_at=now, end_reason="abandoned")
                await tx.clear_deadlines(table_id)
            held.table = replace(table, deals=tuple(deals)).with_row(
                status="abandoned", ended_at=now, end_reason="abandoned"
            )
            return held.table

    def _note_time_up(self, table: Table) -> bool:
        """Note that the player on move has run out of time; False where that is known or no longer so."""
        if not table.turn_users or self.time_is_up(table):
            return False
        self._time_up[table.id] = table.ply
        self._due.pop((table.id, Due.NUDGE), None)
        return True

    def _check_opponent(self, table: Table, user_id: int) -> None:
        mine = self._seat_in_play(table, user_id)
        deal = table.game.deal
        if deal is None or not self.time_is_up(table):
            raise Refused(Why.TIME_NOT_UP, table_id=table.id)
        if deal.law.sides[mine] == deal.law.sides[deal.turn]:
            raise Refused(Why.OWN_TIME, table_id=table.id)
