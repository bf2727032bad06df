"""The processes that use the database, and which of them answers each interaction and each shard.

The locks alone decide who answers for a shard (`db/line.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Annotated, Any, Final

from sqlalchemy import BigInteger, Column, Executable, Index, Select, Table, bindparam, delete, func, select

from bot.lazy import dataclass
from db.errors import AnsweredElsewhere
from db.postgresql import CLOCK
from db.schedule import heartbeat
from db.schema import Key, Mark, Snowflake, UtcDateTime, metadata, table_of
from db.session import Part, Queries, latest, upsert_into


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process that runs, or did until it was killed."""

    id: Key[Snowflake]
    last_seen: datetime
    shards: Annotated[int, Mark.NULLABLE]
    """Number of shards that several processes share; NULL if it works alone."""


processes = table_of("processes", ProcessRow)

claims = Table(
    "claims",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("process", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "at"),
    info={"row": "The process that answers an interaction."},
)

_HOLDER = select(claims.c.process).where(claims.c.interaction_id == bindparam("interaction"))
"""Prebuilt, because every interaction that arrives twice runs it."""
_answering: ContextVar[int | None] = ContextVar("answering", default=None)


@cache
def _claim(dialect: str) -> Executable:
    """Return a single statement that claims an interaction if it is free and returns its holder."""
    claim = upsert_into(claims, dialect)
    held = claim.on_conflict_do_update(index_elements=[claims.c.interaction_id], set_={"process": claims.c.process})
    wanted: Executable = held.returning(claims.c.process)
    return wanted


@contextmanager
def answering(interaction_id: int) -> Iterator[None]:
    """Assign everything written inside the block to an interaction, for which only one process may ever write."""
    before = _answering.set(interaction_id)
    try:
        yield
    finally:
        _answering.reset(before)


def answered_now() -> int | None:
    return _answering.get()


class ProcessReads(Queries):
    async def others(self, process: int, *, only_alone: bool = False) -> dict[int, datetime]:
        """Return when each other process last reported that it runs, or those alone that do not share the work."""
        wanted = select(processes).where(processes.c.id != process)
        if only_alone:
            wanted = wanted.where(processes.c.shards.is_(None))
        return {row.id: row.last_seen for row in await self._session.run(wanted)}

    async def lately(self, process: int, within: timedelta) -> bool:
        """Return whether another process has reported within a time, by the database's clock, that it runs."""
        on_server = self._session.dialect != "sqlite"
        now = (await self._session.run(CLOCK)).scalar_one() if on_server else datetime.now(UTC)
        return any(now - seen < within for seen in (await self.others(process)).values())

    async def holder(self, interaction_id: int) -> int | None:
        """Return the process that has written for an interaction, or None if none has recently."""
        found: int | None = (await self._session.run(_HOLDER, {"interaction": interaction_id})).scalar()
        return found


class ProcessWrites(ProcessReads):
    async def heartbeat(self, process: int, now: datetime) -> None:
        await self._session.put(processes, {"id": process, "last_seen": now})

    async def ended(self, process: int) -> None:
        await self._session.delete(processes, {"id": process})

    async def claim(self, interaction_id: int, process: int, now: datetime) -> None:
        """Claim an interaction for a process, or raise `AnsweredElsewhere` to keep nothing."""
        row = {"interaction_id": interaction_id, "process": process, "at": now}
        if (await self._session.run(_claim(self._session.dialect), row)).scalar() != process:
            raise AnsweredElsewhere

    async def forget(self, before: datetime) -> None:
        """Delete the claims, and the processes last seen, before a moment."""
        await self._session.run(delete(claims).where(claims.c.at < before))
        await self._session.run(delete(processes).where(processes.c.last_seen < before))


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
