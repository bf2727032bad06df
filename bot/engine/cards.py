"""Cards, packs and sets of cards.

A card is a small integer: ``pack * 32 + suit * 8 + rank``, with suits in the order C D H S and ranks in the
order 7 8 9 J Q K T A. So the ordered pack of RECORD.md is 0, 1, 2, … and a higher rank is a higher number.
A set of cards is an integer with one bit per card, which makes union, difference and counting single machine
operations; :class:`CardSet` wraps such an integer readably for code that need not be fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

Card: TypeAlias = int
"""One physical card, 0 to 127."""
Mask: TypeAlias = int
"""A set of cards, one bit per card."""
Suit: TypeAlias = int
"""0 to 3: clubs, diamonds, hearts, spades."""

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SEVEN, EIGHT, NINE, KNAVE, QUEEN, KING, TEN, ACE = range(8)
NO_SUIT: Suit = -1
NO_CARD: Card = -1

SUIT_LETTERS = "CDHS"
RANK_LETTERS = "789JQKTA"
PACK_LETTERS = "abcd"
RANK_BITS: Final = 0b00111
"""The bits of a card that tell its rank."""
SUIT_BITS: Final = 0b11000
"""The bits of a card that tell its suit."""
MOST_PACKS = 4
CARDS_PER_PACK = 32

_ONE_PACK_TO_ALL = sum(1 << CARDS_PER_PACK * pack for pack in range(MOST_PACKS))
_KINDS: Mask = (1 << CARDS_PER_PACK) - 1

SUIT_MASKS: tuple[Mask, ...] = tuple((0xFF << 8 * suit) * _ONE_PACK_TO_ALL for suit in range(4))
"""Every card of a suit, in all packs."""
RANK_MASKS: tuple[Mask, ...] = tuple((0x01010101 << rank) * _ONE_PACK_TO_ALL for rank in range(8))
"""Every card of a rank, in all packs."""
HIGHER_IN_SUIT: tuple[Mask, ...] = MOST_PACKS * tuple(
    SUIT_MASKS[suit] & sum(RANK_MASKS[rank + 1 :]) for suit in range(4) for rank in range(8)
)
"""By card: the cards of the same suit and a higher rank, in all packs."""
SEVENS: tuple[Mask, ...] = (*(SUIT_MASKS[suit] & RANK_MASKS[SEVEN] for suit in range(4)), 0)
"""By trump suit: the sevens of trumps; the last entry (index ``NO_SUIT``) is the empty set, for no trumps."""
BRISQUES: Mask = RANK_MASKS[ACE] | RANK_MASKS[TEN]
COURT: Mask = RANK_MASKS[KNAVE] | RANK_MASKS[QUEEN] | RANK_MASKS[KING]
"""Every king, queen and knave."""


class CardError(ValueError):
    """A text that names no card."""


def card(pack: int, suit: Suit, rank: int) -> Card:
    return pack * CARDS_PER_PACK + suit * 8 + rank


def suit_of(card: Card) -> Suit:
    """Return a card's suit, 0 to 3."""
    return (card & SUIT_BITS) >> 3


def rank_of(card: Card) -> int:
    """Return a card's rank, 0 (seven) to 7 (ace), higher beats lower."""
    return card & RANK_BITS


def kind_of(card: Card) -> int:
    """Return a card's suit and rank without its pack, 0 to 31: the same for cards that are equal in play."""
    return card % CARDS_PER_PACK


def kinds_in(mask: Mask) -> Mask:
    """Return the kinds of card that a set holds in any pack, one bit per kind."""
    return (mask | mask >> 32 | mask >> 64 | mask >> 96) & _KINDS


def in_all_packs(kinds: Mask) -> Mask:
    return kinds * _ONE_PACK_TO_ALL


def twins_in(mask: Mask) -> Mask:
    """Return the cards of a set that have a copy in it from another pack."""
    once = twice = 0
    for pack in range(MOST_PACKS):
        kinds = mask >> CARDS_PER_PACK * pack & _KINDS
        twice |= once & kinds
        once |= kinds
    return mask & twice * _ONE_PACK_TO_ALL


CARD_NAMES: tuple[str, ...] = tuple(
    rank + suit + pack for pack in PACK_LETTERS for suit in SUIT_LETTERS for rank in RANK_LETTERS
)
_BY_NAME = {name: number for number, name in enumerate(CARD_NAMES)}


def card_name(card: Card) -> str:
    """Write a card in RECORD.md's three characters, as ``TDb``."""
    return CARD_NAMES[card]


def parse_card(text: str) -> Card:
    """Read a card from RECORD.md's three characters (rank, suit, pack), or raise `CardError`."""
    try:
        return _BY_NAME[text]
    except (KeyError, TypeError):
        raise CardError(
            f"{str(text)[:20]!r} is not a card (write a rank A T K Q J 9 8 7, a suit C D H S and a pack a b c d)"
        ) from None


def ordered_pack(packs: int, *, without: Iterable[Card] = ()) -> tuple[Card, ...]:
    """Return the ordered pack of RECORD.md: pack a first, suits C D H S, ranks 7 8 9 J Q K T A."""
    left_out = frozenset(without)
    return tuple(c for c in range(packs * CARDS_PER_PACK) if c not in left_out)


def mask_of(cards: Iterable[Card]) -> Mask:
    mask = 0
    for c in cards:
        mask |= 1 << c
    return mask


def cards_of(mask: Mask) -> list[Card]:
    """List the cards of a set in the order of the ordered pack."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@dataclass(frozen=True, slots=True)
class CardSet:
    """An immutable set of cards with iteration, membership, union, and a text."""

    mask: Mask = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardSet:
        return cls(mask_of(cards))

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_of(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and card >= 0 and bool(self.mask >> card & 1)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __str__(self) -> str:
        return " ".join(CARD_NAMES[c] for c in self)

    def of_suit(self, suit: Suit) -> CardSet:
        return CardSet(self.mask & SUIT_MASKS[suit])
