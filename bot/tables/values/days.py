"""The day by which everything is limited that may be done so many times a day.

It is the UTC day, the same in every server and for every member, as that of the daily deal is.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta


def day_begins(moment: datetime) -> datetime:
    """Return the beginning of the day in which a moment falls."""
    return datetime.combine(moment.astimezone(UTC).date(), time(), UTC)


def day_ends(moment: datetime) -> datetime:
    """Return the end of the day in which a moment falls, which is the beginning of the next one."""
    return day_begins(moment) + timedelta(days=1)
