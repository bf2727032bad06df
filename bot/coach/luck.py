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

from bot.engine import Deal
from bot.engine.cards import NO_CARD, SEVEN, Card, mask_of
from bot.engine.law import Law

from .luck_weights import WEIGHTS
from .promise import Terms, moment_of, terms_of, terms_with

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
    """Return the kind of a table, by which the weights of terms and the spread that luck leaves are looked up."""
    return "partners" if law.rules.partners else {2: "two", 3: "three", 4: "four"}[law.players]


def lead(law: Law, points: Sequence[float], seat: int) -> float:
    """Return the points by which a seat's side is ahead of the mean of the other seats times its number of seats."""
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
    """Return the chance events of a round of draws: one for each card drawn whose place nobody could know."""
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
