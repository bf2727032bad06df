"""Madame Bézique's play and suggestions off the line: sensible and simple, from a view alone."""

from __future__ import annotations

from bot.engine import Action, Card, Phase, Verb, View
from bot.engine.cards import BRISQUES, KNAVE, cards_of
from bot.engine.combinations import BY_NAME
from bot.engine.foresight import costs
from bot.engine.law import law_for
from bot.engine.tricks import beats_suit_led


def best_move(view: View) -> Action:
    """Return a sensible action for the seat on turn."""
    if view.phase is Phase.DECLARE:
        return _declaration(view)
    plays = [action for action in view.offered if action.verb is Verb.PLAY]
    if not view.trick:
        key = _worth_of_leading_late if view.last_eight else _price
        return min(plays, key=lambda action: (key(action.cards[0], view), action.cards))
    led = view.trick[0]
    beats = beats_suit_led if view.last_eight else law_for(view.rules).beats
    stake = 10 * (BRISQUES >> led & 1)

    def loss(action: Action) -> float:
        card = action.cards[0]
        own = 10 * (BRISQUES >> card & 1)
        gain = stake + own + 6 if beats(card, led, view.trump) else -own
        return _price(card, view) - gain

    return min(plays, key=lambda action: (loss(action), action.cards))


def _declaration(view: View) -> Action:
    """Exchange, or else declare the most that costs nothing later, or else announce, or else draw."""
    sevens = [action for action in view.offered if action.verb is Verb.EXCHANGE]
    if sevens:
        return sevens[0]
    found = [action for action in view.offered if action.verb is Verb.DECLARE]
    costly = costs(view, found)
    free = [action for action in found if action not in costly or costly[action].lacking is not None]
    if free or found:
        return max(free or found, key=lambda action: BY_NAME[action.name].points)
    announced = [action for action in view.offered if action.verb is Verb.ANNOUNCE]
    if announced:
        return max(announced, key=lambda action: BY_NAME[action.name].points)
    return next(action for action in view.offered if action.verb is Verb.PASS)


def _price(card: Card, view: View) -> float:
    """Return the value of keeping a card, in points: its possible combinations, its power, its brisque."""
    rank, trump = card & 7, card >> 3 & 3 == view.trump
    price = rank + 8.0 * trump + 8.0 * (BRISQUES >> card & 1)
    if view.last_eight:
        return price
    assert view.seat is not None  # spectators do not play
    held = view.hand.mask | view.tables[view.seat].mask
    if rank >= KNAVE and not BRISQUES >> card & 1:
        used = sum(mask >> card & 1 for mask in view.used)
        price += max(0, 6 - 4 * used)  # a court card that has served in combinations is less worth keeping
    alike = sum(c & 7 == rank for c in cards_of(held))
    if rank >= KNAVE and alike > 2:
        price += 4
    return price


def _worth_of_leading_late(card: Card, view: View) -> float:
    """Return a sort key for leads in the last eight tricks: trumps from the top, then other high cards."""
    return -(card & 7) - 10.0 * (card >> 3 & 3 == view.trump)
