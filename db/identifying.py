"""Turns at identifying shards, shared by all processes, because Discord limits their identifications together."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Interval, func, literal, select
from sqlalchemy.dialects import postgresql

from db.session import Queries
from db.shards import identifies

if TYPE_CHECKING:
    from datetime import datetime

APART: Final = timedelta(seconds=5.2)
"""Time between two identifications in one bucket: Discord requires five seconds, and network delays vary."""


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
