"""The processes that share the work: what each says of itself, and who has which shard, or had it last.

Who holds a shard is what the leases say (`db.line`); what stands here is for whoever takes over, and for who looks on.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, Boolean, Column, Integer, Table, delete, false, func, select, update

from db.column_types import UtcDateTime
from db.schema import heartbeat, metadata, processes
from db.session import Queries, latest

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import Select

ANSWERED: Final = 1
"""The number of the heartbeat of a process that is alone, and answers for all shards."""

shards = Table(
    "shards",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
    Column("process", BigInteger),
    Column("since", UtcDateTime),
    Column("last_seen", UtcDateTime),
    Column("heir", BigInteger),
    Column("heir_ready", Boolean, nullable=False, server_default=false()),
)

identifies = Table(
    "identifies",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """What a process that shares the work says of itself."""

    id: int
    last_seen: datetime
    name: str
    """Which one it is, for the operator."""
    version: str
    started: datetime
    wants: str
    """Its setting: how many shards there are, and which it prefers."""
    shards: int
    """How many there are, as it knows it."""
    leaving: bool = False
    """Whether it is about to end, and its shards are to go to others."""


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard: who has it or had it last, and who gets ready to have it next."""

    id: int
    count: int
    process: int | None = None
    since: datetime | None = None
    """Since when it answers for it; None as long as it has only the lease."""
    last_seen: datetime | None = None
    """When somebody last answered for it."""
    heir: int | None = None
    heir_ready: bool = False
    """Whether the heir's own session is there, so that it can answer as soon as it has the lease."""


class ShardReads(Queries):
    """Reading who shares the work."""

    async def all(self) -> list[ShardRow]:
        """Return every shard that somebody has had, by its number."""
        return await self._session.all(ShardRow, select(shards).order_by(shards.c.id))

    async def processes(self) -> list[ProcessRow]:
        """Return the processes that have said they share the work; some may have been killed since."""
        return await self._session.all(ProcessRow, select(processes).where(processes.c.shards.is_not(None)))

    async def last_seen(self, of: Collection[int], count: int) -> datetime | None:
        """Return when somebody last answered for any of some shards, None where that was never, as far as is known.

        Who was alone answered for all of them; of a shard that is new it is when anybody answered at all.
        """
        own = await self._latest(
            select(func.max(shards.c.last_seen)).where(shards.c.id.in_(of), shards.c.count == count)
        )
        return await self.last_of_all() if own is None else max(own, await self._alone() or own)

    async def last_of_all(self) -> datetime | None:
        """Return when any process last answered, one that was alone too."""
        moments = [await self._latest(select(func.max(shards.c.last_seen))), await self._alone()]
        return max((each for each in moments if each is not None), default=None)

    async def _alone(self) -> datetime | None:
        return await self._latest(select(heartbeat.c.last_seen).where(heartbeat.c.id == ANSWERED))

    async def _latest(self, wanted: Select[Any]) -> datetime | None:
        moment: datetime | None = (await self._session.run(wanted)).scalar()
        return moment


class ShardWrites(ShardReads):
    """Saying who shares the work."""

    async def join(self, row: ProcessRow) -> None:
        """Note what a process says of itself; shards of another number than it knows are forgotten."""
        stale, lately = shards.c.count != row.shards, await self.last_of_all()
        if lately is not None and (await self._session.run(delete(shards).where(stale))).rowcount:
            await self._session.put(heartbeat, {"id": ANSWERED, "last_seen": lately})
        await self._session.put(processes, asdict(row))

    async def took(self, of: Collection[int], count: int, process: int) -> None:
        """Note that a process has taken leases, and does not answer yet; the shards have no heir any more."""
        row = {"count": count, "process": process, "since": None, "heir": None, "heir_ready": False}
        await self._session.add_up(shards, [{"id": shard, **row} for shard in sorted(of)], _TAKEN)

    async def answers(self, shard: int, count: int, process: int, now: datetime) -> None:
        """Note that a process that has a shard's lease answers for it from now on; it has no heir any more."""
        row = {"id": shard, "count": count, "process": process, "since": now, "last_seen": now}
        await self._session.put(shards, row | {"heir": None, "heir_ready": False})

    async def saw(self, of: Collection[int], count: int, now: datetime) -> None:
        """Note that somebody answers for some shards at this moment."""
        rows = [{"id": shard, "count": count, "last_seen": now} for shard in sorted(of)]
        await self._session.add_up(shards, rows, _SEEN)

    async def gave_up(self, of: Collection[int], process: int) -> None:
        """Note that a process has shards no longer."""
        theirs = shards.c.id.in_(of), shards.c.process == process
        await self._session.run(update(shards).where(*theirs).values(process=None, since=None))

    async def court(self, of: Collection[int], count: int, process: int, *, ready: bool) -> None:
        """Note that a process gets ready to have shards next, or is."""
        rows = [{"id": shard, "count": count, "heir": process, "heir_ready": ready} for shard in sorted(of)]
        await self._session.add_up(shards, rows, _HEIR)

    async def forgo(self, shard: int, process: int) -> None:
        """Note that a process does not want to have a shard next."""
        await self._session.update(shards, {"id": shard, "heir": process}, {"heir": None, "heir_ready": False})


_TAKEN: Final = tuple(latest(name) for name in ("count", "process", "since", "heir", "heir_ready"))
_SEEN: Final = (latest("count"), latest("last_seen"))
_HEIR: Final = (latest("heir"), latest("heir_ready"))
