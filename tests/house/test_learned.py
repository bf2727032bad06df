"""What was learned of choosing, and how a search puts it together with its samples."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.fitting.choosing import looked_at
from bot.engine import PRESETS, Deal, Phase, observe_deal
from bot.engine.law import Law, law_for
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.learned import LEARNED_WIDTH, familiar, formed, learned, listed
from bot.house.moments import keeping_of, unseen, worth_of
from bot.house.policy import Mind
from bot.house.search import MOST, Effort, search
from bot.house.weights import TUNED

from .test_judged import begun, law_of

TABLES = {"two": "2", "three": "3", "four": "4", "partners": "partners"}


def declaring(law: Law, seed: int) -> Deal:
    deal = begun(law, 9, seed)
    while deal.phase is not Phase.DECLARE or len(observe_deal(deal, deal.turn).offered) < 2:
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    return deal


@pytest.mark.parametrize("table", TABLES.values())
def test_every_trick_of_the_first_stage_has_its_numbers(table: str) -> None:
    for turns in range(1, 32):
        row = learned(table, turns)
        assert len(listed(row)) == LEARNED_WIDTH
        assert formed(listed(row)) == row
        assert all(each > 0.0 for each in row.doubt)


@pytest.mark.sweep
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("moment", ["leading", "following", "declaring"])
def test_what_is_learned_is_just_what_is_chosen_by(table: str, moment: str) -> None:
    law = law_of(table)
    deal = declaring(law, 4) if moment == "declaring" else begun(law, 9, 4)
    if moment == "following":
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    view = observe_deal(deal, deal.turn)
    found = looked_at(deal, view, 2, Random(1))
    assert found is not None
    row = listed(learned(TABLES[table], found.turns))
    told = [each.sure + sum(row[at] * much for at, much in each.parts.items()) for each in found.choices]
    imagination = Imagination(view)
    base, pool = imagination.deal(Random(1)), imagination.hidden
    worth = worth_of(base, TUNED, pool, judging=law.players > 2)
    mind = Mind(base, deal.turn, TUNED, pool=pool, worth=worth, keeping=keeping_of(base, TUNED, pool))
    if moment == "declaring":
        scores = [score for action in view.offered for score, each in mind.declaring(base) if each == action]
    else:
        plays = {card: score for score, card in mind.plays(base)}
        scores = [plays[action.cards[0]] for action in view.offered]
    differences = [score - scores[0] for score in scores]
    # The evaluation adds up a card's losses part by part, which is a little less exact than taking it from the hand.
    assert [each - told[0] for each in told] == pytest.approx(differences, abs=0.5)


def test_only_tables_with_the_rules_it_was_learned_at_are_familiar() -> None:
    assert all(familiar(law_of(table)) for table in TABLES)
    assert familiar(law_for(PRESETS["modern"].rules(2).changed({"target": 500})))
    assert familiar(law_for(PRESETS["modern"].rules(2).changed({"length": "one_deal"})))
    assert not familiar(law_for(PRESETS["modern"].rules(2).changed({"bezique_cards": "by_trump"})))
    others = [book.rules(players) for name, book in PRESETS.items() if name != "modern" for players in book.players]
    assert not any(familiar(law_for(rules)) for rules in others)


@pytest.mark.deep
def test_the_fewer_samples_the_more_counts_what_was_learned() -> None:
    """After two groups of samples the differences are nearer to what was learned than after many."""
    deal = begun(law_of("two"), 6, 3)
    view = observe_deal(deal, deal.turn)
    pool = unseen(deal, deal.turn)
    mind = Mind(deal, deal.turn, TUNED, keeping=keeping_of(deal, TUNED, pool))
    plays = {card: score for score, card in mind.plays(deal)}

    def distance(groups: int) -> float:
        found = search(view, Random(2), TUNED, Effort(groups))
        top = plays[found[0].action.cards[0]]
        return max(abs(found[0].points - each.points - top + plays[each.action.cards[0]]) for each in found[:3])

    assert distance(2) < distance(40)


@pytest.mark.deep
def test_what_stays_open_is_compared_in_more_groups_and_never_without_end() -> None:
    deal = begun(law_of("two"), 6, 3)
    view = observe_deal(deal, deal.turn)
    few = search(view, Random(1), TUNED, Effort(16))
    more = search(view, Random(1), TUNED, Effort(16, tricks=1_500))
    endless = search(view, Random(1), TUNED, Effort(16, tricks=10**9))
    assert max(each.samples for each in few) == 16 * 2
    assert max(each.samples for each in more) > 16 * 2
    assert max(each.samples for each in endless) <= MOST * 16 * 2
    assert Effort(16, tricks=1_500).exactly(3) == Effort(3)
