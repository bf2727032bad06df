"""What the players' evaluation weighs, as rows of data. The unit is a point of the game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers behind :class:`~bot.house.worth.Worth`; ``benchmarks/tune_house.py`` finds them."""

    one_missing: float
    """What is left of a combination's worth when one card is missing, besides the chance to draw it."""
    more_missing: float
    """The same once more for every further missing card."""
    win: float
    """The chance to take one trick, when asking how likely a finished combination will still be declared.

    Lower than the truth, so that whoever can declare does not wait."""
    later: float
    """The chance to take one trick, when asking the same of a combination that lacks a card."""
    tempo: float
    """What taking a trick is worth by itself: the lead and the turn to declare."""
    ready: float
    """The share of the declarable points that taking this trick is worth early in the deal; all of them at the end."""
    deny: float
    """The share of what the others visibly work at that taking a trick is worth."""
    denial: float
    """The share of what others may be able to declare at once that taking the last trick of the first stage is worth,
    halved for each trick before it."""
    ace: float
    """What an ace that is no trump is worth besides, as long as there is a stock: to take tricks with."""
    ten: float
    """The same of a ten."""
    trump: float
    """The same of a trump."""
    trump_brisque_kept: float
    """The same of the ace and the ten of trumps, besides."""
    rank_step: float
    """The same of another card, for every rank above a seven."""
    late: float
    """How much of a card's worth for the last eight tricks counts at the end of the first stage."""
    early: float
    """Which share of that counts already at its beginning."""
    take_brisque: float
    """How readily somebody beats a lead with a brisque of the suit, for each such card that may be held."""
    take_plain: float
    """How readily somebody beats a lead with another card of the suit."""
    trump_plain: float
    """How readily somebody trumps a lead that is no brisque."""
    trump_brisque: float
    """How readily somebody trumps a brisque."""
    double: float
    """How much of the promise of a double (or treble) bézique counts."""
    exposing: float
    """What laying a card open costs."""

    def values(self) -> list[float]:
        """Return the numbers in the order of the fields."""
        return [getattr(self, field.name) for field in fields(self)]

    def changed(self, values: list[float]) -> Weights:
        """Return these weights with other numbers, in the order of the fields."""
        return replace(self, **dict(zip((field.name for field in fields(self)), values, strict=True)))


HAND_TUNED: Final = Weights(
    one_missing=0.7,
    more_missing=0.6,
    win=0.2,
    later=0.45,
    tempo=2.7,
    ready=0.1,
    deny=0.03,
    denial=0.0,
    ace=2.0,
    ten=4.0,
    trump=2.0,
    trump_brisque_kept=1.0,
    rank_step=0.3,
    late=1.0,
    early=0.4,
    take_brisque=0.69,
    take_plain=0.39,
    trump_plain=0.108,
    trump_brisque=0.716,
    double=0.81,
    exposing=0.45,
)
"""A first guess, from which the tuning began."""

LAST_EIGHT: Final = (
    (0.0, 1.5, 1.9, 3.3, 3.2, 4.1, 5.9, 13.7),
    (12.0, 11.5, 11.6, 11.8, 11.7, 13.3, 23.3, 24.6),
)
"""What a card is worth in the last eight tricks, by rank, if it is no trump and if it is one.

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
"""Found by ``benchmarks/tune_house.py``, against the greedy player and the guess above; ``denial`` follows from what a
trick is worth that is won or lost: whoever wins it keeps the other from declaring, which is half the difference."""
CERTAIN: Final = replace(TUNED, one_missing=1.0, more_missing=1.0, win=1.0, later=1.0, double=1.0)
"""For asking what somebody can declare at once: what is held is declared."""


class EightWeights(NamedTuple):
    """What the cards of one hand bring in the last eight tricks; the fields of ``eight.Plain`` and ``eight.Trumps``."""

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

A tenth of the cards before them were random. After deals among regulars, as samples are, the leader got 6.8 ± 1.5
points too much (300 endings), which the base is less by.
"""
