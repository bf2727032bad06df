"""What players ask of each other in the middle of a game: a draw, and to undo an act.

Both are asked in the open, hold for the moment at which they are asked, and lapse with the next act.
"""

from __future__ import annotations

from typing import Any

from bot.engine.law import law_for
from bot.house.roster import is_house
from db import Overtaken, PlyTaken

from .dealing import Done
from .keeper import anew
from .overtime import Overtime
from .refused import Refused, Why
from .table import DRAW, Table
from .undoing import can_undo, without_last


class Asking(Overtime):
    """Draw offers between two players, and undoing with the others' consent."""

    @anew
    async def offer_draw(self, table_id: int, user_id: int) -> Table:
        """Offer a draw, or accept the one that the other player has offered.

        Raises:
            Refused: Not seated, not playing, not a game of two people, or it was declined at this very moment before.
        """
        async with self.hold(table_id) as held:
            table = self._two_at_cards(held.table, user_id)
            if any(is_house(user) for user in table.users):
                raise Refused(Why.HOUSE_PLAYS_ON, table_id=table_id)
            asked = table.asked("draw")
            if table.draw_offer not in (None, user_id):
                held.table = await self._end_without_result(table, DRAW)
            elif asked.get("declined") and asked.get("user") == user_id:
                raise Refused(Why.DRAW_DECLINED, table_id=table_id)
            elif table.draw_offer is None:
                held.table = await self._store_settings(table, draw={"ply": table.ply, "user": user_id})
            return held.table

    @anew
    async def accept_draw(self, table_id: int, user_id: int, ply: int) -> Table:
        """Agree to the draw that the other player has offered: the game ends, and does not count.

        Args:
            table_id: The table.
            user_id: Who agrees.
            ply: The ply at which the offer was shown.

        Raises:
            Refused: Not seated, not playing, one's own offer, or the table has moved on since.
        """
        async with self.hold(table_id) as held:
            table = self._two_at_cards(held.table, user_id)
            if table.draw_offer is None or ply != table.ply:
                raise Refused(Why.NO_OFFER, table_id=table_id)
            if table.draw_offer == user_id:
                raise Refused(Why.OWN_OFFER, table_id=table_id)
            held.table = await self._end_without_result(table, DRAW)
            return held.table

    @anew
    async def decline_draw(self, table_id: int, user_id: int, ply: int) -> Table:
        """Decline an offered draw, or take one's own offer back; it may be made again after the next act.

        Raises:
            Refused: Not seated, not playing, or there is no such offer any more.
        """
        async with self.hold(table_id) as held:
            table = self._two_at_cards(held.table, user_id)
            if table.draw_offer is None or ply != table.ply:
                raise Refused(Why.NO_OFFER, table_id=table_id)
            held.table = await self._store_settings(table, draw={**table.asked("draw"), "declined": True})
            return held.table

    @anew
    async def ask_undo(self, table_id: int, user_id: int) -> Table:
        """Ask all other sides to let one's own last act be undone; a side of house players agrees.

        Raises:
            Refused: Not seated, not playing, nothing that could be undone, or they want it to stand.
        """
        async with self.hold(table_id) as held:
            table = held.table
            self._seat_in_play(table, user_id)
            if not can_undo(table, user_id):
                raise Refused(Why.NOTHING_TO_UNDO, table_id=table_id)
            if table.asked("undo").get("declined"):
                raise Refused(Why.UNDO_DECLINED, table_id=table_id)
            if table.undo_asked_by is None:
                asked = {"ply": table.ply, "user": user_id, "agreed": _of_the_house(table)}
                held.table = await self._undo_if_agreed(table, asked)
            return held.table

    async def allow_undo(self, table_id: int, user_id: int, ply: int) -> Done:
        """Agree that the last act is undone; when every other side has agreed, it is.

        Args:
            table_id: The table.
            user_id: Who agrees.
            ply: The ply at which it was asked; where the table has moved on nothing is asked any more.

        Raises:
            Refused: Not seated, not playing, one's own side's act, or it is not asked any more.
        """
        try:
            async with self.hold(table_id) as held:
                table = self._asked_to_undo(held.table, user_id, ply)
                asked = table.asked("undo")
                agreed = [*(user for user in asked["agreed"] if user != user_id), user_id]
                held.table = await self._undo_if_agreed(table, {**asked, "agreed": agreed})
                return Done(held.table)
        except Overtaken:  # another process stored an act at the same moment
            return Done(await self.get(table_id), stale=True)

    @anew
    async def refuse_undo(self, table_id: int, user_id: int, ply: int) -> Table:
        """Let the last act stand; it cannot be asked again for this act.

        Raises:
            Refused: Not seated, not playing, one's own side's act, or it is not asked any more.
        """
        async with self.hold(table_id) as held:
            table = self._asked_to_undo(held.table, user_id, ply)
            held.table = await self._store_settings(table, undo={**table.asked("undo"), "declined": True})
            return held.table

    def _two_at_cards(self, table: Table, user_id: int) -> Table:
        self._seat_in_play(table, user_id)
        if table.rules.players != 2:
            raise Refused(Why.ONLY_TWO, table_id=table.id)
        if not table.turn_users:
            raise Refused(Why.BETWEEN_DEALS, table_id=table.id)
        return table

    def _asked_to_undo(self, table: Table, user_id: int, ply: int) -> Table:
        mine = self._seat_in_play(table, user_id)
        asker = table.undo_asked_by
        if asker is None or ply != table.ply or not can_undo(table, asker):
            raise Refused(Why.UNDO_NOT_ASKED, table_id=table.id)
        theirs = table.seat_of(asker)
        sides = law_for(table.rules).sides
        if theirs is None or sides[theirs] == sides[mine]:
            raise Refused(Why.OWN_UNDO, table_id=table.id)
        return table

    async def _undo_if_agreed(self, table: Table, asked: dict[str, Any]) -> Table:
        sides = law_for(table.rules).sides
        users = (*asked["agreed"], asked["user"])
        agreed = {sides[seat] for user in users if (seat := table.seat_of(user)) is not None}
        if agreed == set(sides):
            return await self._undo(table)
        return await self._store_settings(table, undo=asked)

    async def _undo(self, table: Table) -> Table:
        """Take the last action out of the game and out of the store; its player is on move again."""
        now = self.now()
        after = without_last(table).with_row(turn_since=now)
        async with self.changing(table.id) as tx:
            if await tx.delete_actions_from(table.id, len(after.actions)) != 1:
                raise PlyTaken(table.id, len(table.actions))
            await tx.update_game(table.id, turn_since=now, settings=after.row.settings)
            await self._wind(tx, after)
        self._after_commit(after)
        return after


def _of_the_house(table: Table) -> list[int]:
    """List the house players on whose side nobody could be asked."""
    sides = law_for(table.rules).sides
    people = {sides[seat] for seat, user in enumerate(table.users) if not is_house(user)}
    return [user for seat, user in enumerate(table.users) if sides[seat] not in people]
