"""Rated games: the tables that count, how many games two members may play in a day, and the price of leaving one.

After the second left game a member may not sit at a rated table for a day, and for 90 days after any left game another
one given up is a loss at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, NamedTuple

from bot.house.roster import is_house

from .table import Table

MOST_A_DAY: Final = 6
"""Number of rated games that two members may play at the same table in a day (:func:`.day_begins`)."""
WINDOW: Final = timedelta(hours=24)
"""Longest time between two left games that leads to the penalty, when the first was a live game."""
WINDOW_BY_DAYS: Final = timedelta(days=7)
"""The same when the first was played by correspondence."""
BARRED_FOR: Final = timedelta(days=1)
"""Length of the penalty, from the second left game on."""
FREE_AFTER: Final = timedelta(days=90)
"""Time after leaving a game in which giving another one up is a loss even before its first trick is complete."""
LEFT_GAMES_KEPT: Final = FREE_AFTER
"""Time after which a left game no longer has any effect."""


def is_for_rating(table: Table) -> bool:
    """Tell whether nothing at a table keeps it from being rated: no house player, not friendly, no daily deal."""
    return not (table.terms.friendly or table.daily is not None or any(map(is_house, table.users)))


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
