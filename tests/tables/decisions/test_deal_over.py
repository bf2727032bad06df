"""Dealing on, the end of a deal and of a game, and what is noted of it for each person."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine import PRESETS, Game, Rules, build_rules
from bot.engine.scoring import side_totals
from bot.house.roster import Level, is_house
from bot.tables import CLOCKS, Due, Status, Table, Why
from bot.tables.decisions import dealing, overtime, play
from bot.tables.decisions.occasion import Done
from bot.tables.values.table import tidy
from tests.tables.at_table import ANN, BEN, CAT, GUILD, NOON, PLAYERS, STRANGER, sure
from tests.tables.made import (
    BOARD,
    NUMBER,
    after_plies,
    ask,
    before_last_choice,
    begun,
    between_deals,
    counts,
    done,
    joined,
    noon,
    on_its_board,
    played,
    refusal,
    resigned,
    results_of,
    step,
    why,
    with_house,
    words_of,
)

GAMES: list[tuple[str, int, Mapping[str, object]]] = [
    *((preset, players, {}) for preset in PRESETS for players in PRESETS[preset].players),
    *((preset, 4, {"partners": True}) for preset in ("modern", "britannica", "enquire")),
    ("britannica", 2, {"trump": "first_marriage", "bezique_cards": "fixed"}),
    ("parlour", 3, {"trump": "first_marriage"}),
    ("modern", 4, {"trump": "first_marriage", "partners": True}),
    ("enquire", 3, {"packs": "two_less_an_eight"}),
    ("modern", 2, {"finish": "at_once", "brisques": "as_taken", "seven_scores": "declared"}),
]


# ------------------------------------------------------------------ from deal to deal


def last_choice(table: Table, seconds: float = 0) -> Done:
    """Let the last card of a deal that is chosen be played, and the last trick with it."""
    at = noon(seconds=seconds, chance=random.Random(2))
    return done(table, play.act, at, table.turn_users[0], words_of(table), table.ply)


def test_next_deal_is_sealed_when_one_is_over_and_waits_half_a_minute() -> None:
    rules = build_rules("modern", 2, {"target": 9000})
    before = before_last_choice(begun(rules=rules, clock=CLOCKS["live-3"]))
    assert {Due.CLOCK, Due.NUDGE} < set(before.due)
    table = last_choice(before, 40).table
    now = NOON + timedelta(seconds=40)
    assert [(seal.number, seal.closed_at) for seal in table.deals] == [(0, now), (1, None)]
    assert (table.deals[1].deck, table.deals[1].opened_at, table.awaits_deal) == (None, now, True)
    assert table.deals[1].secret != table.deals[0].secret
    assert (table.turn_users, table.status, table.turn_since) == ((), Status.PLAYING, now)
    assert table.due == {Due.DEAL: now + timedelta(seconds=30), Due.ABANDON: now + timedelta(days=7)}


def test_next_deal_is_dealt_by_a_player_or_by_itself_once_its_commitment_is_up() -> None:
    table = between_deals(clock=CLOCKS["live-3"])
    told = [why(table, dealing.deal, noon(), user) for user in (STRANGER.user_id, BEN.user_id, None)]
    assert told == [Why.NOT_SEATED, Why.NOT_POSTED, Why.NOT_POSTED]
    table = ask(table, dealing.posted, noon(), BOARD + 9)
    for user in (BEN.user_id, None):
        came = done(table, dealing.deal, noon(minutes=1), user)
        assert (came.stale, len(came.table.game.deals), came.table.being_dealt) == (False, 1, True)
        assert came.table.deals[1].cuts_closed_at == came.table.turn_since == NOON + timedelta(minutes=1)
        assert came.table.due == {Due.ABANDON: NOON + timedelta(days=7, minutes=1)}  # no clock runs
        again = done(came.table, dealing.deal, noon(), ANN.user_id)
        assert (again.stale, again.table, again.events) == (True, came.table, ())
        after = ask(came.table, dealing.posted, noon(minutes=2), BOARD + 10)
        assert (len(after.game.deals), after.deals[1].entropy[-1]) == (2, f"board:{BOARD + 10}")
        assert after.deals[1].dealt_at == after.turn_since == NOON + timedelta(minutes=2)
        assert after.due == {
            Due.CLOCK: NOON + timedelta(minutes=5), Due.NUDGE: NOON + timedelta(minutes=2, seconds=30),
            Due.ABANDON: NOON + timedelta(days=7, minutes=5),
        }  # fmt: skip
        assert done(after, dealing.deal, noon(), ANN.user_id).stale


def test_nothing_is_dealt_where_no_deal_waits() -> None:
    for table in (joined(), begun(), resigned(begun())):
        assert done(table, dealing.deal, noon(), ANN.user_id).stale
    for table in (joined(posted=False), joined(posted=False).but(deals=())):
        assert refusal(table, dealing.cuts_closed, noon()).table_id == NUMBER


def test_seven_turned_up_ends_the_game_where_it_is_enough() -> None:
    """At once out: the dealer scores ten for the seven, and no card is played in that deal."""
    table = ask(between_deals(rules=build_rules("britannica", 2, {})), dealing.posted, noon(), BOARD + 9)
    dealer = sure(table.game.next_dealer())
    last = table.game.deals[-1]
    points = tuple(table.rules.target - 10 if seat == dealer else 0 for seat in (0, 1))
    near = last._replace(score=last.score._replace(totals=points))
    table = table.but(game=Game(table.rules, (near,)))
    for attempt in range(100):
        cut = dealing.cut(table, noon(), ANN.user_id, f"{attempt}")
        came = on_its_board(dealing.deal(cut, noon(minutes=1)).table, noon(minutes=1))
        if came.status is Status.FINISHED:
            break
        assert came.turn_users
    over = tidy(came)
    assert (over.winner, over.end_reason, over.ended_at) == ((dealer,), "score", NOON + timedelta(minutes=1))
    assert (over.deals[-1].closed_at, over.due) == (NOON + timedelta(minutes=1), {})
    assert len(over.deals) == len(over.game.deals) == 2


# ------------------------------------------------------------------ results


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("preset", "players", "changes"),
    GAMES,
    ids=[f"{preset} {players} {' '.join(changes)}".strip() for preset, players, changes in GAMES],
)
def test_whole_game_ends_with_a_result_for_each(preset: str, players: int, changes: Mapping[str, object]) -> None:
    target: dict[str, object] = {} if preset == "rubicon" else {"target": 500}  # whose one deal has none
    rules = build_rules(preset, players, {**target, **changes})
    table = begun(PLAYERS[:players], rules=rules, preset=preset)
    chance = random.Random(f"{preset} {players} {sorted(changes)}")
    while table.live:
        table = step(table, chance)

    result, deal = table.game.result, table.game.deal
    assert result is not None
    assert deal is not None
    assert (table.end_reason, table.winner) == ("score", result.winner)
    assert (table.ended_at, table.due, table.awaits_deal) == (NOON, {}, False)
    totals = side_totals(deal.base, table.game.totals)
    assert rules.length == "one_deal" or max(totals) >= 500
    assert len(table.deals) == len(table.game.deals)
    assert all(seal.closed_at == NOON and seal.deck for seal in table.deals)
    rows = results_of(table)
    assert [row.user_id for row in rows] == [each.user_id for each in PLAYERS[:players]]
    for row in rows:
        assert (row.game_id, row.guild_id, row.ended_at, row.rated) == (NUMBER, GUILD, NOON, True)
        assert row.won is (row.seat in result.winner)
        assert row.outcome == ("won" if row.won else "lost")
        assert row.side == (row.seat % 2 if rules.partners else row.seat)
        assert row.points == totals[row.side]
    assert sum(row.won for row in rows) == (2 if rules.partners else 1)


def outcomes(table: Table) -> list[tuple[int, str, int]]:
    return [(row.seat, row.outcome, row.points) for row in results_of(table)]


def rules_for(players: int, **changes: object) -> Rules:
    return build_rules("modern", players, {"target": 9000, **changes})


def test_ruling_21_who_resigns_loses_to_the_other_whoever_is_on_turn() -> None:
    table = after_plies(begun(rules=rules_for(2)), 31)
    for loser in (0, 1):
        over = done(table, play.resign, noon(minutes=1), table.users[loser]).table
        assert (over.status, over.end_reason, over.winner) == (Status.FINISHED, "resign", (1 - loser,))
        assert (over.ended_at, over.due) == (NOON + timedelta(minutes=1), {})
        assert over.deals[-1].closed_at == NOON + timedelta(minutes=1)
        words = ["resigned" if seat == loser else "won" for seat in (0, 1)]
        assert outcomes(over) == list(zip((0, 1), words, table.game.totals, strict=True))


def test_ruling_21_with_partners_the_side_loses() -> None:
    table = after_plies(begun(PLAYERS, rules=build_rules("modern", 4, {"partners": True, "target": 9000})), 50)
    over = done(table, play.resign, noon(), CAT.user_id).table
    assert over.winner == (1, 3)
    totals = table.game.totals
    sides = [totals[0] + totals[2], totals[1] + totals[3]]
    assert outcomes(over) == [
        (0, "lost", sides[0]),
        (1, "won", sides[1]),
        (2, "resigned", sides[0]),
        (3, "won", sides[1]),
    ]


def test_resigning_between_deals_ends_the_game_and_leaves_the_sealed_deal_undealt() -> None:
    table = between_deals()
    over = done(table, play.resign, noon(minutes=9), BEN.user_id).table
    assert (over.status, over.winner, over.awaits_deal, over.due) == (Status.FINISHED, (0,), False, {})
    assert (len(over.game.deals), over.deals[-1].deck) == (1, None)
    assert over.deals[0].closed_at == NOON, "it keeps its moment"
    assert [outcome for _, outcome, _ in outcomes(over)] == ["won", "resigned"]


def test_house_has_no_result_and_with_it_in_play_nothing_is_rated() -> None:
    table = resigned(played(with_house((Level.NOVICE,), (ANN, BEN), rules=rules_for(3)), counts), BEN)
    assert is_house(table.users[2])
    assert [(row.seat, row.rated) for row in results_of(table)] == [(0, False), (1, False)]
    moved = table.but(seats=tuple(replace(seat, seat=(seat.seat + 2) % 3) for seat in table.seats))
    moved = moved.but(seats=tuple(sorted(moved.seats, key=lambda seat: seat.seat)))
    assert [row.seat for row in results_of(moved)] == [0, 2]


def test_game_without_a_result_has_none_for_anybody() -> None:
    playing = begun()
    assert results_of(playing) == results_of(joined()) == []
    assert results_of(tidy(overtime.abandon(playing, noon(days=8)).table)) == []
    assert results_of(resigned(playing).but(ended_at=None)) == []
