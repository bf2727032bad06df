"""Somebody in their first week: they see what lies before them, and like what looks good.

They lead high, take whatever has an ace or a ten in it, throw a ten as readily as a nine, think of a declaration when
it strikes them, and then lay down the one that is easiest to see. They count nothing and keep nothing for later.
"""

from __future__ import annotations

from random import Random
from typing import Final

from bot.engine import Action, Phase, Verb, View
from bot.engine.cards import TEN, Card
from bot.engine.tricks import beats_suit_led, winning_place

_FORGETS: Final = 0.25
"""How often a turn to declare goes by without a thought of it."""
_UNSURE: Final = 1.5
"""By how many ranks a card is taken for better or worse than it is (a standard deviation)."""
_TEMPTED: Final = 0.35
"""How often a trick with nothing in it is taken because it can be."""


def first_thing_seen(view: View, rng: Random) -> Action:
    """Return what a beginner does.

    Args:
        view: What the seat sees; it must have more than one thing to do.
        rng: The source of chance.
    """
    if view.phase is Phase.DECLARE:
        return _declared(view, rng)
    plays = [action for action in view.offered if action.verb is Verb.PLAY]
    if not plays or (len(plays) < len(view.offered) and rng.random() >= _FORGETS):
        return next(action for action in view.offered if action.verb is not Verb.PLAY)
    return _led(view, plays, rng) if not view.trick else _followed(view, plays, rng)


def _declared(view: View, rng: Random) -> Action:
    """Lay down the cheapest of what could be declared, or forget about it."""
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
    """Lead high, as high cards take tricks; trumps are rather kept, as somebody said so."""

    def liking(action: Action) -> float:
        card = action.cards[0]
        return (card & 7) - (3.0 if card >> 3 & 3 == view.trump else 0.0) + rng.gauss(0.0, _UNSURE)

    return max(plays, key=liking)


def _followed(view: View, plays: list[Action], rng: Random) -> Action:
    """Take what has an ace or a ten in it with the highest card at hand; else throw something low, more or less."""
    beats = beats_suit_led if view.last_eight else view.law.beats
    best = view.trick[winning_place(view.trick, view.trump, beats)]
    taking = [action for action in plays if beats(action.cards[0], best, view.trump)]
    if taking and (any(_looks_good(card) for card in view.trick) or rng.random() < _TEMPTED):
        return max(taking, key=lambda action: (action.cards[0] & 7) + rng.gauss(0.0, _UNSURE))
    return min(plays, key=lambda action: (action.cards[0] & 7) + rng.gauss(0.0, _UNSURE))


def _looks_good(card: Card) -> bool:
    return card & 7 >= TEN
