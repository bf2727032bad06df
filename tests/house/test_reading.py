"""What has been played tells of the hands: imagined ones that explain it come sooner."""

from __future__ import annotations

import math
import statistics
from itertools import chain, count
from random import Random

import pytest

from bot.engine import Deal, Phase, observe_deal
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.policy import Mind
from bot.house.reading import Hands, Reading
from bot.house.weights import TUNED
from tests.engine.positions import permuted

from .positions import RULES, opened, played


def among_regulars(name: str, seed: int) -> list[Deal]:
    """Return the moments of a deal among regulars at which a card is played, six tricks or more into it."""
    found = []
    deal = opened(RULES[name], seed)
    while deal.left and not deal.over:
        if deal.phase is Phase.PLAY and len(deal.tricks) >= 6:
            found.append(deal)
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    return found


def reading_of(deal: Deal) -> tuple[Reading, Imagination]:
    view = observe_deal(deal, deal.turn)
    imagination = Imagination(view)
    return Reading(view, imagination, TUNED), imagination


@pytest.mark.sweep
@pytest.mark.parametrize("name", RULES)
def test_a_sample_cannot_be_told_from_the_real_deal_whatever_was_read(name: str) -> None:
    rng = Random(1)
    for at, deal in enumerate(played(RULES[name], seed=51)):
        if at % 11:
            continue
        reading, _ = reading_of(deal)
        view = observe_deal(deal, deal.turn)
        samples = [each.deal for each in reading.samples(3, rng)]
        assert len(samples) == 3
        assert all(observe_deal(sample, deal.turn) == view for sample in samples)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["modern 2", "modern 3"])
def test_the_real_hands_explain_what_was_played_better_than_imagined_ones(name: str) -> None:
    rng, gains = Random(2), list[float]()
    for seed in range(3):
        for deal in among_regulars(name, seed)[::4]:
            reading, imagination = reading_of(deal)
            imagined = [reading.evidence(imagination.likely(rng), rng) for _ in range(12)]
            gains.append(reading.evidence(deal, rng) - statistics.mean(imagined))
    error = statistics.stdev(gains) / len(gains) ** 0.5
    assert statistics.mean(gains) > 3 * error


@pytest.mark.deep
def test_hands_come_as_often_as_they_explain_what_was_played() -> None:
    """Of very many hands those that were taken are better explained than those that were imagined."""
    rng, better = Random(3), list[float]()
    for deal in among_regulars("modern 2", 7)[::5]:
        reading, imagination = reading_of(deal)
        taken = [reading.evidence(sample.deal, rng) for sample in reading.hands(24, rng).drawn(24, rng)]
        imagined = [reading.evidence(imagination.likely(rng), rng) for _ in range(24)]
        better.append(statistics.mean(taken) - statistics.mean(imagined))
    assert statistics.mean(better) > 0.3


def test_deals_of_the_same_number_have_the_same_hands() -> None:
    rng, again = Random(4), 0
    for deal in among_regulars("modern 2", 8)[::4]:
        reading, _ = reading_of(deal)
        holds: dict[int, tuple[int, ...]] = {}
        for drawn in reading.hands(8, rng).drawn(24, rng):
            again += drawn.hands in holds
            assert holds.setdefault(drawn.hands, drawn.deal.hold) == drawn.deal.hold
        assert len(set(holds.values())) == len(holds)
    assert again


def test_hands_that_explain_little_do_not_count_as_much_as_others() -> None:
    deal = among_regulars("modern 2", 8)[0]
    imagination = reading_of(deal)[1]
    assert Hands(imagination, [], []).effective == math.inf
    assert Hands(imagination, [deal] * 4, [-3.0] * 4).effective == pytest.approx(4.0)
    assert Hands(imagination, [deal] * 3, [-50.0, -90.0, -90.0]).effective == pytest.approx(1.0)
    few = Hands(imagination, [deal] * 2, [0.0, -50.0])
    assert few.joined(Hands(imagination, [deal], [0.0])).effective == pytest.approx(2.0)


@pytest.mark.deep
def test_where_few_hands_explain_what_was_played_more_are_imagined_for_a_comparison() -> None:
    usual = enough = moments = 0
    for deal in chain.from_iterable(among_regulars("modern 2", seed)[::3] for seed in count(8)):
        reading, _ = reading_of(deal)
        hands = reading.hands(9, Random(5))
        if hands.effective < 3:
            moments += 1
            usual += len({each.hands for each in hands.drawn(9, Random(6))})
            enough += len({each.hands for each in reading.samples(9, Random(5))})
        if moments == 2:
            break
    assert enough > usual


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["modern 2", "everything else", "enquire 3", "partners"])
def test_what_is_read_does_not_change_when_hidden_cards_are_permuted(name: str) -> None:
    for at, deal in enumerate(played(RULES[name], seed=52)):
        if at % 9 == 0:
            other = permuted(deal, deal.turn, Random(at))
            (one, _), (two, _) = reading_of(deal), reading_of(other)
            assert list(one.samples(2, Random(at))) == list(two.samples(2, Random(at)))
