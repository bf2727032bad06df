"""The project's positions to learn from: each is a real moment by its rules, and spread over all that is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import resources

from benchmarks.exercises import named, written
from bot.coach.positions import Position, outlines, position, read
from bot.coach.samples import same_in_kind
from bot.coach.themes import Kind, kind_at
from bot.engine import PRESETS, observe_deal
from bot.engine.legality import distinct_moves

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
