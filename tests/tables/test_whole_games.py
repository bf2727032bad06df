"""Games played to the end at every preset and number of players; results, standings, rematches."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.engine import PRESETS, Ending, Rules, build_rules
from bot.engine.scoring import side_totals
from bot.tables import Due, Kind, Limits, Refused, Status, Why
from bot.tables.decisions import dealing, overtime, play
from db import Store
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    DAN,
    GUILD,
    PLAYERS,
    all_due,
    play_out,
    post_board,
    refused,
    restarted,
    start_table,
    tables_over,
    why,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.tables import Player, Table, Tables
    from db import ResultRow
    from tests.tables.at_table import Clock

GAMES: list[tuple[str, int, Mapping[str, object]]] = [
    *((preset, players, {}) for preset in PRESETS for players in (2, 3, 4)),
    *((preset, 4, {"partners": True}) for preset in ("modern", "britannica", "enquire")),
    ("britannica", 2, {"trump": "first_marriage", "bezique_cards": "fixed"}),
    ("parlour", 3, {"trump": "first_marriage"}),
    ("modern", 4, {"trump": "first_marriage", "partners": True}),
    ("enquire", 3, {"packs": "two_less_an_eight"}),
    ("modern", 2, {"finish": "at_once", "brisques": "as_taken", "seven_scores": "declared"}),
]


def rules_of(preset: str, players: int, changes: Mapping[str, object]) -> Rules:
    return build_rules(preset, players, {"target": 500, **changes})


async def results(store: Store, table: Table) -> list[ResultRow]:
    async with store.read() as reader:
        return await reader.standings.results(table.id)


@pytest.mark.parametrize(
    ("preset", "players", "changes"),
    GAMES,
    ids=[f"{preset} {players} {' '.join(changes)}".strip() for preset, players, changes in GAMES],
)
async def test_a_whole_game(
    tables: Tables, store: Store, clock: Clock, preset: str, players: int, changes: Mapping[str, object]
) -> None:
    rules = rules_of(preset, players, changes)
    table = await start_table(tables, PLAYERS[:players], rules=rules, preset=preset)
    assert table.rules == rules
    table = await play_out(tables, table.id, random.Random(f"{preset} {players} {sorted(changes)}"))

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
        standings = await reader.standings.leaderboard(GUILD)
    assert {line.user_id for line in standings if line.wins} == {row.user_id for row in rows if row.won}
    assert tables.live_tables() == []
    assert await tables_over(store, clock).get(table.id) == table


async def test_a_restart_at_every_ply_changes_nothing(tables: Tables, store: Store, clock: Clock) -> None:
    """The table is read back at every step of a game, cuts, boards and the wait between deals among them."""
    table = await start_table(tables, rules=build_rules("modern", 2, {"target": 700}))
    rng, seen = random.Random(21), 0
    while table.live:
        table = await play_out(tables, table.id, rng, plies=table.ply + 1)
        again = await restarted(store, clock)
        assert again.live_tables() == tables.live_tables()
        assert await again.get(table.id) == table
        assert {key for key in all_due(again) if key[1] is not Due.NUDGE} == {
            key for key in all_due(tables) if key[1] is not Due.NUDGE
        }
        seen += 1
        if table.awaits_deal:
            await tables.ask(table.id, dealing.cut, BEN.user_id, "before the deal")
            table = await post_board(tables, table.id)
            tables = await restarted(store, clock)
            assert await tables.get(table.id) == table
    assert len(table.game.deals) > 1
    assert seen > 60


async def test_every_few_plies_another_process_goes_on_with_the_game(url: str, clock: Clock) -> None:
    store = await Store.open(url)
    tables = await restarted(store, clock, seed=0)
    rules = build_rules("modern", 3, {"target": 500})
    table = await start_table(tables, (ANN, BEN, CAT), rules=rules)
    rng, starts = random.Random(5), 0
    while table.live:
        table = await play_out(tables, table.id, rng, plies=table.ply + 17)
        await store.close()
        store = await Store.open(url)
        tables = await restarted(store, clock, seed=starts)
        assert await tables.get(table.id) == table
        starts += 1
    await store.close()
    assert starts > 4
    assert table.status is Status.FINISHED


async def play_some(tables: Tables, players: int, changes: Mapping[str, object], *, plies: int) -> Table:
    table = await start_table(
        tables, PLAYERS[:players], rules=build_rules("modern", players, {"target": 9000, **changes})
    )
    return await play_out(tables, table.id, random.Random(4), plies=plies)


async def test_ruling_21_who_resigns_loses_to_the_other(tables: Tables, store: Store, clock: Clock) -> None:
    table = await play_some(tables, 2, {}, plies=31)
    totals, other = table.game.totals, table.turn_users[0]
    loser = next(user for user in table.users if user != other)  # out of turn
    done = await tables.ask(table.id, play.resign, loser)
    assert (done.table.status, done.table.end_reason) == (Status.FINISHED, "resign")
    rows = await results(store, done.table)
    assert {row.user_id: row.outcome for row in rows} == {loser: "resigned", other: "won"}
    assert [row.points for row in rows] == list(totals)
    seal = done.table.seal
    assert seal is not None
    assert seal.closed_at == clock()
    async with store.read() as reader:
        assert [(line.user_id, line.wins, line.games) for line in await reader.standings.leaderboard(GUILD)] == [
            (other, 1, 1),
            (loser, 0, 1),
        ]
    assert await tables_over(store, clock).get(table.id) == done.table


@pytest.mark.parametrize("players", [3, 4])
async def test_ruling_21_with_single_players_the_highest_of_the_rest_wins(
    tables: Tables, store: Store, players: int
) -> None:
    table = await play_some(tables, players, {}, plies=70)
    totals = table.game.totals
    loser = max(range(players), key=lambda seat: totals[seat])
    rest = [seat for seat in range(players) if seat != loser]
    best = max(totals[seat] for seat in rest)
    done = await tables.ask(table.id, play.resign, table.users[loser])
    (winner,) = done.table.winner or ()
    assert (winner in rest, totals[winner]) == (True, best)
    rows = await results(store, done.table)
    assert [row.outcome for row in rows] == [
        "resigned" if row.seat == loser else "won" if row.seat == winner else "lost" for row in rows
    ]
    assert [row.points for row in rows] == list(totals)


async def test_ruling_21_with_partners_the_side_loses(tables: Tables, store: Store) -> None:
    table = await play_some(tables, 4, {"partners": True}, plies=50)
    done = await tables.ask(table.id, play.resign, CAT.user_id)
    assert done.table.winner == (1, 3)
    rows = await results(store, done.table)
    assert [row.outcome for row in rows] == ["lost", "won", "resigned", "won"]
    assert rows[0].points == rows[2].points
    assert rows[1].points == rows[3].points


async def test_resigning_between_deals_ends_the_game(tables: Tables, store: Store, clock: Clock) -> None:
    table = await play_some(tables, 2, {}, plies=1)
    rng = random.Random(4)
    while not table.awaits_deal:
        table = await play_out(tables, table.id, rng, plies=table.ply + 1)
    done = await tables.ask(table.id, play.resign, BEN.user_id)
    assert (done.table.status, done.table.winner, done.table.awaits_deal) == (Status.FINISHED, (0,), False)
    clock.pass_by(hours=1)
    assert await tables.tick() == []
    assert await tables_over(store, clock).get(table.id) == done.table


async def test_both_who_resign_at_once_end_the_game_once(tables: Tables, store: Store) -> None:
    table = await play_some(tables, 2, {}, plies=3)
    first, second = await asyncio.gather(
        tables.ask(table.id, play.resign, ANN.user_id),
        tables.ask(table.id, play.resign, BEN.user_id),
        return_exceptions=True,
    )
    assert not isinstance(first, BaseException)
    assert isinstance(second, Refused)
    assert second.why is Why.OVER
    assert [row.outcome for row in await results(store, first.table)] == ["resigned", "won"]


async def test_a_game_is_claimed_from_who_has_left_the_server(tables: Tables, store: Store, clock: Clock) -> None:
    table = await play_some(tables, 2, {}, plies=12)
    assert await why(tables.ask(table.id, overtime.claim, ANN.user_id, ANN.user_id)) is Why.STILL_HERE
    done = await tables.ask(table.id, overtime.claim, ANN.user_id, BEN.user_id)
    assert done.table.game.result is not None
    assert done.table.game.result.ending is Ending.TIMEOUT
    assert (done.table.end_reason, done.table.winner) == ("timeout", (0,))
    assert [row.outcome for row in await results(store, done.table)] == ["won", "timeout"]
    assert await tables_over(store, clock).get(table.id) == done.table


async def test_the_leaderboard_counts_games_over_several_tables(tables: Tables, store: Store) -> None:
    for loser in (BEN, BEN, ANN):
        table = await start_table(tables)
        await tables.ask(table.id, play.resign, loser.user_id)
    async with store.read() as reader:
        lines = await reader.standings.leaderboard(GUILD)
    assert [(line.user_id, line.wins, line.games) for line in lines] == [(ANN.user_id, 2, 3), (BEN.user_id, 1, 3)]


async def finished(tables: Tables, players: int = 2, **changes: object) -> Table:
    rules = build_rules("enquire", players, {"target": 700, **changes})
    table = await start_table(tables, PLAYERS[:players], rules=rules, preset="enquire", auto_draw=False)
    return (await tables.ask(table.id, play.resign, ANN.user_id)).table


async def test_a_rematch_needs_everyone_and_passes_the_deal_on(tables: Tables, store: Store, clock: Clock) -> None:
    table = await finished(tables, 3)
    first = table.deals[0].dealer
    assert first is not None
    for player in (CAT, CAT, ANN):
        voted, new = await tables.rematch(table.id, player.user_id)
        assert new is None
    assert voted.rematch.votes == (CAT.user_id, ANN.user_id)
    voted, new = await tables.rematch(table.id, BEN.user_id)
    assert new is not None
    assert (new.kind, new.status, new.awaits_deal, new.rematch.previous_id) == (
        Kind.REMATCH, Status.PLAYING, True, table.id,
    )  # fmt: skip
    assert (new.names, new.rules) == (("Cat", "Ann", "Ben"), table.rules)
    assert new.users == (CAT.user_id, ANN.user_id, BEN.user_id)
    assert (new.terms.preset, new.terms.auto_draw, new.channel_id) == ("enquire", False, table.channel_id)
    assert (new.seal, table.seal) != (None, new.seal)
    again = await restarted(store, clock)
    assert (await again.get(new.id), await again.get(table.id)) == (new, voted)
    told = await refused(tables.rematch(table.id, ANN.user_id))
    assert (told.why, told.table_id) == (Why.REMATCH_STANDS, new.id)
    await post_board(again, new.id)
    done = await again.ask(new.id, dealing.deal, ANN.user_id)
    dealer = done.table.deals[0].dealer
    assert dealer is not None
    assert new.users[dealer] == table.users[(first + 1) % 3]
    assert (await play_out(again, new.id, random.Random(1))).status is Status.FINISHED


def _dealer(table: Table) -> Player:
    assert table.game.deal is not None
    user = table.users[table.game.deal.base.dealer]
    return next(player for player in PLAYERS if player.user_id == user)


async def test_the_deal_goes_round_over_several_rematches(tables: Tables) -> None:
    table, dealers = await finished(tables, 3), []
    for _ in range(4):
        dealers.append((ANN, BEN, CAT).index(_dealer(table)))
        for player in (ANN, BEN, CAT):
            _, new = await tables.rematch(table.id, player.user_id)
        assert new is not None
        await post_board(tables, new.id)
        await tables.ask(new.id, dealing.deal)
        table = (await tables.ask(new.id, play.resign, BEN.user_id)).table
    assert dealers == [(dealers[0] + at) % 3 for at in range(4)]


async def test_partners_stay_partners_and_the_deal_passes_on_when_everyone_moves_a_seat(tables: Tables) -> None:
    table = await finished(tables, 4, partners=True)
    for player in PLAYERS[:4]:
        _, new = await tables.rematch(table.id, player.user_id)
    assert new is not None
    assert new.names == ("Dan", "Ann", "Ben", "Cat")
    pairs = {frozenset((at.users[seat], at.users[seat + 2])) for at in (table, new) for seat in (0, 1)}
    assert len(pairs) == 2
    await post_board(tables, new.id)
    dealt = (await tables.ask(new.id, dealing.deal)).table
    last = PLAYERS.index(_dealer(table))
    assert _dealer(dealt) == PLAYERS[(last + 1) % 4]


async def test_votes_for_a_rematch_survive_a_restart(tables: Tables, store: Store, clock: Clock) -> None:
    table = await finished(tables)
    await tables.rematch(table.id, ANN.user_id)
    again = await restarted(store, clock)
    assert (await again.get(table.id)).rematch.votes == (ANN.user_id,)
    _, new = await again.rematch(table.id, BEN.user_id)
    assert new is not None


async def test_both_who_ask_at_once_get_one_rematch(tables: Tables) -> None:
    table = await finished(tables)
    presses = [tables.rematch(table.id, player.user_id) for player in (ANN, BEN, ANN, BEN)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    made = [each[1] for each in answers if not isinstance(each, BaseException) and each[1] is not None]
    assert len(made) == 1
    assert tables.live_tables() == made


async def test_a_rematch_is_dealt_by_itself(tables: Tables, clock: Clock) -> None:
    table = await finished(tables)
    await tables.rematch(table.id, ANN.user_id)
    _, new = await tables.rematch(table.id, BEN.user_id)
    assert new is not None
    await post_board(tables, new.id)
    clock.pass_by(seconds=30)
    (happening,) = await tables.tick()
    assert (happening.due, len(happening.table.game.deals)) == (Due.DEAL, 1)


async def test_only_finished_games_have_a_rematch(tables: Tables) -> None:
    table = await start_table(tables)
    assert await why(tables.rematch(table.id, ANN.user_id)) is Why.NOT_STARTED
    for player in (DAN, CAT):
        assert await why(tables.rematch(table.id, player.user_id)) is Why.NOT_SEATED


async def test_a_rematch_counts_against_the_limit(store: Store, clock: Clock) -> None:
    tables = tables_over(store, clock, limits=Limits(tables_a_member=1))
    table = await finished(tables)
    await tables.rematch(table.id, ANN.user_id)
    busy = await start_table(tables, (BEN, CAT))
    assert await why(tables.rematch(table.id, BEN.user_id)) is Why.TOO_MANY_TABLES
    assert (await tables.get(table.id)).rematch.votes == (ANN.user_id,)
    await tables.ask(busy.id, play.resign, CAT.user_id)
    assert (await tables.rematch(table.id, BEN.user_id))[1] is not None


@pytest.mark.parametrize("way", ["resign", "claim"])
async def test_a_rematch_that_was_never_dealt_can_be_left_and_counts_for_nobody(
    tables: Tables, store: Store, clock: Clock, way: str
) -> None:
    table = await finished(tables)
    await tables.rematch(table.id, ANN.user_id)
    _, new = await tables.rematch(table.id, BEN.user_id)
    assert new is not None
    asked = (
        tables.ask(new.id, play.resign, ANN.user_id)
        if way == "resign"
        else tables.ask(new.id, overtime.claim, ANN.user_id, BEN.user_id)
    )
    done = await asked
    assert (done.table.status, await results(store, done.table)) == (Status.ABANDONED, [])
    clock.pass_by(hours=1)
    assert await tables.tick() == []
    assert await tables_over(store, clock).get(new.id) == done.table
    async with store.read() as reader:
        assert await reader.schedule.deadlines() == []
