"""A hint says how much better it is by new samples, and a reason that is so."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.coach.hints import explained, hint, rule_of_thumb
from bot.coach.reasons import reason, told
from bot.coach.samples import Cause, Comparison, Group, Part, compare, measured
from bot.coach.themes import Theme
from bot.engine import Verb, View, build_rules, observe_deal
from bot.engine.cards import ACE, EIGHT
from bot.engine.moves import advance
from bot.house.chance import Purpose
from bot.house.imagine import Imagination
from bot.house.players import choose
from bot.house.reading import Reading
from bot.house.roster import Level
from bot.house.search import Effort, Playout, effort_for
from bot.house.weights import TUNED
from tests.house.positions import RULES, permuted, played
from tests.table_builder import last_eight, make_rules, table

from .truth import holds, seems

SEEDS = {Purpose.HINT: 1, Purpose.COMPARE: 2}
LITTLE = Effort(1, 2)


@pytest.mark.sweep
@pytest.mark.parametrize("name", RULES)
def test_the_parts_of_a_difference_add_up_to_what_the_search_counts(name: str) -> None:
    for at, deal in enumerate(played(RULES[name], seed=41)):
        view = observe_deal(deal, deal.turn)
        if at % 37 or len(view.offered) < 2 or (view.last_eight and view.players == 2):
            continue
        one, other = view.offered[0], view.offered[-1]
        found = compare(view, one, other, at, 2)
        rng, imagination = Random(at), Imagination(view)
        horizon = effort_for(view.players).horizon
        playout = Playout(imagination.deal(rng), imagination.seat, TUNED, horizon, imagination.hidden)
        values = []
        for sample in Reading(view, imagination, TUNED).samples(2, rng):
            samples = imagination.rotated(sample.deal)
            ahead = [[playout.value(advance(each, act)) for each in samples] for act in (one, other)]
            values.append((sum(ahead[0]) - sum(ahead[1])) / len(samples))
        assert found.points.mean == pytest.approx(sum(values) / 2)
        assert found.part(found.causes).mean == pytest.approx(found.points.mean)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["modern 2", "enquire 3", "partners", "everything else"])
def test_no_hint_depends_on_a_hidden_card(name: str) -> None:
    for at, deal in enumerate(played(RULES[name], seed=42)):
        if at % 29 == 0:
            hidden = observe_deal(permuted(deal, deal.turn, Random(at)), deal.turn)
            assert hint(hidden, SEEDS, LITTLE, 2) == hint(observe_deal(deal, deal.turn), SEEDS, LITTLE, 2)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "step"), [("modern 2", 5), ("everything else", 5), ("modern 3", 16), ("partners", 60)]
)
def test_what_a_reason_says_holds_for_the_one_and_less_for_the_other(name: str, step: int) -> None:
    """The long version, over thousands of positions, is ``benchmarks/coach.py reasons``."""
    asked = 0
    for at, deal in enumerate(played(RULES[name], seed=43)):
        view = observe_deal(deal, deal.turn)
        if at % step or len(view.offered) < 2 or (view.last_eight and view.players == 2):
            continue
        options = choose(Level.REGULAR, view, Random(1)).options
        found = compare(view, options[0].action, options[-1].action, at, 12)
        story = told(view, found)
        if story is None:
            continue
        asked += 1
        assert not seems(view, found, story), (view, found.one, found.other, story)
        assert not holds(compare(view, found.one, found.other, at + 1000, 24), story), (found.one, found.other, story)
    assert asked


def test_an_only_choice_and_a_counted_ending_say_so() -> None:
    deal = last_eight(
        make_rules(),
        hands={0: "ASa TSa 7Da 8Da 9Ha JHa 7Ha 8Ha", 1: "KSa QSa TDa ADa KHa QHa THa AHa"},
        leader=0,
        turn_up="THa",
    ).deal
    while not deal.over:
        view = observe_deal(deal, deal.turn)
        found = hint(view, SEEDS)
        assert found.explanation is not None
        theme = found.explanation.reason.theme
        assert (theme is Theme.ONLY) == (len(view.offered) == 1)
        assert theme in (Theme.ONLY, Theme.COUNTED, Theme.LITTLE)
        deal = advance(deal, found.action)


@pytest.mark.deep
def test_the_royal_marriage_comes_before_the_sequence() -> None:
    at = table(make_rules(), hands={0: "AHa THa KHa QHa JHa"}, turn_up="9Ha").win(0)
    view = observe_deal(at.deal, 0)
    found = hint(view, SEEDS)
    assert found.action.name == "royal-marriage"
    decision = choose(Level.STRONG, view, Random(1))
    sequence = next(option.action for option in decision.options if option.action.name == "sequence")
    compared = compare(view, found.action, sequence, 5, 48)
    story = told(view, compared)
    assert story is not None
    assert story.reason.theme is Theme.MARRIES_FIRST


def test_bezique_is_held_back_for_the_double_where_it_could_never_become_one() -> None:
    at = table(build_rules("parlour", 2, {}), hands={0: "QSa JDa KCa"}, turn_up="9Ha").win(0)
    view = observe_deal(at.deal, 0)
    wait, declare = (
        next(act for act in view.offered if act.verb is verb and act.name in ("", "single-bezique"))
        for verb in (Verb.PASS, Verb.DECLARE)
    )
    story = told(view, compare(view, wait, declare, 5, 48))
    assert story is not None
    assert (story.reason.theme, story.reason.name) == (Theme.HOLDS_BACK, "double-bezique")


def differing(view: View, *parts: tuple[Cause, list[float]], often: int = 1) -> Comparison:
    """Return a comparison of two plays in whose groups of samples these parts differ by so many points.

    The first hands come so often, all others once.
    """
    one, other = [act for act in view.offered if act.verb is Verb.PLAY][:2]
    groups = [
        Group(max(0, at - often + 1), {cause: points[at] for cause, points in parts}) for at in range(len(parts[0][1]))
    ]
    points = measured([(group.hands, sum(group.parts.values())) for group in groups])
    return Comparison(one, other, points, tuple(groups), (0.5, 0.5), {})


def test_a_cause_of_a_small_part_of_a_difference_is_no_reason() -> None:
    deal = table(make_rules()).deal
    view = observe_deal(deal, deal.turn)
    later, game = Cause(Part.BRISQUES_LATER, own=True), Cause(Part.GAME, own=True)
    large = [0.0] * 36 + [100.0] * 12  # it makes most of the difference
    assert reason(view, differing(view, (later, [4.0, 5.0] * 24), (game, large))).theme is Theme.WINS_GAME
    found = differing(view, (later, [4.0, 5.0] * 24), (game, [0.0] * 42 + [100.0] * 6))
    assert found.told
    assert reason(view, found).theme is Theme.MANY
    found = differing(view, (later, [4.0, 5.0] * 24), (game, [0.0] * 47 + [100.0]))
    assert reason(view, found).theme is Theme.BRISQUES_LATER


def test_the_end_is_told_from_four_standard_errors_on() -> None:
    deal = table(make_rules()).deal
    view = observe_deal(deal, deal.turn)
    for part, theme in ((Part.BRISQUES_LATER, Theme.BRISQUES_LATER), (Part.STRENGTH, Theme.MANY)):
        found = differing(view, (Cause(part, own=True), [10.0] * 10 + [0.0] * 26))  # 3.6 standard errors
        assert reason(view, found).theme is theme
    found = differing(view, (Cause(Part.STRENGTH, own=True), [10.0] * 20 + [0.0] * 26))
    assert reason(view, found).theme in (Theme.STRONGER_END, Theme.KEEPS_TRUMP, Theme.KEEPS_STRENGTH)


def test_what_follows_from_one_of_the_imagined_hands_is_no_reason() -> None:
    deal = table(make_rules()).deal
    view = observe_deal(deal, deal.turn)
    later, denied = Cause(Part.BRISQUES_LATER, own=True), Cause(Part.COMBINATION, own=False, name="sequence")
    parts = (later, [4.0, 5.0] * 24), (denied, [20.0, 22.0] * 8 + [0.0] * 32)
    assert reason(view, differing(view, *parts)).theme is Theme.DENIES
    found = differing(view, *parts, often=16)  # as before, but the sixteen have the same hands
    assert not found.part([denied]).sure
    assert reason(view, found).theme is not Theme.DENIES


def test_a_card_is_kept_for_a_combination_of_the_own_hand_and_not_of_the_partners() -> None:
    deal = table(RULES["partners"], hands={1: "ASa 8Sa"}, turn_up="9Ha").deal
    view = observe_deal(deal, deal.turn)
    low, ace = (next(act for act in view.offered if act.cards[0] & 7 == rank) for rank in (EIGHT, ACE))
    for partner, theme in ((False, Theme.KEEPS_COMBINATION), (True, Theme.COMES_ABOUT)):
        cause = Cause(Part.COMBINATION, own=True, name="four-aces", partner=partner)
        found = replace(differing(view, (cause, [10.0, 12.0] * 24)), one=low, other=ace)
        assert reason(view, found).theme is theme


def test_what_is_within_two_standard_errors_is_told_by_nobody() -> None:
    little = 0
    for at, deal in enumerate(played(RULES["modern 2"], seed=44)):
        view = observe_deal(deal, deal.turn)
        if at % 9 or len(view.offered) < 2 or view.last_eight:
            continue
        found = hint(view, SEEDS, LITTLE, 8).explanation
        assert found is not None
        sure = found.points.mean > max(1.5, 2 * found.points.error)
        assert found.told == sure
        assert sure or found.reason.theme in (Theme.LITTLE, Theme.ONLY)
        little += not sure
    assert little


def test_a_rule_of_thumb_says_that_it_is_one_and_gives_no_points() -> None:
    deal = next(deal for deal in played(RULES["modern 2"], seed=45) if deal.trick)
    view = observe_deal(deal, deal.turn)
    found = rule_of_thumb(view, 1)
    assert found.rule_of_thumb
    assert found.explanation is None
    assert found.action == choose(Level.REGULAR, view, Random(9)).action
    assert not hint(view, SEEDS, LITTLE, 2).rule_of_thumb


def test_a_comparison_of_equal_copies_is_nothing() -> None:
    for deal in played(RULES["modern 2"], seed=46):
        view = observe_deal(deal, deal.turn)
        decision = choose(Level.REGULAR, view, Random(1))
        if decision.action.verb is Verb.PLAY and not view.last_eight:
            found: Comparison = compare(view, decision.action, decision.action, 3, 3)
            assert found.points.mean == pytest.approx(0.0)
            assert not found.told
            assert explained(view, decision, 1, 2).instead_of != decision.action
            return
