"""What every house player promises: legal, deterministic, in time, at every table."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Phase, Verb, build_rules, observe_deal
from bot.engine.legality import legal_moves
from bot.engine.moves import advance
from bot.house.chance import Purpose, seed_for
from bot.house.players import Method, choose
from bot.house.roster import Level
from bot.house.search import Effort, effort_for, search
from bot.house.settle import WIN
from bot.house.weights import TUNED

from .positions import RULES, opened, played

pytestmark = pytest.mark.deep

LITTLE = Effort(groups=1, horizon=2)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", RULES)
def test_a_deal_among_house_players_is_legal_to_its_end(name: str, level: Level) -> None:
    rng = Random(1)
    deal = opened(RULES[name], seed=31)
    while not deal.over:
        quick = level is Level.STRONG and rng.random() < 0.7
        view = observe_deal(deal, deal.turn)
        decision = choose(Level.REGULAR if quick else level, view, rng, effort=LITTLE)
        assert decision.action in legal_moves(deal)
        assert decision.action in [option.action for option in decision.options]
        deal = advance(deal, decision.action)
    assert deal.phase is Phase.OVER


@pytest.mark.parametrize("level", [level for level in Level if level is not Level.NOVICE])
def test_a_carte_blanche_is_shown_and_the_deal_played_to_its_end(level: Level) -> None:
    rng, shown = Random(2), 0
    deal = opened(RULES["rubicon 2"], seed=23)
    while not deal.over:
        quick = level is Level.STRONG and rng.random() < 0.9
        decision = choose(Level.REGULAR if quick else level, observe_deal(deal, deal.turn), rng, effort=LITTLE)
        shown += decision.action.verb is Verb.CARTE_BLANCHE
        deal = advance(deal, decision.action)
    assert shown


@pytest.mark.parametrize("level", Level)
def test_equal_random_states_give_equal_decisions(level: Level) -> None:
    for at, deal in enumerate(played(RULES["modern 2"], seed=33)):
        if at % 10 == 0:
            view = observe_deal(deal, deal.turn)
            assert choose(level, view, Random(9), effort=LITTLE) == choose(level, view, Random(9), effort=LITTLE)


def test_the_novice_differs_from_deal_to_deal_and_the_regular_does_not() -> None:
    novice, regular = 0, 0
    for deal in played(RULES["modern 2"], seed=34):
        view = observe_deal(deal, deal.turn)
        if view.last_eight or view.phase is not Phase.PLAY:
            continue
        novice += len({choose(Level.NOVICE, view, Random(seed)).action for seed in range(6)}) > 1
        regular += len({choose(Level.REGULAR, view, Random(seed)).action for seed in range(6)}) > 1
    assert novice > 20
    assert regular == 0


@pytest.mark.parametrize("level", [Level.REGULAR, Level.STRONG])
def test_what_counts_most_is_declared(level: Level) -> None:
    found = 0
    for seed in range(40):
        for deal in played(RULES["modern 2"], seed=seed):
            if deal.phase is not Phase.DECLARE:
                continue
            best = [action for action in legal_moves(deal) if action.name in ("double-bezique", "sequence")]
            if best:
                found += 1
                decision = choose(level, observe_deal(deal, deal.turn), Random(1), effort=Effort(16))
                assert decision.action.verb is Verb.DECLARE
                assert decision.action.name in ("double-bezique", "sequence", "royal-marriage")
    assert found


def test_an_only_choice_costs_no_thought() -> None:
    deal = next(
        deal
        for deal in played(RULES["modern 2"], seed=2)
        if deal.phase is Phase.DECLARE and len(legal_moves(deal)) == 1
    )
    decision = choose(Level.STRONG, observe_deal(deal, deal.turn), Random(1))
    assert decision.method is Method.ONLY
    assert decision.margin == 0.0


def test_whoever_is_not_on_turn_is_not_asked() -> None:
    deal = opened(RULES["modern 2"], seed=2)
    with pytest.raises(ValueError, match="not on turn"):
        choose(Level.NOVICE, observe_deal(deal, 1 - deal.turn), Random(1))


@pytest.mark.parametrize("name", RULES)
def test_regular_follows_from_the_view_alone(name: str) -> None:
    """Whoever starts the same deal on two machines meets the same *regular* on both: its chance is never asked."""
    for at, deal in enumerate(played(RULES[name], seed=35)):
        if at % 7 == 0:
            view = observe_deal(deal, deal.turn)
            assert len({choose(Level.REGULAR, view, Random(seed)) for seed in range(3)}) == 1


def test_chance_follows_from_the_question_alone() -> None:
    questions = [(7, 12, 0, Purpose.HINT), (7, 12, 1, Purpose.HINT), (7, 13, 0, Purpose.HINT), (7, 12, 0, Purpose.MOVE)]
    questions.append((71, 2, 0, Purpose.HINT))
    assert len({seed_for(*each) for each in questions}) == len(questions)
    assert seed_for(7, 12, 0, Purpose.HINT) == 6718209599018183738  # the same on every machine, and in every version


@pytest.mark.parametrize("name", ["modern 2", "modern 4"])
def test_a_search_looks_at_every_candidate_in_as_many_groups_as_it_is_told(name: str) -> None:
    deal = opened(RULES[name], seed=6)
    view = observe_deal(deal, deal.turn)
    for groups in (1, 3):
        found = search(view, Random(1), TUNED, Effort(groups, 1))
        assert {candidate.action for candidate in found} == set(view.offered)
        assert {candidate.samples for candidate in found} == {groups * deal.law.players}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_usual_effort_is_no_less_than_is_promised(players: int) -> None:
    assert effort_for(players).groups >= 32


def test_in_a_race_to_the_target_points_are_not_all_that_counts() -> None:
    rules = build_rules("britannica", 2, {"target": 1000})
    promised = 0
    for seed in range(12):
        deal = opened(rules, seed)
        rng = Random(seed)
        while not deal.over and len(deal.tricks) < deal.law.tricks - 4:
            deal = advance(deal, choose(Level.REGULAR, observe_deal(deal, deal.turn), rng).action)
        seat = deal.turn
        totals = (980, 980)
        deal = deal._replace(
            score=deal.score._replace(totals=totals, marks=()), base=deal.base._replace(carried=totals)
        )
        decision = choose(Level.STRONG, observe_deal(deal, seat), rng)
        assert decision.method is Method.EXACT
        best = decision.options[0].points
        while not deal.over:
            deal = advance(deal, choose(Level.STRONG, observe_deal(deal, deal.turn), rng).action)
        if abs(best) > WIN / 2:
            promised += 1
            assert deal.result is not None
            assert deal.result.winner == ((seat,) if best > 0 else (1 - seat,))
    assert promised > 6
