"""Deadlines, and the heartbeat from which it is known how long the bot was away."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from sqlalchemy import select

from db.queries import Changes, Queries
from db.rows import DeadlineRow
from db.schema import deadlines, heartbeat

if TYPE_CHECKING:
    from datetime import datetime, timedelta

_ONLY = {"id": 1}


class ScheduleReads(Queries):
    """Reading deadlines and the heartbeat."""

    async def deadlines(self, game_id: int | None = None) -> list[DeadlineRow]:
        """Return the deadlines of one game, or of all, soonest first."""
        wanted = select(deadlines).order_by(deadlines.c.due_at, deadlines.c.game_id, deadlines.c.kind)
        if game_id is not None:
            wanted = wanted.where(deadlines.c.game_id == game_id)
        return await self._all(DeadlineRow, wanted)

    async def due_deadlines(self, now: datetime) -> list[DeadlineRow]:
        """Return the deadlines that are due at this moment, longest overdue first."""
        return await self._all(
            DeadlineRow,
            select(deadlines)
            .where(deadlines.c.due_at <= now)
            .order_by(deadlines.c.due_at, deadlines.c.game_id, deadlines.c.kind),
        )

    async def next_deadline(self) -> datetime | None:
        """Return the moment of the soonest deadline, None where there is none."""
        result = await self._run(select(deadlines.c.due_at).order_by(deadlines.c.due_at).limit(1))
        moment: datetime | None = result.scalar()
        return moment

    async def last_beat(self) -> datetime | None:
        """Return when the bot was last seen alive, None before its first beat."""
        moment: datetime | None = (await self._run(select(heartbeat.c.last_seen))).scalar()
        return moment


class ScheduleWrites(Changes):
    """Changing deadlines and the heartbeat."""

    async def set_deadline(self, row: DeadlineRow) -> None:
        """Store a deadline in place of the game's earlier one of the same kind."""
        values = asdict(row)
        keys = {name: values.pop(name) for name in ("game_id", "kind")}
        await self._put(deadlines, keys, values)

    async def clear_deadline(self, game_id: int, kind: str) -> bool:
        """Delete the game's deadline of this kind, and tell whether there was one.

        A process that acts on a deadline clears it in the same transaction: False means another was faster.
        """
        return await self._delete(deadlines, {"game_id": game_id, "kind": kind}) > 0

    async def clear_deadlines(self, game_id: int) -> None:
        """Delete all deadlines of the game."""
        await self._delete(deadlines, {"game_id": game_id})

    async def shift_deadlines(self, by: timedelta) -> int:
        """Move every deadline later by this much, and return how many there are."""
        rows = await self._all(DeadlineRow, select(deadlines))
        for row in rows:
            await self._update(deadlines, {"game_id": row.game_id, "kind": row.kind}, {"due_at": row.due_at + by})
        return len(rows)

    async def beat(self, now: datetime) -> None:
        """Note that the bot is alive at this moment."""
        await self._put(heartbeat, _ONLY, {"last_seen": now})
