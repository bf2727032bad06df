"""When time is up: the others decide, in the open, and a game that everyone has left closes itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.engine import Action, Event, Verb
from bot.engine.law import law_for
from bot.house.players import Level
from bot.house.roster import is_house

from .dealing import Done
from .keeper import anew
from .play import Play
from .quiet import QUIET, quiet_for
from .refused import Refused, Why
from .table import Status, Table
from .timers import Due


class Overtime(Play):
    """What may be done once a player's time is up."""

    @anew
    async def give_time(self, table_id: int, user_id: int) -> Table:
        """Wait: the clock of the player on move starts again, and what others have claimed is void.

        Raises:
            Refused: Not an opponent, or nobody's time is up.
        """
        async with self.hold(table_id) as held:
            table, now = held.table, self.now()
            self._check_opponent(table, user_id)
            table = table.with_settings(claims={}, time_up=None).with_row(turn_since=now)
            async with self.changing(table_id) as tx:
                await self._wind(tx, table)
                await tx.update_game(table_id, settings=table.row.settings, turn_since=now)
            held.table = table
            self._after_commit(table)
            return table

    @anew
    async def claim_time(self, table_id: int, user_id: int, gone: Collection[int] = ()) -> Done:
        """Claim the game from a player whose time is up; every other side has to agree.

        Args:
            table_id: The table.
            user_id: Who claims, or agrees to it.
            gone: Users who have left the server, as the caller has made sure: they need not agree.

        Raises:
            Refused: Not an opponent, or nobody's time is up.
        """
        async with self.hold(table_id) as held:
            table = held.table
            self._check_opponent(table, user_id)
            held.table, events = await self._claim(table, user_id, table.turn_users[0], gone)
            return Done(held.table, events)

    @anew
    async def claim(self, table_id: int, user_id: int, absent_id: int, gone: Collection[int] = ()) -> Done:
        """Claim the game from a player who has left the server; every other side has to agree.

        Args:
            table_id: The table.
            user_id: Who claims, or agrees to it.
            absent_id: A player who has left, as the caller has made sure.
            gone: Others who have left too: they need not agree.

        Raises:
            Refused: Not an opponent, not playing, or the absent player does not sit here.
        """
        async with self.hold(table_id) as held:
            mine = self._seat_in_play(held.table, user_id)
            seat = self._seat_in_play(held.table, absent_id)
            sides = law_for(held.table.rules).sides
            if mine == seat:
                raise Refused(Why.STILL_HERE, table_id=table_id)
            if sides[mine] == sides[seat]:
                raise Refused(Why.OWN_TIME, table_id=table_id)
            held.table, events = await self._claim(held.table, user_id, absent_id, gone)
            return Done(held.table, events)

    async def _claim(
        self, table: Table, user_id: int, absent_id: int, gone: Collection[int]
    ) -> tuple[Table, tuple[Event, ...]]:
        """Note who claims the game; once nobody has yet to agree it ends. Undealt, it ends without a result."""
        claims = [*(user for user in table.claims_from(absent_id) if user != user_id), user_id]
        stored = {"ply": table.ply, "from": absent_id, "users": claims, "gone": sorted(gone)}
        claimed = table.with_settings(claims=stored)
        if yet_to_agree(claimed, absent_id):
            return await self._store_settings(table, claims=stored), ()
        if table.game.deal is None:
            return await self._close(table, Status.ABANDONED), ()
        return await self._play(table, Action(table.seat_of(absent_id) or 0, Verb.TIMEOUT))

    @anew
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

    @anew
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
        async with self.changing(table.id) as tx:
            for deal in table.deals:
                if deal.deck is not None and deal.closed_at is None:
                    await tx.update_deal(table.id, deal.number, closed_at=now)
                    deals.append(replace(deal, closed_at=now))
                else:
                    deals.append(deal)
            await tx.update_game(table.id, status="abandoned", ended_at=now, end_reason=reason)
            await tx.clear_deadlines(table.id)
        return replace(table, deals=tuple(deals)).with_row(status="abandoned", ended_at=now, end_reason=reason)

    @anew
    async def note_time_up(self, table_id: int) -> Table | None:
        """Note that the player on move has run out of time; None where that is known or no longer so."""
        async with self.hold(table_id) as held:
            table = held.table
            if table.keeps_waiting is None or table.time_is_up or not self.is_due(table_id, Due.CLOCK):
                return None
            table = table.with_settings(time_up=table.ply)
            async with self.changing(table_id) as tx:
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


def yet_to_agree(table: Table, absent_id: int) -> list[int]:
    """Return the users who have yet to agree that the game is claimed from a player.

    Every other side has to. A side for which only the house plays leaves it to the others, and so does who has left.
    """
    sides = law_for(table.rules).sides
    claims, gone = table.claims_from(absent_id), table.gone_from_claim(absent_id)
    agreed = {sides[seat] for user in (*claims, absent_id) if (seat := table.seat_of(user)) is not None}
    here = [user for user in table.people if user not in gone]
    return [user for seat, user in enumerate(table.users) if sides[seat] not in agreed and user in here]


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
