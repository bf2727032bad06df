"""What the cards gave in games of people: counted once, a game at a time, each server in its turn."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from bot.club import rebuild
from bot.club.luck import EVERY, FEWEST, SELDOM, Luck, counted, fortune_of, to_be_counted
from bot.coach.luck import lead
from bot.engine import build_rules
from bot.house.roster import Level
from db.results import LuckRow
from tests.learn.ticking import tick
from tests.tables.at_table import ANN, GUILD, PLAYERS
from tests.tables.ended import given_up
from tests.tables.made import begun, counts, played, played_out, resigned, results_of, with_house

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from db import Store

RULES = build_rules("modern", 2, {"target": 500})


def rows_of(table: Table) -> list[LuckRow]:
    return counted(table, results_of(table))


def test_what_a_game_brought_is_what_the_score_says_and_what_one_was_given_the_other_was_not() -> None:
    table = played_out(begun(rules=RULES), seed=2)
    one, other = rows_of(table)
    totals = table.game.totals
    assert one.deals == len(table.game.deals)
    assert (one.lead, other.lead) == (totals[0] - totals[1], totals[1] - totals[0])
    assert one.points is not None
    assert one.points == pytest.approx(-(other.points or 0.0))
    assert one.points != pytest.approx(0.0)


@pytest.mark.deep
def test_partners_are_counted_together() -> None:
    table = played_out(begun(PLAYERS, rules=build_rules("modern", 4, {"partners": True, "target": 500})))
    found = {row.seat: (row.lead, row.points) for row in rows_of(table)}
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0][0] == lead(table.game.law, table.game.totals, 0)


def test_deal_that_was_broken_off_counts_for_nothing() -> None:
    assert rows_of(resigned(played(begun(rules=RULES), counts))) == []


def test_games_with_a_house_player_at_an_honour_table_stood_in_or_of_cards_without_weights_are_not_counted() -> None:
    table = played_out(begun(rules=RULES))
    assert len(to_be_counted(table, results_of(table))) == 2
    assert to_be_counted(table.but(stood_in=(3,)), results_of(table)) == []
    house = resigned(played(with_house((Level.NOVICE,)), counts), ANN)
    assert to_be_counted(house, results_of(house)) == []
    honour = resigned(begun(rules=build_rules("modern", 2, {"irregularities": "forfeits"})))
    assert to_be_counted(honour, results_of(honour)) == []
    rubicon = resigned(begun(rules=build_rules("rubicon", 2, {})))
    assert to_be_counted(rubicon, results_of(rubicon)) == []


def games(count: int, skill: float, seed: int) -> list[LuckRow]:
    """Return games of a member who is worth so many points a deal more than the others, beside luck and chance."""
    rng = Random(seed)
    found = []
    for number in range(count):
        deals = rng.randint(1, 8)
        luck = rng.gauss(0, 200) * deals**0.5
        found.append(LuckRow(number, 0, GUILD, deals, skill * deals + luck + rng.gauss(0, 90) * deals**0.5, luck))
    return found


def test_interval_holds_the_play_nineteen_times_in_twenty_and_luck_stays_out_of_it() -> None:
    found = [fortune_of(games(40, 20.0, seed)) for seed in range(400)]
    told = [each for each in found if each is not None]
    held = sum(abs(each.play - 20.0) <= each.error for each in told) / len(told)
    assert 0.92 <= held <= 0.98
    assert fmean(each.error for each in told) < 25
    rows = games(60, 20.0, 7)
    plain = fortune_of([replace(row, points=0.0) for row in rows])
    apart = fortune_of(rows)
    assert plain is not None
    assert apart is not None
    assert apart.error < plain.error / 1.5
    assert fortune_of(games(FEWEST - 1, 20, 1)) is None
    assert fortune_of(games(FEWEST, 20, 1)) is not None


def second_deal(table: Table) -> bool:
    return len(table.game.deals) > 1


async def ended(tables: Tables, seed: int) -> Table:
    """End a game of people that was played out but for its last cards, as it ends at a table."""
    return await given_up(tables, rules=RULES, seed=seed, until=second_deal)


async def due(store: Store) -> tuple[int, int] | None:
    """Return the next game that is to be counted, and its server."""
    return await store.ask(lambda reader: reader.luck.due(0))


async def test_each_game_is_counted_once_and_counting_all_anew_counts_none_twice(tables: Tables, store: Store) -> None:
    table = await ended(tables, 3)
    luck = Luck(store)
    async with store.read() as reader:
        assert await reader.luck.of(GUILD, ANN.user_id, 10) == []
        assert await reader.luck.due(0) == (table.id, GUILD)
    assert await luck.go_on()
    assert not await luck.go_on()
    async with store.read() as reader:
        (row,) = await reader.luck.of(GUILD, ANN.user_id, 10)
        assert await reader.luck.of(GUILD + 1, ANN.user_id, 10) == []
    assert row == next(each for each in rows_of(table) if each.seat == table.seat_of(ANN.user_id))
    await rebuild(store)
    assert not await luck.go_on()
    async with store.read() as reader:
        assert await reader.luck.of(GUILD, ANN.user_id, 10) == [row]


async def test_nothing_is_counted_while_somebody_waits_for_the_house_and_then_one_game_at_a_time(
    tables: Tables, store: Store
) -> None:
    await ended(tables, 3)
    luck = Luck(store)
    for _ in range(2 * EVERY):
        await tick(luck, idle=False)
    assert await due(store)
    await tick(luck)
    assert not await due(store)
    await ended(tables, 4)
    luck = Luck(store)
    assert list(await asyncio.gather(luck.go_on(), luck.go_on())) == [True, False]


async def test_where_nothing_was_to_be_counted_it_is_looked_for_less_often(tables: Tables, store: Store) -> None:
    luck = Luck(store)
    for _ in range(EVERY):
        await tick(luck)
    await ended(tables, 3)
    for _ in range(SELDOM - 1):
        await tick(luck)
    assert await due(store)
    await tick(luck)
    assert not await due(store)
    await ended(tables, 4)
    for _ in range(EVERY):
        await tick(luck)
    assert not await due(store)


async def test_game_whose_record_is_damaged_holds_up_none_behind_it(tables: Tables, store: Store) -> None:
    broken, sound = await ended(tables, 3), await ended(tables, 4)
    async with store.write() as tx:
        await tx.deals.update(broken.id, 0, deck="7Ca 7Ca")
    luck = Luck(store)
    assert await luck.go_on()
    assert await luck.go_on()
    assert not await luck.go_on()
    async with store.read() as reader:
        assert {row.game_id for row in await reader.luck.of(GUILD, ANN.user_id, 10)} == {sound.id}


async def test_each_server_has_its_turn(store: Store, tables: Tables) -> None:
    first = await ended(tables, 3)
    second = await ended(tables, 4)
    async with store.write() as tx:
        await tx.luck.keep(first.id, [LuckRow(first.id, 0, GUILD)])
        await tx.luck.keep(second.id, [LuckRow(second.id, 0, GUILD + 5)])
        assert await tx.luck.due(GUILD) == (second.id, GUILD + 5)
        assert await tx.luck.due(GUILD + 5) == (first.id, GUILD)
        assert await tx.luck.due(0) == (first.id, GUILD)


async def test_game_that_cannot_be_counted_is_asked_for_once(store: Store, tables: Tables) -> None:
    await given_up(tables, rules=RULES)
    luck = Luck(store)
    assert await luck.go_on()
    assert not await luck.go_on()
