"""The promise of a hand, split into terms whose weights give the points that the hand brings on average.

A term is the chance that a combination can still be completed times its points, separate for each number of missing
cards, or a card kept for the tricks it takes. All hands are open here: this is no player's judgement but an account of
luck, made when the deal is over. The weights of the terms stand in ``luck.py``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.engine import Deal
from bot.engine.cards import ACE, KING, KNAVE, QUEEN, RANK_MASKS, SEVEN, SUIT_MASKS, TEN, Card, Mask, Suit
from bot.engine.combinations import BEZIQUES, SEQUENCE_RANKS, Kind, bezique_suits
from bot.house.worth import FOURS, Values, draw_odds, values_of

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


class Moment(NamedTuple):
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


def moment_of(deal: Deal, pool: Mask, left: int) -> Moment:
    """Return the circumstances in which hands are examined.

    Args:
        deal: The deal, with its hands, declarations and trumps.
        pool: The cards of the stock whose order nobody knows.
        left: How many cards the stock will then hold, the turn-up included.
    """
    law = deal.law
    turns = left // law.players
    # The last draw comes after the last declaration.
    odds = draw_odds(max(0, turns - 1), max(1, pool.bit_count()))
    pairs = min(law.packs, 3 if law.rules.treble else 2)
    return Moment(deal.trump, deal.exposed, deal.declared.used, pool, odds, values_of(law), pairs, turns > 0)


def terms_of(deal: Deal, at: Moment, hold: Mask) -> Terms:
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


def terms_with(deal: Deal, at: Moment, hold: Mask, card: Card, *, drawn: bool) -> Terms:
    """Return the change of a hand's promise when a card leaves the stock.

    Args:
        at: The moment, with the card still in the stock.
        drawn: Whether this hand draws it; otherwise another does, and it is out of reach.
    """
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


def _kept(at: Moment, card: Card) -> tuple[int, float]:
    """Return the term of a card by itself: for taking tricks, as a brisque, and in the last eight tricks."""
    suit, rank = card >> 3 & 3, card & 7
    if suit == at.trump:
        return _TRUMPS + rank, 1.0
    if rank == ACE:
        return _ACES, 1.0
    if rank == TEN:
        return _TENS, 1.0
    return _RANKS, (rank - SEVEN) / (KING - SEVEN)


def _marriage(at: Moment, hold: Mask, suit: Suit) -> Terms:
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


def _sequence(at: Moment, hold: Mask) -> Terms:
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


def _four(at: Moment, hold: Mask, rank: int) -> Terms:
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


def _beziques(deal: Deal, at: Moment, hold: Mask) -> Terms:
    if not at.able:
        return []
    queen, knave = bezique_suits(at.trump, by_trump=deal.law.rules.bezique_cards == "by_trump")
    queens, knaves = _QUEENS & SUIT_MASKS[queen], _KNAVES & SUIT_MASKS[knave]
    if not (hold | at.pool) & (queens | knaves):
        return []
    more_queens, more_knaves = (
        at.chance[(at.pool & queens).bit_count()],
        at.chance[(at.pool & knaves).bit_count()],
    )
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
