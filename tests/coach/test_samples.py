"""What a difference over groups of samples is taken to be sure of: groups of the same imagined hands say one thing."""

from __future__ import annotations

import math
import statistics
from random import Random
from typing import Any

import pytest

from bot.coach.samples import Cause, Measured, Part, Wanted, compare, measured
from bot.engine import build_rules, observe_deal
from bot.engine.moves import advance
from tests.house.positions import RULES, played
from tests.table_builder import last_eight


def test_groups_with_hands_of_their_own_have_the_usual_standard_error() -> None:
    values = [Random(1).gauss(3.0, 10.0) for _ in range(48)]
    found = measured(list(enumerate(values)))
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.error == pytest.approx(statistics.stdev(values) / len(values) ** 0.5)


@pytest.mark.parametrize("times", [2, 7])
def test_the_same_hands_once_more_make_nothing_surer(times: int) -> None:
    once = list(enumerate([4.0, -2.0, 9.0, 1.0, 5.0, 0.0]))
    again = measured(once * times)
    assert again == pytest.approx(measured(once))


def test_what_one_hand_makes_of_a_difference_is_not_sure() -> None:
    one_hand = [(0, 20.0)] * 30
    others = [(number, float(number % 3 - 1)) for number in range(1, 31)]
    assert not measured(one_hand + others).sure
    apart = [(number, 20.0) for number in range(100, 130)]
    assert measured(apart + others).sure
    assert measured([(5, 10.0)] * 40).error == math.inf
    assert not measured([(5, 10.0)] * 40).sure


def test_differences_that_only_the_stock_makes_stay_about_as_sure_whoever_has_them() -> None:
    """Half of the groups have the same hands, which decide nothing: that costs half of what they say, not all."""
    rng = Random(2)
    values = [rng.gauss(0.0, 10.0) for _ in range(400)]
    usual = measured(list(enumerate(values))).error
    half = [(max(0, number - 199), value) for number, value in enumerate(values)]
    assert measured(half).error < 2.0 * usual


def test_errors_are_as_large_as_means_scatter_where_few_hands_come_often() -> None:
    """Of ten hands one comes in half of the groups; what hands bring and what the stock brings weigh the same."""
    rng, means, errors = Random(3), list[float](), list[float]()
    often = [30] + [3] * 10
    for _ in range(400):
        values = []
        for hands, count in enumerate(often):
            brings = rng.gauss(0.0, 10.0)
            values += [(hands, brings + rng.gauss(0.0, 10.0)) for _ in range(count)]
        found = measured(values)
        means.append(found.mean)
        errors.append(found.error**2)
    told = statistics.mean(errors) / statistics.pvariance(means, 0.0)
    assert 0.8 < told < 1.6  # as if all groups were independent: a tenth


@pytest.mark.parametrize("changes", [{}, {"brisques": "as_taken"}], ids=["counted at the end", "as taken"])
def test_brisques_and_sevens_of_the_last_eight_are_told_apart_however_brisques_are_counted(
    changes: dict[str, Any],
) -> None:
    hands = {1: "7Hb ACb KDa 9Da JHa QSa 7Db 8Db", 0: "KCa 8Ca 7Ha 9Ha ADa 8Da 9Sa THa"}
    view = observe_deal(last_eight(build_rules("modern", 2, changes), hands=hands, leader=1, turn_up="9Ha").deal, 1)
    acts = {action.text: action for action in view.offered}
    (ace,) = compare(view, acts["1 play ACb"], acts["1 play 9Da"], 1, 1).groups
    assert ace.parts[Cause(Part.BRISQUES_NOW, own=True)] == 10
    assert not [cause for cause in ace.parts if cause.part is Part.SEVENS]
    (knave,) = compare(view, acts["1 play JHa"], acts["1 play KDa"], 1, 1).groups
    assert knave.parts[Cause(Part.SEVENS, own=True)] == -10
    assert not [cause for cause in knave.parts if cause.part in (Part.BRISQUES_NOW, Part.BRISQUES_LATER)]


def test_a_part_of_the_groups_is_enough_where_a_difference_is_clear_or_falls_short() -> None:
    third = 1 / 3
    assert Wanted(clear=3.0).answered(Measured(13.0, 4.0), third)
    assert not Wanted(clear=3.0).answered(Measured(11.0, 4.0), third)
    assert not Wanted().answered(Measured(400.0, 4.0), third)  # what is told of it is measured to the end
    assert Wanted().answered(Measured(-11.0, 4.0), third)
    assert not Wanted(either=True).answered(Measured(-11.0, 4.0), third)
    assert Wanted(points=5.0).answered(Measured(4.0, 0.5), third)
    assert not Wanted().answered(Measured(30.0, math.inf), third)  # of one hand alone nothing is known


def test_a_comparison_goes_no_further_than_its_answer() -> None:
    hands = {1: "7Hb ACb KDa 9Da JHa QSa 7Db 8Db", 0: "KCa 8Ca 7Ha 9Ha ADa 8Da 9Sa THa"}
    view = observe_deal(last_eight(build_rules("modern", 2, {}), hands=hands, leader=1, turn_up="9Ha").deal, 1)
    acts = {action.text: action for action in view.offered}
    knave, king = acts["1 play JHa"], acts["1 play KDa"]
    whole = compare(view, knave, king, 1, 30)
    better = compare(view, *((knave, king) if whole.points.mean > 0 else (king, knave)), 1, 30, Wanted(clear=3.0))
    assert len(whole.groups) == 30
    assert len(better.groups) == 10
    assert better.points.mean == abs(whole.points.mean)


def test_a_trick_that_the_partner_takes_is_not_counted_as_taken_by_the_card() -> None:
    asked = 0
    for at, deal in enumerate(played(RULES["partners"], seed=310)):
        view = observe_deal(deal, deal.turn)
        if at % 4 or len(deal.trick) != 3 or len(view.offered) < 2:
            continue
        one, other = view.offered[:2]
        ends = [advance(deal, action) for action in (one, other)]
        found = compare(view, one, other, at, 1)
        assert found.wins == tuple(float(end.tricks[-1].winner == deal.turn) for end in ends)
        asked += any(end.tricks[-1].winner == (deal.turn + 2) % 4 for end in ends)
    assert asked
