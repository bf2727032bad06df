"""What a finished game counts for: whether it is rated, the places of its sides, and each player's result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from enum import StrEnum
from itertools import pairwise
from typing import Final

from bot.club.standings.rating import kind_of
from bot.engine import Ending, Result
from bot.house.roster import is_house
from bot.tables.values.rated import before_first_trick, too_early
from bot.tables.values.table import Table
from db.results import Outcome, ResultRow

ALL_TIME: Final = ""
"""The season that never ends."""

DOUBLE: Final = "double-bezique"


class Unrated(StrEnum):
    """The reason why a game is not rated, as stored with its conclusion."""

    NO_GAME = "no-game"
    """It was given up so early that nobody wins or loses."""
    DRAWN = "drawn"
    DAILY = "daily"
    """It was a daily deal, which has its own leaderboard."""
    HOUSE = "house"
    FRIENDLY = "friendly"
    OFTEN = "often"
    VOID = "void"
    """A moderator has taken the rating back."""
    DAMAGED = "damaged"
    """Its record did not replay when it was to be counted."""


def unrated(table: Table) -> Unrated | None:
    """Return why a table's game is not rated, or None, as far as the table alone tells."""
    if any(is_house(user) for user in table.users) or table.house_sat:
        return Unrated.HOUSE
    return Unrated.FRIENDLY if table.terms.friendly else None


def unrated_at_end(table: Table) -> Unrated | None:
    """Return why a game that has ended is not rated, or None, as far as the table alone tells."""
    if table.daily is not None:
        return Unrated.DAILY
    if no_game(table):
        return Unrated.NO_GAME
    return Unrated.DRAWN if table.game.result is None else unrated(table)


def to_be_rated(table: Table) -> tuple[int, ...]:
    """Return the users to whom the daily limit of rated games applies at a table; none if it will not be rated.

    A tournament's table has no such limit. A challenge to one member counts both before it is accepted.
    """
    if table.fixture is not None or unrated(table) is not None:
        return ()
    invited = (table.invited_id,) if table.invited_id is not None and len(table.users) == 1 else ()
    return (*table.users, *invited)


def no_game(table: Table) -> bool:
    """Return whether a game ended so early that nobody wins or loses."""
    result = table.game.result
    if result is None or result.by is None:
        return result is None and table.fixture is None and before_first_trick(table)
    return result.ending is not Ending.SCORE and too_early(table, result.by)


def seasons_of(moment: datetime) -> tuple[str, str, str]:
    """Return the seasons of a moment in a server's time zone: all time, the month and the quarter."""
    return ALL_TIME, f"{moment:%Y-%m}", f"{moment:%Y}-Q{(moment.month + 2) // 3}"


def seasons_at(ended_at: datetime, utc_offset: int) -> tuple[str, str, str]:
    """Return the seasons of a game that ended at a moment; `utc_offset` is the server's offset from UTC in minutes."""
    return seasons_of(ended_at.astimezone(timezone(timedelta(minutes=utc_offset))))


def concluded_results(table: Table, why: Unrated | None) -> list[ResultRow]:
    """Return the result of each person in a won or drawn game; none if it was no game.

    Args:
        why: Why the game is not rated, as it was decided when the game was concluded.
    """
    result, deal = table.game.result, table.game.deal
    if (result is None and not table.drawn) or deal is None or table.ended_at is None or why is Unrated.NO_GAME:
        return []
    sides, totals = deal.law.sides, _side_totals(table)
    rated = why is None
    best, kind = _best_deals(table), kind_of(table.rules)
    rows = []
    for seat in table.seats:
        if is_house(seat.user_id):
            continue
        won, side = result is not None and seat.seat in result.winner, sides[seat.seat]
        rows.append(
            ResultRow(
                table.id, seat.seat, table.guild_id, seat.user_id, won, totals[side], _outcome(result, seat.seat), side,
                table.ended_at, kind.value, len(table.game.deals), best[side], _doubles(table, seat.seat), rated=rated,
            )
        )  # fmt: skip
    return rows


def _outcome(result: Result | None, seat: int) -> Outcome:
    if result is None:
        return "drawn"
    if seat == result.by:
        return "resigned" if result.ending is Ending.RESIGN else "timeout"
    return "won" if seat in result.winner else "lost"


def tally_of(rows: Sequence[ResultRow]) -> dict[str, int] | None:
    """Return the sum of a player's results for a standing, by column; None if there are no results."""
    if not rows:
        return None
    return {
        "games": len(rows),
        "wins": sum(row.won for row in rows),
        "points": sum(row.points for row in rows),
        "deals": sum(row.deals for row in rows),
        "best_deal": max(row.best_deal for row in rows),
        "double_beziques": sum(row.double_beziques for row in rows),
    }


def gave_up(row: ResultRow) -> bool:
    """Return whether a player resigned or lost on time."""
    return row.outcome in ("resigned", "timeout")


def places_by(rows: Sequence[ResultRow]) -> list[int]:
    """Return the place of each side of a rated game: the winner first, a side that gave up last, others by points."""
    sides = sorted({row.side for row in rows})
    of_side = {side: [row for row in rows if row.side == side] for side in sides}
    return _places(
        [
            (
                all(row.won for row in of_side[side]),
                any(map(gave_up, of_side[side])),
                of_side[side][0].points,
            )
            for side in sides
        ]
    )


def _places(sides: Sequence[tuple[bool, bool, int]]) -> list[int]:
    """Return the places of sides, each given as whether it won, whether it gave up, and its points."""
    merits = [(won, not left, 0 if won else points) for won, left, points in sides]
    return [1 + sum(other > merit for other in merits) for merit in merits]


def _side_totals(table: Table) -> list[int]:
    game = table.game
    return [sum(game.totals[seat] for seat in seats) for seats in game.law.side_seats]


def _best_deals(table: Table) -> list[int]:
    """Return the most points that each side made in one deal."""
    game = table.game
    best = []
    for seats in game.law.side_seats:
        totals = [0, *(sum(deal.score.totals[seat] for seat in seats) for deal in game.deals)]
        best.append(max(after - before for before, after in pairwise(totals)))
    return best


def _doubles(table: Table, seat: int) -> int:
    """Count the double béziques that a seat declared."""
    return sum(mark.seat == seat and mark.reason.startswith(DOUBLE) for mark in table.game.marks)
