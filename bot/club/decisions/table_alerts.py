"""Who is told when somebody opens a table: by turns, and nobody too often."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.tables.values.days import day_begins
from db.rows import CallingRow

MOST: Final = 5
"""So many are told of one table."""
A_DAY: Final = 2
"""Times that a member is told in a day (:mod:`bot.tables.values.days`)."""
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def in_turn(rows: Iterable[CallingRow], now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return who may be told of a table now, who was told longest ago first, who never was before them.

    Args:
        rows: Who wants to be told.
        now: The present moment.
        but: Users who are not told of this one.
    """
    free = [row for row in rows if row.user_id not in but and _times(row, now) < A_DAY]
    return [row.user_id for row in sorted(free, key=lambda row: (row.last_at or _NEVER, row.since, row.user_id))]


def told(row: CallingRow, now: datetime) -> CallingRow | None:
    """Return what is kept of a member who is told now; None where that would be too often."""
    times = _times(row, now)
    return None if times >= A_DAY else replace(row, last_at=now, day=_day(now), times=times + 1)


def _times(row: CallingRow, now: datetime) -> int:
    return row.times if row.day == _day(now) else 0


def _day(now: datetime) -> str:
    return f"{day_begins(now):%Y-%m-%d}"
