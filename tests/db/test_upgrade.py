"""A database of version 1.0 is taken over whole, by this version and the next; one that is older is left alone."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
from sqlalchemy import text
from sqlalchemy.schema import CreateTable

import schema_page
from db import DatabaseError, GameStatus, Outcome, Store, copying, upkeep
from db.migrate import head
from db.schema import Default, Key, Mark, OfGame, Snowflake, metadata, table_of
from tests.databases import ON_SERVER, connected, dumped, of_files, url_of
from tests.db import version_1_0
from tests.db.next_version import NAME

ROOT = Path(__file__).parents[2]
OLDER = [f"{number:04}" for number in (1, 19, 26)]
"""Schemas of before version 1.0."""


FLAGS = {"private": 0, "unanswered": 0, "reviewed": 0}
"""The columns of games that schema 1.3 adds, at the games of the sample."""


@pytest.fixture
async def upgraded(old: Path) -> AsyncIterator[Store]:
    opened = await Store.open(url_of(old))
    yield opened
    await opened.close()


def content(path: Path) -> object:
    """Return a file byte by byte, and what a server has as text."""
    return dumped(path) if ON_SERVER else path.read_bytes()


def set_version(path: Path, version: str) -> None:
    with connected(path) as connection:
        connection.execute(f"UPDATE alembic_version SET version_num = '{version}'")  # noqa: S608 - the test's own


def test_the_sample_has_games_in_every_state(old: Path) -> None:
    stored = version_1_0.rows(old)
    games = stored["games"]
    assert stored["alembic_version"] == [{"version_num": "1.0"}]
    assert {row["status"] for row in games} == set(get_args(GameStatus))
    assert {row["kind"] for row in games} == {"open", "challenge", "rematch"}
    assert {row["end_reason"] for row in games} >= {None, "score", "resign", "timeout", "draw", "abandoned", "frozen"}
    assert {row["outcome"] for row in stored["results"]} == set(get_args(Outcome))
    assert {row["kind"] for row in stored["deadlines"]} == {"lobby", "challenge", "deal", "clock", "abandon"}
    assert {row["role"] for row in stored["messages"]} == {"board", "anchor", "nudge", "result"}


async def test_a_new_database_has_to_the_letter_what_migrations_make(old: Path, tmp_path: Path) -> None:
    new, migrated = tmp_path / "new.db", tmp_path / "migrated.db"
    for each in (new, old):
        await (await Store.open(url_of(each))).close()
    await version_1_0.migrate_empty(migrated)
    made = version_1_0.schema(new)
    assert version_1_0.schema(old) == made
    assert version_1_0.schema(migrated) == made
    assert version_1_0.rows(migrated) == version_1_0.rows(new)  # no migration brings rows that a new one would lack


@of_files
async def test_opening_a_database_of_this_version_changes_nothing(old: Path, url: str) -> None:
    await (await Store.open(url)).close()
    once = content(old)
    assert await upkeep.upgrade(url) == (head(), head())
    await (await Store.open(url)).close()
    assert content(old) == once


async def test_every_game_is_read_whole(old: Path, upgraded: Store) -> None:
    stored = version_1_0.rows(old)

    def count(table: str, game: int) -> int:
        return sum(row["game_id"] == game for row in stored[table])

    async with upgraded.read() as reader:
        for row in stored["games"]:
            found = await reader.game_record.load(row["id"])
            assert found is not None
            assert (found.game.id, found.game.status, found.game.version) == (row["id"], row["status"], 0)
            assert (found.game.rules, found.game.settings) == (json.loads(row["rules"]), json.loads(row["settings"]))
            parts: dict[str, tuple[Any, ...]] = {
                "seats": found.seats,
                "deals": found.deals,
                "actions": found.actions,
                "cuts": found.cuts,
                "messages": found.messages,
            }
            assert {name: len(part) for name, part in parts.items()} == {name: count(name, row["id"]) for name in parts}
            assert len(await reader.schedule.deadlines(row["id"])) == count("deadlines", row["id"])
            assert len(await reader.results.of(row["id"])) == count("results", row["id"])
        live = {row["id"] for row in stored["games"] if row["status"] in {"lobby", "playing"}}
        assert {row.id for row in await reader.games.live()} == live


@pytest.mark.sweep
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")], ids=["compact", "with spaces"])
async def test_what_was_looked_up_in_the_text_of_settings_is_in_columns(old: Path, separators: tuple[str, str]) -> None:
    kept: dict[int, dict[str, Any]] = {
        6: {"private": True},
        8: {"reviews": [{"seat": 0}]},
        10: {"answering": ""},
        11: {"reviews": []},
    }
    kept[13] = kept[6] | kept[8] | {"answering": "a token"}
    named: dict[str, Any] = {"left": [[1, '"private":true, "reviews": [], "answering": ""']]}
    with connected(old) as connection:
        for number in range(1, 30):
            settings = json.dumps(named | kept.get(number, {}), separators=separators)
            connection.execute("UPDATE games SET settings = ? WHERE id = ?", settings, number)
        connection.execute("UPDATE games SET settings = 'damaged \"private\"' WHERE id = 25")
    await (await Store.open(url_of(old))).close()
    rows = {row["id"]: row for row in version_1_0.rows(old)["games"]}
    found = {flag: {number for number, row in rows.items() if row[flag]} for flag in FLAGS}
    assert found == {"private": {6, 13}, "unanswered": {10, 13}, "reviewed": {8, 13}}
    assert json.loads(rows[6]["settings"]) == named
    assert json.loads(rows[13]["settings"]) == named | kept[8] | {"answering": "a token"}
    assert rows[25]["settings"] == 'damaged "private"'


@pytest.mark.usefixtures("next_scripts")
async def test_the_next_version_brings_the_database_to_its_schema_and_keeps_every_row(old: Path, url: str) -> None:
    before = version_1_0.rows(old)
    with pytest.raises(DatabaseError, match=rf"has the schema 1\.0, and this version of the bot works with {NAME}\."):
        async with upkeep.reading(url):
            pytest.fail("it was read without an upgrade")
    assert await upkeep.upgrade(url) == ("1.0", NAME)
    after = version_1_0.rows(old)
    assert after.pop("alembic_version") == [{"version_num": NAME}]
    del before["alembic_version"]
    assert before.pop("identifies") == []
    for row in before["games"]:
        del row["turn_since"]
        row.update({"mood": None} | FLAGS)
    for row in before["seats"]:
        row["colour"] = "red" if row["seat"] == 0 else "green"
    assert after.pop("former_players") == []
    assert after.pop("exercise_ratings") == []
    assert after.pop("milestones") == []
    for row in before["exercise_tries"]:
        row |= {"mu": None, "sigma": None}
    for row in before["conclusions"]:
        row["leaver_alone"] = False
    for row in before["results"]:
        row |= {"standing": None, "value": 0, "rubicons": 0}
    for row in (*before["records"], *before["standings"]):
        row |= {"best_value": 0, "rubicons": 0}
    assert after == before
    assert await upkeep.upgrade(url) == (NAME, NAME)


@pytest.mark.sweep
@pytest.mark.parametrize("words", ["ADD COLUMN colour", "UPDATE seats", "UPDATE alembic_version"])
async def test_an_upgrade_that_is_killed_leaves_the_database_and_is_done_by_the_next_start(
    old: Path, url: str, next_scripts: Path, words: str
) -> None:
    rows, schema = version_1_0.rows(old), version_1_0.schema(old)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.upgrader", url, words, str(next_scripts), cwd=ROOT
    )
    assert await process.wait() == -signal.SIGKILL
    assert version_1_0.rows(old) == rows
    assert version_1_0.schema(old) == schema
    await (await Store.open(url)).close()
    assert version_1_0.rows(old)["alembic_version"] == [{"version_num": NAME}]
    assert len(version_1_0.rows(old)["games"]) == len(rows["games"])


@pytest.mark.usefixtures("next_scripts")
async def test_an_upgrade_that_fails_leaves_the_database_as_it_was(old: Path, url: str) -> None:
    with connected(old) as connection:  # a column that something else looks at cannot be dropped
        connection.execute("CREATE VIEW moments AS SELECT turn_since FROM games")
    before = version_1_0.schema(old)
    with pytest.raises(DatabaseError):
        await Store.open(url)
    assert version_1_0.schema(old) == before


@pytest.mark.usefixtures("next_scripts")
async def test_stores_that_open_a_database_at_once_upgrade_it_once(old: Path, url: str) -> None:
    games = len(version_1_0.rows(old)["games"])
    for store in await asyncio.gather(*(Store.open(url) for _ in range(4))):
        await store.ping()
        await store.close()
    assert len(version_1_0.rows(old)["games"]) == games


async def test_an_older_database_is_refused_with_what_to_do_and_stays_as_it_is(
    old: Path, url: str, tmp_path: Path
) -> None:
    for version in OLDER:
        set_version(old, version)
        before = content(old)
        sentence = rf"older than version 1\.0 of the bot \(schema {version}\) and cannot be brought to it: (use|make) a"
        for work in (Store.open(url), upkeep.upgrade(url)):
            with pytest.raises(DatabaseError, match=sentence):
                await work
        (fault,) = (await upkeep.check(url)).faults
        assert re.search(sentence, fault)
        with pytest.raises(DatabaseError, match=f"FROM: .*{sentence}"):
            await copying.copy(url, url_of(tmp_path / "copy.db"))
        assert content(old) == before


async def test_a_newer_database_is_refused_with_what_to_do_and_stays_as_it_is(old: Path, url: str) -> None:
    set_version(old, NAME)
    before = content(old)
    sentence = rf"newer version of the bot \(schema {NAME}.*up to {re.escape(head())}\).*backup"
    with pytest.raises(DatabaseError, match=sentence):
        await Store.open(url)
    assert re.search(sentence, (await upkeep.check(url)).faults[0])
    assert content(old) == before


# ------------------------------------------------------------------ tables from row classes


@dataclass(frozen=True)
class Row:
    game_id: OfGame
    user_id: Key[Snowflake]
    name: Annotated[str, Mark.NULLABLE]
    at: datetime | None
    partner_id: Snowflake | None
    marks: Annotated[tuple[int, ...], Default(text("'[]'"))] = ()


def test_page_of_the_tables_is_up_to_date() -> None:
    there = (Path(__file__).parents[2] / "docs/schema.md").read_text(encoding="utf-8")
    assert schema_page.page() == there, "write it anew: .ci/schema_page.py > docs/schema.md"


@dataclass(frozen=True)
class Strange:
    picture: bytes


def test_fields_become_columns() -> None:
    table = table_of("rows_of_this_test", Row)
    try:
        made = str(CreateTable(table))
    finally:
        metadata.remove(table)
    assert [line.strip(" \t,") for line in made.splitlines() if line.strip(" ()\t")][1:] == [
        "game_id BIGINT NOT NULL",
        "user_id BIGINT NOT NULL",
        "name TEXT",
        "at DATETIME",
        "partner_id BIGINT",
        "marks TEXT DEFAULT '[]' NOT NULL",
        "CONSTRAINT pk_rows_of_this_test PRIMARY KEY (game_id, user_id)",
        "CONSTRAINT fk_rows_of_this_test_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE",
    ]


def test_a_type_that_no_column_holds_is_refused() -> None:
    with pytest.raises(KeyError, match="picture"):
        table_of("strange", Strange)
    assert "strange" not in metadata.tables
