"""Whatever is told of an action is so, by code that shares nothing with what decides to tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from bot.coach.facts import Facts
from bot.coach.hints import plan_told
from bot.coach.plans import plans
from bot.coach.reasons import contrast, reason_holds, story_of
from bot.coach.samples import Share, compare_each
from bot.coach.themes import Reason, Theme
from bot.engine import Action, Deal, observe_deal
from bot.house.players import choose
from bot.house.roster import Level
from tests.house.positions import RULES, played

from .moment import Moment
from .truth import amiss

OFTEN = (
    Theme.WINS_AND_DECLARES, Theme.MAY_DECLARE, Theme.TAKES_BRISQUES, Theme.TAKES_TURN, Theme.TAKES_LAST_TURN,
    Theme.TAKES_LEAD, Theme.KEEPS_WHOLE, Theme.KEEPS_COMBINATION, Theme.KEEPS_TRUMPS, Theme.THROWS, Theme.LETS_GO,
    Theme.DECLARES, Theme.FOLLOWED, Theme.DRAWS_TRUMP, Theme.DRAWS_LAST_TRUMP, Theme.MASTER,
)  # fmt: skip


def plans_amiss(name: str, seed: int, step: int) -> tuple[Counter[Theme], list[object]]:
    """Check every plan of every action at every so many moments of a deal; return how often each is told."""
    said, wrong = Counter[Theme](), list[object]()
    for at, deal in enumerate(played(RULES[name], seed=seed)):
        if at % step:
            continue
        view = observe_deal(deal, deal.turn)
        facts = Facts(view)
        for action in view.offered:
            for each in plans(view, action, Share(0.6, 0.55), facts):
                said[each.said.theme] += 1
                if trouble := amiss(deal, action, each.said, seed=at):
                    wrong.append((at, action.text, each.said, trouble))
    return said, wrong


@pytest.mark.sweep
@pytest.mark.parametrize("name", RULES)
def test_every_plan_is_so_by_the_whole_deal(name: str) -> None:
    said, wrong = plans_amiss(name, seed=71, step=12)
    assert not wrong, wrong[:5]
    assert sum(said.values()) > 20


@pytest.mark.deep
@pytest.mark.timeout(900)
def test_every_plan_that_is_often_told_is_so_at_thousands_of_moments() -> None:
    said = Counter[Theme]()
    for name in RULES:
        for seed in range(3):
            found, wrong = plans_amiss(name, seed=80 + seed, step=2)
            assert not wrong, (name, wrong[:5])
            said += found
    assert sum(said.values()) > 5_000
    assert all(said[theme] > 10 for theme in OFTEN), said


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["modern 2", "everything else", "parlour 2", "rubicon 2", "modern 3", "partners"])
def test_every_reason_of_a_difference_is_so_by_the_whole_deal(name: str) -> None:
    asked = 0
    for at, deal in enumerate(played(RULES[name], seed=73)):
        view = observe_deal(deal, deal.turn)
        if at % 24 or len(view.offered) < 2 or (view.last_eight and view.players == 2):
            continue
        options = choose(Level.REGULAR, view, Random(1)).options
        others = [each.action for each in options[1:]][-2:]
        for found in compare_each(view, options[0].action, others, at, 8):
            story = story_of(view, found)
            if story is not None:
                asked += 1
                assert not amiss(deal, found.one, story.reason, found.other, at), (at, found.one, found.other, story)
                assert reason_holds(Facts(view), found.one, found.other, found, story.reason)
    assert asked


def pairs(name: str, seed: int, step: int) -> Iterator[tuple[int, Deal, Facts, Action, Action]]:
    """Yield every two actions at every so many moments of a deal, with the moment and its facts."""
    for at, deal in enumerate(played(RULES[name], seed=seed)):
        view = observe_deal(deal, deal.turn)
        facts = Facts(view)
        for one, other in permutations(view.offered if at % step == 0 else (), 2):
            yield at, deal, facts, one, other


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["modern 2", "everything else", "parlour 2", "rubicon 2", "modern 3", "partners"])
def test_every_plan_that_is_told_against_another_action_is_so_of_both(name: str) -> None:
    """An ace that surely takes the trick was said to be at risk, as each plan was asked of one action alone."""
    asked = 0
    for at, deal, facts, one, other in pairs(name, seed=75, step=6):
        said = plan_told(facts, one, unlike=other)
        if said.theme is not Theme.LITTLE:
            asked += 1
            assert not amiss(deal, one, said, other, at), (at, one, other, said)
    assert asked > 20


@pytest.mark.deep
@pytest.mark.parametrize("name", ["modern 2", "modern 3", "britannica 2", "rubicon 2"])
def test_a_plan_that_what_is_as_good_lacks_is_so_against_it(name: str) -> None:
    """*No ten or ace is risked* was told of a queen where a ten that surely takes the trick was as good."""
    asked = 0
    for at, deal, facts, one, other in pairs(name, seed=72, step=4):
        said = plan_told(facts, one, also=other)
        if said.theme is not Theme.LITTLE and amiss(deal, other, said._replace(unseen=None), None, at):
            asked += 1
            assert not amiss(deal, one, said, other, at), (at, one, other, said)
    assert asked > 20


@pytest.mark.deep
@pytest.mark.parametrize("name", ["modern 2", "britannica 2", "rubicon 2", "modern 3", "partners"])
def test_a_combination_kept_against_another_card_is_not_kept_by_that_too(name: str) -> None:
    """*It keeps royal marriage to be declared later* was said against a card after which it could be declared now."""
    asked = 0
    for at, deal, facts, one, other in pairs(name, seed=200, step=3):
        said = contrast(facts, one, other)
        if said is not None and said.theme is Theme.KEEPS_WHOLE:
            asked += 1
            for theme in (Theme.KEEPS_WHOLE, Theme.WINS_AND_DECLARES):
                assert amiss(deal, other, said._replace(theme=theme), None, at), (at, one, other, said)
    assert asked


@pytest.mark.deep
@pytest.mark.parametrize("name", ["modern 3", "partners"])
def test_how_often_a_trick_is_taken_is_said_against_a_card_that_surely_loses_it(name: str) -> None:
    """It was also said to be so of a card that is as good, of which nobody had counted it."""
    lost: set[tuple[int, Action]] = set()
    for at, deal, facts, one, other in pairs(name, seed=76, step=2):
        told_so = plan_told(facts, one, Share(0.9, 0.8), also=other).theme is Theme.LIKELY
        if (told_so or reason_holds(facts, one, other, None, Reason(Theme.LIKELY))) and (at, other) not in lost:
            assert all(end.tricks[-1].winner != deal.turn for end in Moment(deal).sure(other, Random(at)))
            lost.add((at, other))
    assert lost
