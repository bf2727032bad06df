"""Games played to the end through the database; results, standings, rematches."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping

import pytest

from bot.engine import build_rules
from bot.engine.scoring import side_totals
from bot.tables import Due, Limits, Refused, Status, Table, Tables, Why
from bot.tables.decisions import consent, dealing, play
from db import Board, ResultRow, Store
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    GUILD,
    PLAYERS,
    Clock,
    all_due,
    deal,
    play_out,
    post_board,
    put,
    refused,
    restarted,
    start_table,
    sure,
    tables_over,
    why,
)
from tests.tables.made import after_plies, begun, cards_left, near_the_end, played

GAMES: list[tuple[str, int, Mapping[str, object]]] = [
    ("modern", 2, {}),
    ("britannica", 3, {}),
    ("parlour", 4, {}),
    ("enquire", 4, {"partners": True}),
]
"""One of each kind; every book for every number of players is played in `decisions/test_deal_over.py`."""


async def results(store: Store, table: Table) -> list[ResultRow]:
    return await store.ask(lambda reader: reader.results.of(table.id))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("preset", "players", "changes"),
    GAMES,
    ids=[f"{preset} {players} {' '.join(changes)}".strip() for preset, players, changes in GAMES],
)
async def test_a_whole_game(
    tables: Tables, store: Store, clock: Clock, preset: str, players: int, changes: Mapping[str, object]
) -> None:
    rules = build_rules(preset, players, {"target": 500, **changes})
    table = await start_table(tables, PLAYERS[:players], rules=rules, preset=preset)
    assert table.rules == rules
    rng = random.Random(f"{preset} {players} {sorted(changes)}")
    if players > 2 and not rules.partners:  # whose games are long: most of it is stored at once
        table = await play_out(tables, table.id, rng, plies=12)
        table = await tables.ask(table.id, lambda t, at: played(t, near_the_end, at=at))
    table = await play_out(tables, table.id, rng)

    result, deal = table.game.result, table.game.deal
    assert result is not None
    assert deal is not None
    assert table.status is Status.FINISHED
    assert (table.end_reason, table.winner, table.ended_at) == ("score", result.winner, clock())
    totals = side_totals(deal.base, table.game.totals)
    assert max(totals) >= 500
    assert all(seal.closed_at is not None and seal.deck for seal in table.deals)

    rows = await results(store, table)
    assert [row.user_id for row in rows] == [each.user_id for each in PLAYERS[:players]]
    for row in rows:
        assert row.won is (row.seat in result.winner)
        assert row.outcome == ("won" if row.won else "lost")
        assert row.points == totals[row.side]
        assert row.side == (row.seat % 2 if rules.partners else row.seat)
    assert sum(row.won for row in rows) == (2 if rules.partners else 1)
    async with store.read() as reader:
        assert await reader.schedule.deadlines() == []
        standings = await reader.standings.leaderboard(Board(GUILD))
    assert {line.user_id for line in standings if line.wins} == {row.user_id for row in rows if row.won}
    assert tables.memory.awake() == []
    assert await tables_over(store, clock).get(table.id) == table


@pytest.mark.deep
async def test_a_restart_at_every_ply_changes_nothing(tables: Tables, store: Store, clock: Clock) -> None:
    """The table is read back at every step: the first tricks, the last ones of a deal, and the wait for the next."""
    rules = build_rules("modern", 2, {"target": 500})
    made = played(begun(rules=rules), lambda t: len(t.game.deals) == 2 and cards_left(t) == 6, seed=2)
    for table, plies in ((await start_table(tables, rules=rules), 14), (await put(tables, made), 16)):
        await play_with_restarts(tables, store, clock, table.id, table.ply + plies)
    assert [len(table.game.deals) for table in (await restarted(store, clock)).memory.awake()] == [1, 3]


async def play_with_restarts(tables: Tables, store: Store, clock: Clock, table_id: int, plies: int) -> None:
    table, rng = await tables.get(table_id), random.Random(21)
    while table.ply < plies:
        table = await play_out(tables, table_id, rng, plies=table.ply + 1)
        again = await restarted(store, clock)
        assert await again.get(table_id) == table
        assert {key: at for key, at in all_due(again).items() if key[1] is not Due.NUDGE} == {
            key: at for key, at in all_due(tables).items() if key[1] is not Due.NUDGE
        }
        tables = again
        if table.awaits_deal:
            await post_board(tables, table_id)
            table = await tables.ask(table_id, dealing.cut, BEN.user_id, "before the deal")
            tables = await restarted(store, clock)
            assert await tables.get(table_id) == table


async def test_every_few_plies_another_process_goes_on_with_the_game(url: str, clock: Clock) -> None:
    store = await Store.open(url)
    rules = build_rules("modern", 3, {"target": 500})
    made = played(begun((ANN, BEN, CAT), rules=rules), near_the_end)
    table = await put(await restarted(store, clock, seed=0), made)
    await store.close()
    rng, starts = random.Random(5), 0
    while table.live:
        store = await Store.open(url)
        tables = await restarted(store, clock, seed=starts)
        assert await tables.get(table.id) == table
        table = await play_out(tables, table.id, rng, plies=table.ply + 4)
        await store.close()
        starts += 1
    assert starts >= 3
    assert table.status is Status.FINISHED


async def play_some(tables: Tables, *, plies: int) -> Table:
    return await put(tables, after_plies(begun(rules=build_rules("modern", 2, {"target": 9000})), plies, seed=4))


async def test_ruling_21_who_resigns_loses_to_the_other(tables: Tables, store: Store, clock: Clock) -> None:
    table = await play_some(tables, plies=31)
    totals, other = table.game.totals, table.turn_users[0]
    loser = next(user for user in table.users if user != other)  # out of turn
    done = await tables.ask(table.id, play.resign, loser)
    assert (done.table.status, done.table.end_reason) == (Status.FINISHED, "resign")
    rows = await results(store, done.table)
    assert {row.user_id: row.outcome for row in rows} == {loser: "resigned", other: "won"}
    assert [row.points for row in rows] == list(totals)
    seal = sure(done.table.seal)
    assert seal.closed_at == clock()
    async with store.read() as reader:
        assert [(line.user_id, line.wins, line.games) for line in await reader.standings.leaderboard(Board(GUILD))] == [
            (other, 1, 1),
            (loser, 0, 1),
        ]
    assert await tables_over(store, clock).get(table.id) == done.table


async def test_a_draw_is_stored_without_a_result(tables: Tables, store: Store, clock: Clock) -> None:
    table = await play_some(tables, plies=7)
    for player in (ANN, BEN):
        over = await tables.ask(table.id, consent.offer_draw, player.user_id)
    assert over.drawn
    assert not any(row.rated or row.won for row in await results(store, over))
    async with store.read() as reader:
        assert await reader.standings.leaderboard(Board(GUILD)) == []
        assert await reader.schedule.deadlines(over.id) == []
    assert await (await restarted(store, clock)).get(over.id) == over


async def test_both_who_resign_at_once_end_the_game_once(tables: Tables, store: Store) -> None:
    table = await play_some(tables, plies=31)
    first, second = await asyncio.gather(
        tables.ask(table.id, play.resign, ANN.user_id),
        tables.ask(table.id, play.resign, BEN.user_id),
        return_exceptions=True,
    )
    assert not isinstance(first, BaseException)
    assert isinstance(second, Refused)
    assert second.why is Why.OVER
    assert [row.outcome for row in await results(store, first.table)] == ["resigned", "won"]


async def finished(tables: Tables, players: int = 2, **changes: object) -> Table:
    rules = build_rules("enquire", players, {"target": 700, **changes})
    table = await start_table(tables, PLAYERS[:players], rules=rules, preset="enquire", auto_draw=False)
    return (await tables.ask(table.id, play.resign, ANN.user_id)).table


async def test_a_rematch_needs_everyone_and_passes_the_deal_on(tables: Tables, store: Store, clock: Clock) -> None:
    table = await finished(tables, 3)
    first = sure(table.deals[0].dealer)
    for player in (CAT, ANN, BEN):
        voted, new = await tables.rematch(table.id, player.user_id)
    assert new is not None
    again = await restarted(store, clock)
    assert (await again.get(new.id), await again.get(table.id)) == (new, voted)
    told = await refused(tables.rematch(table.id, ANN.user_id))
    assert (told.why, told.table_id) == (Why.REMATCH_STANDS, new.id)
    await post_board(again, new.id)
    dealer = sure((await deal(again, new.id, ANN.user_id)).deals[0].dealer)
    assert new.users[dealer] == table.users[(first + 1) % 3]
    assert (await play_out(again, new.id, random.Random(1), plies=5)).live


async def test_both_who_ask_at_once_get_one_rematch(tables: Tables) -> None:
    table = await finished(tables)
    presses = [tables.rematch(table.id, player.user_id) for player in (ANN, BEN, ANN, BEN)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    made = [each[1] for each in answers if not isinstance(each, BaseException) and each[1] is not None]
    assert len(made) == 1
    assert tables.memory.awake() == made


async def test_a_rematch_counts_against_the_limit(store: Store, clock: Clock) -> None:
    tables = tables_over(store, clock, limits=Limits(tables_a_member=1))
    table = await finished(tables)
    await tables.rematch(table.id, ANN.user_id)
    busy = await start_table(tables, (BEN, CAT))
    assert await why(tables.rematch(table.id, BEN.user_id)) is Why.TOO_MANY_TABLES
    assert (await tables.get(table.id)).rematch.votes == (ANN.user_id,)
    await tables.ask(busy.id, play.resign, CAT.user_id)
    assert (await tables.rematch(table.id, BEN.user_id))[1] is not None
