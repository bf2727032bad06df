"""A database of version 1 with games in every state, as version 1's own code wrote it.

`version_1.sql` is the text of it. A script opened a `Store` and a `Tables` of version 1 and let four people and some
house players sit down at 29 tables through their requests, with a clock of its own: lobbies (with terms to agree on,
with guests, with a member who has left), a challenge, games of two, three and four hands in play (with a draw offered,
one declined, an act undone and one asked to be undone, with time up and a claim, with a held seat, in a thread, without
one, between two deals, as a rematch that awaits its deal), and games that ended in every way. One record was damaged
and found so at a start. The choices of servers and members, boards and other messages, cuts, results, deadlines and
the heartbeat came with that. What the file held by then was written down; only the blanks at the ends of lines went.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

DUMP = Path(__file__).with_suffix(".sql")


def write(path: Path) -> None:
    """Make the database file, with the journal that the bot keeps."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(f"BEGIN; {DUMP.read_text(encoding='utf-8')} COMMIT;")


def rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table as the file holds it, by table, in the order in which they were stored."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        every = {name: connection.execute(f"SELECT * FROM {name} ORDER BY rowid") for name in names}  # noqa: S608 - own
        return {name: [dict(row) for row in found] for name, found in every.items()}


def schema(path: Path) -> dict[str, str]:
    """Return the statement that makes each table and index, without the layout of its text."""
    with closing(sqlite3.connect(path)) as connection:
        made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: " ".join(sql.replace("(", " ( ").replace(")", " ) ").split()) for name, sql in made}
