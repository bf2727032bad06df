"""The processes that work on the database, and which of them answers an interaction where there are several."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from db.errors import AnsweredElsewhere
from db.schema import claims, processes
from db.session import Queries

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sqlalchemy import Executable

_HOLDER = select(claims.c.process).where(claims.c.interaction_id == bindparam("interaction"))
"""Asked with every click that came twice, so it is made once."""
_answering: ContextVar[int | None] = ContextVar("answering", default=None)


@cache
def _claim(dialect: str) -> Executable:
    """Return what notes a claim where there is none, and returns who holds it; one statement, as several may write."""
    claim: Any = (sqlite if dialect == "sqlite" else postgresql).insert(claims)
    held = claim.on_conflict_do_update(index_elements=[claims.c.interaction_id], set_={"process": claims.c.process})
    wanted: Executable = held.returning(claims.c.process)
    return wanted


@contextmanager
def answering(interaction_id: int) -> Iterator[None]:
    """Let whatever is written inside belong to an interaction: only one process ever writes for it."""
    before = _answering.set(interaction_id)
    try:
        yield
    finally:
        _answering.reset(before)


def answered_now() -> int | None:
    """Return the interaction that is being answered, None where nothing is."""
    return _answering.get()


class ProcessReads(Queries):
    """Reading who is there."""

    async def others(self, process: int, *, only_alone: bool = False) -> dict[int, datetime]:
        """Return when each other process has last written that it runs.

        Args:
            process: This one.
            only_alone: Leave out those that say they share the work.
        """
        wanted = select(processes).where(processes.c.id != process)
        if only_alone:
            wanted = wanted.where(processes.c.shards.is_(None))
        return {row.id: row.last_seen for row in await self._session.run(wanted)}

    async def holder(self, interaction_id: int) -> int | None:
        """Return the process that has written for an interaction, None where none has lately."""
        found: int | None = (await self._session.run(_HOLDER, {"interaction": interaction_id})).scalar()
        return found


class ProcessWrites(ProcessReads):
    """Changing who is there."""

    async def beat(self, process: int, now: datetime) -> None:
        """Note that a process runs."""
        await self._session.put(processes, {"id": process, "last_seen": now})

    async def ended(self, process: int) -> None:
        """Note that a process runs no more."""
        await self._session.delete(processes, {"id": process})

    async def claim(self, interaction_id: int, process: int, now: datetime) -> None:
        """Let a process alone write for an interaction.

        Raises:
            AnsweredElsewhere: Another one does; nothing of the transaction may be kept.
        """
        row = {"interaction_id": interaction_id, "process": process, "at": now}
        if (await self._session.run(_claim(self._session.dialect), row)).scalar() != process:
            raise AnsweredElsewhere

    async def forget(self, before: datetime) -> None:
        """Forget what was answered, and which processes were last seen, before a moment."""
        await self._session.run(delete(claims).where(claims.c.at < before))
        await self._session.run(delete(processes).where(processes.c.last_seen < before))
