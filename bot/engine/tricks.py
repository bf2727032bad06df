"""Which card takes a trick, and which may be played in the last eight (rulings 6 and 16, option ``trick``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from .cards import HIGHER_IN_SUIT, RANK_BITS, SUIT_BITS, SUIT_MASKS, Card, Mask, Suit, suit_of

Beats: TypeAlias = Callable[[Card, Card, Suit], bool]
"""A function that tells whether a later card takes the trick from the card that is winning, under a trump suit."""


def beats_suit_led(later: Card, best: Card, trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest trump, else highest card of the suit led; of equals the first (ruling 6)."""
    if (later ^ best) & SUIT_BITS:  # another suit than the card that is winning: only a trump beats it
        return later & SUIT_BITS == trump << 3
    return later & RANK_BITS > best & RANK_BITS


def beats_any_suit(later: Card, best: Card, trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest trump, else highest card of any suit; of equal rank the first (ruling 6)."""
    trumped = later & SUIT_BITS == trump << 3
    if trumped != (best & SUIT_BITS == trump << 3):
        return trumped
    return later & RANK_BITS > best & RANK_BITS


def beats_rank_only(later: Card, best: Card, _trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest card, trump or not; of equal ranks the first (ruling 6)."""
    return later & RANK_BITS > best & RANK_BITS


def beats_rank_then_trump(later: Card, best: Card, trump: Suit) -> bool:
    """Tell whether ``later`` wins: highest card; of equal ranks a trump, else the first (ruling 6)."""
    if (later ^ best) & RANK_BITS:
        return later & RANK_BITS > best & RANK_BITS
    return later & SUIT_BITS == trump << 3 != best & SUIT_BITS


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
    led = trick[0]
    best = trick[winning_place(trick, trump, beats_suit_led)]
    following = hand & SUIT_MASKS[suit_of(led)]
    if following:
        return following & HIGHER_IN_SUIT[best] or following
    if trump < 0:
        return hand
    trumps = hand & SUIT_MASKS[trump]
    if suit_of(best) == trump:
        trumps &= HIGHER_IN_SUIT[best]
    return trumps or hand


def is_revoke(hand: Mask, trick: tuple[Card, ...], card: Card, trump: Suit, *, must_win: bool) -> bool:
    """Tell whether a card of a hand is a revoke in the last eight tricks, by a book that asks to win or does not."""
    if not trick:
        return False
    if must_win:
        return not must_play(hand, trick, trump) >> card & 1
    following = hand & SUIT_MASKS[suit_of(trick[0])]
    return bool(following) and not following >> card & 1
