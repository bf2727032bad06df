#!/usr/bin/env python3
"""Print `docs/schema.md`: every table with its columns, and what points where.

usage: .ci/schema_page.py > docs/schema.md
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import ForeignKeyConstraint
from sqlalchemy.dialects import postgresql

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import db  # noqa: E402, F401 - it declares all tables
from db.schema import JsonText, metadata  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Column, Table

_DECLARED: Final = re.compile(r'= (?:Table|table_of)\(\s*"(\w+)"')
_HEAD: Final = """# The tables

Written by `.ci/schema_page.py`. Each file named here declares its tables and holds their queries; `db/migrations`
brings a database to this form, and [privacy.md](privacy.md) says what of it tells of people.

An arrow points to the table whose row must be there. With that row goes the one that points to it, except where
*emptied* is said.
"""
_TABLE: Final = """
Columns of the primary key are **bold**; one with a question mark may be empty. Types are PostgreSQL's; `json` is text
on both databases, and SQLite keeps a `timestamp` as text in UTC.

| table | a row | columns |
|---|---|---|"""


def page() -> str:
    """Return the page."""
    tables = sorted(metadata.tables.values(), key=lambda table: (_file(table), table.name))
    diagram = ["```mermaid", "flowchart LR", *(f"  {arrow}" for arrow in _arrows(tables)), "```"]
    rows = [
        f"| `{table.name}` (`{_file(table)}`) | {table.info['row']} | {', '.join(map(_column, table.columns))} |"
        for table in tables
    ]
    return "\n".join([_HEAD, *diagram, _TABLE, *rows, ""])


def _file(table: Table) -> str:
    return next(
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "db").glob("*.py"))
        if table.name in _DECLARED.findall(path.read_text(encoding="utf-8"))
    )


def _arrows(tables: Iterable[Table]) -> list[str]:
    """Write an arrow to each table from all that point to it in the same way."""
    pointing: dict[str, list[str]] = {}
    for table in tables:
        for key in sorted(table.constraints, key=lambda each: str(each.name)):
            if isinstance(key, ForeignKeyConstraint):
                note = "|emptied|" if key.ondelete == "SET NULL" else ""
                pointing.setdefault(f"-->{note} {key.referred_table.name}", []).append(table.name)
    return [f"{' & '.join(names)} {arrow}" for arrow, names in pointing.items()]


def _column(column: Column[object]) -> str:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    kind = "json" if isinstance(column.type, JsonText) else column.type.compile(dialect).lower()
    name = f"**{column.name}**" if column.primary_key else column.name
    return f"{name} {kind.removesuffix(' with time zone')}{'?' if column.nullable else ''}"


if __name__ == "__main__":
    sys.stdout.write(page())
