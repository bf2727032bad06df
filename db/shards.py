"""When a process last answered for each shard, and which did, where several processes share the work.

The locks alone decide who answers for a shard (`db.line`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, select

from db.processes import processes
from db.schedule import heartbeat
from db.schema import Key, Snowflake, table_of
from db.session import Queries, latest

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Select

    from db.session import Part

ANSWERED: Final = 1
"""The id of the heartbeat of a process that works alone and answers for all shards."""


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard, the last process that took its lock, and the moment at which any process last answered for it."""

    id: Key[int]
    count: int
    process: Snowflake | None = None
    last_seen: datetime | None = None


shards = table_of("shards", ShardRow)


class ShardReads(Queries):
    """Reads of shards."""

    async def holders(self, part: Part) -> set[int | None]:
        """Return the processes that last took the locks of a part's shards."""
        found = await self._session.run(select(shards.c.process).where(shards.c.id.in_(part.shards)))
        return set(found.scalars())

    async def last_seen(self, of: Collection[int], count: int) -> datetime | None:
        """Return the last moment at which a process answered for any of some shards, or None if none is known.

        A process working alone answered for all shards; for new shards the last answer for any shard counts.
        """
        own = await self._latest(
            select(func.max(shards.c.last_seen)).where(shards.c.id.in_(of), shards.c.count == count)
        )
        return await self.last_of_all() if own is None else max(own, await self._alone() or own)

    async def last_of_all(self) -> datetime | None:
        """Return the moment at which any process last answered, including one working alone."""
        moments = [await self._latest(select(func.max(shards.c.last_seen))), await self._alone()]
        return max((each for each in moments if each is not None), default=None)

    async def _alone(self) -> datetime | None:
        return await self._latest(select(heartbeat.c.last_seen).where(heartbeat.c.id == ANSWERED))

    async def _latest(self, wanted: Select[Any]) -> datetime | None:
        moment: datetime | None = (await self._session.run(wanted)).scalar()
        return moment


class ShardWrites(ShardReads):
    """Writes of shards."""

    async def took(self, part: Part, process: int, now: datetime) -> None:
        """Store that a process has taken the locks of a part's shards; shards of another total are deleted."""
        stale, lately = shards.c.count != part.of, await self.last_of_all()
        if lately is not None and (await self._session.run(delete(shards).where(stale))).rowcount:
            await self._session.put(heartbeat, {"id": ANSWERED, "last_seen": lately})
        rows = [{"id": shard, "count": part.of, "process": process} for shard in sorted(part.shards)]
        await self._session.add_up(shards, rows, (latest("count"), latest("process")))
        await self._session.put(processes, {"id": process, "last_seen": now, "shards": part.of})

    async def saw(self, of: Collection[int], count: int, now: datetime) -> None:
        """Store that a process answers for some shards at this moment."""
        rows = [{"id": shard, "count": count, "last_seen": now} for shard in sorted(of)]
        await self._session.add_up(shards, rows, (latest("count"), latest("last_seen")))
