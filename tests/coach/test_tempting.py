"""The answer of an exercise tells what the tempting move costs, for a reason that is so in the position."""

from __future__ import annotations

import pytest

from bot.coach.hints import tempting
from bot.coach.positions import Position, outlines, position, verdict
from bot.coach.reasons import vetted
from bot.coach.themes import Kind, Theme
from bot.engine import Verb, observe_deal
from bot.engine.moves import advance
from bot.ui.text.exercises import why_words
from bot.ui.text.verbs import deed

from .truth import amiss


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
