"""The evaluation follows the house rules: what lies there already, trebles, and sevens that count to the end."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Rules, build_rules, observe_deal
from bot.engine.cards import KING, cards_of, mask_of, parse_card
from bot.engine.combinations import Kind
from bot.engine.law import law_for
from bot.engine.legality import declarable, legal_moves
from bot.engine.moves import advance
from bot.house.players import choose
from bot.house.roster import Level
from bot.house.settle import Settling
from bot.house.weights import TUNED
from bot.house.worth import FOURS, Worth
from tests.table_builder import last_eight, make_rules

from .positions import opened

HEARTS = 2
ONE, OTHER, THIRD = "QSa JDa", "QSb JDb", "QSc JDc"
KNAVES = "JDa JCa JHa JSa"


def cards(text: str) -> int:
    return mask_of(parse_card(word) for word in text.split())


def ready(rules: Rules, hold: str, seen: str = "", **used: str) -> float:
    """Return the points that the evaluation sees declarable in a hand, some of it exposed and used by class."""
    law = law_for(rules)
    served = [0] * len(Kind)
    for kind, each in used.items():
        served[Kind[kind.upper()]] = cards(each)
    worth = Worth(law, TUNED, HEARTS, draws=10, turns=10, pool=mask_of(law.pack) & ~cards(hold))
    return worth.hand(cards(hold), cards(seen), tuple(served))[1]


def test_a_treble_is_seen_where_there_is_one() -> None:
    six = f"{ONE} {OTHER} {THIRD}"
    assert ready(make_rules(players=3), six) == 1500
    assert ready(make_rules(players=3, treble=False), six) == 500


def test_who_plays_one_of_three_kings_may_still_come_to_four() -> None:
    law, hold = law_for(make_rules()), cards("KCa KDa KHa")
    worth = Worth(law, TUNED, HEARTS, draws=10, turns=10, pool=mask_of(law.pack) & ~hold)
    kings = next(at for at, (rank, _, _) in enumerate(FOURS) if rank == KING)
    value, points, cost = worth.four(kings, hold, 0, (0,) * len(Kind))
    assert points == 0
    assert 0 < cost < value


def test_what_lies_there_is_declarable_where_no_new_card_is_needed() -> None:
    free, strict = make_rules("enquire", new_card=False), make_rules("enquire")
    bezique = {"hold": f"{KNAVES} QSa KSa", "seen": f"{KNAVES} QSa KSa", "four_knaves": KNAVES, "marriage": "QSa KSa"}
    assert ready(free, **bezique) == 40
    assert ready(strict, **bezique) == 0
    married = {"hold": "KCa QCa", "seen": "KCa QCa", "four_kings": "KCa", "four_queens": "QCa"}
    assert (ready(free, **married), ready(strict, **married)) == (20, 0)
    sequence = "AHa THa KHa QHa JHa"
    assert ready(free, sequence, sequence, sequence=sequence) == 0  # its own king and queen never marry


@pytest.mark.parametrize(("joined", "points"), [(False, 0), (True, 500)])
@pytest.mark.parametrize("new_card", [False, True])
def test_two_singles_are_a_double_only_where_they_may_become_one(joined: bool, points: int, new_card: bool) -> None:
    rules = make_rules("enquire", double_from_singles=joined, new_card=new_card)
    assert ready(rules, f"{ONE} {OTHER}", f"{ONE} {OTHER}", single_bezique=f"{ONE} {OTHER}") == points


@pytest.mark.sweep
@pytest.mark.parametrize(
    "changes",
    [{"new_card": False}, {"double_from_singles": True}, {"treble": False}, {"trick": "rank_then_trump"}],
    ids=str,
)
def test_the_house_declares_under_every_rule_what_the_rules_allow(changes: dict[str, object]) -> None:
    """Whenever something can be declared, the evaluation sees points in it too, in the deals that it plays itself."""
    rules, rng, seen = build_rules("enquire", 3, changes), Random(5), 0
    for seed in range(3):
        deal = opened(rules, seed)
        while not deal.over:
            decision = choose(Level.REGULAR, observe_deal(deal, deal.turn), rng)
            assert decision.action in legal_moves(deal)
            seen += bool(declarable(deal)) and decision.action.verb == "declare"
            deal = advance(deal, decision.action)
    assert seen


# Sevens that count in the last eight too.

HANDS = {1: "7Hb ACb KDa 9Da JHa QSa 7Db 8Db", 0: "KCa 8Ca 7Ha 9Ha ADa 8Da 9Sa THa"}


def test_the_exact_ending_knows_that_a_seven_brings_its_ten_to_who_holds_it() -> None:
    points = {}
    for scores in ("played", "played_throughout"):
        for turn_up in ("9Ha", "7Ha"):
            deal = last_eight(make_rules(seven_scores=scores), hands=HANDS, leader=1, turn_up=turn_up).deal
            points[scores, turn_up] = choose(Level.REGULAR, observe_deal(deal, 1), Random(1)).options[0].points
    # One seven each cancels out; where the other's was turned up, and has had its ten, only the own one counts.
    assert points["played_throughout", "9Ha"] == points["played", "9Ha"]
    assert points["played_throughout", "7Ha"] == points["played", "7Ha"] + 10


def test_two_copies_of_which_one_still_counts_are_told_apart() -> None:
    """In a race to the target the seven that was turned up and the one that counts are not the same play."""
    hands = {1: "9Hb ACb KDa 9Da JHa QSa 7Db 8Db", 0: "KCa 8Ca 7Ha 7Hb ADa 8Da 9Sa THa"}
    rules = make_rules(finish="at_once", target=500)
    at_table = last_eight(rules, hands=hands, leader=1, turn_up="7Ha")
    for _ in range(10):
        at_table.do(min(at_table.legal(), key=lambda text: (text.endswith(("7Ha", "7Hb")), text)))
    deal = at_table.deal
    seat = deal.turn
    deal = deal._replace(score=deal.score._replace(totals=(490, 490)))
    assert {"7Ha", "7Hb"} <= at_table.hand(0)
    found = {str(each.action).split()[-1]: each.points for each in Settling(deal, seat).outcomes(deal)}
    assert len(found) == len(cards_of(deal.hold[seat])) or seat == 1
    if seat == 0:
        assert found["7Hb"] >= found["7Ha"]  # which counts nothing, so it is never the better one
