"""Tables made from row classes; `test_upgrade.py` compares all of them with the migrations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

import pytest
from sqlalchemy import text
from sqlalchemy.schema import CreateTable

import schema_page
from db.schema import Default, Key, Mark, OfGame, Snowflake, metadata, table_of


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
