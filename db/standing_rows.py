"""Rows of counted values: conclusions of games, ratings, and lines of leaderboards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConclusionRow:
    """Facts from outside a game that were decided when it was concluded.

    `number` is its place in the order in which its server's games were concluded, `utc_offset` the minutes by which the
    server's clock was ahead of UTC, and `unrated` the reason why it is not rated, None if it is.
    """

    game_id: int
    guild_id: int
    number: int
    utc_offset: int
    unrated: str | None


@dataclass(frozen=True, slots=True)
class RatingRow:
    """The estimate of a player's strength after their last rated game of one kind in one server.

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
    """A player's line on the leaderboard; equal players share a place."""

    user_id: int
    place: int
    games: int
    wins: int
    points_per_game: float
    points_per_deal: float = 0.0
    best_deal: int = 0
    double_beziques: int = 0
    rating: RatingRow | None = None
    """None if none of these games was rated, or if games of several kinds are counted together."""
    rated_games: int = 0
