from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.tables import Status
from bot.tables.decisions import dealing
from tests.tables.at_table import (
    BEN,
    CAT,
    play_out,
    post_board,
    restarted,
    start_table,
    tables_over,
)
from tests.tables.made import words_of

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from db import ActionRow, Store
    from tests.tables.at_table import Clock


async def stored(store: Store, table: Table) -> list[ActionRow]:
    async with store.read() as reader:
        return await reader.deals.actions(table.id)


async def test_a_legal_action_is_done_stored_and_told(tables: Tables, store: Store, clock: Clock) -> None:
    table = await start_table(tables)
    clock.pass_by(seconds=5)
    words = words_of(table)
    done = await tables.act(table.id, table.turn_users[0], words, 0)
    assert (done.stale, done.table.ply) == (False, 1)
    assert done.events
    assert done.table.turn_users != table.turn_users
    (row,) = await stored(store, table)
    seat = table.seat_of(table.turn_users[0])
    assert (row.ply, row.deal, row.seat, row.action, row.at) == (0, 0, seat, f"{seat} {words}", clock())
    assert done.table.turn_since == clock()
    assert await tables.get(table.id) == done.table == await (await restarted(store, clock)).get(table.id)


@pytest.mark.parametrize("second", [0, 1], ids=["the same card", "another card"])
async def test_of_several_clicks_at_once_the_first_one_counts(tables: Tables, store: Store, second: int) -> None:
    table = await start_table(tables)
    user, clicks = table.turn_users[0], [words_of(table), *[words_of(table, second)] * 9]
    first, *others = await asyncio.gather(*(tables.act(table.id, user, words, 0) for words in clicks))
    assert not first.stale
    assert all(each.stale and each.table == first.table for each in others)
    assert len(await stored(store, table)) == 1


async def test_tables_do_not_mix(tables: Tables, store: Store, clock: Clock) -> None:
    one, two = await start_table(tables), await start_table(tables, (BEN, CAT))
    rng = random.Random(3)

    async def play(table: Table) -> Table:
        return await play_out(tables, table.id, random.Random(rng.random()), plies=20)

    one, two = await asyncio.gather(play(one), play(two))
    again = tables_over(store, clock)
    assert (await again.get(one.id), await again.get(two.id)) == (one, two)
    assert one.status is two.status is Status.PLAYING


async def test_boards_and_nudges_are_noted_while_cards_are_played(tables: Tables, store: Store, clock: Clock) -> None:
    table = await start_table(tables)
    words, user = words_of(table), table.turn_users[0]
    nudged = tables.ask(table.id, dealing.posted, 99_999, role="nudge")
    await asyncio.gather(post_board(tables, table.id), tables.act(table.id, user, words, 0), nudged)
    table = await tables.get(table.id)
    assert (table.ply, len(table.messages)) == (1, 4)
    assert await (await restarted(store, clock)).get(table.id) == table
