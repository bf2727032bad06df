"""What a difference over samples is sure of, and that late in a deal of two it is what the best play of both brings."""

from __future__ import annotations

import json
import math
import statistics
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.coach.positions import Position
from bot.coach.samples import Cause, Measured, Part, Wanted, compare, measured
from bot.coach.themes import Kind
from bot.engine import Action, Deal, Phase, View, build_rules, observe_deal, parse_action, parse_card
from bot.engine.cards import cards_of
from bot.engine.game import deal_out
from bot.engine.law import law_for
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.playout import Playout
from bot.house.policy import Mind
from bot.house.search import effort_for
from bot.house.settle import WIN
from bot.house.weights import TUNED
from tests.house.positions import RULES, played
from tests.table_builder import last_eight

Hand = tuple[tuple[int, int], ...]
"""Cards as suit and rank, in order."""


class Late(NamedTuple):
    """A moment at which a review once charged the better card, with the card that it preferred."""

    position: Position
    better: Action
    charged_for: Action


def late() -> list[Late]:
    """Return the three moments that were reported.

    The hand, what lies on the table, the trumps, the trick and the card led are as reported; the rest of the deal is
    chosen here: a deal in which the other plays as *regular* does and both declare.
    """
    found = []
    for line in Path(__file__).with_name("late.jsonl").read_text(encoding="ascii").splitlines():
        told = json.loads(line)
        position = Position(
            told["id"], build_rules("modern", 2, {}), Kind.FOLLOW, 0, (), told["dealer"], told["deck"],
            tuple(told["done"].split(",")),
        )  # fmt: skip
        found.append(
            Late(position, parse_action(f"0 play {told['better']}"), parse_action(f"0 play {told['charged_for']}"))
        )
    return found


@cache
def lead(leader: Hand, follower: Hand, trump: int) -> int:
    """Return the points by which the hand on lead ends ahead, trying every play by the printed rules."""
    if not leader:
        return 10  # the last trick went to this hand
    best = -1000
    for led in set(leader):
        worst = 1000
        suit = [card for card in follower if card[0] == led[0]]
        higher = [card for card in suit if card[1] > led[1]]
        for card in set(higher or suit or [each for each in follower if each[0] == trump] or follower):
            points = 10 * ((led[1] > 5) + (card[1] > 5))  # tens and aces
            mine, theirs = without(leader, led), without(follower, card)
            taken = card in higher or (not suit and card[0] == trump)
            worst = min(worst, -points - lead(theirs, mine, trump) if taken else points + lead(mine, theirs, trump))
        best = max(best, worst)
    return best


def without(hand: Hand, card: tuple[int, int]) -> Hand:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def hand(mask: int) -> Hand:
    return tuple(sorted((card >> 3 & 3, card & 7) for card in cards_of(mask)))


def final(deal: Deal, seat: int) -> float:
    """Return a seat's final lead from the start of the last eight tricks, with what winning the game counts."""
    assert deal.phase is Phase.PLAY
    assert not deal.left
    assert not deal.trick
    law, score, other = deal.law, deal.score, 1 - deal.turn
    ahead = lead(hand(deal.hold[deal.turn]), hand(deal.hold[other]), deal.trump)
    ends = [float(points + taken) for points, taken in zip(score.totals, score.brisques, strict=True)]
    for each in range(2):
        sevens = [card for card in cards_of(deal.hold[each]) if card & 7 == 0 and card >> 3 & 3 == deal.trump]
        ends[each] += 10 * len([card for card in sevens if not deal.declared.counted >> card & 1])
    rest = 10 + 10 * sum(rank > 5 for mask in deal.hold for _, rank in hand(mask))
    ends[deal.turn] += (rest + ahead) / 2
    ends[other] += (rest - ahead) / 2
    gained = ends[seat] - ends[1 - seat]
    if max(ends) >= law.target and gained:
        gained += WIN if gained > 0 else -WIN
    return gained


def differences(view: View, one: Action, other: Action) -> dict[int, float]:
    """Return the exact difference for each card that may be the last one of the stock, over both ways to draw."""
    imagination = Imagination(view)
    closed = cards_of(imagination.hidden)
    base = imagination.deal(Random(0))
    known = base.hold[1 - view.turn] & ~imagination.hidden
    playout = Playout(base, view.turn, TUNED, effort_for(2).horizon, imagination.hidden, aware=True)
    found = {}
    for last in closed:
        theirs = known | sum(1 << card for card in closed if card != last)
        hold = (base.hold[0], theirs) if view.turn == 0 else (theirs, base.hold[1])
        deck = (*(card for card in base.base.deck if card != last), last)
        deal = base._replace(hold=hold, base=base.base._replace(deck=deck))
        values = [
            final(playout.end(advance(each, one)), view.turn) - final(playout.end(advance(each, other)), view.turn)
            for each in imagination.rotated(deal)
        ]
        found[last] = sum(values) / len(values)
    return found


@pytest.mark.parametrize("at", range(3))
def test_who_played_better_late_in_a_deal_is_not_charged(at: int) -> None:
    position, better, charged_for = late()[at]
    found = compare(position.view, better, charged_for, 1, 40)
    assert found.told
    assert found.part(found.causes).mean == pytest.approx(found.points.mean)


@pytest.mark.parametrize("at", range(3))
def test_the_reported_moments_are_as_they_were_reported(at: int) -> None:
    told = [
        ("7Da 8Sa ACa KSa QHa", "KDa KDb QDa", 1, "TCa", 24),
        ("7Ca ADb KCa", "ACa ADa ACb AHa KHa", 2, "8Ca", 23),
        ("ASb KDa QHa TCa TDa", "ADa ASa JDa", 1, "", 24),
    ]
    closed, table, trump, led, trick = told[at]
    view = late()[at].position.view
    assert view.hand.mask == sum(1 << parse_card(card) for card in closed.split())
    assert view.tables[0].mask == sum(1 << parse_card(card) for card in table.split())
    assert (view.trump, view.tricks_played + 1) == (trump, trick)
    assert view.trick == tuple(parse_card(card) for card in led.split())


@pytest.mark.parametrize("seed", range(3))
def test_late_samples_are_played_as_regular_plays_who_knows_no_more_than_each_seat(seed: int) -> None:
    rng, law = Random(seed), law_for(build_rules("modern", 2, {}))
    deal = deal_out(law, 0, 0, tuple(rng.sample(law.pack, len(law.pack))), (0, 0))
    while deal.left > 6 or deal.trick or deal.phase is Phase.DECLARE:
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    imagination = Imagination(observe_deal(deal, deal.turn))
    base, horizon = imagination.deal(rng), effort_for(2).horizon
    playout = Playout(base, deal.turn, TUNED, horizon, imagination.hidden, exact=True, aware=True)
    for _ in range(6):
        sample = imagination.deal(rng)
        end = playout.end(sample)
        while sample.left or sample.trick or sample.phase is Phase.DECLARE:
            sample = advance(sample, Mind(sample, sample.turn, TUNED).act(sample))
        assert (end.hold, end.turn, end.score) == (sample.hold, sample.turn, sample.score)


@pytest.mark.deep
@pytest.mark.parametrize("carried", [0, 500], ids=["in the middle of a game", "near the target"])
def test_the_groups_of_the_last_trick_are_what_every_line_of_play_brings(carried: int) -> None:
    """With one unknown card in the stock, each group of samples is one of eight deals at most."""
    position, better, charged_for = late()[0]
    cards = tuple(parse_card(position.deck[at : at + 3]) for at in range(0, len(position.deck), 3))
    deal = deal_out(law_for(position.rules), 0, position.dealer, cards, (carried, carried))
    for action in position.replayed()[1]:
        deal = advance(deal, action)
    view = observe_deal(deal, 0)
    exact = differences(view, better, charged_for)
    found = compare(view, better, charged_for, 3, 60)
    seen = [sum(group.parts.values()) for group in found.groups]
    for each in seen:
        assert any(each == pytest.approx(value) for value in exact.values())
    assert min(exact.values()) <= found.points.mean <= max(exact.values())
    assert len({round(each, 6) for each in seen}) > 1
    game = [group for group in found.groups if Cause(Part.GAME, own=True) in group.parts]
    assert bool(game) == any(abs(value) >= WIN / 2 for value in exact.values())


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
