"""Whose turn it is to identify a shard, over all processes: Discord counts what they begin together."""

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
"""Two shards of a bucket identify themselves so long apart: Discord wants five seconds, and the way there varies."""


class IdentifyWrites(Queries):
    """Taking turns, by the clock of the database, which is the same for all; on PostgreSQL alone."""

    async def turn(self, bucket: int) -> float:
        """Take a bucket's turn and return 0, or the seconds until it can be asked for again.

        Nothing is reserved: a process that dies while it waits holds nobody up.
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
    """Return after how many seconds to ask again where a turn was taken at a moment; never 0, nor more than a turn."""
    return min(max((at + APART - now).total_seconds(), 0.05), APART.total_seconds())
