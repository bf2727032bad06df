"""Reading work runs in one go: about one moment, beside who writes, and it leaves nothing behind where it fails."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from db import DatabaseError, Store
from tests.databases import connected, of_files
from tests.db.samples import GUILD

if TYPE_CHECKING:
    from pathlib import Path

    from db import Reader


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
