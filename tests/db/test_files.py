"""Files of a database: who may read them, how large the log becomes, and copying, checking and upgrading."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from db import DatabaseError, Store, copying, upkeep
from db.connection import BUSY_TIMEOUT, LOG_LIMIT
from tests.databases import of_files, url_of
from tests.db.samples import game_with_deal
from tests.programs import SECONDS

pytestmark = of_files


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Let new files be readable by every user, as they are on most machines."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return the permissions of the files in a folder and of the folder itself."""
    return {each.name: f"{stat.S_IMODE(each.stat().st_mode):o}" for each in (folder, *folder.iterdir())}


def _names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


async def test_only_the_owner_reads_a_new_database_its_log_and_its_copies(path: Path, url: str, tmp_path: Path) -> None:
    store = await Store.open(url)
    await game_with_deal(store)
    private = {"bezique.db": "600", "bezique.db-wal": "600", "bezique.db-shm": "600", "data": "700"}
    assert modes(path.parent) == private
    await upkeep.backup(url, tmp_path / "backups" / "one.db")
    assert modes(tmp_path / "backups") == {"one.db": "600", "backups": "700"}
    await store.close()
    await copying.copy(url, url_of(tmp_path / "copies" / "two.db"))
    assert modes(tmp_path / "copies") == {"two.db": "600", "copies": "700"}


async def test_a_backup_is_private_while_it_is_written(store: Store, url: str, tmp_path: Path) -> None:
    await game_with_deal(store)
    backup = asyncio.create_task(upkeep.backup(url, tmp_path / "backups" / "one.db"))
    found: set[str] = set()
    while not backup.done():
        with suppress(FileNotFoundError):
            found |= {mode for name, mode in modes(tmp_path / "backups").items() if name.endswith(".new")}
        await asyncio.sleep(0)
    await backup
    assert found == {"600"}


async def test_a_database_that_others_may_read_is_narrowed_at_the_next_start_and_the_log_says_so(
    path: Path, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = await Store.open(url)
    await game_with_deal(first)
    for file in path.parent.iterdir():
        file.chmod(0o644)
    path.parent.chmod(0o755)
    caplog.set_level(logging.INFO)
    second = await Store.open(url)
    assert modes(path.parent) == {
        "bezique.db": "600", "bezique.db-wal": "600", "bezique.db-shm": "600", "data": "755",
    }  # fmt: skip
    assert [record.getMessage() for record in caplog.records if record.name == "db.files"] == [
        f"other users of this machine could open {path}; from now on its owner alone can"
    ]
    caplog.clear()
    await second.close()
    await first.close()
    await (await Store.open(url)).close()
    assert [record for record in caplog.records if record.name == "db.files"] == []


@pytest.mark.parametrize("leads_to", ["elsewhere/kept.db", "here.db"])
async def test_a_backup_by_a_link_to_nothing_is_there_under_that_name(
    store: Store, url: str, tmp_path: Path, leads_to: str
) -> None:
    game = await game_with_deal(store)
    link, target = tmp_path / "link.db", tmp_path / leads_to
    link.symlink_to(leads_to)
    assert await upkeep.backup(url, link) == target.stat().st_size
    assert link.is_symlink()
    async with upkeep.reading(url_of(link)) as reader:
        assert await reader.games.every_id() == [game]


async def test_a_database_by_a_link_to_nothing_is_made_where_the_link_leads(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "volume" / "kept.db")
    store = await Store.open(url_of(tmp_path / "link.db"))
    await game_with_deal(store)
    await store.close()
    assert modes(tmp_path / "volume") == {"kept.db": "600", "volume": "700"}


async def test_nothing_that_is_there_is_overwritten_whatever_it_is(store: Store, url: str, tmp_path: Path) -> None:
    await store.ping()
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("something dear")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "round").symlink_to("round")
    os.mkfifo(tmp_path / "pipe")
    before = _names(tmp_path)
    for name in ("folder", "file", "link", "round", "pipe"):
        with pytest.raises(DatabaseError, match=rf"{name} is there already, and nothing is ever overwritten\."):
            await upkeep.backup(url, tmp_path / name)
        with pytest.raises(DatabaseError, match=rf"^TO: .*{name} is there already"):
            await copying.copy(url, url_of(tmp_path / name))
    assert _names(tmp_path) == before
    assert (tmp_path / "file").read_text() == "something dear"


async def _grow(store: Store, size: int) -> None:
    """Write as much into the database, in acts of their own."""
    for number in range(size // 100_000 + 1):
        async with store.write() as tx:
            await tx.settings.set_of_guild(number, "kept", value=secrets.token_hex(50_000))


async def test_a_log_that_grew_under_a_long_reader_shrinks_to_its_limit_and_is_emptied(
    store: Store, url: str, path: Path
) -> None:
    log = path.with_name("bezique.db-wal")
    async with upkeep.reading(url) as reader:
        await reader.games.every_id()
        await _grow(store, 2 * LOG_LIMIT)
        await store.empty_log()  # it is left for the next time
        assert log.stat().st_size > 2 * LOG_LIMIT
    await _grow(store, 200_000)
    assert log.stat().st_size == LOG_LIMIT
    await store.empty_log()
    assert log.stat().st_size == 0


async def test_acts_do_not_wait_for_a_reader_where_the_log_is_to_be_emptied(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("db.connection._PRAGMAS", (f"busy_timeout = {5 * SECONDS * 1000}",))
    store = await Store.open(url)
    async with upkeep.reading(url) as reader:
        await reader.games.every_id()
        await game_with_deal(store)
        emptied = asyncio.create_task(store.empty_log())
        await asyncio.wait([emptied], timeout=SECONDS)
        assert emptied.done()
        await game_with_deal(store)
    async with store._engine.connect() as connection:
        assert (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar() == BUSY_TIMEOUT
    await store.close()


# ------------------------------------------------------------------ copying, checking and upgrading


def _files(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.is_file()]


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


async def test_a_backup_that_cannot_be_made_leaves_no_half_of_itself(store: Store, url: str, tmp_path: Path) -> None:
    await store.ping()
    (tmp_path / "copy.db").touch()
    with pytest.raises(DatabaseError, match="cannot be created"):
        await upkeep.backup(url, tmp_path / "copy.db" / "below")
    assert _files(tmp_path) == ["copy.db"]


async def test_tasks_for_a_database_that_is_not_there_make_none(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/none.db"
    for work in (upkeep.backup(url, tmp_path / "copy.db"), upkeep.check(url), upkeep.upgrade(url)):
        with pytest.raises(DatabaseError, match="There is no database file"):
            await work
    assert _files(tmp_path) == []


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


async def test_a_database_of_another_program_is_no_sound_one(path: Path, url: str) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE tunes (name TEXT)")
    found = await upkeep.check(url)
    assert (found.version, found.games) == (None, 0)
    assert found.faults == ("It has no schema version, so it is not this bot's.",)
