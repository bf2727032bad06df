"""No decision depends on a card that the player cannot see."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import observe_deal
from bot.house.players import choose
from bot.house.policy import Mind
from bot.house.roster import Level
from bot.house.search import Effort
from bot.house.weights import TUNED
from tests.engine.positions import permuted

from .positions import RULES, played

pytestmark = pytest.mark.deep

LITTLE = Effort(groups=1, horizon=2)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", RULES)
def test_a_decision_does_not_change_when_hidden_cards_are_permuted(name: str, level: Level) -> None:
    rng = Random(7)
    step = 6 if level is Level.STRONG else 3
    moved = compared = 0
    for at, deal in enumerate(played(RULES[name], seed=21)):
        if at % step:
            continue
        seat = deal.turn
        other = permuted(deal, seat, rng)
        moved += other.hold != deal.hold
        assert observe_deal(other, seat) == observe_deal(deal, seat)
        decisions = [choose(level, observe_deal(each, seat), Random(at), effort=LITTLE) for each in (deal, other)]
        assert decisions[0] == decisions[1]
        compared += 1
    assert compared > 8
    assert moved > compared // 3


@pytest.mark.parametrize("name", RULES)
def test_the_evaluation_reads_nothing_hidden_even_from_the_real_deal(name: str) -> None:
    rng = Random(8)
    for deal in played(RULES[name], seed=22):
        seat = deal.turn
        other = permuted(deal, seat, rng)
        assert Mind(deal, seat, TUNED).act(deal) == Mind(other, seat, TUNED).act(other)
