"""The coach at Rubicon: what it tells there, and what is told only where tens, aces and sevens are marked."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bot.coach.facts import Facts
from bot.coach.hints import hint
from bot.coach.lookback import account_of, lookback_of
from bot.coach.missed import Allowed, missed, steps_of
from bot.coach.plans import plan_holds, plans
from bot.coach.reasons import contrast, story_of
from bot.coach.review import Done, SampleGroups, charge_of
from bot.coach.samples import Share, compare
from bot.coach.themes import Reason, Theme
from bot.engine import Action, Deal, Phase, Verb, View, observe_deal, parse_action
from bot.engine.cards import mask_of, parse_card
from bot.engine.moves import advance
from bot.house.chance import Purpose
from bot.house.search import Effort
from bot.ui.text.exercises import hint_words, reason_words
from bot.ui.text.lookback import luck_words, missed_lines
from tests.house.positions import RULES, played
from tests.table_builder import Table, last_eight, make_rules, table

from .dealt import dealt
from .test_missed import moments_of
from .test_truth import plans_amiss
from .truth import amiss

RUBICON = make_rules("rubicon")
SEEDS = {Purpose.HINT: 1, Purpose.COMPARE: 2}
LITTLE = Effort(1, 2)
OF_MARKS = frozenset(
    {
        Theme.TAKES_BRISQUES, Theme.FEEDS_PARTNER, Theme.WINS_BRISQUES, Theme.SAVES_BRISQUE,
        Theme.FEWER_BRISQUES_LOST, Theme.BRISQUES_LATER, Theme.LETS_GO, Theme.SEVEN, Theme.SEVEN_NOW, Theme.EXCHANGES,
        Theme.SHOWS, Theme.TURN_UP, Theme.KEEPS_SEVEN, Theme.WINS_AND_EXCHANGES,
    }
)  # fmt: skip
"""What can be so only where tens and aces are marked, sevens count, and a card is turned up."""


def at_rubicon(hand: str, *, stock: str = "") -> Table:
    """Open a deal in which seat 1, who leads, holds these cards."""
    return table(RUBICON, hands={1: hand}, stock=stock)


def action_in(view: View, text: str) -> Action:
    found = parse_action(text)
    return next(each for each in view.offered if each.text == found.text)


def said(deal: Deal, action: Action) -> set[Reason]:
    """Return the plans of an action, each of which is so by the whole deal."""
    found = {each.said for each in plans(observe_deal(deal, deal.turn), action, Share(0.6, 0.55))}
    assert not [wrong for each in found if (wrong := amiss(deal, action, each))]
    return found


def test_trumps_are_made_of_the_longest_suit_and_where_the_sequence_is_near() -> None:
    deal = at_rubicon("KSa QSa ASa TSa KHa QHa").win(1).deal
    view = observe_deal(deal, 1)
    spades, hearts = (action_in(view, f"1 declare royal-marriage K{suit}a Q{suit}a") for suit in "SH")
    near = Reason(Theme.TRUMPS_IN_REACH, "sequence", 250)
    assert {Reason(Theme.MAKES_TRUMPS), near} <= said(deal, spades)
    assert not {Reason(Theme.MAKES_TRUMPS), near} & said(deal, hearts)
    told = contrast(Facts(view), spades, hearts)
    assert told in (near, Reason(Theme.MAKES_TRUMPS))
    assert reason_words(near, RUBICON) == "trumps become a suit in which the sequence (250) is in reach"


def test_one_more_queen_makes_sixty_again_once_a_declared_one_is_played_ruling_34() -> None:
    at = at_rubicon("QCa QDa QHa QSa 7Ca 7Cb 8Ca").win(1).do("1 declare four-queens QCa QDa QHa QSa").draw()
    deal = at.deal
    view = observe_deal(deal, 1)
    queen, low = action_in(view, "1 play QCa"), action_in(view, "1 play 7Ca")
    again = Reason(Theme.AGAIN, "four-queens", 60)
    assert again in said(deal, queen)
    assert again not in said(deal, low)
    assert not plan_holds(Facts(view), low, Reason(Theme.KEEPS_COMBINATION, "four-queens"))
    assert reason_words(again, RUBICON) == "one more card then makes four queens (60) again"


def test_with_a_fifth_queen_the_four_are_whole_again_as_a_declared_one_is_played() -> None:
    at = at_rubicon("QCa QDa QHa QSa QCb 7Ca 7Cb").win(1).do("1 declare four-queens QCa QDa QHa QSa").draw()
    whole = Reason(Theme.MAY_DECLARE, "four-queens", 60)
    assert whole in said(at.deal, parse_action("1 play QCa"))
    assert whole not in said(at.deal, parse_action("1 play QCb"))


@pytest.mark.parametrize(
    ("held", "name", "points"), [("a", "double", 500), ("ab", "treble", 1500), ("abc", "quadruple", 4500)]
)
def test_a_higher_bezique_is_in_reach_from_the_lower_one(held: str, name: str, points: int) -> None:
    deal = at_rubicon(" ".join(f"QS{copy} JD{copy}" for copy in held) + " 7Ca 8Ca").deal
    view = observe_deal(deal, 1)
    assert Reason(Theme.KEEPS_COMBINATION, f"{name}-bezique") in said(deal, action_in(view, "1 play 7Ca"))
    assert Reason(Theme.KEEPS_COMBINATION, f"{name}-bezique") not in said(deal, action_in(view, "1 play QSa"))
    assert deal.law.rows[f"{name}-bezique"].points == points


def test_the_thousand_is_told_of_the_declaration_that_reaches_it_ruling_38() -> None:
    deal = at_rubicon("KSa QSa QCa QDa QHa").win(1).deal
    deal = deal._replace(score=deal.score._replace(totals=(1500, 940)))
    view = observe_deal(deal, 1)
    saves = Reason(Theme.SAVES_RUBICON, "", 1000)
    four, marriage = (action_in(view, text) for text in
                      ("1 declare four-queens QCa QDa QHa QSa", "1 declare royal-marriage KSa QSa"))  # fmt: skip
    assert plan_holds(Facts(view), four, saves)
    assert not plan_holds(Facts(view), marriage, saves)
    assert next(each.said for each in plans(view, four)) == saves
    assert reason_words(saves, RUBICON) == "it reaches 1000 points, so the rubicon is saved"


HANDS = {1: "TCa 7Da 7Db 7Dc 7Dd 8Da 8Db 8Dc 8Dd", 0: "ACa 9Da 9Db 9Dc 9Dd JSa JSb JSc JSd"}


@pytest.mark.parametrize(
    ("totals", "theme"),
    [
        ((700, 1200), Theme.TO_SAVE_RUBICON),
        ((1200, 700), Theme.AGAINST_RUBICON),
        ((1200, 1100), None),
        ((1000, 1100), None),
    ],
)
def test_tens_and_aces_are_told_late_where_they_count_for_the_rubicon(
    totals: tuple[int, int], theme: Theme | None
) -> None:
    deal = last_eight(RUBICON, hands=HANDS, leader=1).do("1 play TCa").deal
    deal = deal._replace(score=deal.score._replace(totals=totals))
    view = observe_deal(deal, 0)
    told = {each.said for each in plans(view, action_in(view, "0 play ACa"))}
    rubicon = {each for each in told if each.theme in (Theme.TO_SAVE_RUBICON, Theme.AGAINST_RUBICON)}
    assert rubicon == ({Reason(theme, "", 20)} if theme else set())


def test_a_carte_blanche_counts_at_once() -> None:
    deal = at_rubicon("7Ca 8Ca 9Ca TCa ACa 7Da 8Da 9Da TDa").deal
    shown = parse_action("1 carte-blanche")
    assert Reason(Theme.DECLARES, "", 50) in said(deal, shown)
    found = hint(observe_deal(deal, 1), SEEDS, LITTLE, 4)
    assert found.action == shown
    assert "it counts 50 at once" in hint_words(found, observe_deal(deal, 1))


@pytest.mark.deep
def test_nothing_is_told_of_marks_that_rubicon_does_not_know() -> None:
    asked = 0
    for at, deal in enumerate(played(RULES["rubicon 2"], seed=61)):
        view = observe_deal(deal, deal.turn)
        if at % 5 or len(view.offered) < 2:
            continue
        for action in view.offered:
            assert not {each.said.theme for each in plans(view, action)} & OF_MARKS
        found = hint(view, SEEDS, LITTLE, 4)
        assert found.explanation is not None
        reason = found.explanation.reason
        assert reason.theme not in OF_MARKS
        assert not amiss(deal, found.action, reason, found.explanation.instead_of, at)
        assert "eight" not in hint_words(found, view)
        asked += 1
    assert asked > 20


def test_no_cause_of_a_difference_is_a_ten_an_ace_or_a_seven() -> None:
    asked = 0
    for at, deal in enumerate(played(RULES["rubicon 2"], seed=62)):
        view = observe_deal(deal, deal.turn)
        if at % 19 or len(view.offered) < 2 or view.last_eight or deal.phase is not Phase.PLAY:
            continue
        found = compare(view, view.offered[0], view.offered[-1], at, 4)
        assert not {cause.part for cause in found.causes} & {"brisques-now", "brisques-later", "sevens"}
        assert not {cause.name for cause in found.causes} - {"", "carte-blanche", *deal.law.rows}
        assert found.part(found.causes).mean == pytest.approx(found.points.mean)
        asked += 1
    assert asked > 5


def test_what_can_be_declared_again_is_missed_by_ruling_34() -> None:
    at = at_rubicon("QCa QDa QHa QSa QCb").win(1).do("1 declare four-queens QCa QDa QHa QSa").draw()
    at.do("1 play QCa").follow()
    while at.deal.turn != 1 or at.deal.phase is not Phase.DECLARE:
        at.win(1)
    at.draw()
    found = [each for each in missed(steps_of(moments_of(at), 0), 1) if each.name == "four-queens"]
    assert [(each.allowed, each.points) for each in found] == [(Allowed.AGAIN, 60)]
    assert found[0].cards == mask_of(map(parse_card, ["QDa", "QHa", "QSa", "QCb"]))
    assert "(ruling 34)" in missed_lines(found, RUBICON, one_deal=True)[0]


def test_a_bezique_of_cards_that_lie_for_something_else_joins_nothing() -> None:
    at = at_rubicon("QCa QDa QHa QSa JCa JDa JHa JSa").win(1).do("1 declare four-queens QCa QDa QHa QSa")
    at = at.win(1).do("1 declare four-knaves JCa JDa JHa JSa").win(1).draw()
    found = [each.allowed for each in missed(steps_of(moments_of(at), 0), 1) if each.name == "single-bezique"]
    assert found == [Allowed.OLD_CARDS]


def test_luck_is_not_measured_in_rubicon_and_it_is_said_so() -> None:
    found = lookback_of([dealt(RUBICON, 3)], 0)
    assert (found.luck, found.deals[0].luck) == (None, None)
    assert luck_words(found, ["Ann", "Ben"], 0, RUBICON) == "What the cards gave is not measured in this game."
    account = account_of(found, 0, [(3, 100.0)])
    assert account.margin is None
    assert account.accuracy == 100 * account.made // (account.made + 100)


@pytest.mark.deep
def test_a_review_charges_what_is_so() -> None:
    charged = 0
    moments = dealt(RUBICON, 5, greedy=0.3)
    for at, ((_, deal), (action, _)) in enumerate(pairwise(moments)):
        view = observe_deal(deal, deal.turn)
        if at % 9 or action is None or len(view.offered) < 2:
            continue
        charge = charge_of(Done(view, action, (at, at + 1, at + 2)), SampleGroups(4, 12, 24))
        if charge is not None:
            charged += 1
            assert charge.reason.theme not in OF_MARKS
            assert not amiss(deal, charge.better, charge.reason, action, at)
    assert charged


def test_a_declared_card_is_known_as_broken_after_it_is_played() -> None:
    """What the coach knows after a play is what the engine makes of it."""
    rng = Random(4)
    for deal in played(RULES["rubicon 2"], seed=64):
        view = observe_deal(deal, deal.turn)
        plays = [each for each in view.offered if each.verb == "play"]
        if deal.exposed and plays and deal.left:
            action = rng.choice(plays)
            assert Facts(view).after(action).declared.broken == advance(deal, action).declared.broken


def test_of_four_beziques_their_points_are_told_before_the_thousand_that_they_reach() -> None:
    deal = at_rubicon("QSa JDa QSb JDb QSc JDc QSd JDd").win(1).deal
    four = next(each for each in observe_deal(deal, 1).offered if each.name == "quadruple-bezique")
    told = [each.said for each in plans(observe_deal(deal, 1), four)]
    counts, reaches = Reason(Theme.DECLARES, "quadruple-bezique", 4500), Reason(Theme.SAVES_RUBICON, "", 1000)
    assert told.index(counts) < told.index(reaches)
    assert {counts, reaches} <= said(deal, four)


@pytest.mark.sweep
def test_every_plan_of_a_deal_with_a_carte_blanche_is_so() -> None:
    told, wrong = plans_amiss("rubicon 2", seed=23, step=9)
    assert not wrong, wrong[:5]
    assert sum(told.values()) > 100
    assert any(
        each.verb is Verb.CARTE_BLANCHE for each in observe_deal(next(played(RULES["rubicon 2"], 23)), 0).offered
    )


def test_what_was_held_whole_is_missed_without_a_word_of_new_cards_where_none_is_needed() -> None:
    at = at_rubicon("KCa QCa").win(1).draw()
    found = [each for each in missed(steps_of(moments_of(at), 0), 1) if each.name == "royal-marriage"]
    assert [each.allowed for each in found] == [Allowed.HELD]
    (line,) = missed_lines(found, RUBICON, one_deal=True)
    assert line.endswith("-# All its cards were in the hand (ruling 34).")


def test_the_cause_of_a_carte_blanche_is_what_it_counts() -> None:
    view = observe_deal(at_rubicon("7Ca 8Ca 9Ca TCa ACa 7Da 8Da 9Da TDa").deal, 1)
    found = compare(view, parse_action("1 carte-blanche"), action_in(view, "1 play 7Ca"), 1, 4)
    assert "carte-blanche" in {cause.name for cause in found.causes}
    story = story_of(view, found)
    assert story is not None
    assert story.reason == Reason(Theme.DECLARES, "", 50)
