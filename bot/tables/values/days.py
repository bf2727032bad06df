"""The day used for all daily limits.

It is the UTC day, the same in every server and for every member, like that of the daily deal.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta


def day_begins(moment: datetime) -> datetime:
    """Return the beginning of the day that contains a moment."""
    return datetime.combine(moment.astimezone(UTC).date(), time(), UTC)


def day_ends(moment: datetime) -> datetime:
    """Return the end of the day that contains a moment, which is the beginning of the next day."""
    return day_begins(moment) + timedelta(days=1)
