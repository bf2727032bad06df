"""Who has touched a table lately, so that nobody is reminded of what lies before their eyes; kept in memory alone."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

LATELY: Final = timedelta(seconds=60)
"""So long after a click or command at a table its player is not reminded there."""


class Presence:
    """When each player last touched a table, for as long as that matters."""

    def __init__(self) -> None:
        self._touched: OrderedDict[tuple[int, int], datetime] = OrderedDict()

    def touch(self, table_id: int, user_id: int, now: datetime) -> None:
        """Note that somebody has just clicked, or given a command, at a table."""
        self._touched[table_id, user_id] = now
        self._touched.move_to_end((table_id, user_id))
        while (oldest := next(iter(self._touched.items())))[1] + LATELY <= now:
            del self._touched[oldest[0]]

    def lasting(self, table_id: int, user_id: int, now: datetime) -> timedelta:
        """Return for how long somebody still counts as being at a table; zero where they do not."""
        touched = self._touched.get((table_id, user_id))
        if touched is None or touched > now:  # the clock has been set back since
            return timedelta()
        return max(touched + LATELY - now, timedelta())
