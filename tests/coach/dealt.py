"""Whole deals for the tests of what is counted when a game is over."""

from __future__ import annotations

from random import Random

from benchmarks.yardsticks import greedy_action, random_action
from bot.engine import Action, Deal, Rules
from bot.engine.moves import advance
from bot.house.policy import Mind
from bot.house.weights import TUNED
from tests.house.positions import opened

Moments = list[tuple[Action | None, Deal]]


def dealt(rules: Rules, seed: int, *, greedy: float | None = 0.7) -> Moments:
    """Play a deal, so often greedily and else at random (None: by the evaluation), and return its moments."""
    rng = Random(seed)
    deal = opened(rules, seed)
    found: Moments = [(None, deal)]
    while not deal.over:
        if greedy is None:
            action = Mind(deal, deal.turn, TUNED).act(deal)
        else:
            action = (greedy_action if rng.random() < greedy else random_action)(deal, rng)
        deal = advance(deal, action)
        found.append((action, deal))
    return found
