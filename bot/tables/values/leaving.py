"""The price of leaving rated games: no rated table for a day after the second, and a loss at once for 90 days."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, NamedTuple

WINDOW: Final = timedelta(hours=24)
"""Longest time between two left games that leads to the penalty, when the first was a live game."""
WINDOW_BY_DAYS: Final = timedelta(days=7)
"""The same when the first was played by correspondence."""
BARRED_FOR: Final = timedelta(days=1)
"""Length of the penalty, from the second left game on."""
FREE_AFTER: Final = timedelta(days=90)
"""Time after leaving a game in which giving another one up is a loss even before its first trick is complete."""
KEPT: Final = FREE_AFTER
"""Time after which a left game no longer has any effect."""


class LeftGame(NamedTuple):
    """A rated game that a member has left."""

    at: datetime
    by_days: bool
    """Whether a move could take days there."""


def barred_until(games: Iterable[LeftGame], now: datetime) -> datetime | None:
    """Return until when a member may open and join no rated table of a server; None if they may now.

    Args:
        games: The games that the member has left in that server.
        now: The present moment.
    """
    left = sorted(games)
    ends = [
        later.at + BARRED_FOR
        for earlier, later in combinations(left, 2)
        if later.at - earlier.at < (WINDOW_BY_DAYS if earlier.by_days else WINDOW)
    ]
    until = max(ends, default=now)
    return until if until > now else None
