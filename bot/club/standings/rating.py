"""Players' ratings from their finished games, by the model PlackettLuce of the library openskill with its defaults.

The formulas are in docs/ratings.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from openskill.models import PlackettLuce

from bot.engine import Rules
from db.ratings import LOWEST, NEWCOMER_MU, NEWCOMER_SIGMA, PER_POINT, RATING, REST_DAYS, VARIANCE_A_DAY, RatingRow

_MODEL = PlackettLuce(mu=NEWCOMER_MU, sigma=NEWCOMER_SIGMA)

PROVISIONAL = 10
"""Number of rated games below which a rating is provisional."""


class RatedKind(StrEnum):
    """A kind of game with its own ratings, as each kind needs its own skill."""

    TWO = "two"
    THREE = "three"
    FOUR = "four"
    PARTNERS = "partners"


def kind_of(rules: Rules) -> RatedKind:
    """Return the kind under which a game by these rules is rated."""
    if rules.partners:
        return RatedKind.PARTNERS
    return {2: RatedKind.TWO, 3: RatedKind.THREE, 4: RatedKind.FOUR}[rules.players]


@dataclass(frozen=True, slots=True)
class Strength:
    """An estimate of a player's strength: its mean and its standard deviation."""

    mu: float = NEWCOMER_MU
    sigma: float = NEWCOMER_SIGMA

    @property
    def rating(self) -> int:
        """The rating as people see it: 1000 for a newcomer."""
        return round(RATING + PER_POINT * (self.mu - NEWCOMER_MU))

    @property
    def uncertainty(self) -> int:
        """The number shown after ± next to the rating: one standard deviation."""
        return round(PER_POINT * self.sigma)

    @property
    def lowest(self) -> int:
        """The value that decides places: the rating less three times its uncertainty, shifted to 1000 for newcomers."""
        return round(LOWEST + PER_POINT * (self.mu - 3 * self.sigma))

    def rested(self, days: int) -> Strength:
        """Return the estimate `days` days after the last game; it grows less sure from the 91st day on."""
        grown = self.sigma**2 + VARIANCE_A_DAY * max(0, days - REST_DAYS)
        return replace(self, sigma=max(self.sigma, min(NEWCOMER_SIGMA, math.sqrt(grown)))) if days > REST_DAYS else self


def day_of(moment: datetime) -> int:
    """Return the day (UTC) of a moment, counted from the year 1."""
    return moment.astimezone(UTC).date().toordinal()


def strength_on(rating: RatingRow | None, day: int) -> Strength:
    """Return the estimate of a player's strength on a day.

    Args:
        rating: The rating after the last game; None before the first.
        day: The day (UTC), counted from the year 1.
    """
    return Strength() if rating is None else Strength(rating.mu, rating.sigma).rested(day - rating.last_day)


def rated_anew(sides: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """Return the players' estimates after a game, in the order of `sides`.

    Args:
        sides: The estimates before the game of each side's players.
        places: The place of each side, 1 for the best; sides at the same place were equally good.
    """
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in sides]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [[Strength(each.mu, each.sigma) for each in side] for side in after]
