"""The beginner, who plays like somebody in their first week.

It leads high, takes every trick with an ace or a ten in it if it can, throws a ten as readily as a nine, forgets some
turns to declare, and otherwise declares the cheapest combination. It counts nothing and keeps nothing for later.
"""

from __future__ import annotations

from random import Random
from typing import Final

from bot.engine import Action, Phase, Verb, View
from bot.engine.cards import TEN, Card
from bot.engine.tricks import beats_suit_led, winning_place

_FORGETS: Final = 0.25
"""Share of its turns to declare that the beginner forgets."""
_UNSURE: Final = 1.5
"""Standard deviation, in ranks, of the error with which the beginner judges a card."""
_TEMPTED: Final = 0.35
"""Share of the tricks without a brisque that the beginner takes if it can."""


def first_thing_seen(view: View, rng: Random) -> Action:
    """Return what a beginner does.

    Args:
        view: What the seat sees; it must have more than one thing to do.
    """
    if view.phase is Phase.DECLARE:
        return _declared(view, rng)
    plays = [action for action in view.offered if action.verb is Verb.PLAY]
    if not plays or (len(plays) < len(view.offered) and rng.random() >= _FORGETS):
        return next(action for action in view.offered if action.verb is not Verb.PLAY)
    return _led(view, plays, rng) if not view.trick else _followed(view, plays, rng)


def _declared(view: View, rng: Random) -> Action:
    """Declare the cheapest combination, else use a seven of trumps; or forget both and pass."""
    rows = view.law.rows
    sevens = [action for action in view.offered if action.verb in (Verb.EXCHANGE, Verb.SHOW)]
    declarations = [action for action in view.offered if action.verb is Verb.DECLARE]
    if rng.random() >= _FORGETS:
        if declarations:
            return min(declarations, key=lambda action: (rows[action.name].points, action.text))
        if sevens:
            return sevens[0]
    return next(action for action in view.offered if action.verb is Verb.PASS)


def _led(view: View, plays: list[Action], rng: Random) -> Action:
    """Lead a high card, with some preference for keeping trumps."""

    def liking(action: Action) -> float:
        card = action.cards[0]
        return (card & 7) - (3.0 if card >> 3 & 3 == view.trump else 0.0) + rng.gauss(0.0, _UNSURE)

    return max(plays, key=liking)


def _followed(view: View, plays: list[Action], rng: Random) -> Action:
    """Take a trick with an ace or a ten in it with the highest card that can; else throw a card that looks low."""
    beats = beats_suit_led if view.last_eight else view.law.beats
    best = view.trick[winning_place(view.trick, view.trump, beats)]
    taking = [action for action in plays if beats(action.cards[0], best, view.trump)]
    if taking and (any(_looks_good(card) for card in view.trick) or rng.random() < _TEMPTED):
        return max(taking, key=lambda action: (action.cards[0] & 7) + rng.gauss(0.0, _UNSURE))
    return min(plays, key=lambda action: (action.cards[0] & 7) + rng.gauss(0.0, _UNSURE))


def _looks_good(card: Card) -> bool:
    return card & 7 >= TEN
