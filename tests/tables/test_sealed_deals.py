"""Sealed deals in the database: what is stored before it is shown, and deals that come by themselves."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.engine import card_name
from bot.tables import Due, Tables
from bot.tables.decisions import dealing
from bot.tables.values.parts import Terms
from tests.tables.at_table import (
    ANN,
    BEN,
    TWO,
    open_table,
    post_board,
    put,
    restarted,
    same_after_a_restart,
    tables_over,
)
from tests.tables.made import between_deals

if TYPE_CHECKING:
    from bot.tables import Table
    from db import DealRow, Store
    from tests.tables.at_table import Clock


def sealed(table: Table) -> DealRow:
    assert table.seal is not None
    return table.seal


async def test_commitment_is_stored_before_message_and_cuts_are_known(tables: Tables, store: Store) -> None:
    table = await tables.open(guild_id=1, channel_id=2, opener=ANN, rules=TWO, terms=Terms("modern"))
    async with store.read() as reader:
        assert await reader.deals.of(table.id) == [sealed(table)]


async def test_cuts_and_the_deck_that_follows_are_found_again(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, dealing.cut, ANN.user_id, "first")
    await tables.ask(table.id, dealing.cut, BEN.user_id, "\ud800between\n")
    table = await tables.ask(table.id, dealing.cut, ANN.user_id, "second")
    assert await same_after_a_restart(store, clock, table)
    tables = await restarted(store, clock)
    table = (await tables.start(table.id, ANN.user_id)).table
    assert table.being_dealt
    assert await same_after_a_restart(store, clock, table)
    table = await post_board(await restarted(store, clock), table.id)
    assert sealed(table).entropy[1:-1] == ("cut:1:between", "cut:0:second")
    assert sealed(table).deck == " ".join(card_name(card) for card in table.game.deals[0].base.deck)
    assert await same_after_a_restart(store, clock, table)


async def test_next_deal_comes_by_itself_after_thirty_seconds(tables: Tables, clock: Clock) -> None:
    table = await put(tables, between_deals())
    await post_board(tables, table.id)
    clock.pass_by(seconds=29)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    (happening,) = await tables.tick()
    assert happening.due is Due.DEAL
    assert happening.table.being_dealt
    assert await tables.tick() == []
    clock.pass_by(hours=1)
    assert await tables.tick() == [], "no deadline deals; that waits for the board"


async def test_deal_that_is_not_posted_is_put_off_and_comes_later(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, between_deals())
    clock.pass_by(seconds=30)
    (happening,) = await tables.tick()
    assert (happening.due, happening.table) == (Due.DEAL, table)
    await post_board(tables, table.id)
    clock.pass_by(seconds=59)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    (happening,) = await tables.tick()
    assert happening.table.being_dealt
    assert await same_after_a_restart(store, clock, happening.table)


async def test_deal_asked_for_as_it_comes_by_itself_is_dealt_once(tables: Tables, clock: Clock) -> None:
    table = await put(tables, between_deals())
    await post_board(tables, table.id)
    clock.pass_by(seconds=30)
    ticking = asyncio.ensure_future(tables.tick())
    await asyncio.gather(ticking, *(tables.ask(table.id, dealing.deal, each.user_id) for each in (ANN, BEN, ANN)))
    assert [each.due for each in ticking.result()] == [Due.DEAL]
    assert len((await post_board(tables, table.id)).game.deals) == 2


async def test_secrets_come_from_the_operating_system_unless_a_test_says_otherwise(store: Store, clock: Clock) -> None:
    secrets = set()
    for _ in range(2):
        table = await open_table(Tables(store, clock))
        secrets.add(sealed(table).secret)
    assert len(secrets) == 2
    assert all(secret is not None and len(bytes.fromhex(secret)) == 64 for secret in secrets)
    assert len({sealed(await open_table(tables_over(store, clock))).secret for _ in range(2)}) == 1
