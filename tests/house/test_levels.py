"""The levels of the house: what sets a beginner and a skilled player apart from the others."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Phase, Verb, observe_deal
from bot.engine.cards import TEN
from bot.engine.tricks import beats_suit_led, winning_place
from bot.house.players import Method, choose
from bot.house.roster import HOUSE, Level
from bot.house.search import Effort
from bot.ui.text.table_lines import LEVELS

from .positions import RULES, played

LITTLE = Effort(groups=1)


def test_players_of_tables_that_are_stored_already_keep_their_level() -> None:
    levels = {-1: Level.NOVICE, -2: Level.REGULAR, -3: Level.STRONG}
    assert {user: HOUSE[user].level for user in range(-33, -10) if user in HOUSE} == {
        10 * tens - each: level for tens, level in levels.items() for each in (1, 2, 3)
    }


def test_each_level_is_told_from_the_others_in_a_sentence() -> None:
    assert list(LEVELS) == list(Level)
    assert len(set(LEVELS.values())) == len(Level)


def test_there_are_three_players_of_each_level() -> None:
    assert sorted(player.level for player in HOUSE.values()) == sorted(3 * [*Level])


def test_a_beginner_declares_the_cheapest_of_what_there_is_or_forgets() -> None:
    cheapest = forgotten = others = 0
    rng = Random(40)
    for name in ("modern 2", "enquire 3", "partners"):
        for deal in played(RULES[name], seed=41):
            view = observe_deal(deal, deal.turn)
            rows = view.law.rows
            points = [rows[action.name].points for action in view.offered if action.verb is Verb.DECLARE]
            for _ in range(10) if points else ():
                done = choose(Level.BEGINNER, view, rng).action
                if done.verb is Verb.PASS:
                    forgotten += 1
                elif rows[done.name].points == min(points):
                    cheapest += 1
                else:
                    others += 1
    assert others == 0
    assert 0.1 < forgotten / (forgotten + cheapest) < 0.4


def test_a_beginner_takes_every_ace_and_ten_that_can_be_taken() -> None:
    taken = 0
    for name in ("modern 2", "britannica 4"):
        for deal in played(RULES[name], seed=42):
            view = observe_deal(deal, deal.turn)
            if view.phase is not Phase.PLAY or not any(card & 7 >= TEN for card in view.trick):
                continue
            beats = beats_suit_led if view.last_eight else view.law.beats
            best = view.trick[winning_place(view.trick, view.trump, beats)]
            taking = {action for action in view.offered if beats(action.cards[0], best, view.trump)}
            if taking:
                taken += 1
                assert choose(Level.BEGINNER, view, Random(taken)).action in taking
    assert taken > 5


@pytest.mark.deep
def test_a_skilled_player_looks_ahead_only_as_the_stock_runs_low() -> None:
    methods: dict[bool, set[Method]] = {True: set(), False: set()}
    for name in ("modern 2", "modern 3"):
        for deal in played(RULES[name], seed=43):
            view = observe_deal(deal, deal.turn)
            if len(view.offered) > 1 and not view.last_eight:
                low = view.stock <= 6 * view.players
                methods[low].add(choose(Level.SKILLED, view, Random(1), effort=LITTLE).method)
    assert methods == {True: {Method.SAMPLED}, False: {Method.EVALUATED}}
