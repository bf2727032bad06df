"""Rows of what is counted from games: why a game counts as it does, ratings, and lines of leaderboards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConclusionRow:
    """What was decided from outside a game when it was concluded.

    `number` is its place in the order in which the games of its server were concluded, `utc_offset` how many minutes
    the server's clock was ahead of UTC, and `unrated` why it is not rated, None where it is.
    """

    game_id: int
    guild_id: int
    number: int
    utc_offset: int
    unrated: str | None


@dataclass(frozen=True, slots=True)
class RatingRow:
    """What was believed of a player's strength after the last rated game in one server and of one kind.

    `last_day` is the day (UTC) on which that game ended, counted from the year 1.
    """

    guild_id: int
    game_kind: str
    user_id: int
    mu: float
    sigma: float
    last_day: int
    games: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line on the leaderboard; players who are equal in what it goes by share a place."""

    user_id: int
    place: int
    games: int
    wins: int
    points_per_game: float
    points_per_deal: float = 0.0
    best_deal: int = 0
    double_beziques: int = 0
    rating: RatingRow | None = None
    """None where none of these games was rated, or games of several kinds are counted together."""
    rated_games: int = 0
