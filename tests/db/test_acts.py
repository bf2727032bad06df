"""Acts that arrive together are committed together, and reading runs beside who writes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from db import ActionRow, Busy, DatabaseError, DeadlineRow, Duplicate, Overtaken, PlyTaken, Reader, Store, Transaction
from tests.databases import connected, of_files, refuse
from tests.db.samples import ANN, GUILD, NOON, game_with_deal, later, sealed


def chosen(key: str, value: object) -> Callable[[Transaction], Coroutine[Any, Any, object]]:
    """Return work that stores a choice and returns it."""

    async def work(tx: Transaction) -> object:
        await tx.settings.set_of_guild(GUILD, key, value)
        return value

    return work


async def counted(tx: Transaction) -> int:
    count: int = (await tx.settings.of_guild(GUILD)).get("count", 0) + 1
    await tx.settings.set_of_guild(GUILD, "count", count)
    return count


async def choices(store: Store) -> dict[str, Any]:
    async with store.read() as reader:
        return await reader.settings.of_guild(GUILD)


async def statements(store: Store) -> list[str]:
    """Return a list into which all that the writer says to SQLite goes from now on."""
    await store.do(counted)
    assert store._acts is not None
    driver = store._acts._driver
    assert driver is not None
    said: list[str] = []
    await driver.set_trace_callback(said.append)
    return said


async def test_work_is_on_disk_when_it_returns(store: Store, path: Path) -> None:
    for number in range(5):
        assert await store.do(chosen("a", number)) == number
        with connected(path) as other:
            assert other.execute("SELECT value FROM guild_settings") == [{"value": str(number)}]


@of_files
async def test_acts_that_come_together_share_a_commit(store: Store) -> None:
    said = await statements(store)
    await asyncio.gather(*(store.do(chosen(str(number), number)) for number in range(20)))
    assert said.count("COMMIT") == said.count("BEGIN IMMEDIATE") == 1
    assert len(await choices(store)) == 21


@of_files
async def test_acts_that_come_during_a_commit_share_the_next(store: Store) -> None:
    said = await statements(store)
    async with store.write():
        acts = [asyncio.create_task(store.do(counted)) for _ in range(9)]
        await asyncio.sleep(0.05)
        assert "COMMIT" not in said
    assert await asyncio.gather(*acts) == list(range(2, 11))
    assert said.count("COMMIT") == 1


@pytest.mark.deep
async def test_increments_by_acts_and_by_transactions_of_two_stores_lose_nothing(store: Store, second: Store) -> None:
    async def patiently(one: Store) -> None:
        async with one.write() as tx:
            await counted(tx)

    ways = [way for _ in range(12) for one in (store, second) for way in (one.do(counted), patiently(one))]
    await asyncio.gather(*ways)
    assert await choices(store) == {"count": 48}


@pytest.mark.deep
async def test_an_act_that_fails_takes_no_other_with_it(store: Store) -> None:
    game = await game_with_deal(store)

    async def stumbles(tx: Transaction) -> None:
        await tx.settings.set_of_guild(GUILD, "stumbled", 1)
        raise LookupError

    async def late(tx: Transaction) -> None:
        await tx.games.update(game, 7, turn_since=NOON)

    async def swallowed(tx: Transaction) -> None:
        await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play QSa", NOON)])
        with suppress(PlyTaken):
            await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play KSa", NOON)])

    async def naive(tx: Transaction) -> None:
        await tx.games.update(game, 0, turn_since=NOON.replace(tzinfo=None))

    async def twice(tx: Transaction) -> None:
        await tx.deals.open(sealed(game))

    failing = {late: Overtaken, swallowed: PlyTaken, naive: ValueError, twice: Duplicate, stumbles: LookupError}
    came = await asyncio.gather(
        store.do(chosen("first", 1)), *(store.do(one) for one in failing), store.do(chosen("last", 1)),
        return_exceptions=True,
    )  # fmt: skip
    assert (came[0], came[-1]) == (1, 1)
    assert [type(one) for one in came[1:-1]] == list(failing.values())
    assert await choices(store) == {"first": 1, "last": 1}
    async with store.read() as reader:
        assert await reader.deals.actions(game) == []
        assert await reader.games.version(game) == 0


async def test_rows_that_acts_store_late_are_read_by_them_and_a_taken_ply_fails_only_its_act(store: Store) -> None:
    games = [await game_with_deal(store) for _ in range(12)]
    taken = games[7]
    await store.do(lambda tx: tx.deals.add_actions([ActionRow(taken, 0, 0, 1, "play QSa", NOON)]))

    async def plays(tx: Transaction, game: int) -> None:
        await tx.games.update(game, 0, turn_since=later(1))
        await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play KSa", NOON)])
        await tx.schedule.set(DeadlineRow(game, "clock", NOON))

    async def plays_and_reads(tx: Transaction, game: int) -> None:
        await plays(tx, game)
        assert await tx.schedule.clear(game, "clock")
        await tx.schedule.set(DeadlineRow(game, "deal", NOON))
        assert [row.kind for row in await tx.schedule.deadlines(game)] == ["deal"]

    ways = [plays_and_reads if game in games[::3] else plays for game in games]
    acts: list[Any] = [partial(way, game=game) for way, game in zip(ways, games, strict=True)]
    acts.insert(2, lambda tx: tx.deals.actions(games[1]))
    came: list[Any] = await asyncio.gather(
        *(store.do(act, beside=True, shared=True) for act in acts), return_exceptions=True
    )
    assert len(came.pop(2)) == 1  # what the act before it in their transaction has stored
    assert [type(each) for each in came] == [PlyTaken if game == taken else type(None) for game in games]
    async with store.read() as reader:
        for game, way in zip(games, ways, strict=True):
            assert await reader.games.version(game) == (game != taken)
            stood = await reader.deals.actions(game)
            assert [row.action for row in stood] == ["play QSa" if game == taken else "play KSa"]
            awaited = [] if game == taken else ["clock"] if way is plays else ["deal"]
            assert [row.kind for row in await reader.schedule.deadlines(game)] == awaited


async def test_an_act_whose_commit_fails_takes_no_other_with_it(store: Store, path: Path) -> None:
    with connected(path) as other:
        refuse(other, "owe", "user_settings", on_commit=True)

    async def owing(tx: Transaction) -> None:
        await tx.settings.set_of_user(ANN, "a", 1)

    good, bad = await asyncio.gather(store.do(counted), store.do(owing), return_exceptions=True)
    assert good == 1
    assert type(bad) is DatabaseError
    async with store.read() as reader:
        assert await reader.settings.of_user(ANN) == {}
    assert await store.do(counted) == 2


async def test_a_cancelled_caller_leaves_nothing_of_what_was_waiting(store: Store) -> None:
    async with store.write():
        act = asyncio.create_task(store.do(chosen("a", 1)))
        await asyncio.sleep(0.02)
        act.cancel()
        with pytest.raises(asyncio.CancelledError):
            await act
    assert await store.do(counted) == 1
    assert await choices(store) == {"count": 1}


@pytest.mark.deep
async def test_callers_cancelled_at_any_moment_leave_whole_acts_and_a_working_store(store: Store) -> None:
    async def both(tx: Transaction) -> None:
        stored = await tx.settings.of_guild(GUILD)
        await tx.settings.set_of_guild(GUILD, "first", stored.get("first", 0) + 1)
        await tx.settings.set_of_guild(GUILD, "second", stored.get("second", 0) + 1)

    chance, answered = Random(5), 0
    for _ in range(100):
        acts = [asyncio.create_task(store.do(both)) for _ in range(3)]
        await asyncio.sleep(chance.uniform(0, 0.004))
        acts[1].cancel()
        await asyncio.wait(acts)
        answered += sum(not act.cancelled() for act in acts)
    stored = await choices(store)
    assert stored["first"] == stored["second"]
    assert 200 <= answered <= stored["first"] <= 300


@of_files
async def test_work_that_waits_for_something_else_is_refused(store: Store) -> None:
    async def dawdles(tx: Transaction) -> None:
        await counted(tx)
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="wait for nothing but the database"):
        await store.do(dawdles)
    assert await store.do(counted) == 1


@of_files
async def test_acts_at_a_file_that_stays_locked_are_told_so_together(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.connection._PRAGMAS", ("busy_timeout = 50",))
    impatient = await Store.open(url)
    async with store.write():
        came = await asyncio.gather(*(impatient.do(counted) for _ in range(5)), return_exceptions=True)
    assert [type(one) for one in came] == [Busy] * 5
    assert await impatient.do(counted) == 1
    await impatient.close()


async def test_a_store_that_closes_completes_what_it_was_asked_and_takes_no_more(url: str) -> None:
    store = await Store.open(url)
    acts = [asyncio.create_task(store.do(counted)) for _ in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert sorted(await asyncio.gather(*acts)) == [1, 2, 3, 4, 5]
    with pytest.raises(DatabaseError, match="closed"):
        await store.do(counted)


# ------------------------------------------------------------------ reading


@pytest.fixture
async def counting(store: Store) -> Store:
    """A store in which the server's count is 1."""
    async with store.write() as tx:
        await tx.settings.set_of_guild(GUILD, "count", 1)
    return store


async def count(reader: Reader) -> int:
    return int((await reader.settings.of_guild(GUILD))["count"])


async def test_work_sees_one_moment_whatever_is_committed_meanwhile(counting: Store, path: Path) -> None:
    async def before_and_after(reader: Reader) -> tuple[int, int]:
        before = await count(reader)
        with connected(path) as other:
            other.execute("UPDATE guild_settings SET value = '2'")
        return before, await count(reader)

    assert await counting.ask(before_and_after) == (1, 1)
    assert await counting.ask(count) == 2


@pytest.mark.deep
async def test_many_readers_read_beside_a_transaction_that_is_open(counting: Store) -> None:
    async with counting.write() as tx:
        await tx.settings.set_of_guild(GUILD, "count", 2)
        assert await asyncio.gather(*(counting.ask(count) for _ in range(30))) == [1] * 30
    assert await counting.ask(count) == 2


@pytest.mark.deep
@of_files
async def test_work_that_fails_or_is_given_up_leaves_readers_and_writers_alone(counting: Store, path: Path) -> None:
    async def failing(reader: Reader) -> Any:  # noqa: ANN401
        await count(reader)
        raise LookupError

    async def dawdling(reader: Reader) -> None:
        await count(reader)
        await asyncio.sleep(0)

    for _ in range(10):  # more often than there are connections
        with pytest.raises(LookupError):
            await counting.ask(failing)
        with pytest.raises(RuntimeError, match="wait for nothing but the database"):
            await counting.ask(dawdling)
        given_up = asyncio.create_task(counting.ask(count))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
    assert await counting.ask(count) == 1
    with closing(sqlite3.connect(path)) as other:  # nobody holds the file's old pages any more
        busy, *_ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert busy == 0


async def test_a_broken_database_is_told_of_in_words(counting: Store, path: Path) -> None:
    with connected(path) as other:
        other.execute("DROP TABLE guild_settings")
    with pytest.raises(DatabaseError):
        await counting.ask(count)


async def test_a_store_that_closes_answers_what_it_was_asked_and_takes_no_more(url: str) -> None:
    store = await Store.open(url)
    async with store.write() as tx:
        await tx.settings.set_of_guild(GUILD, "count", 1)
    asked = [asyncio.create_task(store.ask(count)) for _ in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == [1] * 5
    with pytest.raises(DatabaseError, match="closed"):
        await store.ask(count)
