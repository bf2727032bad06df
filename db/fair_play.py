"""What the database hands out about fair play: games that members have left, and how the games of two went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class LeftGameRow:
    """A rated game that a member has left.

    `by_days` tells whether it was played by correspondence, `settled` whether the member cannot play on any more, and
    `told` whether they were told what it costs.
    """

    game_id: int
    user_id: int
    guild_id: int
    at: datetime
    by_days: bool
    settled: bool
    told: bool = False


@dataclass(frozen=True, slots=True)
class PairRow:
    """How the rated games went that two members played at the same table in a span of time.

    `one_wins` and `other_wins` count games against each other, `opposed` how many those were, `early` the games that
    one of the two gave up early, and `one_games` and `other_games` all rated games of each in that time.
    """

    one_id: int
    other_id: int
    games: int
    opposed: int
    one_wins: int
    other_wins: int
    early: int
    one_games: int
    other_games: int
