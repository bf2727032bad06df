"""Undoing one's own last act by consent: what may be undone, what never, and that no old control does harm after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables import Due, Why
from bot.tables.decisions import consent
from tests.tables.at_table import (
    loading,
    restarted,
    start_table,
    tables_over,
    why,
)
from tests.tables.made import words_of

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from db import ActionRow, Store
    from tests.tables.at_table import Clock


async def stored(store: Store, table: Table) -> list[ActionRow]:
    async with store.read() as reader:
        return await reader.deals.actions(table.id)


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
