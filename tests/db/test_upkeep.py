"""Copying, checking and upgrading a database beside the bot."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from db import DatabaseError, Store, upkeep
from tests.databases import of_files, url_of
from tests.db.samples import game_with_deal

if TYPE_CHECKING:
    from pathlib import Path


def _files(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.is_file()]


@of_files
async def test_a_backup_of_a_store_in_use_has_all_that_was_committed(store: Store, url: str, tmp_path: Path) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        await tx.settings.set_of_guild(1, "kept", value=True)  # not committed while the copy is made
        size = await upkeep.backup(url, tmp_path / "copy.db")
    assert size == (tmp_path / "copy.db").stat().st_size
    async with upkeep.reading(url_of(tmp_path / "copy.db")) as reader:
        assert await reader.games.every_id() == [game]
    restored = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/copy.db")
    async with restored.read() as reader:
        assert await reader.settings.of_guild(1) == {}
    await restored.close()


@pytest.mark.deep
@of_files
async def test_a_backup_among_many_writers_is_consistent(store: Store, url: str, tmp_path: Path) -> None:
    async def play() -> None:
        for _ in range(20):
            await game_with_deal(store)

    writing = asyncio.create_task(play())
    await asyncio.sleep(0)
    for number in range(3):
        await upkeep.backup(url, tmp_path / f"{number}.db")
    await writing
    for number in range(3):
        found = await upkeep.check(f"sqlite+aiosqlite:///{tmp_path}/{number}.db")
        assert found.faults == ()
        assert found.games <= 20


@of_files
async def test_a_backup_that_cannot_be_made_leaves_no_half_of_itself(store: Store, url: str, tmp_path: Path) -> None:
    await store.ping()
    (tmp_path / "copy.db").touch()
    with pytest.raises(DatabaseError, match="cannot be created"):
        await upkeep.backup(url, tmp_path / "copy.db" / "below")
    assert _files(tmp_path) == ["copy.db"]


@of_files
async def test_tasks_for_a_database_that_is_not_there_make_none(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/none.db"
    for work in (upkeep.backup(url, tmp_path / "copy.db"), upkeep.check(url), upkeep.upgrade(url)):
        with pytest.raises(DatabaseError, match="There is no database file"):
            await work
    assert _files(tmp_path) == []


@of_files
async def test_checking_finds_rows_without_what_they_refer_to(path: Path, url: str) -> None:
    store = await Store.open(url)
    await game_with_deal(store)
    await store.close()
    sound = await upkeep.check(url)
    assert (sound.faults, sound.games, sound.version) == ((), 1, sound.head)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM games")
    found = await upkeep.check(url)
    assert len(found.faults) == 1
    assert "refer to what is not there" in found.faults[0]


@of_files
async def test_a_database_of_another_program_is_no_sound_one(path: Path, url: str) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE tunes (name TEXT)")
    found = await upkeep.check(url)
    assert (found.version, found.games) == (None, 0)
    assert found.faults == ("It has no schema version, so it is not this bot's.",)
