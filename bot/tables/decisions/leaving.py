"""The players who have left a rated game: their clock ran out, or they resigned before they looked at their hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from bot.engine import Ending
from bot.house.roster import is_house
from bot.tables.values.holidays import Holiday, away_for
from bot.tables.values.parts import Status
from bot.tables.values.rated import is_for_rating, too_early
from bot.tables.values.table import Table


class Leaving(StrEnum):
    """The state of the note that a player has left a game."""

    LEFT = "left"
    """The player's time is up; they may still play on."""
    SETTLED = "settled"
    """The others have claimed the game or let the house play, or the player resigned before looking at the hand."""
    FORGIVEN = "forgiven"
    """The player plays on, or the game ends in another way, for example without a result."""


def leaving(
    before: Table, after: Table, holidays: Mapping[int, tuple[Holiday, ...]], now: datetime
) -> list[tuple[int, Leaving]]:
    """Return the players who leave a game by a change of its table, or whose leaving it settles or forgives.

    A player on holiday does not count as leaving.

    Args:
        before: The table before the change.
        after: The table after it.
        holidays: The members' holidays, by user.
        now: The present moment.
    """
    if before.status is not Status.PLAYING or not is_for_rating(before) or before.held:
        return []
    if after.status is Status.ABANDONED:
        return [(user, Leaving.FORGIVEN) for user in before.users if not is_house(user)]
    result = after.game.result
    late = before.turn_users[0] if before.time_is_up else None
    if late is None and after.time_is_up:
        user = after.turn_users[0]
        return [] if away_for(holidays.get(user, ()), now) else [(user, Leaving.LEFT)]
    given_up = None if result is None or result.ending is not Ending.RESIGN or result.by is None else result.by
    if given_up is not None and too_early(after, given_up):  # a game that is lost costs enough
        found = [(after.users[given_up], Leaving.SETTLED)]
        return found if late in (None, after.users[given_up]) else [*found, (late, Leaving.FORGIVEN)]
    if late is None or after.time_is_up:
        return []
    seat = before.seat_of(late)
    claimed = result is not None and result.ending is Ending.TIMEOUT and result.by == seat
    return [(late, Leaving.SETTLED if claimed or seat in after.held else Leaving.FORGIVEN)]
