"""A database of the server's that has served a test serves the next one as a new one would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy.engine import make_url

from tests import databases
from tests.databases import connected, copied, drop, dumped, of_servers, url_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = of_servers


@pytest.fixture
def first(empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(databases, "_SERVES", 1_000)
    path = copied(empty, tmp_path / "first.db")
    with connected(path) as connection:
        for member in range(1, 40):
            connection.execute("INSERT INTO askings (user_id, asked_id, at) VALUES (?, ?, now())", member, member + 1)
    return path


def name_of(path: Path) -> str | None:
    return make_url(url_of(path)).database


def test_what_a_test_has_written_is_not_there_for_the_next_and_numbers_begin_anew(first: Path, empty: Path) -> None:
    served = name_of(first)
    drop()
    second = copied(empty, first.with_name("second.db"))
    assert name_of(second) == served
    assert dumped(second) == dumped(empty)
    with connected(second) as connection:
        given = connection.execute("INSERT INTO askings (user_id, asked_id, at) VALUES (1, 2, now()) RETURNING id")
    assert given == [{"id": 1}]


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE games ADD COLUMN more INTEGER",
        "ALTER TABLE games ALTER COLUMN kind DROP NOT NULL",
        "DROP TABLE askings",
        "DROP INDEX ix_games_over",
        "CREATE FUNCTION more() RETURNS trigger AS $$ BEGIN END $$ LANGUAGE plpgsql",
        "TRUNCATE games CASCADE",
    ],
)
def test_one_whose_schema_was_changed_serves_nobody_any_more(first: Path, empty: Path, change: str) -> None:
    served = name_of(first)
    with connected(first) as connection:
        connection.execute(change)
    drop()
    assert name_of(copied(empty, first.with_name("second.db"))) != served


def test_one_to_which_somebody_is_connected_still_serves_nobody_any_more(first: Path, empty: Path) -> None:
    served = name_of(first)
    with connected(first):
        drop()
    assert name_of(copied(empty, first.with_name("second.db"))) != served
