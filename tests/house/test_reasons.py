"""A decision can be explained from what was computed, and a game can be looked back at."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Action, Deal, Phase, Verb, observe_deal
from bot.engine.moves import advance
from bot.house.levels import Level, Theme
from bot.house.players import Method, choose
from bot.house.reasons import compare, explain
from bot.house.review import costliest, review
from bot.house.search import Effort
from tests.table_builder import last_eight, make_rules, table

from .positions import RULES, opened, permuted, played

SOME = Effort(32)


@pytest.mark.parametrize("name", RULES)
def test_every_decision_can_be_explained_without_seeing_hidden_cards(name: str) -> None:
    themes = set()
    for at, deal in enumerate(played(RULES[name], seed=41)):
        if at % 2:
            continue
        seat = deal.turn
        view = observe_deal(deal, seat)
        decision = choose(Level.REGULAR, view, Random(1))
        said = explain(view, decision)
        themes.add(said.theme)
        assert said.action == decision.action
        assert said.instead_of != said.action
        hidden = observe_deal(permuted(deal, seat, Random(at)), seat)
        assert explain(hidden, decision) == said
    assert len(themes) > 4


def test_the_parts_of_a_comparison_add_up_to_the_difference_of_the_evaluation() -> None:
    for deal in played(RULES["modern 2"], seed=42):
        view = observe_deal(deal, deal.turn)
        if view.phase is not Phase.PLAY or view.last_eight:
            continue
        options = choose(Level.REGULAR, view, Random(1)).options
        best, worst = options[0], options[-1]
        parts = compare(view, best.action.cards[0], worst.action.cards[0])
        assert sum(parts.values()) == pytest.approx(best.points - worst.points)


def test_an_only_choice_and_a_counted_ending_say_so() -> None:
    deal = last_eight(
        make_rules(),
        hands={0: "ASa TSa 7Da 8Da 9Ha JHa 7Ha 8Ha", 1: "KSa QSa TDa ADa KHa QHa THa AHa"},
        leader=0,
        turn_up="THa",
    ).deal
    view = observe_deal(deal, 0)
    decision = choose(Level.STRONG, view, Random(1))
    assert decision.method is Method.EXACT
    assert explain(view, decision).theme is Theme.COUNTED
    while not deal.over:
        view = observe_deal(deal, deal.turn)
        decision = choose(Level.STRONG, view, Random(1))
        said = explain(view, decision)
        assert (said.theme is Theme.ONLY) == (len(decision.options) == 1)
        deal = advance(deal, decision.action)


def test_the_royal_marriage_comes_before_the_sequence() -> None:
    at = table(make_rules(), hands={0: "AHa THa KHa QHa JHa"}, turn_up="9Ha").win(0)
    view = observe_deal(at.deal, 0)
    decision = choose(Level.STRONG, view, Random(1), effort=SOME)
    assert decision.action.name == "royal-marriage"
    assert explain(view, decision).theme is Theme.MARRIES_FIRST


def played_game(seed: int, blunder: int) -> list[tuple[Deal, Action]]:
    """Play a deal by the evaluation; at one moment seat 0 throws its worst card."""
    deal = opened(RULES["modern 2"], seed)
    moments: list[tuple[Deal, Action]] = []
    rng = Random(seed)
    number = 0
    while not deal.over and len(moments) < 40:
        view = observe_deal(deal, deal.turn)
        decision = choose(Level.REGULAR, view, rng)
        action = decision.action
        if deal.turn == 0 and deal.phase is Phase.PLAY:
            number += 1
            if number == blunder:
                action = decision.options[-1].action
        moments.append((deal, action))
        deal = advance(deal, action)
    return moments


def test_a_thrown_away_card_is_found_among_the_costliest_decisions() -> None:
    moments = played_game(seed=16, blunder=5)
    found = list(review(moments, 0, Random(1), effort=Effort(8)))
    assert all(each.action.seat == 0 and each.loss >= 0.0 for each in found)
    plays = [action for deal, action in moments if deal.turn == 0 and deal.phase is Phase.PLAY]
    assert plays[4] in [each.action for each in costliest(found, 2)]


def test_a_review_skips_what_was_no_decision() -> None:
    moments = played_game(seed=3, blunder=2)
    deal, _ = moments[-1]
    moments.append((deal, Action(deal.turn, Verb.RESIGN)))
    assert all(each.action.verb is not Verb.RESIGN for each in review(moments, 0, Random(1), effort=Effort(1, 1)))
