"""The processes that use the database, and which of them answers each interaction."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from sqlalchemy import BigInteger, Column, Executable, Index, Table, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from db.errors import AnsweredElsewhere
from db.schema import Key, Mark, Snowflake, UtcDateTime, metadata, table_of
from db.session import Queries

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    claim: Any = (sqlite if dialect == "sqlite" else postgresql).insert(claims)
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
    """Return the interaction that is being answered, or None."""
    return _answering.get()


class ProcessReads(Queries):
    """Reads of processes and claims."""

    async def others(self, process: int, *, only_alone: bool = False) -> dict[int, datetime]:
        """Return the moment at which each other process last reported that it runs.

        Args:
            process: The process to leave out, which is this one.
            only_alone: Leave out processes that report sharing the work.
        """
        wanted = select(processes).where(processes.c.id != process)
        if only_alone:
            wanted = wanted.where(processes.c.shards.is_(None))
        return {row.id: row.last_seen for row in await self._session.run(wanted)}

    async def holder(self, interaction_id: int) -> int | None:
        """Return the process that has written for an interaction, or None if none has recently."""
        found: int | None = (await self._session.run(_HOLDER, {"interaction": interaction_id})).scalar()
        return found


class ProcessWrites(ProcessReads):
    """Writes of processes and claims."""

    async def beat(self, process: int, now: datetime) -> None:
        """Store that a process is running now."""
        await self._session.put(processes, {"id": process, "last_seen": now})

    async def ended(self, process: int) -> None:
        """Delete a process that has ended."""
        await self._session.delete(processes, {"id": process})

    async def claim(self, interaction_id: int, process: int, now: datetime) -> None:
        """Claim an interaction for a process, so that no other one writes for it.

        Raises:
            AnsweredElsewhere: another process has claimed it; nothing of the transaction may be kept.
        """
        row = {"interaction_id": interaction_id, "process": process, "at": now}
        if (await self._session.run(_claim(self._session.dialect), row)).scalar() != process:
            raise AnsweredElsewhere

    async def forget(self, before: datetime) -> None:
        """Delete the claims, and the processes last seen, before a moment."""
        await self._session.run(delete(claims).where(claims.c.at < before))
        await self._session.run(delete(processes).where(processes.c.last_seen < before))
