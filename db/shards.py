"""The processes that share the work: each one's description of itself, the holders of the shards, and whose turn it is.

The leases alone decide who holds a shard (`db.line`); these tables inform the successor and observers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final

from sqlalchemy import Column, Integer, Interval, Table, delete, false, func, literal, select, update
from sqlalchemy.dialects import postgresql

from db.processes import ProcessRow, processes
from db.schedule import heartbeat
from db.schema import Default, Key, Snowflake, UtcDateTime, metadata, table_of, values_of
from db.session import Queries, latest

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Select

ANSWERED: Final = 1
"""The id of the heartbeat of a process that works alone and answers for all shards."""
APART: Final = timedelta(seconds=5.2)
"""Time between two identifications in one bucket: Discord requires five seconds, and network delays vary."""


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard, with its present or last holder and the process that prepares to take it next (the heir)."""

    id: Key[int]
    count: int
    process: Snowflake | None = None
    since: datetime | None = None
    """Moment since which the holder answers for it; None while it has only the lease."""
    last_seen: datetime | None = None
    """Moment at which any process last answered for it."""
    heir: Snowflake | None = None
    heir_ready: Annotated[bool, Default(false())] = False
    """Whether the heir's own session is open, so that it can answer as soon as it has the lease."""


shards = table_of("shards", ShardRow)

identifies = Table(
    "identifies",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)


class ShardReads(Queries):
    """Reads of processes and shards."""

    async def all(self) -> list[ShardRow]:
        """Return every shard that has ever had a holder or an heir, by number."""
        return await self._session.all(ShardRow, select(shards).order_by(shards.c.id))

    async def processes(self) -> list[ProcessRow]:
        """Return the processes that reported sharing the work; some may have been killed since."""
        return await self._session.all(ProcessRow, select(processes).where(processes.c.shards.is_not(None)))

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
    """Writes of processes and shards."""

    async def join(self, row: ProcessRow) -> None:
        """Store a process's description of itself; shards stored under another total number are deleted."""
        stale, lately = shards.c.count != row.shards, await self.last_of_all()
        if lately is not None and (await self._session.run(delete(shards).where(stale))).rowcount:
            await self._session.put(heartbeat, {"id": ANSWERED, "last_seen": lately})
        await self._session.put(processes, values_of(row))

    async def took(self, of: Collection[int], count: int, process: int) -> None:
        """Store that a process has taken leases but does not answer yet; the shards then have no heir."""
        row = {"count": count, "process": process, "since": None, "heir": None, "heir_ready": False}
        await self._session.add_up(shards, [{"id": shard, **row} for shard in sorted(of)], _TAKEN)

    async def answers(self, shard: int, count: int, process: int, now: datetime) -> None:
        """Store that the holder of a shard's lease answers for it from now on; the shard then has no heir."""
        row = {"id": shard, "count": count, "process": process, "since": now, "last_seen": now}
        await self._session.put(shards, row | {"heir": None, "heir_ready": False})

    async def saw(self, of: Collection[int], count: int, now: datetime) -> None:
        """Store that a process answers for some shards at this moment."""
        rows = [{"id": shard, "count": count, "last_seen": now} for shard in sorted(of)]
        await self._session.add_up(shards, rows, _SEEN)

    async def gave_up(self, of: Collection[int], process: int) -> None:
        """Store that a process no longer holds some shards."""
        theirs = shards.c.id.in_(of), shards.c.process == process
        await self._session.run(update(shards).where(*theirs).values(process=None, since=None))

    async def court(self, of: Collection[int], count: int, process: int, *, ready: bool) -> None:
        """Store that a process prepares to take shards next, or is ready to."""
        rows = [{"id": shard, "count": count, "heir": process, "heir_ready": ready} for shard in sorted(of)]
        await self._session.add_up(shards, rows, _HEIR)

    async def forgo(self, shard: int, process: int) -> None:
        """Store that a process does not want to take a shard next."""
        await self._session.update(shards, {"id": shard, "heir": process}, {"heir": None, "heir_ready": False})


_TAKEN: Final = tuple(latest(name) for name in ("count", "process", "since", "heir", "heir_ready"))
_SEEN: Final = (latest("count"), latest("last_seen"))
_HEIR: Final = (latest("heir"), latest("heir_ready"))


class IdentifyWrites(Queries):
    """Turns by the clock of the database, which is the same for all processes; on PostgreSQL only."""

    async def turn(self, bucket: int) -> float:
        """Take a bucket's turn and return 0, or return the seconds until the next try.

        A turn is not reserved in advance, so a process that dies while waiting does not block the others.
        """
        taking = postgresql.insert(identifies).values(bucket=bucket, at=func.clock_timestamp())
        taken = taking.on_conflict_do_update(
            index_elements=[identifies.c.bucket],
            set_={"at": taking.excluded.at},
            where=identifies.c.at + literal(APART, Interval) <= taking.excluded.at,
        )
        if (await self._session.run(taken.returning(identifies.c.bucket))).first() is not None:
            return 0.0
        asked = select(identifies.c.at, func.clock_timestamp()).where(identifies.c.bucket == bucket)
        row: Any = (await self._session.run(asked)).one()
        return seconds_until(row[0], row[1])


def seconds_until(at: datetime, now: datetime) -> float:
    """Return the seconds until the next try after a turn was taken at `at`; above 0 and at most one turn."""
    return min(max((at + APART - now).total_seconds(), 0.05), APART.total_seconds())
