"""Acts at stored tables and undoing them: of what comes at once or from elsewhere one counts."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.tables import Due, Status, Why
from bot.tables.decisions import consent, dealing
from tests.tables.at_table import BEN, CAT, loading, play_out, post_board, restarted, start_table, tables_over, why
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


async def act(tables: Tables, table: Table, words: str) -> Table:
    done = await tables.act(table.id, table.turn_users[0], words, table.ply)
    assert not done.stale
    return done.table


async def undo(tables: Tables, table: Table) -> Table:
    """Let whoever acted last ask, and the other one agree."""
    seat = table.actions[-1].seat
    asked = await tables.ask(table.id, consent.ask_undo, table.users[seat])
    return await tables.ask(table.id, consent.allow_undo, table.users[1 - seat], asked.ply)


async def test_a_card_led_is_undone_with_the_others_consent_and_everything_is_as_before(
    tables: Tables, store: Store, clock: Clock
) -> None:
    before = await start_table(tables)
    played = await act(tables, before, words_of(before))
    assert await stored(store, before) == list(played.actions)
    after = await undo(tables, played)
    assert await stored(store, after) == []
    assert after.game == before.game
    assert tables.memory.schedule.at(after.id, Due.NUDGE) is not None
    assert await (await restarted(store, clock)).get(before.id) == after


async def test_another_process_that_knows_nothing_of_the_undo_stores_nothing_on_top(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await start_table(tables)
    played = await act(tables, table, words_of(table))
    elsewhere = tables_over(store, clock)
    await loading(elsewhere).load()
    assert await elsewhere.get(table.id) == played
    after = await undo(tables, played)
    done = await elsewhere.act(table.id, played.turn_users[0], words_of(played), played.ply)
    assert (done.stale, done.table) == (True, after)
    second = await act(tables, after, words_of(after, 1))
    done = await elsewhere.act(table.id, after.turn_users[0], words_of(after), after.ply)
    assert (done.stale, done.table) == (True, second)
    assert await stored(store, table) == list(second.actions)


async def test_an_undo_that_another_process_has_overtaken_changes_nothing(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await start_table(tables)
    played = await act(tables, table, words_of(table))
    asked = await tables.ask(table.id, consent.ask_undo, table.turn_users[0])
    elsewhere = tables_over(store, clock)
    await loading(elsewhere).load()
    moved = await act(elsewhere, await elsewhere.get(table.id), words_of(played))
    assert await why(tables.ask(table.id, consent.allow_undo, played.turn_users[0], asked.ply)) is Why.UNDO_NOT_ASKED
    assert (await tables.get(table.id)).actions == moved.actions
    assert await stored(store, table) == list(moved.actions)
