"""Two players as yardsticks for others: a random one, and a greedy one that looks no trick ahead."""

from __future__ import annotations

from random import Random

from bot.engine import Action, Deal, Verb
from bot.engine.deal import Phase
from bot.engine.law import Law
from bot.engine.legality import legal_moves
from bot.engine.tricks import beats_suit_led, winning_place


def random_action(deal: Deal, rng: Random) -> Action:
    """Return a legal action at random, each equally likely."""
    legal = legal_moves(deal)
    return legal[int(rng.random() * len(legal))]


def greedy_action(deal: Deal, rng: Random) -> Action:
    """Return the action that declares most, takes brisques most cheaply, or else throws the lowest card."""
    legal = legal_moves(deal)
    if deal.phase is Phase.DECLARE:
        return max(legal, key=lambda action: _at_once(deal.law, action))
    counting = [action for action in legal if action.verb is not Verb.PLAY]  # an exchange, or a carte blanche
    if counting:
        return counting[0]
    trump = deal.trump

    def cost(action: Action) -> float:
        c = action.cards[0]
        return (c & 7) + (8.0 if c >> 3 & 3 == trump else 0.0) + 0.5 * rng.random()

    if not deal.trick:
        return min(legal, key=cost)
    beats = deal.law.beats if deal.left else beats_suit_led
    best = deal.trick[winning_place(deal.trick, trump, beats)]
    points = deal.law.card_points
    stake = sum(points[c] for c in deal.trick)

    def gain(action: Action) -> float:
        c = action.cards[0]
        brisques = float(stake + points[c])
        return (brisques if beats(c, best, trump) else -brisques) - cost(action)

    return max(legal, key=gain)


def _at_once(law: Law, action: Action) -> float:
    if action.verb is Verb.DECLARE:
        return float(law.rows[action.name].points)
    if action.verb is Verb.ANNOUNCE:
        return 0.1 * law.rows[action.name].points
    return {Verb.EXCHANGE: 1000.0, Verb.SHOW: 999.0}.get(action.verb, 0.0)
