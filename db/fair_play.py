"""Rows about fair play: games that members have left, and the results of two members' games together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class LeftGameRow:
    """A rated game that a member has left.

    `by_days` is whether it was played by correspondence, `settled` whether the member can no longer play on, and `told`
    whether the member has been told the consequence.
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
    """Results of the rated games that two members played at the same table in a span of time.

    `one_wins` and `other_wins` count wins in games against each other, `opposed` all games against each other, `early`
    the games that one of the two gave up early, and `one_games` and `other_games` all rated games of each in that time.
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
