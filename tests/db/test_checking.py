"""What `db check` says of databases in which something is wrong, and how it ends."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli import build_parser, database
from bot.cli.exits import ExitCode, Stop
from bot.config import Settings
from db import upkeep
from db.migrate import head
from tests.databases import connected, dumped, of_files, url_of

COUNTED_OTHERWISE = "points is 507, counted anew 500."


async def checked(path: Path, *options: str) -> tuple[int, str]:
    """Run the command, and return its exit code and what it says."""
    settings = Settings(database_url=url_of(path))
    parsed = build_parser().parse_args(["db", "check", *options])
    try:
        return await asyncio.to_thread(database.run, settings, parsed), ""
    except Stop as stop:
        return stop.code, stop.sentence


def count_otherwise(path: Path) -> None:
    with connected(path) as connection:
        connection.execute("UPDATE standings SET points = points + 7 WHERE season = '' AND game_kind = ''")


def damage_acts(path: Path) -> None:
    """Overwrite the pages of the file that hold the acts of all games."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = [row[0] for row in connection.execute("SELECT pageno FROM dbstat WHERE name LIKE '%actions%'")]
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)


async def test_games_of_an_older_schema_are_not_called_sound(old: Path) -> None:
    with connected(old) as connection:
        connection.execute("UPDATE deals SET deck = 'ASa'")
    before, words = dumped(old), f"the schema is 1.0, and this version of the bot works with {head()}."
    for options in ((), ("--standings",)):
        code, said = await checked(old, *options)
        assert code == ExitCode.FAILURE
        assert said.startswith(f"No game was replayed: {words}")
        assert "`db migrate`" in said
        assert "ound: " not in said
        assert dumped(old) == before
    assert await upkeep.upgrade(url_of(old)) == ("1.0", head())
    for options in ((), ("--standings",)):
        code, said = await checked(old, *options)
        assert code == ExitCode.DATABASE
        assert said.count("does not replay") > 20


@of_files
async def test_a_damaged_file_of_an_older_schema_is_named_as_both(old: Path) -> None:
    damage_acts(old)
    code, said = await checked(old)
    assert code == ExitCode.DATABASE
    assert said.startswith("No game was replayed: the schema is 1.0, ")
    assert "damaged" in said


@pytest.mark.deep
async def test_a_frozen_game_does_not_hide_that_standings_differ(old: Path) -> None:
    await upkeep.upgrade(url_of(old))
    frozen = "Game 25 does not replay: deal 0 does not replay at action 0."
    assert await checked(old, "--standings") == (ExitCode.DATABASE, frozen)
    count_otherwise(old)
    code, said = await checked(old, "--standings")
    assert code == ExitCode.FAILURE
    assert frozen in said
    assert COUNTED_OTHERWISE in said
    assert await checked(old) == (ExitCode.DATABASE, frozen)


@of_files
async def test_games_that_cannot_be_read_do_not_hide_that_standings_differ(old: Path) -> None:
    await upkeep.upgrade(url_of(old))
    count_otherwise(old)
    damage_acts(old)
    code, said = await checked(old, "--standings")
    assert code == ExitCode.FAILURE
    assert "Game 6 cannot be read" in said
    assert COUNTED_OTHERWISE in said
