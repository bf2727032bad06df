"""What the last eight tricks will bring is guessed well enough to choose by."""

from __future__ import annotations

import statistics
from random import Random

import pytest

from bot.engine.cards import NO_SUIT, cards_of, mask_of
from bot.engine.law import law_for
from bot.engine.moves import advance
from bot.house.ending import Ending
from bot.house.last_tricks import LastEight, Plain, Trumps, counts
from bot.house.policy import Mind
from bot.house.weights import EIGHT_BASE, EIGHT_FOLLOWER, EIGHT_LEADER, TUNED

from .positions import RULES, opened


def _endings(number: int) -> list[tuple[int, int, int]]:
    """Return endings among players with an evaluation: the trump suit, the leader's cards and the other's."""
    found = []
    for seed in range(number):
        deal = opened(RULES["modern 2"], 100 + seed)
        while deal.left:
            deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
        found.append((deal.trump, deal.hold[deal.turn], deal.hold[1 - deal.turn]))
    return found


@pytest.mark.deep
def test_the_guess_is_close_to_exact_play() -> None:
    law, exact, errors = law_for(RULES["modern 2"]), list[int](), list[float]()
    for trump, leader, follower in _endings(50):
        exact.append(Ending(law, trump).lines(leader, follower)[0].points)
        errors.append(LastEight(trump).lead(leader, follower) - exact[-1])
    assert statistics.pstdev(errors) < 16
    assert statistics.pstdev(exact) > 35
    assert abs(statistics.mean(errors)) < 5


def test_the_table_says_what_the_counts_add_up_to() -> None:
    weights = (EIGHT_BASE, *EIGHT_LEADER.plain, *EIGHT_LEADER.trumps, *EIGHT_FOLLOWER.plain, *EIGHT_FOLLOWER.trumps)
    assert len(weights) == 1 + 2 * (len(Plain._fields) + len(Trumps._fields))
    for trump, leader, follower in _endings(10):
        for suit in (trump, NO_SUIT):
            guess = LastEight(suit)
            once, again = guess.lead(leader, follower), guess.lead(leader, follower)
            said = sum(a * b for a, b in zip(weights, counts(leader, follower, suit), strict=True))
            assert once == again
            assert abs(once - said) < 1e-6


def test_equal_cards_of_another_pack_change_nothing() -> None:
    rng = Random(2)
    for trump, leader, follower in _endings(10):
        cards = [c ^ 32 for c in cards_of(leader)]
        theirs = [c ^ 32 for c in cards_of(follower)]
        rng.shuffle(cards)
        swapped = LastEight(trump).lead(mask_of(cards), mask_of(theirs))
        assert abs(swapped - LastEight(trump).lead(leader, follower)) < 1e-9
