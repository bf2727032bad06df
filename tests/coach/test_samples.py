"""What a difference over groups of samples is taken to be sure of: groups of the same imagined hands say one thing."""

from __future__ import annotations

import math
import statistics
from random import Random

import pytest

from bot.coach.samples import measured


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


def test_a_difference_that_one_hand_makes_is_not_sure() -> None:
    one_hand = [(0, 20.0)] * 30
    others = [(number, float(number % 3 - 1)) for number in range(1, 31)]
    assert not measured(one_hand + others).sure
    apart = [(number, 20.0) for number in range(100, 130)]
    assert measured(apart + others).sure


def test_differences_that_only_the_stock_makes_stay_about_as_sure_whoever_has_them() -> None:
    """Half of the groups have the same hands, which decide nothing: that costs half of what they say, not all."""
    rng = Random(2)
    values = [rng.gauss(0.0, 10.0) for _ in range(400)]
    usual = measured(list(enumerate(values))).error
    half = [(max(0, number - 199), value) for number, value in enumerate(values)]
    assert measured(half).error < 2.0 * usual


def test_of_one_hand_alone_nothing_is_sure() -> None:
    assert measured([(5, 10.0)] * 40).error == math.inf
    assert not measured([(5, 10.0)] * 40).sure


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
