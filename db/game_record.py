"""The complete stored record of one game, from which its table is restored."""

from __future__ import annotations

from dataclasses import dataclass

from db.deals import ActionRow, CutRow, DealReads, DealRow
from db.games import GameReads, GameRow, SeatRow
from db.messages import MessageReads, MessageRow
from db.session import Queries


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
    """Reads of complete records."""

    async def load(self, game_id: int, *, played: bool = True) -> GameRecordRows | None:
        """Return all rows from which the table is restored, or None if there is no such game.

        Args:
            played: Whether the actions are read; those of a frozen table may be damaged.
        """
        games, deals = GameReads(self._session), DealReads(self._session)
        game = await games.get(game_id)
        if game is None:
            return None
        return GameRecordRows(
            game=game,
            seats=tuple(await games.seats(game_id)),
            deals=tuple(await deals.of(game_id)),
            actions=tuple(await deals.actions(game_id)) if played else (),
            cuts=tuple(await deals.cuts(game_id)),
            messages=tuple(await MessageReads(self._session).of(game_id)),
        )
