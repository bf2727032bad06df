"""How strong players are, by the games that they finished: PlackettLuce of the library openskill with its defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from openskill.models import PlackettLuce

from bot.engine import Rules

_MODEL = PlackettLuce()
_ABOVE, _PER_POINT = 1000, 40
"""What is shown begins at 1,000 and spreads so that a hundred points are a difference that one notices."""

PROVISIONAL = 10
"""So many rated games it takes until a rating is more than a first guess."""


class RatedKind(StrEnum):
    """What is rated by itself: each has its own skill."""

    TWO = "two"
    THREE = "three"
    FOUR = "four"
    PARTNERS = "partners"


def kind_of(rules: Rules) -> RatedKind:
    """Return as what a game by some rules is rated."""
    if rules.partners:
        return RatedKind.PARTNERS
    return {2: RatedKind.TWO, 3: RatedKind.THREE, 4: RatedKind.FOUR}[rules.players]


@dataclass(frozen=True, slots=True)
class Strength:
    """What is believed of a player's strength: its mean, and how sure that is (a standard deviation)."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The rating as people see it: what the player is worth at least, very likely."""
        return round(_ABOVE + _PER_POINT * (self.mu - 3 * self.sigma))


def rated_anew(sides: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """Return what is believed after a game.

    Args:
        sides: The players of each side as they were believed to be.
        places: Of each side, 1 for the best; sides at the same place were equally good.
    """
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in sides]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [[Strength(each.mu, each.sigma) for each in side] for side in after]
