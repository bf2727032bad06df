"""The combinations that may be declared, as rows of data (RULES.md, section 2).

A row holds name, points and class. The cards that make the combination depend on the trumps and on the house rules, so
:func:`forms_for` compiles the rows once for each rule set and trump suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple, TypeAlias

from .cards import (
    ACE,
    CLUBS,
    DIAMONDS,
    HEARTS,
    KING,
    KNAVE,
    NO_SUIT,
    QUEEN,
    RANK_MASKS,
    SPADES,
    SUIT_MASKS,
    TEN,
    Mask,
    Suit,
    cards_of,
    mask_of,
)


class Kind(IntEnum):
    """The class of a combination: no card may serve twice in the same class (ruling 11)."""

    MARRIAGE = 0
    SINGLE_BEZIQUE = 1
    DOUBLE_BEZIQUE = 2
    TREBLE_BEZIQUE = 3
    FOUR_KNAVES = 4
    FOUR_QUEENS = 5
    FOUR_KINGS = 6
    FOUR_ACES = 7
    SEQUENCE = 8
    QUADRUPLE_BEZIQUE = 9


BEZIQUES: Final = (Kind.SINGLE_BEZIQUE, Kind.DOUBLE_BEZIQUE, Kind.TREBLE_BEZIQUE, Kind.QUADRUPLE_BEZIQUE)
"""The classes of béziques, lowest first."""


@dataclass(frozen=True, slots=True)
class Combination:
    """One row: the name in records, the points, the class, and the fewest packs in which it can occur."""

    name: str
    title: str
    points: int
    kind: Kind
    packs: int = 1
    trumps: bool = True
    """For marriages and sequences: whether they are of the trump suit, or of any other."""
    makes_trumps: bool = False
    """Whether it can be declared while there are no trumps, and makes its suit trumps (ruling 15; Rubicon, law 41)."""


COMBINATIONS: Final[tuple[Combination, ...]] = (
    Combination("common-marriage", "Common marriage", 20, Kind.MARRIAGE, trumps=False),
    Combination("royal-marriage", "Royal marriage", 40, Kind.MARRIAGE, makes_trumps=True),
    Combination("single-bezique", "Bézique", 40, Kind.SINGLE_BEZIQUE),
    Combination("double-bezique", "Double bézique", 500, Kind.DOUBLE_BEZIQUE, packs=2),
    Combination("treble-bezique", "Treble bézique", 1500, Kind.TREBLE_BEZIQUE, packs=3),
    Combination("four-knaves", "Four knaves", 40, Kind.FOUR_KNAVES),
    Combination("four-queens", "Four queens", 60, Kind.FOUR_QUEENS),
    Combination("four-kings", "Four kings", 80, Kind.FOUR_KINGS),
    Combination("four-aces", "Four aces", 100, Kind.FOUR_ACES),
    Combination("sequence", "Sequence", 250, Kind.SEQUENCE),
)
"""The rows of Bézique; a game uses the rows of its law."""
RUBICON_COMBINATIONS: Final[tuple[Combination, ...]] = (
    *COMBINATIONS[:5],
    Combination("quadruple-bezique", "Quadruple bézique", 4500, Kind.QUADRUPLE_BEZIQUE, packs=4),
    *COMBINATIONS[5:9],
    replace(COMBINATIONS[9], makes_trumps=True),
    Combination("plain-sequence", "Sequence, not of trumps", 150, Kind.SEQUENCE, trumps=False),
)
"""The rows of Rubicon (RULES.md, section 8)."""
BY_NAME: Final[dict[str, Combination]] = {row.name: row for row in (*RUBICON_COMBINATIONS, *COMBINATIONS)}
"""Every row of any game by its name; where games differ, Bézique's."""

FOURS: Final = {Kind.FOUR_KNAVES: KNAVE, Kind.FOUR_QUEENS: QUEEN, Kind.FOUR_KINGS: KING, Kind.FOUR_ACES: ACE}
"""The classes of fours, each with its rank."""
SEQUENCE_RANKS: Final = (ACE, TEN, KING, QUEEN, KNAVE)
SUITED: Final = {Kind.MARRIAGE: (KING, QUEEN), Kind.SEQUENCE: SEQUENCE_RANKS}
"""The classes of combinations in one suit, each with its ranks."""


Needs: TypeAlias = tuple[tuple[Mask, int], ...]
"""Pairs of a set of cards and the number of cards needed from it."""


class Form(NamedTuple):
    """A combination as it can be laid down under given trumps."""

    row: Combination
    needs: Needs

    def matches(self, cards: Mask) -> bool:
        """Tell whether the cards are exactly this combination."""
        return cards.bit_count() == sum(count for _, count in self.needs) and self.within(cards)

    def within(self, cards: Mask) -> bool:
        """Tell whether the combination can be picked from the cards."""
        for wanted, count in self.needs:  # noqa: SIM110 - called too often for a generator
            if (cards & wanted).bit_count() < count:
                return False
        return True

    def picks(self, cards: Mask) -> Iterator[Mask]:
        """Yield every way to pick this combination from the cards, in the order of the ordered pack."""
        choices = [combinations(cards_of(cards & wanted), count) for wanted, count in self.needs]
        for chosen in product(*choices):
            yield mask_of(c for part in chosen for c in part)


_MOST_KNOWN: Final = 1024
"""Answers of some 300 bytes that are kept; hands are told apart by what they are enough for, and many are alike."""


class Forms:
    """The forms under given trumps, with a table that finds those that can be picked from a hand.

    One integer holds a counter of a few bits for each need (a number of cards of a set) of any form. A counter starts
    at a power of two less the number needed, so its highest bit is set once there are enough cards. A table holds what
    each suit of one pack (a byte of a set of cards) adds to the counters. The power of two is at least a full hand, so
    no counter overflows: hands of up to eight cards take four bits.
    """

    __slots__ = ("_bytes", "_enough", "_known", "_needs", "_reached", "_start", "_tables", "_useful", "_width", "forms")

    def __init__(self, forms: tuple[Form, ...], packs: int, hand: int) -> None:
        self.forms = forms
        self._needs = tuple(dict.fromkeys(need for form in forms for need in form.needs))
        width = self._width = (max([hand, *(count for _, count in self._needs)]) - 1).bit_length() + 1
        reached = self._reached = 1 << width - 1
        self._start = self._enough = self._useful = 0
        for at, (wanted, count) in enumerate(self._needs):
            self._useful |= wanted
            self._start |= reached - count << width * at
            self._enough |= reached << width * at
        by_suit = [self._by_byte(suit) for suit in range(4)]
        self._bytes = 4 * packs
        self._tables = tuple(by_suit * packs)
        self._known: dict[int, tuple[Form, ...]] = {}

    def _by_byte(self, suit: Suit) -> tuple[int, ...]:
        """Return, by byte, what each set of cards of one suit of a pack adds to the counters."""
        one = [self._added(1 << 8 * suit + rank) for rank in range(8)]
        table = [0] * 256
        for byte in range(1, 256):
            table[byte] = table[byte & byte - 1] + one[(byte & -byte).bit_length() - 1]
        return tuple(table)

    def _added(self, cards: Mask) -> int:
        return sum((cards & wanted).bit_count() << self._width * at for at, (wanted, _) in enumerate(self._needs))

    def __iter__(self) -> Iterator[Form]:
        return iter(self.forms)

    def within(self, hand: Mask) -> tuple[Form, ...]:
        """Return the forms that can be picked from a set of at most a full hand of cards."""
        count, tables = self._start, self._tables
        for at, byte in enumerate((hand & self._useful).to_bytes(self._bytes, "little")):
            if byte:
                count += tables[at][byte]
        enough = count & self._enough
        forms = self._known.get(enough)
        if forms is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            reached = {need for at, need in enumerate(self._needs) if enough >> self._width * at & self._reached}
            forms = self._known[enough] = tuple(form for form in self.forms if reached.issuperset(form.needs))
        return forms


def bezique_suits(trump: Suit, *, by_trump: bool) -> tuple[Suit, Suit]:
    if by_trump and trump in (SPADES, DIAMONDS):
        return CLUBS, HEARTS
    return SPADES, DIAMONDS


@lru_cache(maxsize=64)
def forms_for(trump: Suit, rows: tuple[Combination, ...], packs: int, hand: int, *, by_trump: bool) -> Forms:
    """Compile rows for a trump suit, a number of packs and the size of a full hand.

    The trump suit is ``NO_SUIT`` before the first marriage (ruling 15).
    """
    forms = tuple(
        Form(row, needs) for row in rows if row.packs <= packs for needs in _needs(row, trump, by_trump=by_trump)
    )
    return Forms(forms, packs, hand)


def _needs(row: Combination, trump: Suit, *, by_trump: bool) -> Iterator[Needs]:
    if row.kind in SUITED:
        # Ruling 15: while there is no trump suit every marriage would be the first, so it is named royal.
        for suit in range(4):
            if row.makes_trumps if trump == NO_SUIT else row.trumps == (suit == trump):
                yield tuple((_one(rank, suit), 1) for rank in SUITED[row.kind])
    elif row.kind in BEZIQUES:
        queen, knave = bezique_suits(trump, by_trump=by_trump)
        count = BEZIQUES.index(row.kind) + 1
        yield (_one(QUEEN, queen), count), (_one(KNAVE, knave), count)
    else:
        yield ((RANK_MASKS[FOURS[row.kind]], 4),)


def _one(rank: int, suit: Suit) -> Mask:
    return RANK_MASKS[rank] & SUIT_MASKS[suit]
