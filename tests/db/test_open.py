from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

import db.store
from db import DatabaseError, Store, writer
from db.connection import BUSY_TIMEOUT, AsyncEngine
from db.migrate import head
from db.schema import metadata
from tests.databases import ON_SERVER, connected, of_files, tables_of, url_of
from tests.db.samples import game_with_deal
from tests.programs import run


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with connected(path) as connection:
        return [tuple(row.values()) for row in connection.execute(sql)]


def content(path: Path) -> bytes:
    return path.read_bytes()


def overwrite(path: Path, new: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(new)


async def _made(path: Path) -> None:
    await (await Store.open(url_of(path))).close()


async def test_opening_creates_the_folder_and_every_table(path: Path) -> None:
    await _made(path)
    with connected(path) as connection:
        assert set(metadata.tables) <= set(tables_of(connection))
    assert query(path, "SELECT version_num FROM alembic_version") == [(head(),)]


async def test_first_and_second_start_import_nothing_that_most_do_not_need(path: Path, tmp_path: Path) -> None:
    unwanted = ["alembic", "sqlalchemy.orm", "aiohttp.web", *([] if ON_SERVER else ["sqlalchemy.dialects.postgresql"])]
    code = (
        "import asyncio, sys, bot.cli.connect; from db import Store\n"
        "async def started(): await (await Store.open(sys.argv[1])).close()\n"
        f"unwanted = {tuple(unwanted)}\n"
        "for _ in range(2):\n"
        "    asyncio.run(started())\n"
        "    print([name for name in sys.modules if name.startswith(unwanted)])"
    )
    assert await run(tmp_path, "-c", code, url_of(path)) == (0, "[]\n[]\n", "")


async def test_database_that_names_two_versions_is_refused(path: Path) -> None:
    await _made(path)
    query(path, "INSERT INTO alembic_version VALUES ('1.0')")
    with pytest.raises(DatabaseError, match="schema version cannot be read"):
        await Store.open(url_of(path))


@of_files
@pytest.mark.parametrize("engine_name", ["_engine", "_writer"])
async def test_every_connection_is_durable_small_and_checks_foreign_keys(store: Store, engine_name: str) -> None:
    engine: AsyncEngine = getattr(store, engine_name)
    async with engine.connect() as connection:
        found = {
            name: (await connection.execute(text(f"PRAGMA {name}"))).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "cache_size")
        }
    full = 2
    assert found == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": BUSY_TIMEOUT,
        "cache_size": -500,
    }


@of_files
async def test_closing_leaves_one_file_and_is_harmless_twice(path: Path, url: str) -> None:
    store = await Store.open(url)
    await game_with_deal(store)
    await store.close()
    await store.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with pytest.raises(DatabaseError, match="closed"):
        await store.ping()
    with pytest.raises(DatabaseError, match="closed"):
        async with store.write():
            pytest.fail("a closed store gave a transaction")


async def test_closing_waits_for_the_transaction_that_runs(url: str) -> None:
    store = await Store.open(url)
    async with store.write() as tx:
        closing_task = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        await tx.settings.set_of_guild(1, "kept", value=True)
    await closing_task
    again = await Store.open(url)
    async with again.read() as reader:
        assert await reader.settings.of_guild(1) == {"kept": True}
    await again.close()


@pytest.mark.deep
async def test_several_stores_may_open_an_empty_database_at_once(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(6)))
    for store in stores:
        await store.ping()
        await store.close()


@of_files
async def test_tables_without_a_version_are_refused_untouched(path: Path, url: str) -> None:
    path.parent.mkdir()
    query(path, "CREATE TABLE games (title TEXT)")
    before = content(path)
    with pytest.raises(DatabaseError, match="not this bot's"):
        await Store.open(url)
    assert content(path) == before


@of_files
async def test_another_programs_file_is_refused_untouched(path: Path, url: str) -> None:
    path.parent.mkdir()
    query(path, "CREATE TABLE photographs (title TEXT)")
    before = content(path)
    with pytest.raises(DatabaseError, match="not this bot's"):
        await Store.open(url)
    query(path, "CREATE TABLE alembic_version (version_num TEXT)")
    query(path, "INSERT INTO alembic_version VALUES ('c0ffee')")
    with pytest.raises(DatabaseError, match="another program's"):
        await Store.open(url)
    assert content(path) != before  # what was added here, and
    assert {name for (name,) in query(path, "SELECT name FROM sqlite_master")} == {"photographs", "alembic_version"}


@of_files
async def test_an_empty_file_is_no_place_where_games_are(path: Path, url: str) -> None:
    overwrite(path, b"")
    with pytest.raises(DatabaseError, match=r"is empty.*put back a backup, or delete it"):
        await Store.open(url)
    assert content(path) == b""


@of_files
async def test_a_first_start_that_fails_leaves_no_half_of_a_file(
    path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut_off(address: URL) -> None:
        assert address.database != str(path)
        raise DatabaseError("The disk that holds the database is full.")

    monkeypatch.setattr(db.store, "migrate", cut_off)
    with pytest.raises(DatabaseError, match="full"):
        await Store.open(url)
    assert list(path.parent.iterdir()) == []


@of_files
async def test_a_disk_that_takes_nothing_is_found_out(store: Store) -> None:
    await store.try_writing()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        with pytest.raises(DatabaseError, match="disk"):
            await store.try_writing()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await store.try_writing()
    async with store.read() as reader:
        assert await reader.schedule.last_beat() is None  # it is no sign of life


def cut_off(path: Path) -> None:
    asyncio.run(_made(path))
    overwrite(path, content(path)[:6000])


UNFIT: dict[str, tuple[Callable[[Path], object], str]] = {
    "is none": (lambda path: overwrite(path, b"holiday photographs " * 99), "damaged or is not an SQLite database"),
    "is cut off": (cut_off, "damaged"),
    "has no folder": (
        lambda path: path.parent.write_text("in the way"),
        r"data/bezique\.db cannot be created: File exists",
    ),
    "is a folder": (lambda path: path.mkdir(parents=True), "cannot be written: Is a directory"),
}


@of_files
@pytest.mark.parametrize("how", UNFIT)
def test_what_is_no_file_of_a_database_is_refused(path: Path, how: str) -> None:
    make, sentence = UNFIT[how]
    make(path)
    with pytest.raises(DatabaseError, match=sentence):
        asyncio.run(_made(path))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("no address with s3cret", "cannot be read"),
        ("sqlite+aiosqlite://", "must be a file"),
        ("sqlite+aiosqlite:///:memory:", "must be a file"),
        ("sqlite+aiosqlite:///file::memory:?cache=shared&uri=true", "must be a file"),
        ("sqlite+aiosqlite:///file:bezique.db?uri=true", r"a URI of SQLite's.*///data/bezique\.db"),
        ("sqlite+aiosqlite:///file:bezique.db?mode=ro&uri=true", r"a URI of SQLite's.*///data/bezique\.db"),
        ("sqlite+aiosqlite:///bezique.db?uri=true", r"a URI of SQLite's.*///data/bezique\.db"),
        ("sqlite:///plain.db", "not installed or is not asynchronous"),
        ("postgresql+asyncpg://ann:s3cret@localhost:many/bezique", "cannot be read"),
        ("postgresql+asyncpg://ann:s3cret@localhost:70000/bezique", "port 70000; ports go from 1 to 65535"),
        ("postgresql+asyncpg://ann:s3cret@localhost/bezique?sslmode=require", r"ssl=require"),
        ("postgresql+nosuch://ann:s3cret@localhost/bezique", "not installed"),
    ],
)
async def test_an_address_that_cannot_work_is_explained_without_its_password(
    address: str, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DatabaseError, match=sentence) as caught:
        await Store.open(address)
    assert "s3cret" not in str(caught.value)


@pytest.mark.deep
@of_files
async def test_statements_are_compiled_once_for_all_connections(tmp_path: Path) -> None:
    sizes = []
    for name in ("one", "other"):
        store = await Store.open(url_of(tmp_path / f"{name}.db"))
        await store.ask(lambda reader: reader.leaving.of_server(1))
        sizes.append(len(writer._COMPILED))
        await store.close()
    assert sizes[0] == sizes[1] > 0
