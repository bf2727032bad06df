"""A review charges nothing that chance might explain, and finds what was thrown away."""

from __future__ import annotations

from random import Random

import pytest

from bot.coach.review import Done, SampleGroups, charge_of, glance
from bot.coach.samples import same_in_kind
from bot.engine import Action, Deal, Phase, View, observe_deal
from bot.engine.moves import advance
from bot.house.players import choose
from bot.house.roster import Level
from bot.house.settle import Settling
from tests.house.positions import RULES, opened, played

SOME = SampleGroups(8, 24, 32)


def choices(seed: int, blunder: int) -> list[tuple[View, Action]]:
    """Play a deal as *regular* does; at one moment seat 0 throws the card that looks worst. Return its choices."""
    deal: Deal = opened(RULES["modern 2"], seed)
    found: list[tuple[View, Action]] = []
    while not deal.over and len(found) < 12:
        view = observe_deal(deal, deal.turn)
        decision = choose(Level.REGULAR, view, Random(1))
        action = decision.action
        if deal.turn == 0 and len(view.offered) > 1:
            if sum(view.phase is Phase.PLAY for view, _ in found) + (deal.phase is Phase.PLAY) == blunder:
                action = decision.options[-1].action
            found.append((view, action))
        deal = advance(deal, action)
    return found


@pytest.mark.deep
def test_a_thrown_away_card_is_charged_with_what_it_cost_afresh() -> None:
    made = choices(seed=16, blunder=5)
    thrown = [at for at, (view, _) in enumerate(made) if view.phase is Phase.PLAY][4]
    charges = {
        at: charge_of(Done(view, action, (at, 100 + at, 200 + at)), SOME) for at, (view, action) in enumerate(made)
    }
    worst = charges[thrown]
    assert worst is not None
    assert worst.points > max(1.5, 2 * worst.error)
    assert worst.points == max(each.points for each in charges.values() if each is not None)
    assert not same_in_kind(made[thrown][0], worst.better, made[thrown][1])


@pytest.mark.deep
def test_equal_questions_have_equal_answers_and_other_chance_measures_afresh() -> None:
    view, action = choices(seed=16, blunder=5)[-1]
    one = charge_of(Done(view, action, (1, 2, 3)), SOME)
    assert charge_of(Done(view, action, (1, 2, 3)), SOME) == one
    view, action = next((v, a) for v, a in choices(seed=16, blunder=5) if charge_of(Done(v, a, (1, 2, 3)), SOME))
    told = [charge_of(Done(view, action, (1, 2, seed)), SOME) for seed in (3, 4)]
    assert told[0] is not None
    assert told[0] != told[1]


def test_in_a_counted_ending_exactly_what_loses_points_is_charged() -> None:
    looked = 0
    for deal in played(RULES["modern 2"], seed=47):
        view = observe_deal(deal, deal.turn)
        if not view.last_eight or len(deal.tricks) < 28 or len(view.offered) < 2:
            continue
        outcomes = {each.action: each.points for each in Settling(deal, deal.turn).outcomes(deal)}
        best = max(outcomes.values())
        for action, points in outcomes.items():
            found = glance(view, action, 1, 1)
            assert (found.points if found is not None else 0.0) == best - points
            looked += 1
    assert looked > 5
