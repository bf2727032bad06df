"""Transactions: all or nothing, one at a time, and a game is changed only as it was read."""

from __future__ import annotations

import asyncio
import logging
import time
from random import Random

import pytest

from db import ActionRow, Busy, DatabaseError, Duplicate, GameRow, MessageRow, Overtaken, PlyTaken, SeatRow, Store
from db.connection import BUSY_TIMEOUT
from tests.databases import of_files
from tests.db.samples import (
    ANN,
    BEN,
    CHANNEL,
    DECK,
    GUILD,
    NOON,
    SECRET,
    finish,
    game_with_deal,
    later,
    new_game,
    sealed,
)


async def increment(store: Store) -> None:
    async with store.write() as tx:
        count = (await tx.settings.of_guild(GUILD)).get("count", 0)
        await asyncio.sleep(0)
        await tx.settings.set_of_guild(GUILD, "count", count + 1)


async def test_a_second_action_at_a_ply_is_refused_with_all_that_came_with_it(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play QSa", NOON)])

    async def come_late() -> None:
        async with store.write() as tx:
            await tx.deals.add_actions([ActionRow(game, 1, 0, 0, "play KSa", NOON)])
            await tx.games.update(game, 0, turn_since=NOON)
            await tx.deals.add_actions([ActionRow(game, ply, 0, 0, "play JDb", NOON) for ply in (2, 0, 3)])

    with pytest.raises(PlyTaken, match=f"Table {game} already has an action at ply") as caught:
        await come_late()
    assert isinstance(caught.value, DatabaseError)
    assert (caught.value.game_id, caught.value.ply) == (game, 2), "the first of those that came together"
    async with store.read() as reader:
        assert [row.action for row in await reader.deals.actions(game)] == ["play QSa"]
        row = await reader.games.get(game)
        assert row is not None
        assert row.turn_since is None


async def test_a_refused_action_cannot_be_swallowed(store: Store) -> None:
    game = await game_with_deal(store)

    async def swallow() -> None:
        async with store.write() as tx:
            await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play QSa", NOON)])
            with pytest.raises(PlyTaken):
                await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play QSa", NOON)])

    with pytest.raises(PlyTaken):
        await swallow()
    async with store.read() as reader:
        assert await reader.deals.actions(game) == []


async def test_an_action_of_no_game_is_not_taken_for_a_double(store: Store) -> None:
    with pytest.raises(DatabaseError, match="does not fit") as caught:
        async with store.write() as tx:
            await tx.deals.add_actions([ActionRow(99, 0, 0, 1, "play QSa", NOON)])
    assert not isinstance(caught.value, Duplicate | PlyTaken)


@pytest.mark.deep
async def test_two_stores_adding_the_same_ply_give_it_to_one(store: Store, second: Store) -> None:
    game = await game_with_deal(store)

    async def add(one: Store, ply: int, action: str) -> str:
        try:
            async with one.write() as tx:
                await tx.deals.add_actions([ActionRow(game, ply, 0, 0, action, NOON)])
        except PlyTaken:
            return "refused"
        return action

    for ply in range(10):
        told = await asyncio.gather(add(store, ply, "play QSa"), add(second, ply, "play KSa"))
        assert sorted(told)[1] == "refused"
        async with second.read() as reader:
            assert (await reader.deals.actions(game))[ply].action == min(told)


async def test_a_cancelled_writer_leaves_nothing_and_blocks_nobody(store: Store) -> None:
    inside = asyncio.Event()

    async def hang() -> None:
        async with store.write() as tx:
            await new_game(tx)
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(hang())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(increment(store), 5)
    async with store.read() as reader:
        assert await reader.games.live() == []


@pytest.mark.deep
async def test_tasks_cancelled_at_any_moment_leave_whole_transactions_and_a_working_store(url: str) -> None:
    store = await Store.open(url)
    started = time.perf_counter()
    await increment(store)
    usual = time.perf_counter() - started

    async def both() -> None:
        async with store.write() as tx:
            settings = await tx.settings.of_guild(GUILD)
            await tx.settings.set_of_guild(GUILD, "first", settings.get("first", 0) + 1)
            await tx.settings.set_of_guild(GUILD, "second", settings.get("second", 0) + 1)

    chance = Random(11)
    for _ in range(150):
        task = asyncio.create_task(both())
        await asyncio.sleep(chance.uniform(0, 1.5 * usual))
        task.cancel()
        # A transaction left open by the one before would keep it waiting for the busy timeout.
        async with asyncio.timeout(0.8 * BUSY_TIMEOUT / 1000):
            await asyncio.wait([task])
    async with asyncio.timeout(0.8 * BUSY_TIMEOUT / 1000):
        await both()
    async with store.read() as reader:
        settings = await reader.settings.of_guild(GUILD)
    await store.close()
    assert settings["first"] == settings["second"]


async def test_a_reader_sees_one_moment_while_others_write(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.read() as reader:
        assert await reader.deals.actions(game) == []
        async with store.write() as tx:
            await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play QSa", NOON)])
        assert await reader.deals.actions(game) == []
    async with store.read() as reader:
        assert len(await reader.deals.actions(game)) == 1


@pytest.mark.deep
async def test_a_write_lock_is_taken_before_the_first_question(store: Store, second: Store) -> None:
    async with store.write():
        waiting = asyncio.create_task(increment(second))
        done, _ = await asyncio.wait([waiting], timeout=0.3)
        assert not done
    await waiting


@of_files
async def test_a_file_that_stays_locked_is_reported_as_busy(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.connection._PRAGMAS", ("busy_timeout = 50",))
    impatient = await Store.open(url)
    async with store.write():
        with pytest.raises(Busy, match="locked the database for too long"):
            await increment(impatient)
    await increment(impatient)
    await impatient.close()


async def test_neither_reprs_nor_logs_nor_errors_show_a_secret_or_a_deck(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = await game_with_deal(store)
    with pytest.raises(Duplicate) as caught:
        async with store.write() as tx:
            await tx.deals.open(sealed(game))
    async with store.read() as reader:
        record = await reader.game_record.load(game)
    assert record is not None
    assert (record.deals[0].secret, record.deals[0].deck) == (SECRET, DECK)
    causes = [repr(caught.value), repr(caught.value.__cause__), str(caught.value.__cause__)]
    for shown in (repr(record), caplog.text, *causes):
        assert SECRET not in shown
        assert DECK not in shown
    assert "c0ffee" in repr(record)


# ------------------------------------------------------------------ overtaken


async def stored(store: Store, game: int) -> GameRow:
    async with store.read() as reader:
        row = await reader.games.get(game)
    assert row is not None
    return row


async def lobby(store: Store) -> int:
    async with store.write() as tx:
        return await new_game(tx, status="lobby")


@pytest.mark.deep
async def test_game_as_it_was_read_may_be_changed_and_counts_its_changes(store: Store) -> None:
    game = await lobby(store)
    for version in range(3):
        row = await stored(store, game)
        assert row.version == version
        async with store.write() as tx:
            await tx.games.update(game, row.version, settings={"round": version})
            assert await tx.games.version(game) == version + 1
    async with store.write() as tx:
        await tx.games.update(game, 3)
        assert tx.failure is None
    row = await stored(store, game)
    assert (row.version, row.settings) == (4, {"round": 2})
    async with store.read() as reader:
        assert await reader.games.version(game + 1) is None


@pytest.mark.sweep
@pytest.mark.parametrize("what", ["settings", "status", "frozen", "nothing", "gone"])
async def test_game_that_another_has_changed_is_not_changed_again(store: Store, url: str, what: str) -> None:
    game = await lobby(store)
    row = await stored(store, game)
    other = await Store.open(url)
    async with other.write() as tx:
        match what:
            case "settings":
                await tx.games.update(game, row.version, settings={"auto_draw": False})
            case "status":
                await tx.games.update(game, row.version, status="cancelled")
            case "frozen":
                await tx.games.freeze(game, NOON)
            case "nothing":  # such as other seats, which are not the game's columns
                await tx.games.set_seats(game, [SeatRow(game, 0, BEN, "Ben", NOON)])
                await tx.games.update(game, row.version)
            case _:
                await tx.servers.forget(row.guild_id)
    async with other.read() as reader:
        changed = await reader.game_record.load(game)
    await other.close()

    async def change_all_the_same() -> None:
        async with store.write() as tx:
            await tx.settings.set_of_user(ANN, "before", 1)
            with pytest.raises(Overtaken, match=f"Table {game} was changed"):
                await tx.games.update(game, row.version, opener_id=BEN)
            assert isinstance(tx.failure, Overtaken)
            await tx.settings.set_of_user(ANN, "after", 1)

    with pytest.raises(Overtaken):
        await change_all_the_same()
    async with store.read() as reader:
        assert await reader.settings.of_user(ANN) == {}
        assert await reader.game_record.load(game) == changed


async def test_of_two_processes_that_change_what_they_read_one_begins_anew(store: Store, url: str) -> None:
    game = await lobby(store)
    other = await Store.open(url)
    row = await stored(store, game)

    async def change(mine: Store, key: str) -> str:
        try:
            async with mine.write() as tx:
                await tx.games.update(game, row.version, settings={**row.settings, key: True})
        except Overtaken:
            return ""
        return key

    kept = await asyncio.gather(change(store, "one"), change(other, "two"))
    assert sorted(map(bool, kept)) == [False, True]
    assert (await stored(store, game)).settings == {**row.settings, "".join(kept): True}
    await other.close()


async def test_games_whose_end_was_never_told_are_found(store: Store) -> None:
    async with store.write() as tx:
        told, untold, drawn = [await finish(tx, {ANN: 1000, BEN: 500}, ANN) for _ in range(3)]
        await tx.games.update(drawn, 1, status="abandoned", end_reason="draw")
        left = await finish(tx, {ANN: 10, BEN: 20}, BEN, status="abandoned")
        await tx.messages.put(MessageRow(told, 5, CHANNEL, "result", NOON, closed=True))
        await tx.messages.put(MessageRow(untold, 6, CHANNEL, "board", NOON))
        playing = await new_game(tx)
    async with store.read() as reader:
        assert await reader.messages.unannounced("result", NOON) == [untold, drawn]
        assert await reader.messages.unannounced("result", later(untold)) == [drawn]
    assert {left, playing}.isdisjoint({untold, drawn})


async def test_games_that_are_over_but_still_shown_as_they_were_are_found(store: Store) -> None:
    async with store.write() as tx:
        shown, closed, elsewhere = [await finish(tx, {ANN: 1000, BEN: 500}, ANN) for _ in range(3)]
        playing, frozen = await new_game(tx), await new_game(tx)
        await tx.games.freeze(frozen, NOON)
        for game in (shown, playing, frozen):
            await tx.messages.put(MessageRow(game, 5, CHANNEL, "board", NOON))
        await tx.messages.put(MessageRow(shown, 6, CHANNEL, "board", NOON))
        await tx.messages.put(MessageRow(closed, 5, CHANNEL, "board", NOON, closed=True))
        await tx.messages.put(MessageRow(elsewhere, 5, CHANNEL, "result", NOON))
    async with store.read() as reader:
        assert await reader.messages.left_open("board") == [shown]
