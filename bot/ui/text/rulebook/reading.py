"""The rules that the pages follow, and the small helpers that write every page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.engine import DEFAULT_PRESET, PRESETS, Card, Rules, Suit
from bot.engine.cards import (
    CARDS_PER_PACK,
    CLUBS,
    DIAMONDS,
    HEARTS,
    KNAVE,
    QUEEN,
    SPADES,
    card,
)
from bot.engine.combinations import bezique_suits
from bot.engine.law import law_for
from bot.lazy import dataclass
from bot.tables import Table
from bot.ui.text.faces import face
from bot.ui.text.i18n import mark, pair, tr

MOST_TEXT = 900
"""Characters of a page that a phone shows without much scrolling."""
_SUIT_WORDS = mark({CLUBS: "clubs", DIAMONDS: "diamonds", HEARTS: "hearts", SPADES: "spades"})


class Page(NamedTuple):
    """One page: its heading and its text."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The rules that the pages follow, and for a table its number and the trumps of its examples."""

    rules: Rules
    preset: str = DEFAULT_PRESET
    table_id: int = 0
    """The table's number; 0 if no table is meant."""
    trump: Suit = HEARTS
    auto_draw: bool = True
    daily: int | None = None
    """The number of the daily deal that is played at the table."""

    @property
    def size(self) -> int:
        """The number of cards in the game."""
        return len(law_for(self.rules).pack)

    @property
    def packs(self) -> int:
        """The number of packs from which the cards come."""
        return -(-self.size // CARDS_PER_PACK)

    @property
    def bezique(self) -> tuple[Card, Card]:
        """The bézique queen and knave under the trumps of the examples."""
        queen, knave = bezique_suits(self.trump, by_trump=self.rules.bezique_cards == "by_trump")
        return card(0, queen, QUEEN), card(0, knave, KNAVE)

    @property
    def plain(self) -> tuple[Suit, ...]:
        """The suits that are not trumps in the examples, black ones first."""
        return tuple(suit for suit in (SPADES, CLUBS, DIAMONDS, HEARTS) if suit != self.trump)

    @property
    def without_trump(self) -> bool:
        """Whether no card is turned up and the first marriage makes trumps."""
        return self.rules.trump == "first_marriage"


def reading_of(table: Table) -> Reading:
    """Return the reading of a table's rules, with the trumps of the deal in play, if there are any."""
    deal = table.game.deal
    trump = deal.trump if deal is not None and deal.trump >= 0 else HEARTS
    daily = table.daily.number if table.daily is not None else None
    by_itself = table.terms.auto_draw and not table.is_honour
    return Reading(table.rules, table.terms.preset, table.id, trump, by_itself, daily)


def reading_by(book: str, players: int = 2) -> Reading:
    """Return the reading of a rule book itself; an unknown name means the default book."""
    name = book if book in PRESETS else DEFAULT_PRESET
    return Reading(PRESETS[name].rules(players), name)


def chip(each: Card) -> str:
    """Draw a card as a little box."""
    return f"`{face(each)}`"


def chips(cards: Iterable[Card]) -> str:
    """Draw cards as little boxes."""
    return " ".join(chip(each) for each in cards)


def suit_word(suit: Suit) -> str:
    """Return a suit's name within a sentence."""
    return tr(_SUIT_WORDS[suit])


def paragraphs(*parts: str) -> str:
    """Put paragraphs below each other, leaving out empty ones."""
    return "\n\n".join(part for part in parts if part)


def rests_on(text: str) -> str:
    """Write a source in small print."""
    return f"-# {pair(tr('Source'), text)}"


def points_list(*points: str) -> str:
    """Write a list with a dot before each point, leaving out empty ones."""
    return "\n".join(f"• {point}" for point in points if point)


def in_pages(heading: str, blocks: Sequence[str], *, between: str = "\n\n", room: int = MOST_TEXT - 150) -> list[Page]:
    """Spread blocks of text evenly over as few pages as they fit on; a block is never broken."""
    texts = _spread(blocks, between, room)
    for less in range(max(map(len, blocks), default=0), room, 10):
        if len(even := _spread(blocks, between, less)) == len(texts):
            return [Page(heading, text) for text in even]
    return [Page(heading, text) for text in texts]


def _spread(blocks: Sequence[str], between: str, room: int) -> list[str]:
    texts: list[str] = []
    for block in blocks:
        if texts and len(texts[-1]) + len(between) + len(block) <= room:
            texts[-1] += between + block
        else:
            texts.append(block)
    return texts
