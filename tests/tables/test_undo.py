"""Undoing one's own last act by consent: what may be undone, what never, and that no old control does harm after it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.engine.game import offered_actions
from bot.tables import Due, Why
from bot.tables.decisions import consent
from bot.tables.decisions.consent import can_undo
from bot.tables.values.parts import asked_by
from tests.tables.at_table import (
    loading,
    one_step,
    restarted,
    start_table,
    tables_over,
    why,
)

if TYPE_CHECKING:
    from bot.engine import View
    from bot.tables import Table, Tables
    from db import ActionRow, Store
    from tests.tables.at_table import Clock


def views(table: Table) -> list[View | None]:
    return [table.view(user) for user in (*table.users, None)]


def words_of(table: Table, at: int = 0) -> str:
    return offered_actions(table.game)[at].text.partition(" ")[2]


async def stored(store: Store, table: Table) -> list[ActionRow]:
    async with store.read() as reader:
        return await reader.deals.actions(table.id)


async def act(tables: Tables, table: Table, words: str) -> Table:
    done = await tables.act(table.id, table.turn_users[0], words, table.ply)
    assert not done.stale
    return done.table


async def undo(tables: Tables, table: Table) -> Table:
    """Let whoever acted last ask, and everybody else agree."""
    asker = table.users[table.actions[-1].seat]
    asked = await tables.ask(table.id, consent.ask_undo, asker)
    sides = asked.game.law.sides
    mine = sides[table.actions[-1].seat]
    for side in sorted(set(sides) - {mine}):
        asked = await tables.ask(table.id, consent.allow_undo, table.users[sides.index(side)], asked.ply)
    return asked


async def test_a_card_led_is_undone_with_the_others_consent_and_everything_is_as_before(
    tables: Tables, store: Store, clock: Clock
) -> None:
    before = await start_table(tables)
    leader, other = before.turn_users[0], next(u for u in before.users if u not in before.turn_users)
    played = await act(tables, before, words_of(before))
    assert (can_undo(played, leader), can_undo(played, other)) == (True, False)
    asked = await tables.ask(before.id, consent.ask_undo, leader)
    assert asked_by(asked.undo) == leader
    assert (await stored(store, asked)) == list(played.actions)
    clock.pass_by(seconds=20)
    after = await tables.ask(before.id, consent.allow_undo, other, asked.ply)
    assert await stored(store, after) == []
    assert (after.game, after.turn_users, views(after)) == (before.game, before.turn_users, views(before))
    assert after.turn_since == clock()
    assert tables.memory.schedule.at(after.id, Due.NUDGE) is not None
    assert asked_by(after.undo) is None
    assert await (await restarted(store, clock)).get(before.id) == after


async def test_plies_never_come_again_however_often_is_undone(tables: Tables, store: Store, clock: Clock) -> None:
    table = await start_table(tables, auto_draw=False)
    rng, seen = random.Random(8), [table.ply]
    for _ in range(12):
        table = await one_step(tables, table, rng)
        seen.append(table.ply)
        asker = table.users[table.actions[-1].seat]
        if can_undo(table, asker) and rng.random() < 0.5:
            table = await undo(tables, table)
            seen.append(table.ply)
    assert len(seen) == len(set(seen)) > 14
    assert seen == sorted(seen)
    assert [row.ply for row in await stored(store, table)] == list(range(len(table.actions)))
    assert await (await restarted(store, clock)).get(table.id) == table


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
