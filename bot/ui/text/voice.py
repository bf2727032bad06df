"""The hearer of a text: one seat, which is called *you*, or everybody, in the third person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.engine import Card
from bot.engine.cards import CardSet

from .faces import Style, listed, shown_name, sorted_hand


class Voice(NamedTuple):
    """The hearer of clauses, one seat or (seat None) everybody, with the names and the look of cards."""

    seat: int | None
    names: Sequence[str]
    style: Style

    def of(self, seat: int, you: Callable[[], str], other: Callable[[str], str]) -> str:
        """Say something about a seat: with *you* if it is the hearer, otherwise with its name."""
        return you() if seat == self.seat else other(self.name(seat))

    def name(self, seat: int) -> str:
        """Return a seat's name as it may stand in a text."""
        return shown_name(self.names[seat])

    def card(self, card: Card) -> str:
        """Write a card."""
        return self.style.card(card)

    def cards(self, cards: Sequence[Card]) -> str:
        """Write cards, sorted as they are held."""
        return listed(self.card(card) for card in sorted_hand(CardSet.of(cards)))
