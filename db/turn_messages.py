"""Direct messages that notify members of their turns, while they exist."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import select

from db.games import games
from db.schema import Key, OfGame, Snowflake, table_of
from db.session import Part, Queries, within


@dataclass(frozen=True, slots=True)
class TurnMessageRow:
    """A direct message that notifies a member of a turn; without an id it is being sent or may have been sent.

    `ply` is the ply of the turn, as all players know it.
    """

    game_id: OfGame
    user_id: Key[Snowflake]
    ply: int
    at: datetime
    channel_id: Snowflake | None = None
    message_id: Snowflake | None = None


turn_messages = table_of("turn_messages", TurnMessageRow)


class TurnReads(Queries):
    """Reads of turn messages."""

    async def all(self, part: Part | None = None) -> list[TurnMessageRow]:
        """Return all messages that exist or may exist, or those about games in a part of all servers."""
        wanted = select(turn_messages).order_by(turn_messages.c.game_id)
        if part is not None:
            wanted = wanted.join(games, games.c.id == turn_messages.c.game_id).where(within(games.c.guild_id, part))
        return await self._session.all(TurnMessageRow, wanted)


class TurnWrites(TurnReads):
    """Writes of turn messages."""

    async def put(self, row: TurnMessageRow) -> None:
        """Store a message, in place of an earlier one of the same member for the same game."""
        await self._session.put(turn_messages, asdict(row))

    async def drop(self, game_id: int, user_id: int) -> None:
        """Delete the row of a message that no longer exists."""
        await self._session.delete(turn_messages, {"game_id": game_id, "user_id": user_id})
