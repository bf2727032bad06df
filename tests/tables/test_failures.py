"""Nothing is in memory that is not on disk: failing transactions, cancelled tasks, broken records, other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine import build_rules
from bot.tables import Due, Limits, Refused, Status, Table, Tables, Why
from bot.tables.decisions import dealing, lobby, overtime, play
from bot.tables.values.parts import Terms
from db import DatabaseError, DeadlineRow, Store
from tests.databases import allow, connected, refuse, url_of
from tests.tables import made
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    GUILD,
    Clock,
    all_due,
    challenge,
    choose,
    loading,
    open_table,
    play_out,
    post_board,
    put,
    restarted,
    sql,
    start,
    start_table,
    tables_over,
    why,
)
from tests.tables.player import LEFT, PLAYED, history

pytestmark = pytest.mark.deep

TABLES = ("games", "seats", "deals", "cuts", "actions", "results", "messages", "deadlines")
CARD = re.compile(r"\b[AKQJT987][CDHS][abcd]\b")


CHANGES = [(table, change) for table in TABLES for change in ("INSERT", "UPDATE", "DELETE")]


def break_writes(path: Path, *, on_commit: bool = False) -> None:
    """Let the database refuse every change to a table."""
    with connected(path) as beside:
        for table, change in CHANGES:
            refuse(beside, f"no_{change.lower()}_{table}", table, when=change, on_commit=on_commit)


def mend_writes(path: Path, *, on_commit: bool = False) -> None:
    with connected(path) as beside:
        for table, change in CHANGES:
            allow(beside, f"no_{change.lower()}_{table}", table, on_commit=on_commit)


async def open_lobby(tables: Tables) -> Table:
    return await open_table(tables, rules=build_rules("modern", 3, {}))


async def overdue_lobby(tables: Tables) -> Table:
    table = await open_lobby(tables)
    async with tables.store.db.write() as tx:
        await tx.schedule.set(DeadlineRow(table.id, Due.LOBBY.value, tables.now()))
    tables.memory.doubt(table.id)
    return await tables.get(table.id)


async def full_lobby(tables: Tables) -> Table:
    table = await open_table(tables, (ANN, BEN))
    return await tables.ask(table.id, dealing.cut, ANN.user_id, "x")


async def between_deals(tables: Tables) -> Table:
    return await post_board(tables, (await put(tables, made.between_deals())).id)


async def before_last_ply_of_deal(tables: Tables) -> Table:
    return await put(tables, made.before_last_choice(made.begun()))


async def finished(tables: Tables) -> Table:
    table = await start_table(tables)
    table = (await tables.ask(table.id, play.resign, ANN.user_id)).table
    return (await tables.rematch(table.id, ANN.user_id))[0]


async def act(tables: Tables, table: Table) -> None:
    await choose(tables, table, random.Random(1))


REQUESTS: dict[str, tuple[Callable[[Tables], Awaitable[Table]], Callable[[Tables, Table], Awaitable[object]]]] = {
    "join": (open_lobby, lambda tables, table: tables.join(table.id, BEN)),
    "leave": (full_lobby, lambda tables, table: tables.ask(table.id, lobby.leave, ANN.user_id)),
    "cancel": (open_lobby, lambda tables, table: tables.ask(table.id, lobby.cancel, ANN.user_id)),
    "expire": (overdue_lobby, lambda tables, table: tables.ask(table.id, lobby.expire)),
    "cut": (full_lobby, lambda tables, table: tables.ask(table.id, dealing.cut, BEN.user_id, "y")),
    "post": (open_lobby, lambda tables, table: post_board(tables, table.id)),
    "unpost": (open_lobby, lambda tables, table: tables.ask(table.id, dealing.unposted, table.messages[-1].message_id)),
    "start": (full_lobby, lambda tables, table: tables.start(table.id, BEN.user_id)),
    "accept": (challenge, lambda tables, table: tables.accept(table.id, BEN)),
    "decline": (challenge, lambda tables, table: tables.ask(table.id, lobby.decline, BEN.user_id)),
    "act": (start_table, act),
    "act at the end of the deal": (before_last_ply_of_deal, act),
    "deal": (between_deals, lambda tables, table: tables.ask(table.id, dealing.deal, ANN.user_id)),
    "resign": (start_table, lambda tables, table: tables.ask(table.id, play.resign, ANN.user_id)),
    "claim": (start_table, lambda tables, table: tables.ask(table.id, overtime.claim, ANN.user_id, BEN.user_id)),
    "rematch": (finished, lambda tables, table: tables.rematch(table.id, BEN.user_id)),
}


@pytest.mark.parametrize("when", ["writing", "committing"])
@pytest.mark.parametrize("request_", list(REQUESTS))
async def test_what_was_not_stored_did_not_happen(
    tables: Tables, store: Store, path: Path, clock: Clock, request_: str, when: str
) -> None:
    make, ask = REQUESTS[request_]
    table = await make(tables)
    live, due = tables.memory.awake(), all_due(tables)
    break_writes(path, on_commit=when == "committing")
    with pytest.raises(DatabaseError):
        await ask(tables, table)
    assert (await tables.get(table.id), tables.memory.awake(), all_due(tables)) == (table, live, due)
    mend_writes(path, on_commit=when == "committing")
    assert await (await restarted(store, clock)).get(table.id) == table

    await ask(tables, table)
    after = await tables.get(table.id)
    assert after != table
    assert await tables_over(store, clock).get(table.id) == after


@pytest.mark.parametrize("way", ["open", "challenge"])
async def test_a_table_that_was_not_stored_is_nowhere(tables: Tables, path: Path, way: str) -> None:
    break_writes(path)
    rules = build_rules("modern", 2, {})
    request = (
        tables.open(guild_id=GUILD, channel_id=CHANNEL, opener=ANN, rules=rules, terms=Terms("modern"))
        if way == "open"
        else tables.challenge(
            guild_id=GUILD, channel_id=CHANNEL, challenger=ANN, invited=BEN, rules=rules, terms=Terms("modern")
        )
    )
    with pytest.raises(DatabaseError):
        await request
    assert tables.memory.awake() == []


async def test_a_closed_database_changes_nothing_and_loses_no_timer(url: str, clock: Clock) -> None:
    store = await Store.open(url)
    tables = await restarted(store, clock)
    table = await open_table(tables, (ANN, BEN))
    due = all_due(tables)
    await store.close()
    with pytest.raises(DatabaseError):
        await tables.start(table.id, ANN.user_id)
    assert tables.memory.awake() == [table]
    assert all_due(tables) == due
    again = await Store.open(url)
    assert await (await restarted(again, clock)).get(table.id) == table
    await again.close()


async def test_what_is_due_while_the_database_fails_comes_later(
    tables: Tables, path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    expiring, waiting = await open_table(tables), await between_deals(tables)
    clock.pass_by(minutes=30)
    break_writes(path)
    assert await tables.tick() == []
    assert {record.table for record in caplog.records} == {expiring.id, waiting.id}  # type: ignore[attr-defined]
    assert await tables.tick() == []
    assert await tables.get(expiring.id) == expiring
    mend_writes(path)
    clock.pass_by(minutes=1)
    assert {(each.due, each.table.id) for each in await tables.tick()} == {
        (Due.LOBBY, expiring.id),
        (Due.DEAL, waiting.id),
    }
    assert (await tables.get(expiring.id)).status is Status.EXPIRED
    assert (await tables.get(waiting.id)).being_dealt


async def test_one_table_that_cannot_be_stored_keeps_no_other_waiting(tables: Tables, path: Path, clock: Clock) -> None:
    bad, good = await open_table(tables), await open_table(tables, (BEN,))
    with connected(path) as beside:
        refuse(beside, "one", "games", when="UPDATE", only=bad.id)
    clock.pass_by(minutes=30)
    assert [each.table.id for each in await tables.tick()] == [good.id]


@pytest.mark.parametrize("what", ["act", "start", "deal"])
async def test_a_task_cancelled_at_any_moment_leaves_memory_and_disk_alike(
    store: Store, clock: Clock, what: str
) -> None:
    """A commit that is under way is completed: the table must then be read anew."""
    tables = tables_over(store, clock, limits=Limits(tables_a_member=100))
    make, ask = REQUESTS[what]
    outcomes = set()
    for pause in range(40):
        table = await make(tables)
        task = asyncio.ensure_future(ask(tables, table))
        for _ in range(pause * 2):
            await asyncio.sleep(0)
        await asyncio.sleep(0.0002 * pause)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        now, disk = await tables.get(table.id), await tables_over(store, clock).get(table.id)
        assert now == disk
        if task.cancelled():
            outcomes.add(now == table)
            if now.turn_users:
                assert Due.NUDGE in now.due
            await play_out(tables, table.id, random.Random(1), plies=now.ply + 1) if now.game.deals else None
            assert await tables.get(table.id) == await tables_over(store, clock).get(table.id)
        elif len(outcomes) > 0:
            break
    assert True in outcomes


async def test_a_cancelled_commit_loses_neither_the_table_nor_its_timers(tables: Tables, clock: Clock) -> None:
    table = await before_last_ply_of_deal(tables)
    table = (await choose(tables, table, random.Random(1))).table
    assert table.awaits_deal
    tables.memory.doubt(table.id)
    assert await tables.get(table.id) == table
    assert tables.memory.schedule.at(table.id, Due.DEAL) == clock() + timedelta(seconds=30)


# What else may be broken in a record is shown in `values/test_stored.py`.
BREAKS = {
    "another card": "UPDATE actions SET action = '0 play 7Ca' WHERE game_id = {id} AND ply = 6",
    "a missing action": "DELETE FROM actions WHERE game_id = {id} AND ply = 4",
    "no deck": "UPDATE deals SET deck = NULL WHERE game_id = {id}",
    "a missing player": "DELETE FROM seats WHERE game_id = {id} AND seat = 1",
    "unknown rules": """UPDATE games SET rules = '{{"players": 2, "trick": "loudest"}}' WHERE id = {id}""",
}


@pytest.mark.parametrize("broken", list(BREAKS))
async def test_a_broken_record_freezes_its_own_table_and_no_other(
    tables: Tables, store: Store, path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    bad = await put(tables, made.after_plies(made.begun(), 12))
    good = await put(tables, made.after_plies(made.begun((BEN, CAT)), 12))
    sql(path, BREAKS[broken].format(id=bad.id))
    again = tables_over(store, clock)
    with caplog.at_level(logging.DEBUG):
        await loading(again).load()
        assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
        assert await again.several([bad.id, good.id]) == [good]
    (record,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert record.table == bad.id  # type: ignore[attr-defined]
    assert CARD.search(caplog.text) is None
    assert all(seal.secret not in caplog.text for seal in bad.deals)

    assert again.memory.awake() == [good]
    assert (await choose(again, good, random.Random(3))).table.ply > good.ply
    for request in (
        again.get(bad.id),
        again.act(bad.id, ANN.user_id, "pass", 12),
        again.ask(bad.id, play.resign, ANN.user_id),
    ):
        assert await why(request) is Why.FROZEN
    row = await store.ask(lambda reader: reader.games.get(bad.id))
    assert row is not None
    assert (row.status, row.end_reason) == ("frozen", "frozen")
    # It is out of the way of later starts, and of the members' limit.
    later = await restarted(store, clock)
    for each in (again, later):
        assert each.memory.live.of_member(GUILD, ANN.user_id) == []


async def test_a_finished_game_whose_record_is_broken_is_refused_and_not_shown(
    tables: Tables, store: Store, path: Path, clock: Clock
) -> None:
    table = await start_table(tables)
    await play_out(tables, table.id, random.Random(1), plies=9)
    table = (await tables.ask(table.id, play.resign, ANN.user_id)).table
    sql(path, "DELETE FROM actions WHERE ply >= 9")
    again = await restarted(store, clock)
    assert await why(again.get(table.id)) is Why.FROZEN
    assert await why(again.rematch(table.id, ANN.user_id)) is Why.FROZEN


async def test_a_table_whose_server_is_forgotten_is_gone(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables)
    async with store.write() as tx:
        await tx.servers.forget(GUILD)
    clock.pass_by(minutes=30)
    assert await tables.tick() == []
    clock.pass_by(minutes=1)
    assert await tables.tick() == []
    assert tables.memory.awake() == []
    assert await why(tables.get(table.id)) is Why.NO_SUCH_TABLE


async def test_of_two_processes_that_play_the_same_ply_one_is_outdated(
    tables: Tables, other: Store, clock: Clock
) -> None:
    table = await start_table(tables, auto_draw=False)
    there, rng = await restarted(other, clock), random.Random(1)
    for ply in range(12):
        one, two = await asyncio.gather(
            choose(tables, await tables.get(table.id), rng), choose(there, await there.get(table.id), rng)
        )
        assert sorted([one.stale, two.stale]) == [False, True]
        # Whoever was late has read the table anew and shows what the other did.
        assert one.table == two.table == await tables.get(table.id) == await there.get(table.id)
        assert one.table.ply == ply + 1


async def test_who_resigns_as_another_process_plays_has_resigned(tables: Tables, other: Store, clock: Clock) -> None:
    table = await start_table(tables)
    there = await restarted(other, clock)
    table = await play_out(tables, table.id, random.Random(1), plies=5)
    done = await there.ask(table.id, play.resign, ANN.user_id)
    assert (done.table.status, done.table.actions[: table.ply]) == (Status.FINISHED, table.actions)
    with contextlib.suppress(Refused):
        assert (await choose(tables, table, random.Random(1))).stale
    assert await tables.get(table.id) == done.table
    assert tables.memory.awake() == []


# ------------------------------------------------------------------ kill -9


ROOT = Path(__file__).parents[2]


async def moments(tables: Tables, seed: int, count: int) -> list[Table]:
    """Return what the first changes of the same game lead to, played here."""
    seen: list[Table] = []
    async for table in history(tables, seed):
        seen.append(table)
        if len(seen) >= count:
            break
    return seen


# In the lobby, while cards are dealt, among the first tricks, and while the second deal is sealed, cut for and dealt.
@pytest.mark.parametrize("lines", [4, 5, 6 + PLAYED - 2, 6 + PLAYED + 1 + LEFT + 1])
async def test_after_kill_9_every_table_stands_where_it_was_shown(
    store: Store, clock: Clock, tmp_path: Path, lines: int
) -> None:
    """What was shown is there, and at most one change more that could no longer be shown."""
    seed, url = lines, url_of(tmp_path / "played.db")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.tables.player", url, str(seed), cwd=ROOT, stdout=PIPE
    )
    assert process.stdout is not None
    for line in range(lines):
        assert (await process.stdout.readline()).decode() == f"{line}\n"
    process.send_signal(signal.SIGKILL)
    rest, _ = await process.communicate()
    assert process.returncode == -signal.SIGKILL
    shown = lines + len(rest.decode().split("\n")) - 1

    here = tables_over(store, clock, seed=seed)
    await loading(here).load()
    expected = await moments(here, seed, shown + 1)
    killed = await Store.open(url)
    tables = await restarted(killed, clock)
    (table,) = tables.memory.awake()
    assert table in expected[shown - 1 :]
    if table.full:
        for user in (None, *table.users):
            assert table.view(user) == expected[expected.index(table)].view(user)
        if table.being_dealt:
            table = await post_board(tables, table.id)
        elif not table.game.deals:
            table = await start(tables, table.id, table.users[0])
        after = await play_out(tables, table.id, random.Random(1), plies=table.ply + 6)
        assert after.actions[: len(table.actions)] == table.actions
        assert len(after.actions) >= len(table.actions) + 6
    await killed.close()
