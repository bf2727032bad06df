"""A hint says how much better it is by new samples, and a reason that is so."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.coach.facts import Facts
from bot.coach.hints import explained, hint, rule_of_thumb
from bot.coach.plans import plan_holds
from bot.coach.reasons import reason, story_of
from bot.coach.samples import Cause, Comparison, Group, Part, compare, measured, same_in_kind
from bot.coach.themes import Reason, Theme
from bot.engine import Action, Deal, Verb, View, build_rules, observe_deal, parse_card
from bot.engine.cards import ACE, EIGHT, HEARTS, SPADES
from bot.engine.moves import advance
from bot.house.chance import Purpose
from bot.house.imagine import Imagination
from bot.house.players import Decision, Method, Option, choose
from bot.house.playout import Playout
from bot.house.reading import Reading
from bot.house.roster import Level
from bot.house.search import Effort, effort_for
from bot.house.weights import tuned
from bot.ui.text.exercises import hint_words
from tests.engine.positions import permuted
from tests.house.positions import RULES, played
from tests.table_builder import last_eight, make_rules, table

from .truth import amiss, holds

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
        playout = Playout(
            imagination.deal(rng),
            imagination.seat,
            tuned(view.law),
            horizon,
            imagination.hidden,
            exact=True,
            aware=True,
        )
        values = []
        for sample in Reading(view, imagination, tuned(view.law)).samples(2, rng):
            samples = imagination.rotated(sample.deal)
            ahead = [[playout.value(advance(each, act)) for each in samples] for act in (one, other)]
            values.append((sum(ahead[0]) - sum(ahead[1])) / len(samples))
        assert found.points.mean == pytest.approx(sum(values) / 2)
        assert found.part(found.causes).mean == pytest.approx(found.points.mean)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["modern 2", "enquire 3", "partners", "everything else", "rubicon 2"])
def test_no_hint_depends_on_a_hidden_card(name: str) -> None:
    for at, deal in enumerate(played(RULES[name], seed=42)):
        if at % 29 == 0:
            hidden = observe_deal(permuted(deal, deal.turn, Random(at)), deal.turn)
            assert hint(hidden, SEEDS, LITTLE, 2) == hint(observe_deal(deal, deal.turn), SEEDS, LITTLE, 2)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "step"), [("modern 2", 5), ("everything else", 5), ("rubicon 2", 16), ("modern 3", 16), ("partners", 60)]
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
        story = story_of(view, found)
        if story is None:
            continue
        asked += 1
        assert not amiss(deal, found.one, story.reason, found.other, at), (view, found.one, found.other, story)
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
        assert theme is Theme.ONLY or found.explanation.points.error == 0.0
        assert not amiss(deal, found.action, found.explanation.reason, found.explanation.instead_of)
        deal = advance(deal, found.action)


@pytest.mark.parametrize(("name", "seed"), [("modern 2", 9), ("modern 3", 0), ("partners", 0)])
def test_two_copies_of_a_card_are_no_choice_though_one_was_shown(name: str, seed: int) -> None:
    views = [observe_deal(deal, deal.turn) for deal in played(RULES[name], seed=seed)]
    view = next(each for each in views if len(each.offered) == 2 and same_in_kind(each, *each.offered))
    found = hint(view, SEEDS, LITTLE, 2)
    assert found.explanation is not None
    assert (found.explanation.reason.theme, found.explanation.instead_of) == (Theme.ONLY, None)
    assert hint_words(found, view).endswith("nothing else is possible.")


def test_a_card_in_the_hand_and_its_copy_on_the_table_are_not_compared() -> None:
    """*Play K♧. For that you could almost as well play K♧* was said."""
    views = [observe_deal(deal, deal.turn) for deal in played(RULES["modern 2"], seed=130)]
    view = next(each for each in views if each.tricks_played == 18 and each.turn == 1 and len(each.offered) > 1)
    kinds = {(card & 31, bool(view.tables[1].mask >> card & 1)) for each in view.offered for card in each.cards}
    assert len(kinds) > len({kind for kind, _ in kinds})
    found = hint(view, SEEDS, Effort(8, 2), 12)
    assert found.explanation is not None
    for other in (found.explanation.instead_of, found.explanation.equal):
        assert other is None or other.cards[0] & 31 != found.action.cards[0] & 31


HANDS_OF_THREE = {
    "only a trump beats it": {0: "AHa TCa 7Da 8Da 9Da JDa QDa KDa", 1: "7Ha 8Ca 9Ca JCa QCa KCa 7Sa 8Sa",
                              2: "8Ha TDa ADa 7Ca 9Sa JSa QSa KSa"},
    "nobody can follow": {0: "8Ha TCa 7Da 8Da 9Da JDa QDa KDa", 1: "7Db 8Ca 9Ca JCa QCa KCa 7Sa 8Sa",
                          2: "9Db TDa ADa 7Ca 9Sa JSa QSa KSa"},
}  # fmt: skip


@pytest.mark.parametrize("case", HANDS_OF_THREE)
def test_only_a_trump_beats_the_highest_card_of_a_suit_unless_one_must_be_played(case: str) -> None:
    view = observe_deal(last_eight(make_rules(players=3), hands=HANDS_OF_THREE[case], leader=0, turn_up="KSa").deal, 0)
    lead = next(each for each in view.offered if each.cards[0] >> 3 & 3 == HEARTS)
    facts, said = Facts(view), Reason(Theme.LEADS_HIGHEST)
    assert plan_holds(facts, lead, said) == (case == "only a trump beats it")
    assert facts.takes(lead.cards[0]) is None


def test_a_trick_is_not_lost_anyway_where_an_exchange_could_bring_a_card_that_takes_it() -> None:
    views = [observe_deal(deal, deal.turn) for deal in played(make_rules(seven_exchange="any_holder"), seed=75)]
    view = next(each for each in views if each.trick and any(act.verb is Verb.EXCHANGE for act in each.offered))
    facts, cards = Facts(view), [each for each in view.offered if each.verb is Verb.PLAY]
    assert all(facts.takes(each.cards[0]) is False for each in cards)
    assert facts.law.beats(view.turn_up, view.trick[0], view.trump)
    assert not any(plan_holds(facts, each, Reason(Theme.LOST_ANYWAY)) for each in cards)


def test_between_two_hands_it_is_known_whether_a_trump_beats_the_highest_card() -> None:
    hands = {0: "AHa KSa 7Ca 8Ca 9Ca 7Da 8Da 9Da", 1: "7Ha KSb 7Sa 9Sa QDa KDa JDa TDa"}
    view = observe_deal(last_eight(make_rules(), hands=hands, leader=0, turn_up="TDa").deal, 0)
    assert not plan_holds(Facts(view), next(iter(view.offered)), Reason(Theme.LEADS_HIGHEST))


@pytest.mark.deep
def test_the_royal_marriage_comes_before_the_sequence() -> None:
    at = table(make_rules(), hands={0: "AHa THa KHa QHa JHa"}, turn_up="9Ha").win(0)
    view = observe_deal(at.deal, 0)
    found = hint(view, SEEDS)
    assert found.action.name == "royal-marriage"
    decision = choose(Level.STRONG, view, Random(1))
    sequence = next(option.action for option in decision.options if option.action.name == "sequence")
    compared = compare(view, found.action, sequence, 5, 48)
    story = story_of(view, compared)
    assert story is not None
    assert story.reason.theme is Theme.MARRIES_FIRST


def test_bezique_is_held_back_for_the_double_where_it_could_never_become_one() -> None:
    at = table(build_rules("parlour", 2, {}), hands={0: "QSa JDa KCa"}, turn_up="9Ha").win(0)
    view = observe_deal(at.deal, 0)
    wait, declare = (
        next(act for act in view.offered if act.verb is verb and act.name in ("", "single-bezique"))
        for verb in (Verb.PASS, Verb.DECLARE)
    )
    story = story_of(view, compare(view, wait, declare, 5, 48))
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
    assert story_of(view, found) is None
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
    deal = table(RULES["partners"], hands={1: "ASa AHa 8Sa"}, turn_up="9Ha").deal
    view = observe_deal(deal, deal.turn)
    low, ace = (next(act for act in view.offered if act.cards[0] & 7 == rank) for rank in (EIGHT, ACE))
    for partner, theme in ((False, Theme.KEEPS_COMBINATION), (True, Theme.COMES_ABOUT)):
        cause = Cause(Part.COMBINATION, own=True, name="four-aces", partner=partner)
        found = replace(differing(view, (cause, [10.0, 12.0] * 24)), one=low, other=ace)
        assert reason(view, found).theme is theme


@pytest.mark.deep
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
        little += not sure and found.equal is None
    assert little


@pytest.mark.deep
@pytest.mark.parametrize(
    ("hand", "turn_up"),
    [("QSa JDa 7Ca 7Cb 9Ca 9Ha 8Ha 9Sa", "9Cb"), ("QSa JDa 7Ca 9Ca KSa ASa TDa AHa", "ACb")],
)
def test_a_small_trump_takes_the_trick_so_that_bezique_can_be_declared(hand: str, turn_up: str) -> None:
    deal = table(make_rules(), hands={0: "KHa 8Da", 1: hand}, turn_up=turn_up, dealer=1).do("0 play KHa").deal
    view = observe_deal(deal, 1)
    found = hint(view, SEEDS)
    assert found.explanation is not None
    assert found.action.cards[0] == parse_card("9Ca")
    assert found.explanation.reason == Reason(Theme.WINS_AND_DECLARES, "single-bezique", 40)
    assert "it takes the trick, and then bézique (40) can be declared" in hint_words(found, view)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["modern 2", "modern 3", "everything else"])
def test_points_in_the_hand_come_before_points_later_unless_these_are_surely_more(name: str) -> None:
    asked = 0
    for seed in range(2):
        for deal in played(RULES[name], seed=90 + seed):
            view = observe_deal(deal, deal.turn)
            marks = {act: marked(deal, act) for act in view.offered if act.verb is not Verb.PLAY}
            if len(view.offered) < 2 or len(set(marks.values())) < 2:
                continue
            found = hint(view, SEEDS, LITTLE, 16)
            most = max(marks.values())
            if marks.get(found.action, 0) < most:
                more = [act for act, points in marks.items() if points == most]
                assert any(compare(view, found.action, act, SEEDS[Purpose.COMPARE], 16).told for act in more)
            asked += 1
    assert asked > 5


@pytest.mark.deep
@pytest.mark.parametrize("name", ["modern 2", "modern 4"])
def test_a_ten_that_surely_goes_to_others_is_named_only_where_it_is_surely_better(name: str) -> None:
    asked = 0
    for seed in range(2):
        for deal in played(RULES[name], seed=94 + seed):
            view = observe_deal(deal, deal.turn)
            if not deal.left or len(deal.trick) + 1 < view.players:
                continue
            tried = {act: lost_by(deal, act) for act in view.offered if act.verb is Verb.PLAY}
            lost = {act: points for act, points in tried.items() if points is not None}
            if len(set(lost.values())) < 2:
                continue
            found = hint(view, SEEDS, LITTLE, 16)
            if lost.get(found.action, 0) > 0:
                less = [act for act in tried if not lost.get(act)]
                assert any(compare(view, found.action, act, SEEDS[Purpose.COMPARE], 16).told for act in less)
            asked += 1
    assert asked > 5


def lost_by(deal: Deal, action: Action) -> int | None:
    """Return the points of a card that goes to another seat in the trick that it completes; None if it does not."""
    trick = advance(deal, action).tricks[-1]
    return None if trick.winner == deal.turn else deal.law.card_points[action.cards[0]]


def marked(deal: Deal, action: Action) -> int:
    """Return the points that are marked as something is done."""
    return sum(mark.points for mark in advance(deal, action).score.marks[len(deal.score.marks) :])


def test_what_is_measured_to_be_surely_better_than_the_decision_is_named() -> None:
    deal = table(make_rules(), hands={1: "AHa THa KHa QHa JHa 8Sa 7Sa 9Sa"}, turn_up="9Ha").deal
    view = observe_deal(deal, 1)
    queen, low = (act for act in view.offered if act.cards[0] in (parse_card("QHa"), parse_card("8Sa")))
    decision = Decision(queen, Method.SAMPLED, (Option(queen, 5.0), Option(low, 4.0)))
    named, said = explained(view, decision, 3, 16)
    assert named.cards[0] >> 3 & 3 == SPADES  # an eight, or the seven that regular plays
    assert said.told
    assert said.instead_of == queen
    assert said.points.mean > 0.0


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
            named, said = explained(view, decision, 1, 2)
            assert said.instead_of != named
            return
