"""Cards, suits and names in text or read aloud, and how one message shows cards: a picture, emojis or words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import Final, NamedTuple

from bot.engine import Card, CardSet, Suit, View
from bot.engine.cards import CARDS_PER_PACK, CLUBS, DIAMONDS, HEARTS, MOST_PACKS, SPADES, rank_of, suit_of
from bot.engine.record_json import FORMER
from bot.house.roster import HOUSE
from bot.lazy import dataclass
from bot.ui.text.i18n import in_words, language, mark, pair, speaking, tr, trumps_first
from bot.ui.text.typed import END_ISOLATE, ISOLATE, JOINER, apart, one_line, shortened, title_line

_KEPT: Final = re.compile(r"<[/@#]?!?[\w :-]+:?[\w-]*>|`[^`\n]*`|\]\([^)\s]*\)|https?://\S+")
"""Parts of a text that Discord interprets, which stay as they are: timestamps, mentions, commands, code, addresses."""
_PARTS: Final = re.compile(r"[ \u2002]*(?:[·|]|\u2002)[ \u2002]*")
_SIGNS: Final = re.compile("S[omk]")
"""Unicode's categories of signs: pictures, arrows and mathematics, modifiers."""
_BESIDE: Final = frozenset("•·‣▸\ufe0e\ufe0f\u20e3")
_JOINER: Final = "\u200d"
_OPENS: Final = " \n\u00a0\u2068*_"
"""Characters after which a sign opens something: such a sign is removed together with the blank after it."""


def aloud(text: str) -> str:
    """Return a text without signs if cards are named in words now; otherwise return it unchanged."""
    return without_signs(text) if in_words() else text


def without_signs(text: str) -> str:
    """Return a text without signs: a separator between two parts becomes a semicolon, an opening sign vanishes."""
    done, at = [], 0
    for kept in _KEPT.finditer(text):
        done += [_plain(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*done, _plain(text[at:])])


@lru_cache(4096)
def is_sign(character: str) -> bool:
    """Tell whether a character is a sign that says nothing, or too much, when it is read aloud."""
    return character in _BESIDE or _SIGNS.fullmatch(unicodedata.category(character)) is not None


def _plain(text: str) -> str:
    out: list[str] = []
    dropped = blank = False
    for each in _PARTS.sub("; ", text):
        if is_sign(each) or (dropped and each == _JOINER):
            blank = not out or out[-1] in _OPENS
            dropped = True
            continue
        if not (dropped and blank and each in " \u00a0"):
            out.append(each)
        dropped = False
    return "".join(out)


SUIT_SIGNS = {CLUBS: "♧", DIAMONDS: "♦", HEARTS: "♥", SPADES: "♤"}
"""Signs of the suits: Discord draws ♠ and ♣ as near-black pictures that vanish on its dark background, so their
outlined signs are used, which stay text."""
_SUITS = mark(("clubs", "diamonds", "hearts", "spades"))
_RANKS = mark(("seven", "eight", "nine", "knave", "queen", "king", "ten", "ace"))
RANK_SIGNS = mark(("7", "8", "9", "J", "Q", "K", "10", "A"))
"""Signs on English cards, by rank; :func:`rank_signs` returns those on the reader's cards."""
_HAND_ORDER = {SPADES: 0, HEARTS: 1, CLUBS: 2, DIAMONDS: 3}
_PLACES = tuple((_HAND_ORDER[suit_of(card)], -rank_of(card), card) for card in range(MOST_PACKS * CARDS_PER_PACK))
"""By card: the key by which a hand is sorted."""
SEAT_EMOJI = ("🔵", "🟠", "🟣", "🟡")
"""By seat: the sign of its colour in pictures."""
EXPOSED: Final = "•"
"""The sign of a player's own card that lies on the table, where no emoji shows it."""
LYING: Final = CARDS_PER_PACK
"""What the key of a lying card's emoji is above that of the card."""
LONGEST_NAME = 32
_SHORT_NAME = 14
_HOUSE = frozenset(player.shown for player in HOUSE.values())
_SKIN = "".join(map(chr, range(0x1F3FB, 0x1F400)))


@cache
def signs_in(wanted: str) -> tuple[str, ...]:
    """Return the signs on the cards of a language, by rank: in French ``V``, ``D``, ``R`` for ``J``, ``Q``, ``K``."""
    with speaking(wanted):
        return tuple(tr(sign) for sign in RANK_SIGNS)


def rank_signs() -> tuple[str, ...]:
    """Return the signs on the current reader's cards, by rank."""
    return signs_in(language())


def ranks_down() -> list[str]:
    """Return the ranks from the highest to the lowest, as they stand on the reader's cards, or in words."""
    signs = [tr(rank) for rank in _RANKS] if in_words() else rank_signs()
    return list(reversed(signs))


def spoken(card: Card) -> str:
    """Write a card in words: ``queen of spades``."""
    return tr("{rank} of {suit}", rank=tr(_RANKS[rank_of(card)]), suit=tr(_SUITS[suit_of(card)]))


@cache
def _faces_in(wanted: str, words: bool) -> tuple[str, ...]:  # noqa: FBT001 - a key of the cache
    """Return the cards as they are written in a language, in signs or in words, by kind (``card & 31``)."""
    with speaking(wanted):
        signs = rank_signs()
        return tuple(
            spoken(kind) if words else signs[rank_of(kind)] + SUIT_SIGNS[suit_of(kind)]
            for kind in range(CARDS_PER_PACK)
        )


def face(card: Card) -> str:
    """Write a card for people: ``10♦``, ``Q♤``, or in words."""
    return _faces_in(language(), in_words())[card & 31]


def faces(cards: Iterable[Card]) -> str:
    """Write cards for people, in the order given."""
    words = in_words()
    written = _faces_in(language(), words)
    return (", " if words else " ").join([written[card & 31] for card in cards])


def listed(cards: Iterable[str]) -> str:
    """Join cards that are already written."""
    return (", " if in_words() else " ").join(cards)


def suit_sign(suit: Suit) -> str:
    """Write a suit."""
    return tr(_SUITS[suit]) if in_words() else SUIT_SIGNS[suit]


def sorted_hand(cards: Iterable[Card]) -> list[Card]:
    """Sort cards as they are held: by suit, red and black in turn, the highest first."""
    return sorted(cards, key=_PLACES.__getitem__)


def own_hand(view: View, cards: CardSet | None = None) -> list[Card]:
    """Return a player's own cards, or some of them, in the order in which that player is shown them everywhere."""
    return [*chain.from_iterable(held_apart(view, cards))]


def held_apart(view: View, cards: CardSet | None = None) -> list[list[Card]]:
    """Return a player's own cards like `own_hand`, the trumps apart from the others if that player holds them so."""
    cards = view.hand | view.tables[view.seat or 0] if cards is None else cards
    order, hand = trumps_first(), sorted_hand(cards)
    if not order:
        return [hand]
    trumps = [card for card in hand if suit_of(card) == view.trump]
    others = [card for card in hand if suit_of(card) != view.trump]
    if order == "rank":
        others.sort(key=lambda card: -rank_of(card))
    return [group for group in (trumps, others) if group]


def hand_line(cards: Iterable[Card]) -> str:
    """Write cards in a line in the order given, the suit once for all that follow each other."""
    words = in_words()
    ranks = [tr(rank) for rank in _RANKS] if words else rank_signs()
    held = [(suit, [ranks[rank_of(card)] for card in part]) for suit, part in groupby(cards, suit_of)]
    if words:
        return "; ".join([pair(tr(_SUITS[suit]), ", ".join(part)) for suit, part in held])
    return "  ".join([f"{SUIT_SIGNS[suit]} {' '.join(part)}" for suit, part in held])


class Look(StrEnum):
    """The three ways to show cards."""

    PICTURES = "pictures"
    EMOJI = "emoji"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a message: its file name, its bytes, and the words that say the same."""

    name: str
    data: bytes = field(repr=False)
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Style:
    """The way a message shows cards; without emojis and picture everything is plain signs."""

    look: Look = Look.EMOJI
    emojis: Mapping[int, str] = field(default_factory=dict)
    """The written emoji of a card, by the card in the first pack, with `LYING` added for a card that lies on the table.

    A card that is missing is shown by plain signs.
    """
    picture: Picture | None = None

    @property
    def with_emoji(self) -> bool:
        """Whether cards in a text are emojis."""
        return self.look is not Look.TEXT and 0 in self.emojis

    def card(self, card: Card) -> str:
        """Write a card in a text."""
        if self.look is Look.TEXT:
            return spoken(card)
        return self.emojis.get(card & 31) or face(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards in a text, in the order given."""
        return (", " if self.look is Look.TEXT else " ").join(self.card(card) for card in cards)

    def hand(self, view: View, cards: CardSet) -> str:
        """Write some of a player's own cards as that player holds them."""
        return (", " if self.look is Look.TEXT else "\u2003").join(map(self.cards, held_apart(view, cards)))

    def label(self, card: Card, *, lies: bool = False) -> tuple[str, str | None]:
        """Return the text and the emoji of a card's button: words, or an emoji alone, or plain signs."""
        if self.look is Look.TEXT:
            text = spoken(card).capitalize()
            return lying(text) if lies else text, None
        emoji = self.emojis.get((card & 31) + LYING * lies)
        if emoji is not None:
            return "", emoji
        return (lying(face(card)) if lies else face(card)), None

    def lies(self, card: Card) -> str:
        """Return the sign by which a card that lies on the table is known: its own emoji, or `EXPOSED`."""
        return self.emojis.get((card & 31) + LYING, EXPOSED)


PLAIN = Style()


def lying(text: str) -> str:
    """Mark the name of a player's own card as lying on the table, with a sign or in words."""
    return tr("{card}, on the table", card=text) if in_words() else EXPOSED + text


def said_name(name: str) -> str:
    """Return a name in the reader's language; only the stand-in for a former player is translated."""
    return tr("a former player") if name == FORMER else name


def plain_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it may stand in a picture: one line, no control characters, cut to a length."""
    return _plain_name(said_name(name), longest)


@lru_cache(maxsize=4096)
def _plain_name(name: str, longest: int) -> str:
    return one_line(name, longest) or "?"


def title_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it may stand in a title or a label, where no client finds anything to parse in it."""
    return title_line(said_name(name), longest) or "?"


def shown_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it may stand in a text: without markdown, isolated in writing direction, cut to a length.

    House players' names are never cut.
    """
    return _shown_name(said_name(name), longest)


@lru_cache(maxsize=4096)
def _shown_name(name: str, longest: int) -> str:
    plain = plain_name(name)
    return apart(plain if plain in _HOUSE else shortened(plain, longest))


def shown_title(title: str) -> str:
    """Return a title that a member has given as it may stand in a text: like `shown_name`, but never cut."""
    return apart(title)


def short_names(names: Sequence[str]) -> list[str]:
    """Return names cut for frequent repetition, or whole names if two cut ones would look alike.

    House players' names are never cut.
    """
    plain = [plain_name(name) for name in names]
    short = [name if name in _HOUSE else shortened(name, _SHORT_NAME) for name in plain]
    return short if len(set(short)) == len(set(plain)) else plain


def cells(text: str) -> int:
    """Return how many columns a text takes in a fixed-width font; joined emoji take the columns of one."""
    width, joined = 0, False
    for c in text:
        if not (joined or unicodedata.category(c) in ("Cf", "Mn", "Me") or c in _SKIN):
            width += 2 if unicodedata.east_asian_width(c) in "WF" else 1
        joined = c == JOINER
    return width


def fit(text: str, width: int, *, right: bool = False) -> str:
    """Cut or pad a text to a number of columns of a fixed-width font."""
    if cells(text) > width:
        cut = ""
        for c in text:
            if cells(cut + c) > width - 1:
                break
            cut += c
        text = cut.rstrip(JOINER) + "…"
    space = " " * (width - cells(text))
    if any(unicodedata.bidirectional(c) in ("R", "AL") for c in text):
        text = ISOLATE + text + END_ISOLATE  # without isolation it would reverse its neighbours
    return space + text if right else text + space


class Voice(NamedTuple):
    """The hearer of clauses, one seat or (seat None) everybody, with the names and the look of cards."""

    seat: int | None
    names: Sequence[str]
    style: Style

    def of(self, seat: int, you: str, other: str, /, **values: object) -> str:
        """Say something about a seat in one of two marked texts: with *you* to the hearer, otherwise with its name."""
        return tr(you, **values) if seat == self.seat else tr(other, name=self.name(seat), **values)

    def name(self, seat: int) -> str:
        """Return a seat's name as it may stand in a text."""
        return shown_name(self.names[seat])

    def card(self, card: Card) -> str:
        """Write a card."""
        return self.style.card(card)

    def cards(self, cards: Sequence[Card]) -> str:
        """Write cards, sorted as they are held."""
        return listed(self.card(card) for card in sorted_hand(CardSet.of(cards)))


def capital(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
