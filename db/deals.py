"""Deals, cuts and actions, from which a game is replayed, and the complete record of one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from datetime import datetime
from typing import TypedDict, Unpack

from sqlalchemy import ForeignKeyConstraint, Index, UniqueConstraint, delete, select

from bot.lazy import dataclass
from db.errors import PlyTaken, UnknownRow
from db.games import GameReads, GameRow, SeatRow
from db.messages import MessageReads, MessageRow
from db.schema import Key, OfGame, OfNumbered, Snowflake, table_of, values_of
from db.session import Queries, checked


def _of_a_deal() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["game_id", "deal"], ["deals.game_id", "deals.number"], ondelete="CASCADE")


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal with its provable shuffle; the deck and the secret never appear in its repr."""

    game_id: OfGame
    number: Key[int]
    dealer: int | None
    deck: str | None = field(repr=False)
    commitment: str
    secret: str = field(repr=False)
    entropy: tuple[str, ...]
    message_id: Snowflake | None
    opened_at: datetime
    dealt_at: datetime | None
    closed_at: datetime | None
    cuts_closed_at: datetime | None = None

    @property
    def withdrawn(self) -> bool:
        """Whether the proof was deleted along with a cut, so that only the commitment is left of the shuffle."""
        return not self.secret


deals = table_of("deals", DealRow)


class DealChanges(TypedDict, total=False):
    """The columns of a deal that may change after it is opened; the secret and its commitment may not."""

    dealer: int | None
    deck: str | None
    entropy: tuple[str, ...]
    message_id: int | None
    dealt_at: datetime | None
    closed_at: datetime | None
    cuts_closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class CutRow:
    """The text that a player typed at the Cut; `arrival` counts the cuts of the deal in the order they came."""

    game_id: Key[OfNumbered[int]]
    deal: Key[int]
    user_id: Key[Snowflake]
    arrival: int
    text: str
    at: datetime


cuts = table_of("cuts", CutRow, UniqueConstraint("game_id", "deal", "arrival"), _of_a_deal())


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action in the record's notation; `ply` counts from 0 through the whole game."""

    game_id: OfGame
    ply: Key[int]
    deal: int
    seat: int
    action: str
    at: datetime


actions = table_of("actions", ActionRow, _of_a_deal(), Index(None, "game_id", "deal"))
_CHANGEABLE = frozenset(DealChanges.__annotations__)


class DealReads(Queries):
    async def of(self, game_id: int) -> list[DealRow]:
        return await self._session.all(
            DealRow, select(deals).where(deals.c.game_id == game_id).order_by(deals.c.number)
        )

    async def cuts(self, game_id: int, deal: int | None = None) -> list[CutRow]:
        """Return the cuts of one deal, or of all deals, in the order of arrival."""
        wanted = select(cuts).where(cuts.c.game_id == game_id).order_by(cuts.c.deal, cuts.c.arrival)
        if deal is not None:
            wanted = wanted.where(cuts.c.deal == deal)
        return await self._session.all(CutRow, wanted)

    async def actions(self, game_id: int) -> list[ActionRow]:
        return await self._session.all(
            ActionRow, select(actions).where(actions.c.game_id == game_id).order_by(actions.c.ply)
        )


class DealWrites(DealReads):
    async def open(self, row: DealRow) -> None:
        """Store a new deal; its secret is hexadecimal and must be stored before the commitment is shown."""
        await self._session.insert(deals, [values_of(row)])

    async def update(self, game_id: int, number: int, **changes: Unpack[DealChanges]) -> None:
        if not changes:
            raise ValueError("name at least one column to change")
        keys = {"game_id": game_id, "number": number}
        if not await self._session.update(deals, keys, checked(changes, _CHANGEABLE)):
            self._session.failure = UnknownRow(f"Table {game_id} has no deal {number}.")
            raise self._session.failure

    async def seal_anew(self, row: DealRow) -> None:
        """Replace the secret of an undealt deal, together with its commitment, entropy, message and moments."""
        keys = {"game_id": row.game_id, "number": row.number, "deck": None}
        values = {
            "commitment": row.commitment,
            "secret": row.secret,
            "entropy": row.entropy,
            "message_id": row.message_id,
            "opened_at": row.opened_at,
            "cuts_closed_at": row.cuts_closed_at,
        }
        if not await self._session.update(deals, keys, values):
            self._session.failure = UnknownRow(f"Table {row.game_id} has no deal {row.number} to be sealed anew.")
            raise self._session.failure

    async def withdraw(self, game_id: int, number: int) -> None:
        """Delete a deal's secret and the entropy of its cuts; the commitment, the deck and the play stay."""
        keys = {"game_id": game_id, "number": number}
        if not await self._session.update(deals, keys, {"secret": "", "entropy": ()}):
            self._session.failure = UnknownRow(f"Table {game_id} has no deal {number}.")
            raise self._session.failure

    async def delete_cut(self, game_id: int, deal: int, user_id: int) -> None:
        await self._session.delete(cuts, {"game_id": game_id, "deal": deal, "user_id": user_id})

    async def put_cut(self, row: CutRow) -> None:
        """Store what a player typed at the Cut, in place of their earlier cut of the deal."""
        await self._session.put(cuts, values_of(row))

    async def add_actions(self, rows: Sequence[ActionRow]) -> None:
        """Store actions as consecutive plies of a game, or raise `PlyTaken`."""
        if rows:
            taken = PlyTaken(rows[0].game_id, rows[0].ply)
            await self._session.insert_late(actions, [values_of(row) for row in rows], taken)

    async def delete_actions_from(self, game_id: int, ply: int) -> int:
        """Delete the game's actions from this ply on, and return how many there were."""
        gone = delete(actions).where(actions.c.game_id == game_id, actions.c.ply >= ply)
        return (await self._session.run(gone)).rowcount


@dataclass(frozen=True, slots=True)
class GameRecordRows:
    """All rows from which one table is restored, read at one moment."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]
    actions: tuple[ActionRow, ...]
    cuts: tuple[CutRow, ...]
    messages: tuple[MessageRow, ...]


class GameRecordReads(Queries):
    async def load(self, game_id: int, *, played: bool = True) -> GameRecordRows | None:
        """Return all rows from which the table is restored; a frozen table's actions may be left out."""
        game_reads, deal_reads = GameReads(self._session), DealReads(self._session)
        game = await game_reads.get(game_id)
        if game is None:
            return None
        return GameRecordRows(
            game=game,
            seats=tuple(await game_reads.seats(game_id)),
            deals=tuple(await deal_reads.of(game_id)),
            actions=tuple(await deal_reads.actions(game_id)) if played else (),
            cuts=tuple(await deal_reads.cuts(game_id)),
            messages=tuple(await MessageReads(self._session).of(game_id)),
        )
