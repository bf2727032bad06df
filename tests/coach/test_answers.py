"""An answer is found where it is the best or hardly worse; else it costs what was measured, and the same every time."""

from __future__ import annotations

from random import Random

import pytest

from bot.coach.positions import Asked, Position, measured_verdict, outlines, position, stored_verdict, verdict
from bot.coach.samples import Measured
from bot.coach.themes import Kind, Reason, Theme
from bot.engine import Verb, observe_deal
from bot.engine.moves import advance
from bot.house.settle import Settling
from tests.engine.positions import permuted
from tests.house.positions import RULES, played

WHY = Reason(Theme.MANY)


def first(kind: Kind, players: int = 2) -> Position:
    """Return a position of a kind."""
    found = position(next(each.id for each in outlines() if (each.kind, each.players) == (kind, players)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("mean", "error", "found"),
    [(0.0, 0.0, True), (20.0, 9.0, False), (20.0, 11.0, True), (1.4, 0.1, True), (10.0, 0.0, False)],
)
def test_what_chance_explains_or_is_too_little_to_tell_counts_as_found(mean: float, error: float, found: bool) -> None:
    said = verdict(Measured(mean, error), WHY)
    assert (said.found, said.reason) == (found, None if found else WHY)


@pytest.mark.parametrize("kind", list(Kind))
def test_in_the_projects_positions_the_best_is_found_and_the_worst_costs_most(kind: Kind) -> None:
    each = first(kind)
    best, worst = stored_verdict(each, each.best), stored_verdict(each, each.options[-1].action)
    assert best is not None
    assert best.found
    assert worst is not None
    assert not worst.found
    assert worst.cost == each.options[-1].cost


def test_every_card_that_may_be_played_has_a_verdict_also_a_second_copy() -> None:
    for outline in outlines()[::6]:
        each = position(outline.id)
        assert each is not None
        view = each.view
        for action in view.legal:
            assert stored_verdict(each, action) is not None, (each.id, action)
        assert stored_verdict(each, view.legal[0]._replace(seat=(view.turn + 1) % view.players)) is None


def test_an_ending_is_counted_to_the_last_point() -> None:
    looked = 0
    for deal in played(RULES["modern 2"], seed=51):
        view = observe_deal(deal, deal.turn)
        if deal.left or len(view.offered) < 3:
            continue
        values = {action: Settling(deal, deal.turn).value(advance(deal, action)) for action in view.offered}
        best = max(values, key=lambda action: values[action])
        for action in view.offered:
            said = measured_verdict(Asked(view, best, action, 3))
            assert said.found == (values[best] == values[action])
            assert said.cost == ((values[best] - values[action], 0.0) if not said.found else (0.0, 0.0))
        looked += 1
    assert looked


@pytest.mark.deep
def test_a_measured_answer_is_the_same_every_time_and_follows_from_no_hidden_card() -> None:
    each = first(Kind.FOLLOW)
    view = each.view
    worst = each.options[-1].action
    asked = Asked(view, each.best, worst, 5)
    said = measured_verdict(asked, 24)
    assert not said.found
    assert said.cost.sure
    assert measured_verdict(asked, 24) == said
    hidden = observe_deal(permuted(each.replayed()[0][-1], each.seat, Random(4)), each.seat)
    assert measured_verdict(Asked(hidden, each.best, worst, 5), 24) == said
    assert measured_verdict(Asked(view, each.best, each.best, 5)).found
    assert worst.verb is Verb.PLAY
