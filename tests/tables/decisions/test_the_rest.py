"""The rest of a deal that is decided: it is offered only where every legal line gives the same points to each."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.engine import Game, Phase, build_rules, legal_actions, offered_actions
from bot.engine.game import game_after
from bot.house import ending
from bot.house.ending import is_settled
from bot.tables.decisions.play import THE_REST, act, decided
from tests.tables.at_table import FOUR, PLAYERS
from tests.tables.made import ask, begun, cards_left, done, noon, played, step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import Rules
    from bot.tables import Table

LONG = {"target": 9000}
RULES = {
    "modern": build_rules("modern", 2, LONG),
    "rubicon": build_rules("rubicon", 2, {}),
    "brisques at the end": build_rules("modern", 2, LONG | {"brisques": "end_of_deal"}),
    "sevens": build_rules("modern", 2, LONG | {"seven_scores": "played_throughout"}),
    "marriage": build_rules("modern", 2, LONG | {"trump": "first_marriage"}),
}


def outcomes(game: Game) -> set[tuple[object, ...]]:
    """Play every legal line out; return how they come out, at most two of them."""
    found: set[tuple[object, ...]] = set()
    seen: set[object] = set()

    def go(game: Game) -> None:
        deal = game.deals[-1]
        if deal.over:
            found.add((deal.score.totals, deal.score.brisques, deal.tricks[-1].winner, deal.result))
            return
        key = (deal.hold, deal.turn, deal.trick, deal.score.totals, deal.score.brisques)
        if key in seen or len(found) > 1:
            return
        seen.add(key)
        for action in legal_actions(game):
            go(game_after(game, action))

    go(game)
    return found


def leads(rules: Rules, seeds: range, most: int) -> Iterator[Table]:
    """Yield tables before each lead to the last tricks, from so many cards in each hand on."""
    for seed in seeds:
        table, chance = begun(rules=rules, seed=seed), random.Random(seed)
        while table.status == "playing" and not table.awaits_deal:
            deal = table.game.deals[-1]
            if not deal.left and deal.phase is Phase.PLAY and not deal.trick and cards_left(table) <= 2 * most:
                yield table
            table = step(table, chance)


@pytest.mark.parametrize("rules", RULES)
def test_it_is_decided_exactly_where_every_line_comes_to_the_same(rules: str) -> None:
    answers = set()
    for table in leads(RULES[rules], range(30), 4):
        answers.add(decided(table))
        assert decided(table) == (len(outcomes(table.game)) == 1)
    assert answers == {True, False}


@pytest.mark.parametrize("rules", RULES)
def test_playing_it_out_makes_real_plays_of_both_and_ends_the_deal(rules: str) -> None:
    count = 0
    for table in leads(RULES[rules], range(40, 60), 6):
        if not decided(table):
            continue
        count += 1
        over = ask(table, act, noon(), table.turn_users[0], THE_REST, table.ply)
        (outcome,) = outcomes(table.game)
        deal = over.game.deals[len(table.game.deals) - 1]
        assert (deal.over, (deal.score.totals, deal.score.brisques, deal.tricks[-1].winner, deal.result)) == (
            True, outcome,
        )  # fmt: skip
        assert len(over.actions) - len(table.actions) == cards_left(table)
    assert count > 5


def test_nothing_is_played_where_it_is_not_decided_or_another_leads() -> None:
    for table in leads(RULES["modern"], range(5), 4):
        user = table.turn_users[0]
        other = next(each for each in table.users if each != user)
        assert done(table, act, noon(), other, THE_REST, table.ply).stale
        if not decided(table):
            assert done(table, act, noon(), user, THE_REST, table.ply).stale
    first = begun(rules=RULES["modern"])
    assert done(first, act, noon(), first.turn_users[0], THE_REST, first.ply).stale


@pytest.mark.parametrize("finish", ["at_once", "end_of_deal"])
def test_where_the_target_may_be_reached_the_order_may_count(finish: str) -> None:
    rules = build_rules("modern", 2, LONG | {"finish": finish, "both_out": "non_dealer_first"})
    table = next(each for each in leads(rules, range(20), 3) if decided(each))
    deal = table.game.deals[-1]
    near = deal._replace(score=deal.score._replace(totals=(8990, 100)))
    assert not decided(table.but(game=Game(rules, (*table.game.deals[:-1], near))))


def test_more_hands_never() -> None:
    table = played(begun(PLAYERS, rules=FOUR), lambda t: cards_left(t) == 8)
    while table.game.deals[-1].trick:
        table = step(table, random.Random(1))
    assert offered_actions(table.game)
    assert not decided(table)


def test_too_many_lines_count_as_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    table = next(each for each in leads(RULES["modern"], range(20), 4) if decided(each) and cards_left(each) > 5)
    deal = table.game.deals[-1]
    is_settled.cache_clear()
    monkeypatch.setattr(ending, "MOST_COMPARED", 1)
    assert not is_settled(deal.hold[deal.turn], deal.hold[1 - deal.turn], deal.trump)
    is_settled.cache_clear()
