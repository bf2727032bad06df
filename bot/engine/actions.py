"""Actions and their notation: ``SEAT VERB ARGUMENTS`` (RECORD.md)."""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, Self

from .cards import CARD_NAMES, CARDS_PER_PACK, MOST_PACKS, Card, CardError, Mask, cards_of, mask_of, parse_card
from .combinations import BY_NAME
from .forfeits import Irregularity, Marking

MOST_SEATS: Final = 4
_MOST_TEXT: Final = 200


class Takes(Enum):
    """What stands behind a verb."""

    NOTHING = 0
    CARD = 1
    COMBINATION = 2
    CLAIM = 3
    CARD_OR_NOTHING = 4


class When(Enum):
    """The moments to which a verb belongs."""

    TRICK = 0
    CHANCE = 1
    """A turn to declare, or at an honour table the chance to declare."""
    HONOUR = 2
    """Whenever hands can do it; only at an honour table."""
    ALWAYS = 3


class Verb(StrEnum):
    """The kinds of actions of a seat: the word in records, what stands behind it, and when it is done."""

    PLAY = "play", Takes.CARD, When.TRICK
    EXCHANGE = "exchange", Takes.CARD, When.CHANCE
    SHOW = "show", Takes.CARD, When.CHANCE
    DECLARE = "declare", Takes.COMBINATION, When.CHANCE
    ANNOUNCE = "announce", Takes.COMBINATION, When.CHANCE
    PASS = "pass", Takes.NOTHING, When.CHANCE
    CARTE_BLANCHE = "carte-blanche", Takes.CARD_OR_NOTHING, When.TRICK
    DRAW = "draw", Takes.NOTHING, When.HONOUR
    LIFT = "lift", Takes.NOTHING, When.HONOUR
    TAKE = "take", Takes.CARD, When.HONOUR
    RETURN = "return", Takes.CARD, When.HONOUR
    EXPOSE = "expose", Takes.CARD, When.HONOUR
    CLAIM = "claim", Takes.CLAIM, When.HONOUR
    CALL = "call", Takes.CARD, When.HONOUR
    DONE = "done", Takes.NOTHING, When.HONOUR
    RESIGN = "resign", Takes.NOTHING, When.ALWAYS
    TIMEOUT = "timeout", Takes.NOTHING, When.ALWAYS

    takes: Takes
    when: When

    def __new__(cls, word: str, takes: Takes, when: When) -> Self:
        verb = str.__new__(cls, word)
        verb._value_, verb.takes, verb.when = word, takes, when
        return verb


class ActionError(ValueError):
    """A text that is not an action at all, as opposed to an action that is not allowed."""


class Action(NamedTuple):
    """One act of one seat, with its cards in the order of the ordered pack.

    ``name`` is the name of a combination, or a claim and how its points are marked (``nine-cards add``), or empty.
    """

    seat: int
    verb: Verb
    cards: tuple[Card, ...] = ()
    name: str = ""

    @property
    def mask(self) -> Mask:
        """The action's cards as a set."""
        return mask_of(self.cards)

    @property
    def text(self) -> str:
        """The action in RECORD.md's notation."""
        return f"{self.seat} {self.words}"

    @property
    def words(self) -> str:
        """The action in RECORD.md's notation without the seat."""
        cards = map(CARD_NAMES.__getitem__, self.cards)
        return " ".join([self.verb.value, *([self.name] if self.name else []), *cards])

    def __str__(self) -> str:
        return self.text


PLAYS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(Action(seat, Verb.PLAY, (c,)) for c in range(MOST_PACKS * CARDS_PER_PACK)) for seat in range(MOST_SEATS)
)
"""By seat and card: every possible play, made once, because a search lists millions of them."""


def _by_byte(plays: tuple[Action, ...]) -> tuple[tuple[Action, ...], ...]:
    """List, for every byte, the plays of one suit whose bits are set in it."""
    found: list[tuple[Action, ...]] = [()]
    for play in plays:
        found += [(*lower, play) for lower in found]
    return tuple(found)


_PLAYS_BY_BYTE: Final = tuple(tuple(_by_byte(plays[at : at + 8]) for at in range(0, len(plays), 8)) for plays in PLAYS)
"""By seat, by suit of a pack, and by the byte that says which of the suit's eight cards are held: the plays."""
PASSES: Final[tuple[Action, ...]] = tuple(Action(seat, Verb.PASS) for seat in range(MOST_SEATS))


def play(seat: int, card: Card) -> Action:
    return PLAYS[seat][card]


def plays_of(seat: int, cards: Mask, packs: int) -> list[Action]:
    """List the plays of a set of cards in the order of the ordered pack.

    A byte of the set is a suit of a pack, so a table lists the plays of eight cards at a time.
    """
    found: list[Action] = []
    tables = _PLAYS_BY_BYTE[seat]
    for at, byte in enumerate(cards.to_bytes(packs * 4, "little")):
        if byte:
            found += tables[at][byte]
    return found


def declare(seat: int, name: str, cards: Mask) -> Action:
    return Action(seat, Verb.DECLARE, tuple(cards_of(cards)), name)


def announce(seat: int, name: str, cards: Mask) -> Action:
    return Action(seat, Verb.ANNOUNCE, tuple(cards_of(cards)), name)


_IRREGULARITIES = tuple(each.value for each in Irregularity)
_WAYS = (Marking.ADD.value, Marking.DEDUCT.value)
_VERBS = {verb.value: verb for verb in Verb}


def parse_action(text: str) -> Action:
    """Read an action from its notation, or raise `ActionError`; the order of a combination's cards is free."""
    if not isinstance(text, str) or len(text) > _MOST_TEXT:
        raise ActionError("an action is a short text such as '1 play 9Ha'")
    return _parsed(text)


@lru_cache(maxsize=4096)  # every step reads the actions of its deal again
def _parsed(text: str) -> Action:
    words = text.split(" ")
    if len(words) < 2:
        raise ActionError(f"{_shown(text)} is not an action (write SEAT VERB ARGUMENTS, as '1 play 9Ha')")
    seat_text, verb_text, *rest = words
    if seat_text not in ("0", "1", "2", "3"):
        raise ActionError(f"{_shown(seat_text)} is not a seat (seats count from 0)")
    verb = _VERBS.get(verb_text)
    if verb is None:
        raise ActionError(f"{_shown(verb_text)} is not a verb (there are {', '.join(_VERBS)})")
    seat, name = int(seat_text), ""
    if verb.takes is Takes.COMBINATION:
        name, *rest = rest or [""]
        if name not in BY_NAME:
            raise ActionError(f"{_shown(name)} is not a combination (there are {', '.join(BY_NAME)})")
    elif verb.takes is Takes.CLAIM:
        name, rest = _claim(rest), []
    try:
        cards = sorted(parse_card(word) for word in rest)
    except CardError as error:
        raise ActionError(str(error)) from None
    if len(set(cards)) != len(cards):
        raise ActionError("the same card stands twice in one action")
    if verb.takes is Takes.CARD and len(cards) != 1:
        raise ActionError(f"{verb.value} takes one card")
    if verb.takes is Takes.COMBINATION and not cards:
        raise ActionError(f"{verb.value} takes a combination and its cards")
    if verb.takes is Takes.CARD_OR_NOTHING and len(cards) > 1:
        raise ActionError(f"{verb.value} takes one card, or none")
    if verb.takes in (Takes.NOTHING, Takes.CLAIM) and cards:
        raise ActionError(f"{verb.value} takes no cards")
    if verb is Verb.PLAY:
        return PLAYS[seat][cards[0]]
    return PASSES[seat] if verb is Verb.PASS else Action(seat, verb, tuple(cards), name)


def _claim(words: list[str]) -> str:
    """Read what is claimed, and how its points are to be marked."""
    name, *way = words or [""]
    if name not in _IRREGULARITIES:
        raise ActionError(f"{_shown(name)} cannot be claimed (there are {', '.join(_IRREGULARITIES)})")
    if len(way) > 1 or (way and way[0] not in _WAYS):
        raise ActionError(f"a claim ends with {' or '.join(_WAYS)}, or with nothing where there is no choice")
    return " ".join(words)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "…")
