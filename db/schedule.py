"""Deadlines, and the heartbeat that shows how long the bot was away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Column, Index, Integer, Select, Table, bindparam, select, update

from bot.lazy import dataclass
from db.games import games
from db.schema import Key, OfGame, UtcDateTime, metadata, table_of, values_of
from db.session import Part, Queries, within


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """A moment at which something happens to a game, which has at most one deadline of each kind."""

    game_id: OfGame
    kind: Key[str]
    due_at: datetime


deadlines = table_of("deadlines", DeadlineRow, Index(None, "due_at"))

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("last_seen", UtcDateTime, nullable=False),
    info={"row": "When the bot was last alive (1), or tried to write (2)."},
)

_ONLY = 1
"""The id of the only heartbeat row."""
_PROBE = 2
"""The id of the row written to test whether the database can be written."""


class ScheduleReads(Queries):
    async def deadlines(self, game_id: int | None = None, part: Part | None = None) -> list[DeadlineRow]:
        """Return the deadlines of one game, of all games, or of those in a part of all servers, the soonest first."""
        wanted = _of(part).order_by(deadlines.c.due_at, deadlines.c.game_id, deadlines.c.kind)
        if game_id is not None:
            wanted = wanted.where(deadlines.c.game_id == game_id)
        return await self._session.all(DeadlineRow, wanted)

    async def last_beat(self) -> datetime | None:
        """Return the moment of the bot's last heartbeat, or None before the first."""
        moment: datetime | None = (
            await self._session.run(select(heartbeat.c.last_seen).where(heartbeat.c.id == _ONLY))
        ).scalar()
        return moment


class ScheduleWrites(ScheduleReads):
    async def set(self, row: DeadlineRow) -> None:
        """Store a deadline in place of the game's earlier one of the same kind."""
        await self._session.put_late(deadlines, values_of(row))

    async def clear(self, game_id: int, kind: str) -> bool:
        """Delete the game's deadline of this kind, and return whether there was one."""
        return await self._session.delete(deadlines, {"game_id": game_id, "kind": kind}) > 0

    async def clear_all(self, game_id: int) -> None:
        await self._session.delete(deadlines, {"game_id": game_id})

    async def shift(self, by: timedelta, fixed: Sequence[str] = (), part: Part | None = None) -> int:
        """Move every deadline later by this much (or back), except fixed kinds; return the number moved."""
        rows = await self._session.all(DeadlineRow, _of(part).where(deadlines.c.kind.not_in(fixed)))
        if rows:
            one = (
                update(deadlines)
                .where(deadlines.c.game_id == bindparam("of_game"), deadlines.c.kind == bindparam("of_kind"))
                .values(due_at=bindparam("moved"))
            )
            moved = [{"of_game": row.game_id, "of_kind": row.kind, "moved": row.due_at + by} for row in rows]
            await self._session.run(one, moved)
        return len(rows)

    async def probe(self, now: datetime) -> None:
        """Write a meaningless new value; an unchanged value would make SQLite write no page."""
        await self._session.put(heartbeat, {"id": _PROBE, "last_seen": now})

    async def heartbeat(self, now: datetime) -> None:
        await self._session.put(heartbeat, {"id": _ONLY, "last_seen": now})


def _of(part: Part | None) -> Select[Any]:
    """Return a query for the deadlines of the games in a part of all servers."""
    if part is None:
        return select(deadlines)
    return select(deadlines).join(games, games.c.id == deadlines.c.game_id).where(within(games.c.guild_id, part))
