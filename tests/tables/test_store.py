"""What goes on at the same moment: reading while another writes, acts at once or from elsewhere, and undoing them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables import CLOCKS, DatabaseError, Due, Status, Table, Tables, Why
from bot.tables.decisions import consent, dealing, play
from bot.tables.values.parts import Review, Sealing
from db import ActionRow, Store, Visible, connection
from db.transaction import Reader
from tests.databases import allow, connected, refuse
from tests.tables.at_table import (
    ANN,
    CHANNEL,
    GUILD,
    STRANGER,
    Clock,
    loading,
    post_board,
    put,
    restarted,
    sql,
    start_table,
    sure,
    tables_over,
    why,
)
from tests.tables.made import begun, resigned, with_house, words_of


async def waits_for(lock: asyncio.Lock) -> None:
    """Wait until somebody waits for a lock that is held."""
    while not lock._waiters:  # noqa: ASYNC110 - a lock tells nobody
        await asyncio.sleep(0.001)


async def act(tables: Tables, table: Table) -> Table:
    """Let whoever is on turn act, for a caller who holds the table's lock."""
    user, words = table.turn_users[0], words_of(table)
    return (await tables.store.change_locked(table.id, play.act, user, words, table.ply)).table


# ------------------------------------------------------------------ reminding


async def test_nobody_is_reminded_whose_turn_began_while_the_reminder_was_on_its_way(
    tables: Tables, clock: Clock
) -> None:
    table = await start_table(tables)
    clock.pass_by(seconds=30)
    async with (lock := tables.store.lock(table.id)):
        ticking = asyncio.ensure_future(tables.tick())
        await waits_for(lock)
        table = await act(tables, table)
    assert await ticking == []
    assert tables.memory.schedule.at(table.id, Due.NUDGE) == clock() + timedelta(seconds=30)
    clock.pass_by(seconds=30)
    assert [(each.due, each.table.ply) for each in await tables.tick()] == [(Due.NUDGE, table.ply)]


async def test_what_somebody_has_made_awaited_anew_is_not_put_off(tables: Tables, clock: Clock) -> None:
    table = await put(tables, begun(clock=CLOCKS["days-1"]))
    clock.pass_by(hours=12)
    async with tables.store.lock(table.id):
        table = await act(tables, table)
    tables.put_off(table.id, Due.NUDGE, timedelta(seconds=60))  # by whoever could not remind the one before
    assert tables.memory.schedule.at(table.id, Due.NUDGE) == clock() + timedelta(hours=12)
    clock.pass_by(hours=12)
    tables.put_off(table.id, Due.NUDGE, timedelta(seconds=60))
    assert tables.memory.schedule.at(table.id, Due.NUDGE) == clock() + timedelta(seconds=60)


# ------------------------------------------------------------------ a busy database


@pytest.fixture
async def impatient(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Tables]:
    """Tables over a database for which nobody waits that is busy with others."""
    monkeypatch.setattr(connection, "_PRAGMAS", ("busy_timeout = 0", "synchronous = FULL"))
    store = await Store.open(url)
    yield await restarted(store, clock)
    await store.close()


async def test_request_is_decided_anew_when_the_database_was_busy(impatient: Tables, path: Path) -> None:
    table = await start_table(impatient)
    with connected(path) as other:
        other.execute("BEGIN IMMEDIATE")
        asking = asyncio.ensure_future(impatient.ask(table.id, play.resign, ANN.user_id))
        while impatient.store.memory.doubt_of(table.id) is None:  # noqa: ASYNC110 - until it was kept out once
            await asyncio.sleep(0.001)
        other.execute("COMMIT")
        done = await asking
    assert (done.table.status, done.table.version) == (Status.FINISHED, table.version + 1)


@pytest.mark.deep
async def test_database_that_stays_busy_is_an_error_and_changes_nothing(impatient: Tables, path: Path) -> None:
    table = await start_table(impatient)
    with connected(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseError, match="locked"):
            await impatient.ask(table.id, play.resign, ANN.user_id)
        other.execute("ROLLBACK")
    assert await impatient.get(table.id) == table
    assert (await impatient.ask(table.id, play.resign, ANN.user_id)).table.status is Status.FINISHED


# ------------------------------------------------------------------ two tables in one commit


# ------------------------------------------------------------------ reading


class SlowReader:
    """A database whose next reader gets what it has read only when the test says so."""

    def __init__(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        self.has_read, self.go_on = asyncio.Event(), asyncio.Event()
        self._ask = tables.store.db.ask
        monkeypatch.setattr(tables.store.db, "ask", self.ask)

    async def ask(self, work: Callable[[Reader], Coroutine[Any, Any, Any]]) -> object:
        first = not self.has_read.is_set()
        answer = await self._ask(work)
        self.has_read.set()
        if first:
            await self.go_on.wait()
        return answer


async def test_table_that_is_read_slowly_does_not_replace_what_was_stored_meanwhile(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_table(tables)
    tables.memory.doubt(table.id)
    slow = SlowReader(tables, monkeypatch)
    reading = asyncio.ensure_future(tables.get(table.id))
    await slow.has_read.wait()
    async with tables.store.lock(table.id):
        after = await act(tables, table)
    slow.go_on.set()
    assert await reading == after
    assert tables.memory.known(table.id) is after


async def test_table_that_failed_while_it_was_being_read_is_read_anew(
    tables: Tables, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_table(tables)
    tables.memory.doubt(table.id)
    slow = SlowReader(tables, monkeypatch)
    reading = asyncio.ensure_future(tables.get(table.id))
    await slow.has_read.wait()
    with connected(path) as beside:
        refuse(beside, "no", "actions")
    with pytest.raises(DatabaseError):
        async with tables.store.lock(table.id):
            await act(tables, table)
    # Whether that was stored is not known here; what was read before it does not tell.
    slow.go_on.set()
    await reading
    with connected(path) as beside:
        allow(beside, "no", "actions")
    sql(path, "UPDATE games SET version = version + 1, opener_id = 5")
    assert (await tables.get(table.id)).opener_id == 5


async def test_control_made_by_another_process_is_not_outdated_here(tables: Tables, store: Store, clock: Clock) -> None:
    """Where this process is behind, it reads the table anew before it calls a control outdated."""
    table = await start_table(tables)
    elsewhere = await restarted(store, clock)
    for _ in range(2):
        table = (await elsewhere.act(table.id, table.turn_users[0], words_of(table), table.ply)).table
    old = sure(tables.memory.if_awake(table.id))
    assert old.ply < table.ply
    done = await tables.act(table.id, table.turn_users[0], words_of(table), table.ply)
    assert (done.stale, done.table.actions[: table.ply]) == (False, table.actions)
    late = await elsewhere.act(table.id, table.turn_users[0], words_of(table), 0)
    assert (late.stale, late.table) == (True, done.table)


# ------------------------------------------------------------------ asking about games


def write_json_with_spaces(path: Path) -> None:
    """Write the rules and settings of all games as another program might, with the same meaning."""
    with connected(path) as beside:
        for row in beside.execute("SELECT id, rules, settings FROM games"):
            texts = [json.dumps(json.loads(row[name]), indent=1) for name in ("rules", "settings")]
            beside.execute("UPDATE games SET rules = ?, settings = ? WHERE id = ?", *texts, row["id"])


async def test_what_is_asked_about_games_does_not_hang_on_how_their_json_is_written(
    tables: Tables, store: Store, clock: Clock, path: Path
) -> None:
    over = resigned(begun())
    private = await put(tables, over.but(place=replace(over.place, private=True)))
    reviewed = await put(tables, over.but(reviews=(Review((), 5, 2, 0),)))
    unanswered = await put(tables, over.but(sealing=Sealing("")))
    rules = build_rules("modern", 2, {"irregularities": "forfeits"})
    honour = await put(tables, with_house([Level.REGULAR], rules=rules, seed=3))  # the house may act out of turn there
    assert honour.turn_users == (ANN.user_id,)
    write_json_with_spaces(path)
    async with store.read() as reader:
        seen = await reader.games.finished_of(GUILD, visible=Visible(frozenset({CHANNEL}), STRANGER.user_id))
        assert {row.id for row in seen} == {reviewed.id, unanswered.id}
        assert private.id not in await reader.messages.unannounced("result", over.created_at)
        assert await reader.messages.unanswered() == [unanswered.id]
        assert [row[0] for row in await reader.exercises.reviewed(ANN.user_id, 5)] == [reviewed.id]
    again = await restarted(store, clock)
    assert [(entry.id, entry.house_waited_for) for entry in again.memory.live] == [(honour.id, True)]


# ------------------------------------------------------------------ acts and undoing them


async def stored(store: Store, table: Table) -> list[ActionRow]:
    return await store.ask(lambda reader: reader.deals.actions(table.id))


@pytest.mark.parametrize("second", [0, 1], ids=["the same card", "another card"])
async def test_of_several_clicks_at_once_the_first_one_counts(tables: Tables, store: Store, second: int) -> None:
    table = await start_table(tables)
    user, clicks = table.turn_users[0], [words_of(table), *[words_of(table, second)] * 9]
    first, *others = await asyncio.gather(*(tables.act(table.id, user, words, 0) for words in clicks))
    assert not first.stale
    assert all(each.stale and each.table == first.table for each in others)
    assert len(await stored(store, table)) == 1


async def test_boards_and_nudges_are_noted_while_cards_are_played(tables: Tables, store: Store, clock: Clock) -> None:
    table = await start_table(tables)
    words, user = words_of(table), table.turn_users[0]
    nudged = tables.ask(table.id, dealing.posted, 99_999, role="nudge")
    await asyncio.gather(post_board(tables, table.id), tables.act(table.id, user, words, 0), nudged)
    table = await tables.get(table.id)
    assert (table.ply, len(table.messages)) == (1, 4)
    assert await (await restarted(store, clock)).get(table.id) == table


async def acted_at(tables: Tables, table: Table, words: str) -> Table:
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
    played = await acted_at(tables, before, words_of(before))
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
    played = await acted_at(tables, table, words_of(table))
    elsewhere = tables_over(store, clock)
    await loading(elsewhere).load()
    assert await elsewhere.get(table.id) == played
    after = await undo(tables, played)
    done = await elsewhere.act(table.id, played.turn_users[0], words_of(played), played.ply)
    assert (done.stale, done.table) == (True, after)
    second = await acted_at(tables, after, words_of(after, 1))
    done = await elsewhere.act(table.id, after.turn_users[0], words_of(after), after.ply)
    assert (done.stale, done.table) == (True, second)
    assert await stored(store, table) == list(second.actions)


async def test_an_undo_that_another_process_has_overtaken_changes_nothing(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await start_table(tables)
    played = await acted_at(tables, table, words_of(table))
    asked = await tables.ask(table.id, consent.ask_undo, table.turn_users[0])
    elsewhere = tables_over(store, clock)
    await loading(elsewhere).load()
    moved = await acted_at(elsewhere, await elsewhere.get(table.id), words_of(played))
    assert await why(tables.ask(table.id, consent.allow_undo, played.turn_users[0], asked.ply)) is Why.UNDO_NOT_ASKED
    assert (await tables.get(table.id)).actions == moved.actions
    assert await stored(store, table) == list(moved.actions)
