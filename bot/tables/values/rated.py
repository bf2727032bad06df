"""Rated games: the tables that count, how many games two members may play in a day, and the price of leaving one.

A game that is given up is lost once its player has looked at the hand. After the second left game a member may not sit
at a rated table for a day.
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
PRACTICE_TRICKS: Final = 4
"""Tricks of a practice from which on it is kept when it is given up."""
LEFT_GAMES_KEPT: Final = WINDOW_BY_DAYS + BARRED_FOR
"""Time after which a left game no longer has any effect."""


def is_for_rating(table: Table) -> bool:
    """Tell whether nothing keeps a table from being rated: no house player or stand-in, not friendly, no daily deal."""
    return not (table.terms.friendly or table.house_sat or table.daily is not None or any(map(is_house, table.users)))


def before_first_trick(table: Table) -> bool:
    """Tell whether no trick of a table's game is complete yet."""
    return not any(deal.tricks for deal in table.game.deals)


def still_to_look(table: Table, seat: int) -> bool:
    """Tell whether a seat of a rated game has not yet looked at its first hand."""
    return before_first_trick(table) and seat not in table.looked and is_for_rating(table)


def unplayed_practice(table: Table) -> bool:
    """Tell whether a table is a practice that only its player sees, and too little of it is played to be kept."""
    practice = table.place.private and table.daily is None
    return practice and sum(len(deal.tricks) for deal in table.game.deals) < PRACTICE_TRICKS


def too_early(table: Table, seat: int) -> bool:
    """Return whether nobody would win or lose if a seat gave the game up now.

    That is so before the first trick is complete, in a rated game only until the player looks at the hand: else bad
    hands could be dropped for nothing. A tournament's game is never too early, as giving it up loses the pairing.
    """
    if unplayed_practice(table):
        return True
    if table.fixture is not None or not before_first_trick(table):
        return False
    return not is_for_rating(table) or seat not in table.looked


class LeftGame(NamedTuple):
    """A rated game that a member has left."""

    at: datetime
    by_days: bool
    """Whether a move could take days there."""


def barred_until(games: Iterable[LeftGame], now: datetime) -> datetime | None:
    """Return until when a member may open and join no rated table of a server; None if they may now."""
    left = sorted(games)
    ends = [
        later.at + BARRED_FOR
        for earlier, later in combinations(left, 2)
        if later.at - earlier.at < (WINDOW_BY_DAYS if earlier.by_days else WINDOW)
    ]
    until = max(ends, default=now)
    return until if until > now else None
