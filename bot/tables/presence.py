"""Which players have touched a table lately, so that they are not reminded there; kept only in memory."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

LATELY: Final = timedelta(seconds=60)
"""Time for which a player is not reminded at a table after a click or command there."""


class Presence:
    """The times at which players last touched a table, each kept for `LATELY`."""

    def __init__(self) -> None:
        self._touched: OrderedDict[tuple[int, int], datetime] = OrderedDict()

    def touch(self, table_id: int, user_id: int, now: datetime) -> None:
        """Note that a user has just clicked, or given a command, at a table."""
        self._touched[table_id, user_id] = now
        self._touched.move_to_end((table_id, user_id))
        while (oldest := next(iter(self._touched.items())))[1] + LATELY <= now:
            del self._touched[oldest[0]]

    def lasting(self, table_id: int, user_id: int, now: datetime) -> timedelta:
        """Return for how much longer a user counts as present at a table; zero if they do not."""
        touched = self._touched.get((table_id, user_id))
        if touched is None or touched > now:  # the clock has been set back since
            return timedelta()
        return max(touched + LATELY - now, timedelta())
