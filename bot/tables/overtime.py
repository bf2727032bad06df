"""When time is up: the others decide, in the open, and a game that everyone has left closes itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.engine import Action, Verb
from bot.engine.law import law_for
from bot.house.players import Level
from bot.house.roster import is_house
from db import PlyTaken

from .dealing import Done
from .play import Play
from .quiet import QUIET, quiet_for
from .refused import Refused, Why
from .table import Status, Table
from .timers import Due


class Overtime(Play):
    """What may be done once a player's time is up."""

    async def give_time(self, table_id: int, user_id: int) -> Table:
        """Wait: the clock of the player on move starts again, and what others have claimed is void.

        Raises:
            Refused: Not an opponent, or nobody's time is up.
        """
        async with self.hold(table_id) as held:
            table, now = held.table, self.now()
            self._check_opponent(table, user_id)
            table = table.with_settings(claims={}, time_up=None).with_row(turn_since=now)
            async with self.store.write() as tx:
                await self._wind(tx, table)
                await tx.update_game(table_id, settings=table.row.settings, turn_since=now)
            held.table = table
            self._after_commit(table)
            return table

    async def claim_time(self, table_id: int, user_id: int) -> Done:
        """Claim the game from a player whose time is up; with more than two sides every other side has to.

        Raises:
            Refused: Not an opponent, or nobody's time is up.
        """
        try:
            return await self._claim_time(table_id, user_id)
        except PlyTaken:  # the player has acted after all, in another process
            raise Refused(Why.TIME_NOT_UP, table_id=table_id) from None

    async def _claim_time(self, table_id: int, user_id: int) -> Done:
        async with self.hold(table_id) as held:
            table = held.table
            self._check_opponent(table, user_id)
            deal = table.game.deal
            assert deal is not None  # somebody is on move
            sides = deal.law.sides
            claims = [*(u for u in table.claims if u != user_id), user_id]
            claimed = {sides[seat] for u in claims if (seat := table.seat_of(u)) is not None}
            # A side for which the house alone plays leaves it to the others.
            deciding = {sides[seat] for seat, user in enumerate(table.users) if user in table.people}
            if not deciding - {sides[deal.turn]} <= claimed:
                stored = {"ply": table.ply, "users": claims}
                async with self.store.write() as tx:
                    await tx.update_game(table_id, settings={**table.row.settings, "claims": stored})
                held.table = table.with_settings(claims=stored)
                return Done(held.table)
            held.table, events = await self._play(table, Action(deal.turn, Verb.TIMEOUT))
            return Done(held.table, events)

    async def let_house_play(self, table_id: int, user_id: int, absent_id: int | None = None) -> Table:
        """Let the house play on for an absent member until they come back; any one of those who may decide is enough.

        Those are the members of other sides who play in person; where only the house plays against the absent one,
        it is the others of their own side.

        Args:
            table_id: The table.
            user_id: Who decides; whose own seat is held takes it back with that.
            absent_id: A member who is no longer in the server, which the caller has made sure of. None: the player
                on move, whose time is up.

        Raises:
            Refused: Not for this player to decide, the time is not up, or there is nobody to play for.
        """
        async with self.hold(table_id) as held:
            table = held.table
            mine = self._seat_in_play(table, user_id)
            deal = table.game.deal
            if absent_id is None and (deal is None or not table.time_is_up):
                raise Refused(Why.TIME_NOT_UP, table_id=table_id)
            seat = deal.turn if absent_id is None and deal is not None else self._seat_in_play(table, absent_id or 0)
            if seat == mine or is_house(table.users[seat]):
                raise Refused(Why.STILL_HERE, table_id=table_id)
            if table.users[mine] not in deciding(table, seat, mine):
                raise Refused(Why.OWN_TIME, table_id=table_id)
            seats = {at: level for at, level in table.held.items() if at != mine} | {seat: Level.REGULAR}
            held.table = await self._hold_seats(table, {str(at): level.value for at, level in seats.items()})
            return held.table

    async def abandon(self, table_id: int) -> Table | None:
        """Close a game that everyone has left, without a result; None where it is over or somebody has come back."""
        async with self.hold(table_id) as held:
            if held.table.status is not Status.PLAYING or not self.is_due(table_id, Due.ABANDON):
                return None
            held.table = await self._end_without_result(held.table, "abandoned")
            return held.table

    async def _end_without_result(self, table: Table, reason: str) -> Table:
        """Close a game that nobody has won; its deals are over, and nothing of it counts."""
        now = self.now()
        deals = []
        async with self.store.write() as tx:
            for deal in table.deals:
                if deal.deck is not None and deal.closed_at is None:
                    await tx.update_deal(table.id, deal.number, closed_at=now)
                    deals.append(replace(deal, closed_at=now))
                else:
                    deals.append(deal)
            await tx.update_game(table.id, status="abandoned", ended_at=now, end_reason=reason)
            await tx.clear_deadlines(table.id)
        return replace(table, deals=tuple(deals)).with_row(status="abandoned", ended_at=now, end_reason=reason)

    async def note_time_up(self, table_id: int) -> Table | None:
        """Note that the player on move has run out of time; None where that is known or no longer so."""
        async with self.hold(table_id) as held:
            table = held.table
            if table.awaited is None or table.time_is_up or not self.is_due(table_id, Due.CLOCK):
                return None
            table = table.with_settings(time_up=table.ply)
            async with self.store.write() as tx:
                await tx.update_game(table_id, settings=table.row.settings)
                await self.clear_due(tx, table_id, Due.CLOCK)
            self._due.pop((table_id, Due.CLOCK), None)
            self._due.pop((table_id, Due.NUDGE), None)
            held.table = table
            return table

    async def awake(self, users: Iterable[int]) -> list[int]:
        """Return those of some users whose quiet hours it is not."""
        now = self.now()
        async with self.store.read() as reader:
            stored = {user: await reader.user_settings(user) for user in users}
        return [user for user, settings in stored.items() if not quiet_for(settings.get(QUIET), now)]

    def _check_opponent(self, table: Table, user_id: int) -> None:
        mine = self._seat_in_play(table, user_id)
        deal = table.game.deal
        if deal is None or not table.time_is_up:
            raise Refused(Why.TIME_NOT_UP, table_id=table.id)
        if deal.law.sides[mine] == deal.law.sides[deal.turn]:
            raise Refused(Why.OWN_TIME, table_id=table.id)


def deciding(table: Table, seat: int, also: int | None = None) -> list[int]:
    """Return the users who may let the house play on for a seat.

    Args:
        table: The table.
        seat: The absent member's.
        also: A seat whose member is here again, though the house may still hold it.
    """
    sides = law_for(table.rules).sides
    present = [at for at, user in enumerate(table.users) if at != seat and (user in table.people or at == also)]
    others = [at for at in present if sides[at] != sides[seat] and not is_house(table.users[at])]
    return [table.users[at] for at in others or present]
