"""How cards appear in one message: as a picture, as emojis, or in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine import Card

from .faces import face, spoken


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
    """What a message is built with; without emojis and picture everything is plain signs."""

    look: Look = Look.EMOJI
    emoji: Callable[[Card], str | None] = lambda _: None
    """How an emoji is written that shows a card; None where there is none."""
    picture: Picture | None = None

    @property
    def with_emoji(self) -> bool:
        """Whether cards in a text are emojis."""
        return self.look is not Look.TEXT and self.emoji(0) is not None

    def card(self, card: Card) -> str:
        """Write a card in a text."""
        if self.look is Look.TEXT:
            return spoken(card)
        emoji = self.emoji(card)
        return emoji if emoji is not None else face(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards in a text, in the order given."""
        return (", " if self.look is Look.TEXT else " ").join(self.card(card) for card in cards)

    def label(self, card: Card) -> tuple[str, str | None]:
        """Return what a card's button carries: words, or an emoji alone, or plain signs."""
        if self.look is Look.TEXT:
            return spoken(card).capitalize(), None
        emoji = self.emoji(card)
        return ("", emoji) if emoji is not None else (face(card), None)


PLAIN = Style()
