"""The weights of the players' evaluation, as rows of data in points of the game."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final, NamedTuple

from bot.engine.law import Law
from bot.lazy import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers behind :class:`~bot.house.worth.Worth`; ``benchmarks/fitting/tune_house.py`` finds them."""

    one_missing: float
    """Factor on a combination's worth for the first missing card, besides the chance to draw it."""
    more_missing: float
    """Factor for every further missing card."""
    win: float
    """Chance to take one trick, for estimating whether a finished combination will still be declared.

    Lower than the truth, so that a player who can declare does not wait."""
    later: float
    """Chance to take one trick, for estimating the same of a combination that lacks a card."""
    tempo: float
    """Points that taking a trick is worth by itself: for the lead and the turn to declare."""
    ready: float
    """Share of the declarable points that taking a trick is worth early in the deal; at the end it is all of them."""
    deny: float
    """Share of the worth of the others' visible combinations that taking a trick is worth."""
    denial: float
    """Share of what others may be able to declare at once that taking the last trick of the first stage is worth;
    halved for each trick before it."""
    ace: float
    """Additional points of a plain ace while there is a stock, for the tricks it takes."""
    ten: float
    """The same for a plain ten."""
    trump: float
    """The same for a trump."""
    trump_brisque_kept: float
    """Further points of the ace and the ten of trumps."""
    rank_step: float
    """Additional points of any other plain card, for every rank above a seven."""
    late: float
    """Share of a card's worth in the last eight tricks that counts at the end of the first stage."""
    early: float
    """Share of `late` that already counts at the beginning of the first stage."""
    take_brisque: float
    """Chance that an opponent beats a lead with a brisque of the suit, for each such card that may be held."""
    take_plain: float
    """Chance that an opponent beats a lead with another card of the suit, for each such card."""
    trump_plain: float
    """Chance that an opponent trumps a lead that is no brisque, for each trump that may be held."""
    trump_brisque: float
    """Chance that an opponent trumps a brisque, for each trump that may be held."""
    double: float
    """Share of an incomplete double (or treble) bézique's worth that counts."""
    exposing: float
    """Points that laying a card open costs."""

    def values(self) -> list[float]:
        return [getattr(self, field.name) for field in fields(self)]

    def changed(self, values: list[float]) -> Weights:
        """Return these weights with other numbers, in the order of the fields."""
        return replace(self, **dict(zip((field.name for field in fields(self)), values, strict=True)))


LAST_EIGHT: Final = (
    (0.0, 1.5, 1.9, 3.3, 3.2, 4.1, 5.9, 13.7),
    (12.0, 11.5, 11.6, 11.8, 11.7, 13.3, 23.3, 24.6),
)
"""Points of a card in the last eight tricks, by rank: first for a plain card, then for a trump.

Fitted by least squares to the exact outcome of 3,000 endings (R² = 0.64).
"""


TUNED: Final = Weights(
    one_missing=0.657,
    more_missing=0.477,
    win=0.149,
    later=0.149,
    tempo=2.261,
    ready=0.066,
    deny=0.035,
    denial=0.5,
    ace=2.217,
    ten=4.003,
    trump=2.05,
    trump_brisque_kept=1.019,
    rank_step=0.355,
    late=1.275,
    early=0.431,
    take_brisque=0.564,
    take_plain=0.317,
    trump_plain=0.112,
    trump_brisque=0.603,
    double=0.915,
    exposing=0.328,
)
"""The weights found by ``benchmarks/fitting/tune_house.py`` against the greedy player and the guess above.

``denial`` is not tuned but follows from the worth of a trick: taking it keeps the other from declaring, which is half
the difference between winning and losing it."""
FOR_GAME: Final[dict[str, Weights]] = {
    "rubicon": Weights(
        one_missing=0.375,
        more_missing=0.467,
        win=0.102,
        later=0.180,
        tempo=1.610,
        ready=0.088,
        deny=0.022,
        denial=0.362,
        ace=1.551,
        ten=6.137,
        trump=1.141,
        trump_brisque_kept=0.758,
        rank_step=0.373,
        late=2.026,
        early=0.704,
        take_brisque=0.664,
        take_plain=0.300,
        trump_plain=0.100,
        trump_brisque=0.666,
        double=0.885,
        exposing=0.275,
    ),
}
"""By the name of a game, the weights found for it by the same program; other games are played by ``TUNED``."""


def tuned(law: Law) -> Weights:
    """Return the weights by which a game's evaluation plays."""
    return FOR_GAME.get(law.rules.game, TUNED)


CERTAIN: Final = replace(TUNED, one_missing=1.0, more_missing=1.0, win=1.0, later=1.0, double=1.0)
"""The weights for estimating what an opponent can declare at once: every combination held is declared."""


class EightWeights(NamedTuple):
    """The weights of one hand's features in the last eight tricks: those of ``eight.Plain`` and ``eight.Trumps``."""

    plain: tuple[float, ...]
    trumps: tuple[float, ...]


EIGHT_BASE: Final = -14.5
EIGHT_LEADER: Final = EightWeights(
    (-1.5, -1.5, 1.3, -0.9, -0.4, 21.2, -4.4, 5.1, -2.8, 7.5, -7.3, 1.2, 6.2),
    (5.9, 6.6, -2.6, -10.4, -0.9, 0.7, 4.4, 7.4, 7.0, 2.3, 5.1),
)
EIGHT_FOLLOWER: Final = EightWeights(
    (-1.7, -2.1, -0.6, 1.8, 0.2, -3.0, 1.1, -3.3, -0.9, 0.8, 4.7, -2.1, 1.0),
    (-5.0, -6.0, 1.2, 10.1, 0.2, 0.0, -3.3, -6.2, -10.3, -7.7, -4.7),
)
"""Fitted by least squares to the exact outcome of 15,000 endings (R² = 0.91; by rank alone it is 0.64).

In the deals before these endings a tenth of the plays were random. After deals among regulars, as in samples, the
estimate for the leader was 6.8 ± 1.5 points too high (300 endings), so the base was lowered by this.
"""
