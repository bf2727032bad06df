"""The positions to learn from: each is a real moment by its rules, and what an answer to it costs and tells is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import resources
from random import Random

import pytest

from benchmarks.exercises import named, written
from bot.coach.hints import tempting
from bot.coach.positions import Asked, Position, measured_verdict, outlines, position, read, stored_verdict, verdict
from bot.coach.reasons import vetted
from bot.coach.samples import Measured, same_in_kind
from bot.coach.themes import Kind, Reason, Theme, kind_at
from bot.engine import PRESETS, Verb, observe_deal
from bot.engine.legality import distinct_moves
from bot.engine.moves import advance
from bot.house.settle import Settling
from bot.ui.text.exercises import why_words
from bot.ui.text.verbs import deed
from tests.engine.positions import permuted
from tests.house.positions import RULES, played

from .truth import amiss

FEWEST, LARGEST = 200, 640_000
TELLING = 5.0


def the_same_cards(one: Position) -> set[int]:
    """Return which of the options are the best card again: another copy of it, perhaps lying elsewhere."""
    best = one.best
    return {
        at
        for at, each in enumerate(one.options)
        if (each.action.verb, each.action.name) == (best.verb, best.name)
        and sorted(card & 31 for card in each.action.cards) == sorted(card & 31 for card in best.cards)
    }


def all_positions() -> Iterator[Position]:
    for outline in outlines():
        found = position(outline.id)
        assert found is not None
        yield found


def test_every_position_is_reached_by_its_rules_and_offers_all_that_can_be_done() -> None:
    for each in all_positions():
        deals, actions = each.replayed()
        deal = deals[-1]
        view = observe_deal(deal, each.seat)
        assert each.id == named(each.deck, each.done)
        assert (deal.turn, deal.base.dealer, len(actions)) == (each.seat, each.dealer, len(each.done))
        assert each.kind is kind_at(deal.phase, deal.trick, deal.left)
        offered = {option.action for option in each.options}
        assert offered == set(view.offered) == set(distinct_moves(deal)), each.id
        assert 1 < len(offered) == len(each.options)


def test_in_every_position_one_thing_is_better_than_all_others_by_more_than_chance() -> None:
    for each in all_positions():
        best, *rest = each.options
        assert (best.cost.mean, best.cost.error, best.reason) == (0.0, 0.0, None)
        assert [option.cost.mean for option in rest] == sorted(option.cost.mean for option in rest)
        others = [each.options[at] for at in range(len(each.options)) if at not in the_same_cards(each)]
        assert others, each.id
        for option in others:
            assert option.cost.mean >= TELLING, each.id
            assert option.cost.sure or not option.cost.error, each.id
            assert option.reason is not None


BOOKS = [name for name, book in PRESETS.items() if book.game == "bezique"]
"""Exercises are of Bézique alone."""


def test_positions_are_spread_over_rule_books_numbers_of_players_partners_and_kinds() -> None:
    found = outlines()
    assert len(found) >= FEWEST
    assert len({each.id for each in found}) == len(found)
    tables = Counter((each.preset, each.players, each.partners) for each in found)
    assert set(tables) == {
        (name, players, partners)
        for name in BOOKS
        for players, partners in ((2, False), (3, False), (4, False), (4, True))
    }
    assert min(tables.values()) >= 6
    assert tables["modern", 2, False] >= 300  # what nearly everybody plays
    kinds = Counter((each.preset, each.kind) for each in found)
    assert set(kinds) == {(name, kind) for name in BOOKS for kind in Kind}
    assert min(kinds.values()) >= 5


def test_the_file_is_small_and_says_no_more_than_is_read() -> None:
    file = resources.files("bot.coach").joinpath("positions.jsonl")
    lines = file.read_text(encoding="ascii").splitlines()
    assert sum(len(line) + 1 for line in lines) <= LARGEST
    assert [written(read(line)) for line in lines] == lines
    assert position("no such name") is None


def test_an_outline_says_of_a_position_what_it_is_when_read() -> None:
    for outline in outlines()[::10]:
        found = position(outline.id)
        assert found is not None
        assert found.rules == PRESETS[outline.preset].rules(outline.players).changed({"partners": outline.partners})
        assert found.kind is outline.kind
        assert same_in_kind(found.view, found.best, found.options[0].action)


def stored(*kinds: Kind) -> list[Position]:
    """Return the project's positions of some kinds of decisions."""
    found = [position(each.id) for each in outlines() if each.kind in kinds]
    return [each for each in found if each is not None]


def test_of_declarations_the_one_that_scores_most_at_once_is_told() -> None:
    for each in stored(Kind.DECLARE):
        deal = each.replayed()[0][-1]
        view = observe_deal(deal, each.seat)
        others = [(option.action, verdict(option.cost, option.reason)) for option in each.options[1:]]
        worse = {action: found.cost.mean for action, found in others if not found.found}
        scored = {act: sum(mark.points for mark in advance(deal, act).score.marks[len(deal.score.marks) :])
                  for act in worse if act.verb is not Verb.PLAY}  # fmt: skip
        most = max(scored.values(), default=0)
        words = why_words(each.best, others, view)
        if most:
            assert any(deed(act) in words for act, points in scored.items() if points == most), (each.id, words)


def test_the_sequence_is_weighed_against_the_royal_marriage_and_not_against_nothing() -> None:
    named = [each for each in stored(Kind.DECLARE) if each.best.name == "sequence"
             and any(option.action.name == "royal-marriage" for option in each.options)]  # fmt: skip
    assert named
    for each in named:
        others = tuple(option.action for option in each.options[1:])
        tempted = tempting(each.view, others)
        assert tempted is not None
        assert tempted.name


@pytest.mark.deep
def test_every_reason_that_an_answer_gives_is_so() -> None:
    told = 0
    for each in stored(*Kind):
        deal = each.replayed()[0][-1]
        view = observe_deal(deal, each.seat)
        reasons = {option.action: option.reason for option in each.options[1:]}
        tempted = tempting(view, tuple(reasons))
        assert tempted is not None
        said = vetted(view, each.best, tempted, reasons[tempted])
        if said is not None and said.theme is not Theme.MANY:
            told += 1
            assert not amiss(deal, each.best, said, tempted), (each.id, each.best, tempted, said)
    assert told > 100


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
