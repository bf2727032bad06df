"""How strong the house players are and how long they think: duplicate deals, with 95 % intervals.

Every deck is played twice with the seats exchanged, so that the luck of the cards falls on both alike; what is
counted is the difference in points a deal.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.engine import Action, Deal
from bot.engine.actions import PLAYS
from bot.engine.deal import open_deal
from bot.engine.law import Law
from bot.engine.moves import advance
from bot.house.ending import Ending
from bot.house.policy import Mind
from bot.house.simple import greedy_action, random_action
from bot.house.weights import Weights

Player: TypeAlias = Callable[[Deal, random.Random], Action]
"""Chooses for the seat on turn of a deal; the players of this file read nothing that the seat may not see."""

greedy: Player = greedy_action
at_random: Player = random_action


class _Endings:
    """The last ending that was searched: its table serves all decisions of the same deal."""

    def __init__(self) -> None:
        self._deck: tuple[int, ...] = ()
        self._ending: Ending | None = None

    def action(self, deal: Deal) -> Action:
        """Return the best play of the last eight tricks of two players."""
        if self._ending is None or self._deck is not deal.base.deck:
            self._deck = deal.base.deck
            self._ending = Ending(deal.trump, last_trick=deal.law.last_trick == deal.law.tricks)
        seat = deal.turn
        led = deal.trick[0] if deal.trick else None
        return PLAYS[seat][self._ending.lines(deal.hold[seat], deal.hold[1 - seat], led)[0].card]


def evaluating(weights: Weights) -> Player:
    """Return a player of two hands that follows the evaluation, and plays the last eight tricks exactly."""
    endings = _Endings()

    def act(deal: Deal, _rng: random.Random) -> Action:
        return Mind(deal, deal.turn, weights).act(deal) if deal.left else endings.action(deal)

    return act


def play_deal(law: Law, deck: tuple[int, ...], dealer: int, players: tuple[Player, Player], rng: random.Random) -> int:
    """Return by how much the first player's points exceed the second's in one deal."""
    deal = open_deal(law, 0, dealer, deck, (0, 0))
    while not deal.over:
        deal = advance(deal, players[deal.turn](deal, rng))
    return deal.score.totals[0] - deal.score.totals[1]


def duel(law: Law, one: Player, other: Player, pairs: int, *, seed: int) -> list[float]:
    """Return, for each deck, one player's lead over the other in points a deal, the mean of both seatings."""
    rng = random.Random(seed)
    found = []
    for number in range(pairs):
        deck = list(law.pack)
        rng.shuffle(deck)
        there = play_deal(law, tuple(deck), number % 2, (one, other), rng)
        back = play_deal(law, tuple(deck), number % 2, (other, one), rng)
        found.append((there - back) / 2)
    return found
