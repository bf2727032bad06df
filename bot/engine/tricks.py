"""Which card takes a trick, and which may be played in the last eight (rulings 6 and 16, option ``trick``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from .cards import HIGHER_IN_SUIT, SUIT_MASKS, Card, Mask, Suit

Beats: TypeAlias = Callable[[Card, Card, Suit], bool]
"""A function that tells whether a later card takes the trick from the card that is winning, under a trump suit."""


def beats_suit_led(later: Card, best: Card, trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest trump, else highest card of the suit led; of equals the first (ruling 6)."""
    if (later ^ best) & 24:  # another suit than the card that is winning: only a trump beats it
        return (later >> 3 & 3) == trump
    return later & 7 > best & 7


def beats_any_suit(later: Card, best: Card, trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest trump, else highest card of any suit; of equal rank the first (ruling 6)."""
    trumped = (later >> 3 & 3) == trump
    if trumped != ((best >> 3 & 3) == trump):
        return trumped
    return later & 7 > best & 7


def beats_rank_only(later: Card, best: Card, _trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest card, trump or not; of equal ranks the first (ruling 6)."""
    return later & 7 > best & 7


def beats_rank_then_trump(later: Card, best: Card, trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest card; of equal ranks a trump, else the first (ruling 6)."""
    if (later ^ best) & 7:
        return later & 7 > best & 7
    return (later >> 3 & 3) == trump != (best >> 3 & 3)


BEATS: Final[dict[str, Beats]] = {
    "suit_led": beats_suit_led,
    "any_suit": beats_any_suit,
    "rank_only": beats_rank_only,
    "rank_then_trump": beats_rank_then_trump,
}


def winning_place(cards: tuple[Card, ...], trump: Suit, beats: Beats) -> int:
    """Return the place (0 for the leader's) of the card that is winning a trick."""
    best = cards[0]
    for later in cards[1:]:
        if beats(later, best, trump):
            best = later
    return cards.index(best)


def must_play(hand: Mask, trick: tuple[Card, ...], trump: Suit) -> Mask:
    """Return the cards of a hand that may be played in the last eight tricks (ruling 16).

    A player must follow suit if able, and beat the card that is winning now if able. A player who cannot follow suit
    must trump if that wins.
    """
    if not trick:
        return hand
    led = trick[0] >> 3 & 3
    best = trick[winning_place(trick, trump, beats_suit_led)]
    best_suit = best >> 3 & 3
    following = hand & SUIT_MASKS[led]
    if following:
        return (following & HIGHER_IN_SUIT[best & 31] if best_suit == led else 0) or following
    if trump < 0:
        return hand
    trumps = hand & SUIT_MASKS[trump]
    if best_suit == trump:
        trumps &= HIGHER_IN_SUIT[best & 31]
    return trumps or hand
