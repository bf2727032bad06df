"""Played without an irregularity, an honour table is an ordinary one whose cards are drawn by hand."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Game, Rules, Verb, apply, legal_actions, start_deal, to_act
from bot.engine.deal import Phase
from bot.engine.honour.state import to_draw
from tests.engine.positions import choose, legal_rules, shuffled
from tests.honour_table import honour_table

PROFILE = settings.get_profile(os.environ.get("ENGINE_PROFILE", "engine"))


@pytest.mark.deep
@settings(PROFILE)
@given(rules=legal_rules(("bezique",)), seed=st.integers(0, 2**32))
def test_regular_play_is_marked_and_won_as_at_an_ordinary_table(rules: Rules, seed: int) -> None:
    random = Random(seed)
    ordinary = Game(rules)
    honour = Game(rules.changed({"irregularities": "forfeits"}))
    for number in range(2):
        dealer = ordinary.next_dealer()
        dealer = random.randrange(rules.players) if dealer is None else dealer
        deck = shuffled(ordinary.law.pack, seed + number)
        ordinary, honour = start_deal(ordinary, dealer, deck).game, start_deal(honour, dealer, deck).game
        while not ordinary.deals[-1].over:
            action = choose(ordinary, random)
            ordinary = apply(ordinary, action).game
            assert action in legal_actions(honour), action
            honour = apply(honour, action).game
            if action.verb is Verb.PASS and ordinary.deals[-1].phase is not Phase.DECLARE:
                honour = _all_drawn(honour)
            _check_alike(ordinary, honour)
        assert honour.deals[-1].phase is Phase.CLAIM
        for seat in range(rules.players):
            assert [a.text for a in legal_actions(honour) if a.seat == seat] == [f"{seat} done"]
            honour = apply(honour, next(a for a in legal_actions(honour) if a.seat == seat)).game
        _check_alike(ordinary, honour)
        assert honour.result == ordinary.result
        assert honour.between_deals == ordinary.between_deals
        if ordinary.result is not None:
            break


@pytest.mark.parametrize("players", [3, 4])
def test_the_seat_with_the_best_card_takes_the_trick(players: int) -> None:
    at_table = honour_table(players=players, hands={1: "7Ca", 2: "ACa"}, turn_up="9Ha")
    at_table.do("1 play 7Ca", "2 play ACa")
    for seat in [*range(3, players), 0]:
        at_table.do(min(play for play in at_table.legal(f"{seat} play") if play[-3] != "A" and play[-2] != "H"))
    assert at_table.deal.tricks[-1].winner == 2


def _all_drawn(game: Game) -> Game:
    while (seat := to_draw(game.deals[-1])) is not None:
        draw = next(a for a in legal_actions(game) if a.seat == seat and a.verb is Verb.DRAW)
        game = apply(game, draw).game
    return game


def _check_alike(ordinary: Game, honour: Game) -> None:
    ours, theirs = ordinary.deals[-1], honour.deals[-1]
    assert theirs.honour is not None
    assert not theirs.honour.faults
    assert honour.marks == ordinary.marks
    assert theirs.score.totals == ours.score.totals
    if ordinary.result is None:
        assert theirs.score.brisques == ours.score.brisques
        assert (theirs.tricks, theirs.trick) == (ours.tricks, ours.trick)
        assert (theirs.hold, theirs.exposed, theirs.left) == (ours.hold, ours.exposed, ours.left)
        assert (theirs.trump, theirs.turn_up) == (ours.trump, ours.turn_up)
        assert theirs.declared == ours.declared
        if not ours.over:
            assert set(to_act(ordinary)) <= set(to_act(honour))
