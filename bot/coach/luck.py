"""The luck of the cards in points: the worth of each chance event less its worth on average.

Nobody sees the stock, so whatever the players do, every order of it is equally likely at each draw. Therefore the value
of the card drawn, less the mean value of all cards that could have come, is zero on average, whatever the values are.
No weights can make the account unfair; bad weights only make it less informative. The same holds for the hands dealt,
as each seat could have been given any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.coach.promise import Terms, moment_of, terms_of, terms_with
from bot.engine import Deal
from bot.engine.cards import NO_CARD, SEVEN, Card, mask_of
from bot.engine.law import Law

# fmt: off
WEIGHTS: Final[dict[str, tuple[tuple[float, ...], ...]]] = {
    "two": (
        (
            0.57, 0.204, 0.0263, -0.0395, 0.674, 0.429, 0.29, 0.246, 1.13, 0.987, 0.776, 0.591,
            0.428, 0.0652, 0.779, 0.485, 0.376, 0.34, 0.239, 0.689, 0.807, 0.0925, 0.807, 0.762,
            0.663, 0.371, 0.0, 0.0, 31.3, 0.553, 2.74, 5.6, 22.3, 26.5, 13.0, 29.2,
            1.63, 3.94, -0.557,
        ),
        (
            0.731, 0.393, 0.263, 0.177, 0.805, 0.629, 0.531, 0.463, 0.613, 0.23, 0.347, 0.417,
            0.163, -0.131, 0.932, 0.757, 0.66, 0.514, 0.387, 0.699, 0.372, 1.45, 0.945, 0.906,
            0.822, 1.14, 0.0, 0.0, 17.0, 0.405, 2.97, 0.302, 10.4, 12.9, 9.56, 14.7,
            -5.12, -2.75, -3.63,
        ),
        (
            0.777, 0.638, 0.48, 1.07, 0.676, 0.637, 0.921, 0.936, 0.627, 0.667, -0.313, 0.644,
            0.837, 1.59, 0.435, 0.342, 0.155, 0.769, -0.0655, 0.711, 0.819, 0.455, 0.768, 0.915,
            0.895, 1.49, 0.0, 0.0, 20.9, 8.36, 7.27, 9.68, 13.4, 13.9, 27.3, 28.8,
            4.21, -6.79, -1.41,
        ),
    ),
    "three": (
        (
            0.579, 0.197, -0.00908, -0.0997, 0.606, 0.357, 0.256, 0.223, 1.23, 0.799, 0.363, 0.773,
            0.376, -0.133, 0.77, 0.529, 0.381, 0.291, 0.183, 0.58, 0.674, 0.0891, 0.806, 0.76,
            0.617, 0.315, 0.304, -0.249, 28.7, 2.2, 2.56, 9.58, 19.2, 22.0, 11.2, 26.7,
            0.49, -0.364, 0.531,
        ),
        (
            0.719, 0.38, 0.196, 0.0485, 0.789, 0.601, 0.458, 0.324, 0.723, -0.0251, -0.233, 0.512,
            0.181, -0.605, 0.926, 0.663, 0.463, 0.424, 0.123, 0.651, 0.213, 1.18, 0.958, 0.769,
            0.545, 0.813, 1.19, 3.95, 16.4, 4.37, 3.0, 2.97, 5.3, 13.0, 14.4, 18.1,
            -4.47, -7.76, -3.02,
        ),
        (
            0.467, 0.155, 0.768, 2.52, 0.468, 0.412, 0.158, -1.09, -0.0182, 0.636, -1.42, 0.533,
            0.792, 3.38, 0.299, 0.361, 0.378, -0.599, 3.44, 0.147, 0.124, -1.07, 0.41, 0.0764,
            -0.0349, 1.35, 13.8, 33.0, 24.3, 7.6, 8.84, 13.6, 15.5, 7.88, 22.7, 24.5,
            1.86, -7.19, -0.617,
        ),
    ),
    "four": (
        (
            0.387, 0.158, 0.022, -0.0466, 0.505, 0.374, 0.277, 0.233, 0.979, 0.771, 0.372, 0.716,
            0.385, 0.133, 0.655, 0.632, 0.456, 0.337, 0.249, 0.636, 0.3, -0.364, 0.794, 0.735,
            0.6, 0.408, 0.431, 0.577, 22.3, 1.38, 3.05, 7.88, 18.8, 24.1, 14.9, 24.9,
            2.9, -3.49, 1.51,
        ),
        (
            0.726, 0.353, 0.123, 0.00645, 0.787, 0.587, 0.458, 0.414, 0.329, 0.105, 0.301, 0.594,
            0.28, -0.079, 0.933, 0.635, 0.444, 0.3, 0.316, 0.58, 0.247, 0.751, 0.957, 0.71,
            0.457, 0.819, 1.76, -0.537, 15.4, 5.54, 4.99, 6.3, 11.9, 14.5, 19.6, 22.3,
            -5.03, -9.01, -1.85,
        ),
        (
            0.182, -0.113, 0.392, 0.732, 0.247, -0.0762, -0.105, 0.207, 0.0683, 0.19, -1.13, 0.376,
            0.185, 1.89, 0.119, 0.0115, -0.279, 0.098, 4.21, 0.387, 0.0721, -0.269, 0.357, 0.211,
            0.657, 0.336, -2.71, -3.22, 23.7, 12.8, 13.8, 13.4, 16.1, 17.4, 33.2, 39.0,
            4.02, -9.22, 1.01,
        ),
    ),
    "partners": (
        (
            0.554, 0.163, 0.0637, -0.055, 0.639, 0.399, 0.277, 0.15, 1.2, 1.03, 0.516, 0.777,
            0.392, 0.0532, 0.728, 0.583, 0.427, 0.426, 0.208, 0.57, 0.594, 0.304, 0.636, 0.718,
            0.681, 0.352, 0.137, 0.554, 29.5, 3.29, 8.06, 3.94, 20.0, 30.2, 16.2, 30.1,
            -2.22, 1.82, 1.12,
        ),
        (
            0.758, 0.382, 0.199, 0.215, 0.785, 0.597, 0.503, 0.484, 0.742, 0.356, -0.305, 0.493,
            0.289, -0.66, 0.994, 0.736, 0.732, 0.445, 0.337, 0.77, 0.415, 1.32, 0.99, 0.839,
            0.683, 0.948, 1.02, -1.74, 11.7, 7.55, -0.16, 0.137, 12.0, 14.9, 15.1, 22.0,
            -7.76, -3.31, -3.84,
        ),
        (
            0.798, 0.546, 0.162, -0.654, 0.576, 0.443, 0.753, 2.99, 0.383, 0.574, 2.19, 0.566,
            0.951, 3.79, 0.384, 0.215, 0.443, -1.26, -4.7, 0.75, 1.14, -1.26, 0.507, 0.356,
            0.731, -0.821, -17.9, -110.0, 25.1, 7.43, 9.65, 9.0, 12.6, 22.0, 23.3, 37.4,
            4.47, -5.37, -2.05,
        ),
    ),
}
"""By kind of table and knot of the first stage, the weight of each term."""
SPREAD: Final[dict[str, float]] = {"two": 88.0, "partners": 140.0, "three": 85.0, "four": 85.0}
"""By kind of table, the standard deviation in points of a deal's margin between equal players after luck is removed."""
# fmt: on


KNOTS: Final = 3
"""Number of points of the first stage at which a term has its own weight: its beginning, middle and end."""


class Event(NamedTuple):
    """A chance event with the points that it gave to each seat, compared with the average."""

    trick: int
    """Number of the trick of the deal after which it happened; 0 for the cards as dealt."""
    seat: int
    """The seat that drew; the dealer for the cards as dealt."""
    card: Card
    """The card drawn, or the turn-up; `NO_CARD` for the hands dealt."""
    points: tuple[float, ...]
    """Points by seat; a card that one seat draws is out of the others' reach."""


def kind_of(law: Law) -> str:
    """Return the kind of a table; the weights of terms and the spread left by luck are kept by kind."""
    return "partners" if law.rules.partners else {2: "two", 3: "three", 4: "four"}[law.players]


def lead(law: Law, points: Sequence[float], seat: int) -> float:
    """Return a side's points less the mean of the other seats, times the side's number of seats."""
    own = [points[each] for each in range(law.players) if law.sides[each] == law.sides[seat]]
    others = [points[each] for each in range(law.players) if law.sides[each] != law.sides[seat]]
    return sum(own) - len(own) * sum(others) / len(others)


def events_of(moments: Sequence[Deal]) -> list[Event]:
    """Return all chance events of a finished deal, in order."""
    kind = kind_of(moments[0].law)
    return [
        Event(each.trick, each.seat, each.card, tuple(weighed(terms, each.stage, kind) for terms in each.terms))
        if each.sure is None
        else Event(each.trick, each.seat, each.card, each.sure)
        for each in happenings(moments)
    ]


class Happening(NamedTuple):
    """A chance event before it is weighed."""

    trick: int
    seat: int
    card: Card
    stage: float
    """Share of the first stage that is over, from 0 to 1."""
    terms: tuple[Terms, ...]
    """By seat, the terms less their mean over all that could have happened."""
    sure: tuple[float, ...] | None = None
    """Points by seat that need no weighing."""


def happenings(moments: Sequence[Deal]) -> list[Happening]:
    """Return all chance events of a deal, unweighed."""
    found = [*_dealt(moments[0])]
    for before, after in pairwise(moments):
        if after.left < before.left:
            found += drawn(before, after)
    return found


def _dealt(deal: Deal) -> list[Happening]:
    """Return the chance events of the hands, each against the mean of all hands dealt, and of the turn-up."""
    law = deal.law
    n = law.players
    pool = mask_of(_stock(deal))
    at = moment_of(deal, pool, deal.left)
    own = [terms_of(deal, at, hold) for hold in deal.hold]
    mean: Terms = [(term, -amount / n) for terms in own for term, amount in terms]
    found = [Happening(0, deal.base.dealer, NO_CARD, 0.0, tuple(_together(terms + mean) for terms in own))]
    if law.turns_up:
        unseen = [*_stock(deal), deal.turn_up]
        share = sum(c & 7 == SEVEN for c in unseen) / len(unseen)
        points = law.quantities.dealer_seven * ((deal.turn_up & 7 == SEVEN) - share)
        gift = tuple(points if seat == deal.base.dealer else 0.0 for seat in range(n))
        nothing: Terms = []
        found.append(Happening(0, deal.base.dealer, deal.turn_up, 0.0, (nothing,) * n, gift))
    return found


def drawn(before: Deal, after: Deal) -> list[Happening]:
    """Return the chance events of a round of draws: one for each drawn card that nobody could place."""
    stock = _stock(before)
    if len(stock) < 2:
        return []  # the draws follow from the open cards
    law = before.law
    n = law.players
    at = moment_of(before, mask_of(stock), after.left)
    kinds: dict[int, list[Card]] = {}
    for card in sorted(stock):  # so that equal stocks are summed in the same order
        kinds.setdefault(card & 31, []).append(card)
    # For each seat, kind of card and whether the seat itself draws it: the change of the terms of its hand.
    made = {
        (seat, kind, own): terms_with(before, at, before.hold[seat], cards[0], drawn=own)
        for seat in range(n)
        for kind, cards in kinds.items()
        for own in (True, False)
    }
    mean = {
        (seat, own): _together(
            [
                (term, -amount * len(cards) / len(stock))
                for kind, cards in kinds.items()
                for term, amount in made[seat, kind, own]
            ]
        )
        for seat in range(n)
        for own in (True, False)
    }
    stage = 1.0 - after.left / n / law.first_stage
    found = []
    for step, card in enumerate(stock[: n if after.left else n - law.turns_up]):
        drawer = (before.leader + step) % n
        terms = tuple(
            _together(made[seat, card & 31, seat == drawer] + mean[seat, seat == drawer]) for seat in range(n)
        )
        found.append(Happening(len(before.tricks), drawer, card, stage, terms))
    return found


def _stock(deal: Deal) -> tuple[Card, ...]:
    """Return the cards of the stock that lie face down, in their order."""
    deck = deal.base.deck
    if not deal.left:
        return ()
    return deck[len(deck) - deal.left + (deal.turn_up != NO_CARD) :]


def _together(terms: Terms) -> Terms:
    found: dict[int, float] = {}
    for term, amount in terms:
        found[term] = found.get(term, 0.0) + amount
    return [(term, amount) for term, amount in found.items() if amount]


def shares(stage: float) -> tuple[tuple[int, float], ...]:
    """Return the two knots between which a stage lies, each with its share."""
    place = min(max(stage, 0.0), 1.0) * (KNOTS - 1)
    at = min(int(place), KNOTS - 2)
    return (at, 1.0 - (place - at)), (at + 1, place - at)


def weighed(terms: Terms, stage: float, kind: str) -> float:
    """Return the worth of terms in points at a stage of a deal and a kind of table, by the weights at each knot."""
    weights = WEIGHTS[kind]
    return sum(share * sum(weights[knot][term] * amount for term, amount in terms) for knot, share in shares(stage))
