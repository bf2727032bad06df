"""Everything moves from one database to another, of any kind, or nothing does."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.engine import URL

from bot.cli import database
from bot.cli.exits import ExitCode, Stop
from bot.config import Settings
from db import DatabaseError, Store, Transaction, copying
from db.migrate import migrate
from db.ratings import RatingRow
from db.schema import metadata
from db.tournaments import EntrantRow, TournamentRow
from tests.databases import ON_SERVER, connected, url_of
from tests.db import version_1_0
from tests.db.samples import ANN, BEN, GUILD, NOON, game_with_deal, later, new_game

ROOT = Path(__file__).parents[2]
WAYS = ["file to file", *(["file to server", "server to file", "server to server"] if ON_SERVER else [])]


def places(tmp_path: Path, way: str) -> tuple[str, str]:
    """Return the addresses of two databases that are not there yet, or empty."""
    source, _, target = way.partition(" to ")
    return tuple(
        url_of(tmp_path / f"{name}.db") if kind == "server" else f"sqlite+aiosqlite:///{tmp_path}/{name}.db"
        for name, kind in (("source", source), ("target", target))
    )  # type: ignore[return-value]


async def all_rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table."""
    store = await Store.open(url)
    async with store.read() as reader:
        found = {
            table.name: [tuple(row) for row in await reader.games._session.run(select(table))]
            for table in metadata.sorted_tables
        }
    await store.close()
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


async def last_game(url: str) -> int:
    """Return the number that the next game gets."""
    store = await Store.open(url)
    number = await store.do(new_game)
    await store.close()
    return number


async def more_of_everything(tx: Transaction) -> None:
    """Write what the sample does not have, and what a number or a text may be at most."""
    await tx.settings.set_of_guild(GUILD, "greeting", {"words": "Grüß Gott, \u202e 🂡 'quoted' \\0 \"", "n": 1.1e-300})
    await tx.settings.set_of_user(2**63 - 1, "nothing", value=[])
    await tx.ratings.put(RatingRow(GUILD, "two", ANN, 25.000000000000004, 1 / 3, -5, 7))
    await tx.blocks.block(ANN, BEN, datetime.now(UTC))
    await tx.blocks.note_asking(ANN, BEN, later(1 / 7))
    number = await tx.tournaments.create(
        TournamentRow(
            0, GUILD, 5, ANN, "Cup", "swiss", "open", {"players": 2}, "modern", "none", 3, 60, 0, NOON, None, None, 0
        )
    )
    await tx.tournaments.put_entrants(number, [EntrantRow(ANN, "Ann’s “name”", NOON)])
    gone = await new_game(tx)
    await tx.servers.forget_games(GUILD, 0)
    await tx.games._session.delete(metadata.tables["games"], {"id": gone})


@pytest.fixture
def source(tmp_path: Path, way: str) -> str:
    """A database with games in every state and of every age, the last of them deleted."""
    url, _ = places(tmp_path, way)
    if url.startswith("sqlite"):
        version_1_0.write_file(tmp_path / "source.db")
    else:
        version_1_0.write(tmp_path / "source.db")

    async def fill() -> None:
        store = await Store.open(url)
        await store.do(more_of_everything)
        await store.close()

    asyncio.run(fill())
    return url


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS)
async def test_everything_is_copied_and_numbers_go_on(source: str, tmp_path: Path, way: str) -> None:
    _, target = places(tmp_path, way)
    before = await all_rows(source)
    found = await copying.copy(source, target)
    assert await all_rows(target) == before
    assert found.games == len(before["games"])
    assert found.rows == sum(map(len, before.values()))
    assert found.tables == len(before)
    assert len({name for name, rows in before.items() if rows}) > 12
    highest = max(row[0] for row in before["games"])
    assert await last_game(target) == highest + 2  # one more was there and is gone


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS)
async def test_a_target_that_holds_anything_is_refused_and_stays(source: str, tmp_path: Path, way: str) -> None:
    _, target = places(tmp_path, way)
    store = await Store.open(target)
    await game_with_deal(store)
    await store.close()
    before = await all_rows(target)
    with pytest.raises(DatabaseError, match=r"(TO: .*holds something already.*games|there already), .*overwritten"):
        await copying.copy(source, target)
    assert await all_rows(target) == before


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("words", ["INSERT INTO seats", "INSERT INTO user_settings"])
async def test_a_copy_that_is_killed_leaves_nothing_and_is_simply_made_again(
    source: str, tmp_path: Path, way: str, words: str
) -> None:
    _, target = places(tmp_path, way)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.copier", source, target, words, cwd=ROOT
    )
    assert await process.wait() == -signal.SIGKILL
    assert not (tmp_path / "target.db").exists()
    await copying.copy(source, target)
    assert await all_rows(target) == await all_rows(source)


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS)
async def test_what_arrives_otherwise_than_it_was_sent_is_noticed_and_not_kept(
    source: str, tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, target = places(tmp_path, way)

    async def bewitched(address: URL) -> None:
        await migrate(address)
        body = "UPDATE results SET points = points + 1 WHERE game_id = new.game_id AND seat = new.seat;"
        with connected(address.render_as_string(hide_password=False)) as beside:
            if address.get_backend_name() == "sqlite":
                beside.execute(f"CREATE TRIGGER other AFTER INSERT ON results BEGIN {body} END")
                return
            language = "RETURN new; END $$ LANGUAGE plpgsql"
            beside.execute(f"CREATE FUNCTION other() RETURNS trigger AS $$ BEGIN {body} {language}")
            beside.execute("CREATE TRIGGER other AFTER INSERT ON results FOR EACH ROW EXECUTE FUNCTION other()")

    monkeypatch.setattr(copying, "migrate", bewitched)
    with pytest.raises(DatabaseError, match=r"differs in the table results: .* Nothing was kept"):
        await copying.copy(source, target)
    monkeypatch.undo()
    if target.startswith("sqlite"):
        assert not (tmp_path / "target.db").exists()
    else:
        assert not any((await all_rows(target)).values())


async def test_a_source_that_is_damaged_or_not_there_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_text("my holiday photographs " * 99)
    for name, sentence in (("broken", r"FROM: .*damaged"), ("none", r"FROM: There is no database file")):
        with pytest.raises(DatabaseError, match=sentence):
            await copying.copy(f"sqlite+aiosqlite:///{tmp_path}/{name}.db", url_of(tmp_path / "target.db"))
    assert not (tmp_path / "target.db").exists()


@pytest.mark.usefixtures("next_scripts")
async def test_a_source_is_upgraded_before_it_is_copied(tmp_path: Path) -> None:
    version_1_0.write_file(tmp_path / "old.db")
    with pytest.raises(DatabaseError, match=r"FROM: .*schema 1\.0,.*`db migrate`"):
        await copying.copy(f"sqlite+aiosqlite:///{tmp_path}/old.db", url_of(tmp_path / "target.db"))
    assert not (tmp_path / "target.db").exists()


@pytest.mark.deep
@pytest.mark.parametrize("way", WAYS[-1:])
def test_the_command_says_what_it_has_done(
    source: str, tmp_path: Path, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, target = places(tmp_path, way)
    options = argparse.Namespace(task="copy", source=source, target=target)
    assert database.run(Settings(), options) == ExitCode.OK
    said = capsys.readouterr().out
    assert said.startswith("Copied and compared: 29 games, ")
    assert "BEZIQUE_DATABASE_URL" in said
    with pytest.raises(Stop, match="nothing is ever overwritten") as caught:
        database.run(Settings(), options)
    assert caught.value.code == ExitCode.DATABASE
    assert "its address is" not in str(caught.value).lower()


@pytest.mark.parametrize("way", WAYS[-1:])
def test_the_command_waits_until_the_bot_has_ended(source: str, tmp_path: Path, way: str) -> None:
    _, target = places(tmp_path, way)

    async def run_beside() -> None:
        store = await Store.open(source)
        async with store.write() as tx:
            await tx.processes.heartbeat(store.process, datetime.now(UTC))
        await store.close()

    asyncio.run(run_beside())
    with pytest.raises(Stop, match="Stop it"):
        database.run(Settings(), argparse.Namespace(task="copy", source=source, target=target))
