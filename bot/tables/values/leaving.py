"""What it costs to leave rated games: who leaves two of them opens and joins no rated table for a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final, NamedTuple

WINDOW: Final = timedelta(hours=24)
"""Time within which a second game must be left for the first one to count, in live games."""
WINDOW_BY_DAYS: Final = timedelta(days=7)
"""The same where the first of the two was played by correspondence."""
BARRED_FOR: Final = timedelta(days=1)
"""Time without rated tables, from the second game on."""
KEPT: Final = WINDOW_BY_DAYS + BARRED_FOR
"""Time after which a game that was left says nothing any more."""


class LeftGame(NamedTuple):
    """A rated game that a member has left."""

    at: datetime
    by_days: bool
    """Whether a move could take days there."""


def barred_until(games: Iterable[LeftGame], now: datetime) -> datetime | None:
    """Return until when a member opens and joins no rated table of a server; None where they may.

    Args:
        games: Those that the member has left in that server.
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
