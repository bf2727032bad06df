"""Which members are told of a new table: in turn, and nobody too often."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.tables.values.server_clock import day_begins
from db.table_alerts import CallingRow

MOST: Final = 5
"""Largest number of members told of one table."""
A_DAY: Final = 2
"""Largest number of times that a member is told in a day (:func:`bot.tables.values.server_clock.day_begins`)."""
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def in_turn(rows: Iterable[CallingRow], now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return the users who may be told of a table now: first those who never were, then the longest ago.

    Args:
        rows: The members who want to be told.
        now: The present moment.
        but: Users who are not to be told of this table.
    """
    free = [row for row in rows if row.user_id not in but and _times(row, now) < A_DAY]
    return [row.user_id for row in sorted(free, key=lambda row: (row.last_at or _NEVER, row.since, row.user_id))]


def told(row: CallingRow, now: datetime) -> CallingRow | None:
    """Return a member's new row if they are told now; None if that would be too often."""
    times = _times(row, now)
    return None if times >= A_DAY else replace(row, last_at=now, day=_day(now), times=times + 1)


def _times(row: CallingRow, now: datetime) -> int:
    return row.times if row.day == _day(now) else 0


def _day(now: datetime) -> str:
    return f"{day_begins(now):%Y-%m-%d}"
