"""Deals, cuts and actions: the parts from which a game is replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from sqlalchemy import delete, func, select

from db.errors import Duplicate, PlyTaken, UnknownRow
from db.queries import Changes, Queries, checked
from db.rows import ActionRow, CutRow, DealChanges, DealRow
from db.schema import actions, cuts, deals

if TYPE_CHECKING:
    from datetime import datetime

_CHANGEABLE = frozenset(DealChanges.__annotations__)


class DealReads(Queries):
    """Reading deals, cuts and actions."""

    async def deals(self, game_id: int) -> list[DealRow]:
        """Return the game's deals in order."""
        return await self._all(DealRow, select(deals).where(deals.c.game_id == game_id).order_by(deals.c.number))

    async def cuts(self, game_id: int, deal: int | None = None) -> list[CutRow]:
        """Return the cuts of one deal, or of all, in the order in which they came."""
        wanted = select(cuts).where(cuts.c.game_id == game_id).order_by(cuts.c.deal, cuts.c.arrival)
        if deal is not None:
            wanted = wanted.where(cuts.c.deal == deal)
        return await self._all(CutRow, wanted)

    async def actions(self, game_id: int) -> list[ActionRow]:
        """Return the game's actions by ply."""
        return await self._all(ActionRow, select(actions).where(actions.c.game_id == game_id).order_by(actions.c.ply))


class DealWrites(Changes):
    """Changing deals, cuts and actions."""

    async def open_deal(
        self,
        game_id: int,
        number: int,
        *,
        commitment: str,
        secret: str,
        opened_at: datetime,
        dealer: int | None = None,
        deck: str | None = None,
        entropy: tuple[str, ...] = (),
        message_id: int | None = None,
        dealt_at: datetime | None = None,
    ) -> None:
        """Store a new deal; the secret is hexadecimal and must be stored before its commitment is shown.

        Raises:
            Duplicate: the game has a deal of this number.
        """
        row = {
            "game_id": game_id,
            "number": number,
            "dealer": dealer,
            "deck": deck,
            "commitment": commitment,
            "secret": secret,
            "entropy": entropy,
            "message_id": message_id,
            "opened_at": opened_at,
            "dealt_at": dealt_at,
        }
        await self._insert(deals, [row])

    async def update_deal(self, game_id: int, number: int, **changes: Unpack[DealChanges]) -> None:
        """Change these columns of the deal.

        Raises:
            ValueError: a column may not change.
            UnknownRow: there is no such deal.
        """
        keys = {"game_id": game_id, "number": number}
        if not await self._update(deals, keys, checked(changes, _CHANGEABLE)):
            self.failure = UnknownRow(f"Table {game_id} has no deal {number}.")
            raise self.failure

    async def put_cut(self, game_id: int, deal: int, user_id: int, text: str, at: datetime) -> None:
        """Store what a player typed at the Cut.

        A second cut by the same player replaces the first and moves behind the cuts that came in between.
        """
        await self._delete(cuts, {"game_id": game_id, "deal": deal, "user_id": user_id})
        last = await self._run(select(func.max(cuts.c.arrival)).where(cuts.c.game_id == game_id, cuts.c.deal == deal))
        latest: int | None = last.scalar()
        row = {
            "game_id": game_id,
            "deal": deal,
            "user_id": user_id,
            "arrival": 0 if latest is None else latest + 1,
            "text": text,
            "at": at,
        }
        await self._insert(cuts, [row])

    async def add_action(self, game_id: int, ply: int, deal: int, seat: int, action: str, at: datetime) -> None:
        """Store an action in the record's notation as this ply of the game.

        Raises:
            PlyTaken: an action stands there already; the whole transaction is rolled back.
        """
        row = {"game_id": game_id, "ply": ply, "deal": deal, "seat": seat, "action": action, "at": at}
        try:
            await self._insert(actions, [row])
        except Duplicate as error:
            self.failure = PlyTaken(game_id, ply)
            raise self.failure from error

    async def delete_actions_from(self, game_id: int, ply: int) -> int:
        """Delete the game's actions from this ply on and return how many there were."""
        return (await self._run(delete(actions).where(actions.c.game_id == game_id, actions.c.ply >= ply))).rowcount
