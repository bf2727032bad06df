"""The exact ending agrees with a search of everything, played by the engine's own moves."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.yardsticks import greedy_action, random_action
from bot.engine import Action, Deal, build_rules, observe_deal
from bot.engine.actions import play
from bot.engine.cards import ACE, TEN, Mask, cards_of
from bot.engine.deal import Trick
from bot.engine.legality import legal_moves
from bot.engine.moves import advance
from bot.engine.tricks import beats_suit_led, must_play
from bot.house import ending
from bot.house.ending import Ending, Stopped
from bot.house.players import Method, choose
from bot.house.roster import Level
from bot.house.search import effort_for

from .positions import RULES, opened, played


def everything(deal: Deal, seat: int) -> int:
    """Return the best difference in points that a seat can end the deal with, by trying every line."""
    if deal.over:
        return deal.score.totals[seat] - deal.score.totals[1 - seat]
    outcomes = [everything(advance(deal, action), seat) for action in legal_moves(deal)]
    return max(outcomes) if deal.turn == seat else min(outcomes)


def before_the_last(tricks: int, seed: int, changes: dict[str, object] | None = None, preset: str = "modern") -> Deal:
    """Return a moment of a two-handed deal at which so many tricks are left, played sensibly until then."""
    rules = build_rules(preset, 2, changes or ({"target": 10000} if preset == "modern" else {}))
    rng = Random(seed)
    deal = opened(rules, seed)
    while deal.left or len(deal.tricks) < deal.law.tricks - tricks:
        deal = advance(deal, greedy_action(deal, rng) if rng.random() < 0.8 else random_action(deal, rng))
    return deal


def outcomes(deal: Deal) -> dict[Action, int]:
    """Return every play with the difference at the end of the deal, by the exact ending."""
    seat = deal.turn
    law = deal.law
    exact = Ending(law, deal.trump, counted=deal.declared.counted)
    found = exact.lines(deal.hold[seat], deal.hold[1 - seat], deal.trick[0] if deal.trick else None)
    taken = deal.score.brisques if law.brisques_late else (0, 0)
    now = deal.score.totals[seat] - deal.score.totals[1 - seat] + taken[seat] - taken[1 - seat]
    return {play(seat, line.card): now + line.points for line in found}


@pytest.mark.parametrize("tricks", [2, 3, 4])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"brisques": "as_taken", "last_trick": "before_last_eight", "seven_scores": "played"},
        {"trump": "first_marriage"},
        {"game": "rubicon"},
    ],
    ids=["modern", "as taken", "perhaps no trumps", "rubicon"],
)
def test_exact_endings_agree_with_trying_every_line(tricks: int, changes: dict[str, object]) -> None:
    for seed in range(10 if tricks < 4 else 4):
        deal = before_the_last(tricks, seed, changes)
        for _ in range(2):  # to lead, then to follow
            legal = legal_moves(deal)
            exact = outcomes(deal)
            assert set(exact) <= set(legal)
            tried = {action: everything(advance(deal, action), deal.turn) for action in legal}
            assert all(tried[action] == points for action, points in exact.items())
            assert max(exact.values()) == max(tried.values())
            deal = advance(deal, legal[seed % len(legal)])


def takes_the_last(mine: Mask, theirs: Mask, trump: int, known: dict[tuple[Mask, Mask], bool]) -> bool:
    """Tell whether whoever leads can take the very last trick, by trying every line."""
    if not mine:
        return True  # the leader has taken it
    found = known.get((mine, theirs))
    if found is None:
        found = known[mine, theirs] = any(
            all(
                not takes_the_last(theirs ^ 1 << reply, mine ^ 1 << led, trump, known)
                if beats_suit_led(reply, led, trump)
                else takes_the_last(mine ^ 1 << led, theirs ^ 1 << reply, trump, known)
                for reply in cards_of(must_play(theirs, (led,), trump))
            )
            for led in cards_of(mine)
        )
    return found


@pytest.mark.deep
def test_nine_tricks_in_which_the_last_alone_counts_are_solved_exactly() -> None:
    won = set()
    for seed in range(30):
        deal = before_the_last(9, seed, preset="rubicon")
        seat = deal.turn
        assert deal.hold[seat].bit_count() == 9
        last = takes_the_last(deal.hold[seat], deal.hold[1 - seat], deal.trump, {})
        exact = Ending(deal.law, deal.trump).lines(deal.hold[seat], deal.hold[1 - seat])
        assert exact[0].points == (50 if last else -50)
        won.add(last)
    assert won == {True, False}


@pytest.mark.parametrize("preset", ["modern", "rubicon"])
def test_regular_and_strong_play_the_last_tricks_exactly(preset: str) -> None:
    for seed in range(3):
        deal = before_the_last(9 if preset == "rubicon" else 8, seed, preset=preset)
        for level in (Level.REGULAR, Level.STRONG):
            moment = deal
            expected = max(outcomes(deal).values())
            while not moment.over:
                decision = choose(level, observe_deal(moment, moment.turn), Random(1))
                assert decision.method in (Method.EXACT, Method.ONLY)
                moment = advance(moment, decision.action)
            seat = deal.turn
            assert moment.score.totals[seat] - moment.score.totals[1 - seat] == expected


def test_of_equal_answers_to_a_lead_the_one_that_gives_least_away_is_played() -> None:
    spared = 0
    for seed in range(16, 30):
        before = before_the_last(3, seed)
        for lead in legal_moves(before):
            deal = advance(before, lead)
            exact = outcomes(deal)
            best = [action for action, points in exact.items() if points == max(exact.values())]
            won = {action.cards[0] & 31: brisques(advance(deal, action).tricks[-1], deal.turn) for action in best}
            chosen = choose(Level.REGULAR, observe_deal(deal, deal.turn), Random(1)).action
            assert won[chosen.cards[0] & 31] == max(won.values())
            spared += len(set(won.values())) > 1
    assert spared > 3


def test_of_equal_answers_with_three_hands_the_one_that_gives_least_away_is_played() -> None:
    spared, effort = 0, effort_for(3).exactly(4)
    for deal in (each for seed in range(12) for each in played(RULES["modern 3"], seed)):
        if deal.left or len(deal.trick) < 2 or deal.hold[deal.turn].bit_count() > 5:
            continue
        decision = choose(Level.STRONG, observe_deal(deal, deal.turn), Random(1), effort=effort)
        best = [each.action for each in decision.options if each.points == decision.options[0].points]
        won = [brisques(advance(deal, action).tricks[-1], deal.turn) for action in best]
        assert won[0] == max(won)
        spared += len(set(won)) > 1
    assert spared > 3


def brisques(trick: Trick, seat: int) -> int:
    """Return the tens and aces of a trick, below zero if another seat takes it."""
    found = sum(card & 7 in (TEN, ACE) for card in trick.cards)
    return found if trick.winner == seat else -found


def test_the_table_of_an_ending_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "MOST_STATES", 100)
    deal = before_the_last(8, 3)
    seat = deal.turn
    search = Ending(deal.law, deal.trump, pause=10)
    with pytest.raises(Stopped):
        search.lines(deal.hold[seat], deal.hold[1 - seat])
    assert search.states <= 120
    decision = choose(Level.REGULAR, observe_deal(deal, seat), Random(1))
    assert decision.action in legal_moves(deal)
