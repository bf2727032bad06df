"""The option ``length = one_deal``: one deal, played out; the higher total wins, ties as under ``higher_total``."""

from __future__ import annotations

import random

import pytest

from bot.engine import Action, Ending, Game, Rules, Verb, apply, build_rules, legal_actions, start_deal
from bot.engine.scoring import decide, side_totals
from tests.table_builder import table


def played(rules: Rules, seed: int) -> Game:
    """Play a game at random to its end."""
    rng = random.Random(seed)
    deck = list(Game(rules).law.pack)
    rng.shuffle(deck)
    game = start_deal(Game(rules), 0, tuple(deck)).game
    while game.result is None and not game.between_deals:
        game = apply(game, rng.choice(legal_actions(game))).game
    return game


@pytest.mark.parametrize("code", ["modern 2", "britannica 2", "enquire 3", "parlour 4", "modern 4 partners"])
@pytest.mark.parametrize("seed", range(3))
def test_ruling_17_one_deal_is_played_out_and_the_higher_total_wins(code: str, seed: int) -> None:
    """The target, when it ends the game, and who wins beyond it have no effect: ``britannica`` would end at once."""
    preset, players, *partners = code.split(" ")
    changes: dict[str, object] = {"length": "one_deal", "target": 500, "partners": bool(partners)}
    game = played(build_rules(preset, int(players), changes), seed)
    assert game.result is not None
    assert game.result.ending is Ending.SCORE
    (deal,) = game.deals
    assert len(deal.tricks) == deal.law.tricks
    totals = side_totals(deal.base, deal.score.totals)
    assert totals[deal.law.sides[game.result.winner[0]]] == max(totals)


def test_ruling_17_one_deal_is_played_out_past_the_target_where_a_game_would_end_at_once() -> None:
    """Ours: the target and when it ends the game have no effect."""
    rules = build_rules("britannica", 2, {"length": "one_deal", "target": 500})
    assert rules.finish == "at_once"
    at_table = table(rules, hands={1: "QSa JDa QSb JDb"}).win(1).do("1 declare double-bezique QSa JDa QSb JDb")
    assert at_table.winner is None
    assert len(at_table.to_end().deal.tricks) == 32
    assert at_table.winner == (1,)


def test_ruling_17_one_deal_goes_to_somebody_below_the_target_too() -> None:
    game = played(build_rules("modern", 2, {"length": "one_deal", "target": 10_000}), 1)
    assert game.result is not None
    assert max(game.totals) < 10_000


@pytest.mark.parametrize(
    ("totals", "brisques", "winner"),
    [
        ((400, 390), (0, 0), 0),
        ((390, 400), (0, 0), 1),
        ((400, 400), (200, 120), 1),  # the higher total without aces and tens
        ((400, 400), (160, 160), None),  # the taker of the very last trick
    ],
)
def test_ruling_17_one_deal_settles_a_tie_as_the_higher_total_does(
    totals: tuple[int, int], brisques: tuple[int, int], winner: int | None
) -> None:
    changes: dict[str, object] = {"length": "one_deal", "both_out": "non_dealer_first", "brisques": "as_taken"}
    (deal,) = played(build_rules("enquire", 2, changes), 4).deals
    score = deal.score._replace(totals=totals, brisques=brisques)
    _, result = decide(deal.base, score, deal.tricks)
    assert result is not None
    assert result.winner == (deal.tricks[-1].winner if winner is None else winner,)


def test_resigning_loses_also_a_game_of_one_deal() -> None:
    rules = build_rules("modern", 2, {"length": "one_deal"})
    game = start_deal(Game(rules), 0, Game(rules).law.pack).game
    result = apply(game, Action(1, Verb.RESIGN)).game.result
    assert result is not None
    assert (result.winner, result.ending) == ((0,), Ending.RESIGN)
