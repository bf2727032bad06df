"""Sealed deals in the database: what is stored before it is shown, and words that go with their author."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from bot.engine import card_name
from bot.engine.record import verify_record, write_record
from bot.engine.record_json import parse_record
from bot.tables import Due, Table, Tables, Why
from bot.tables.decisions import dealing, lobby, play
from bot.tables.values.parts import Terms
from bot.tables.values.record import table_record
from db import DealRow, Store
from tests.databases import dumped
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    TWO,
    Clock,
    deal,
    loading,
    open_table,
    play_out,
    post_board,
    put,
    refused,
    restarted,
    same_after_a_restart,
    sql,
    start,
    tables_over,
)
from tests.tables.made import between_deals


def sealed(table: Table) -> DealRow:
    assert table.seal is not None
    return table.seal


async def test_commitment_is_stored_before_message_and_cuts_are_known(tables: Tables, store: Store) -> None:
    table = await tables.open(guild_id=1, channel_id=2, opener=ANN, rules=TWO, terms=Terms("modern"))
    assert await store.ask(lambda reader: reader.deals.of(table.id)) == [sealed(table)]


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


# ------------------------------------------------------------------ words that are taken back


FORMER = 2**62 + 5
"""The number of a former player, which replaces a member's id."""


async def cut_and_started(tables: Tables) -> Table:
    """A first deal into which words of both went, Ann's twice."""
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, dealing.cut, ANN.user_id, "first thoughts")
    await tables.ask(table.id, dealing.cut, BEN.user_id, "for luck")
    await tables.ask(table.id, dealing.cut, ANN.user_id, "private words")
    return await start(tables, table.id, ANN.user_id)


async def test_the_proof_of_a_deal_goes_with_a_cut_and_everything_else_stays(
    tables: Tables, store: Store, clock: Clock, path: Path
) -> None:
    table = await cut_and_started(tables)
    table = await play_out(tables, table.id, random.Random(3), plies=60)
    table = (await tables.ask(table.id, play.resign, BEN.user_id)).table
    secret, commitment = table.deals[0].secret, table.deals[0].commitment
    assert "private words" in dumped(path)

    for _ in range(2):  # asking twice changes nothing
        await tables.store.rename(table.id, ANN.user_id, FORMER)
        after = await tables.get(table.id)
        deals = json.loads(write_record(table_record(after)))["deals"]
        assert [deal["shuffle"] for deal in deals] == [{"commitment": commitment, "withdrawn": True}]
        (verdict,) = verify_record(parse_record(write_record(table_record(after))))
        assert set(verdict.verdict) == {None}
        assert (after.game, after.actions, after.deals[0].deck) == (table.game, table.actions, table.deals[0].deck)
        assert [cut.text for cut in after.cuts] == ["for luck"]
        rows = dumped(path)
        assert "private words" not in rows
        assert secret not in rows
        assert commitment in rows
        assert await same_after_a_restart(store, clock, after)


async def test_words_that_went_into_no_deck_take_no_proof_with_them(tables: Tables, path: Path) -> None:
    """Cat cut and left again before the game began, so her words did not count."""
    table = await open_table(tables, (ANN, CAT))
    await tables.ask(table.id, dealing.cut, CAT.user_id, "in vain")
    await tables.ask(table.id, lobby.leave, CAT.user_id)
    await tables.join(table.id, BEN)
    table = await start(tables, table.id, ANN.user_id)
    await tables.store.rename(table.id, CAT.user_id, FORMER)
    after = await tables.get(table.id)
    assert after.deals == table.deals
    assert after.cuts == ()
    assert "in vain" not in dumped(path)


async def test_deal_that_another_player_has_cut_with_the_same_words_keeps_its_proof(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, dealing.cut, ANN.user_id, "for luck")
    table = await start(tables, table.id, ANN.user_id)
    while not table.awaits_deal:
        table = await play_out(tables, table.id, random.Random(table.ply), plies=table.ply + 1)
    await post_board(tables, table.id)
    await tables.ask(table.id, dealing.cut, BEN.user_id, "for luck")
    await deal(tables, table.id, BEN.user_id)
    before = (await tables.ask(table.id, play.resign, ANN.user_id)).table
    await tables.store.rename(table.id, ANN.user_id, FORMER)
    after = await tables.get(table.id)
    assert (after.deals[0].withdrawn, after.deals[1]) == (True, before.deals[1])
    verdicts = verify_record(parse_record(write_record(table_record(after))))
    assert (verdicts[1].verdict.commitment, verdicts[1].verdict.deck) == (True, True)


async def test_nobody_elses_deals_are_touched(tables: Tables) -> None:
    mine = await cut_and_started(tables)
    await tables.store.rename(mine.id, CAT.user_id, FORMER)
    after = await tables.get(mine.id)
    assert (after.deals, after.cuts) == (mine.deals, mine.cuts)


@pytest.mark.parametrize("noticed", [True, False])
async def test_a_table_whose_record_is_broken_gives_up_the_words_too(
    tables: Tables, store: Store, clock: Clock, path: Path, noticed: bool
) -> None:
    table = await cut_and_started(tables)
    table = await play_out(tables, table.id, random.Random(3), plies=9)
    sql(path, "DELETE FROM actions WHERE ply = 4")
    again = tables_over(store, clock)
    if noticed:
        await loading(again).load()
        assert (await refused(again.get(table.id))).why is Why.FROZEN
    assert (await refused(again.get(table.id))).why is Why.FROZEN
    await again.store.rename(table.id, ANN.user_id, FORMER)
    rows = dumped(path)
    assert "private words" not in rows
    assert table.deals[0].secret not in rows
    assert "for luck" in rows
