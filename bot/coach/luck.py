"""The luck of the cards in points: the worth of each chance event less its worth on average.

Nobody sees the stock, so whatever the players do, every order of it is equally likely at each draw. Therefore the value
of the card drawn, less the mean value of all cards that could have come, is zero on average, whatever the values are.
No weights can make the account unfair; bad weights only make it less informative. The same holds for the hands dealt,
as each seat could have been given any of them.

What a hand may still become, its *promise*, is split into terms: the chance that a combination can still be completed
times its points, separate for each number of missing cards, or a card kept for the tricks it takes. All hands are open
here: this is no player's judgement but an account, made when the deal is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bot.engine import Deal
from bot.engine.cards import (
    ACE,
    KING,
    KNAVE,
    NO_CARD,
    QUEEN,
    RANK_MASKS,
    SEVEN,
    SUIT_MASKS,
    TEN,
    Card,
    Mask,
    Suit,
    mask_of,
)
from bot.engine.combinations import BEZIQUES, COMBINATIONS, SEQUENCE_RANKS, Kind, bezique_suits
from bot.engine.law import Law
from bot.house.worth import FOURS, Values, draw_odds, values_of

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


def kind_of(law: Law) -> str | None:
    """Return the kind of a table, by which the weights of terms are kept; None where none were fitted to the game."""
    if law.quantities.combinations != COMBINATIONS:
        return None
    return "partners" if law.rules.partners else {2: "two", 3: "three", 4: "four"}[law.players]


def lead(law: Law, points: Sequence[float], seat: int) -> float:
    """Return a side's points less the mean of the other seats, times the side's number of seats."""
    own = [points[each] for each in range(law.players) if law.sides[each] == law.sides[seat]]
    others = [points[each] for each in range(law.players) if law.sides[each] != law.sides[seat]]
    return sum(own) - len(own) * sum(others) / len(others)


def events_of(moments: Sequence[Deal]) -> list[Event]:
    """Return all chance events of a finished deal, in order; none where they cannot be weighed."""
    kind = kind_of(moments[0].law)
    if kind is None:
        return []
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
    at = circumstances_of(deal, pool, deal.left)
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
    at = circumstances_of(before, mask_of(stock), after.left)
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


_MARRIAGE, _SEQUENCE = int(Kind.MARRIAGE), int(Kind.SEQUENCE)
_BY_RANK: Final = {rank: at for at, (rank, _, _) in enumerate(FOURS)}
_KINGS, _QUEENS, _KNAVES = RANK_MASKS[KING], RANK_MASKS[QUEEN], RANK_MASKS[KNAVE]

# The first term of each kind; the terms after it differ in how many cards are missing.
_FOUR: Final = 0
_FOUR_ACES: Final = 4
_COMMON: Final = 8
_ROYAL: Final = 11
_SEQUENCES: Final = 14
_SINGLE: Final = 19
_HIGHER: Final = 22
_TRUMPS: Final = 28
_ACES: Final = 36
_TENS: Final = 37
_RANKS: Final = 38
TERMS: Final = 39
"""Number of terms."""

Terms = list[tuple[int, float]]
"""Terms, each with its amount; the amounts of a term that occurs twice are added."""


class Circumstances(NamedTuple):
    """The circumstances on which the promise of every hand depends, besides its own cards."""

    trump: Suit
    seen: Mask
    """The cards that lie exposed."""
    used: tuple[Mask, ...]
    """By class, the cards that have served in it."""
    pool: Mask
    """The cards of the stock whose order nobody knows."""
    chance: tuple[tuple[float, ...], ...]
    """By copies left and by copies wanted, the chance to draw as many in time."""
    values: Values
    pairs: int
    """The highest bézique that counts, in pairs."""
    able: bool
    """Whether anything can still be declared."""


def circumstances_of(deal: Deal, pool: Mask, left: int) -> Circumstances:
    """Return the circumstances in which hands are examined, with so many cards left, the turn-up included."""
    law = deal.law
    turns = left // law.players
    # The last draw comes after the last declaration.
    odds = draw_odds(max(0, turns - 1), max(1, pool.bit_count()))
    pairs = min(law.packs, 3 if law.rules.treble else 2)
    return Circumstances(deal.trump, deal.exposed, deal.declared.used, pool, odds, values_of(law), pairs, turns > 0)


def terms_of(deal: Deal, at: Circumstances, hold: Mask) -> Terms:
    """Return all terms of a hand's promise."""
    found: Terms = []
    for suit in range(4):
        found += _marriage(at, hold, suit)
    found += _sequence(at, hold)
    for rank in _BY_RANK:
        found += _four(at, hold, rank)
    found += _beziques(deal, at, hold)
    mask = hold
    while mask:
        low = mask & -mask
        found.append(_kept(at, low.bit_length() - 1))
        mask ^= low
    return found


def terms_with(deal: Deal, at: Circumstances, hold: Mask, card: Card, *, drawn: bool) -> Terms:
    """Return the change of a hand's promise when a card leaves the stock, drawn by this hand or out of its reach."""
    after = at._replace(pool=at.pool & ~(1 << card))
    now = hold | 1 << card if drawn else hold
    found: Terms = []
    suit, rank = card >> 3 & 3, card & 7
    for there, cards, sign in ((after, now, 1.0), (at, hold, -1.0)):
        terms: Terms = []
        if rank in (KING, QUEEN):
            terms += _marriage(there, cards, suit)
        if suit == at.trump and rank in SEQUENCE_RANKS:
            terms += _sequence(there, cards)
        if rank in _BY_RANK:
            terms += _four(there, cards, rank)
        if rank in (QUEEN, KNAVE):
            terms += _beziques(deal, there, cards)
        found += [(term, sign * amount) for term, amount in terms]
    if drawn:
        found.append(_kept(at, card))
    return found


def _kept(at: Circumstances, card: Card) -> tuple[int, float]:
    """Return the term of a card by itself: for taking tricks, as a brisque, and in the last eight tricks."""
    suit, rank = card >> 3 & 3, card & 7
    if suit == at.trump:
        return _TRUMPS + rank, 1.0
    if rank == ACE:
        return _ACES, 1.0
    if rank == TEN:
        return _TENS, 1.0
    return _RANKS, (rank - SEVEN) / (KING - SEVEN)


def _marriage(at: Circumstances, hold: Mask, suit: Suit) -> Terms:
    if not at.able:
        return []
    royal = at.trump in (suit, -1)
    points = at.values.royal if royal else at.values.common
    begin = _ROYAL if royal else _COMMON
    able = hold & SUIT_MASKS[suit] & (_KINGS | _QUEENS) & ~at.used[_MARRIAGE]
    kings, queens = (able & _KINGS).bit_count(), (able & _QUEENS).bit_count()
    free = at.pool & SUIT_MASKS[suit]
    more_kings, more_queens = at.chance[(free & _KINGS).bit_count()][1], at.chance[(free & _QUEENS).bit_count()][1]
    pairs = min(kings, queens)
    found: Terms = []
    if pairs and not able & ~at.seen:
        pairs = 0  # no card is new
        found.append((begin + 1, points * max(more_kings, more_queens)))
    elif kings > pairs:
        found.append((begin + 1, points * more_queens))
    elif queens > pairs:
        found.append((begin + 1, points * more_kings))
    else:
        found.append((begin + 2, points * more_kings * more_queens))
    if pairs:
        found.append((begin, float(points * pairs)))
    return found


def _sequence(at: Circumstances, hold: Mask) -> Terms:
    if not at.able or at.trump < 0:
        return []
    able = hold & SUIT_MASKS[at.trump] & ~at.used[_SEQUENCE]
    free = at.pool & SUIT_MASKS[at.trump]
    odds, lacking, new = 1.0, 0, False
    for rank in SEQUENCE_RANKS:
        mine = able & RANK_MASKS[rank]
        if mine:
            new = new or bool(mine & ~at.seen)
        else:
            lacking += 1
            odds *= at.chance[(free & RANK_MASKS[rank]).bit_count()][1]
    if not lacking and not new:
        lacking, odds = 1, 0.5
    return [(_SEQUENCES + min(lacking, 4), at.values.sequence * odds)] if odds else []


def _four(at: Circumstances, hold: Mask, rank: int) -> Terms:
    if not at.able:
        return []
    which = _BY_RANK[rank]
    able = hold & RANK_MASKS[rank] & ~at.used[FOURS[which][1]]
    lacking = max(0, 4 - able.bit_count())
    if not lacking and not able & ~at.seen:
        lacking = 1
    odds = at.chance[(at.pool & RANK_MASKS[rank]).bit_count()][lacking]
    begin = _FOUR_ACES if rank == ACE else _FOUR
    return [(begin + min(lacking, 3), at.values.fours[which] * odds)] if odds else []


def _beziques(deal: Deal, at: Circumstances, hold: Mask) -> Terms:
    if not at.able:
        return []
    queen, knave = bezique_suits(at.trump, by_trump=deal.law.rules.bezique_cards == "by_trump")
    queens, knaves = _QUEENS & SUIT_MASKS[queen], _KNAVES & SUIT_MASKS[knave]
    if not (hold | at.pool) & (queens | knaves):
        return []
    more_queens, more_knaves = (at.chance[(at.pool & queens).bit_count()], at.chance[(at.pool & knaves).bit_count()])
    found: Terms = []
    for count in range(1, at.pairs + 1):
        barred = 0
        for kind in BEZIQUES[count - 1 :]:
            barred |= at.used[kind]
        able = hold & ~barred
        lack_queens = max(0, count - (able & queens).bit_count())
        lack_knaves = max(0, count - (able & knaves).bit_count())
        lacking = lack_queens + lack_knaves
        if not lacking and not able & (queens | knaves) & ~at.seen:
            continue  # no card is new: another pair must come, which the lower bézique's term covers
        odds = more_queens[lack_queens] * more_knaves[lack_knaves]
        if odds:
            begin, most = (_SINGLE, 2) if count == 1 else (_HIGHER, 5)
            found.append((begin + min(lacking, most), at.values.beziques[count - 1] * odds))
    return found
