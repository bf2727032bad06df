"""A database of version 1.0, with games in every state.

`version_1_0.sql` is the text of it. Four people and some house players sat down at 29 tables: lobbies (with terms to
agree on, with guests, with a member who has left), a challenge, games of two, three and four hands in play (with a
draw offered, one declined, an act undone and one asked to be undone, with time up and a claim, with a held seat, in a
thread, without one, between two deals, as a rematch that awaits its deal), and games that ended in every way. One
record is damaged. Boards and other messages, cuts, results, what is counted, deadlines and choices came with that.

No later version changes the file: it is what an upgrade begins with. On a server its rows are put into what the first
migration makes there.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from sqlalchemy import MetaData

from db import migrate
from db.connection import make_engine, parsed, transaction, writing
from tests.databases import ON_SERVER, connected, done, tables_of, url_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

DUMP = Path(__file__).with_suffix(".sql")


def write(path: Path) -> None:
    """Make the database."""
    write_file(path)
    if ON_SERVER:
        done(_write_on_server(path, url_of(path)))


def write_file(path: Path) -> None:
    """Make the database as a file, with the journal that the bot keeps."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(f"BEGIN; {DUMP.read_text(encoding='utf-8')} COMMIT;")


def rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table as a file holds it, by table, in an order that stays."""
    with connected(path) as connection:
        every = {name: connection.execute(f"SELECT * FROM {name}") for name in tables_of(connection)}  # noqa: S608 - own
    return {
        name: sorted(({key: _plain(value) for key, value in row.items()} for row in found), key=_in_order)
        for name, found in every.items()
    }


def schema(path: Path) -> dict[str, tuple[str, list[str]]]:
    """Return the statement that makes each table and index, without the layout of its text and its constraints' order.

    On a server it leaves out how wide a counter is: keys were widened in 1.6, counters stayed.
    """
    asked = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    if ON_SERVER:
        asked = """SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE schemaname = 'public'
            UNION ALL SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
            UNION ALL SELECT table_name || '.' || row_number() OVER (PARTITION BY table_name ORDER BY ordinal_position),
                concat_ws(' ', column_name, data_type, is_nullable, column_default)
            FROM information_schema.columns WHERE table_schema = 'public'"""
    with connected(path) as connection:
        made = {row["name"]: row["sql"] for row in connection.execute(asked)}
    found = {}
    for name, sql in made.items():
        words = " ".join(sql.replace("(", " ( ").replace(")", " ) ").replace('"', "").split())
        columns, *constraints = words.removesuffix(" )").replace(" ,", ",").split(", CONSTRAINT ")
        found[name] = columns, sorted(constraints)
    return found


def migrated(connection: Connection, version: str) -> None:
    """Run the migrations up to a version."""
    config = migrate._config(migrate._SCRIPTS)
    config.attributes["connection"] = connection
    command.upgrade(config, version)


async def migrate_empty(path: Path) -> None:
    """Make a database by all migrations, the first of which finds nothing."""
    engine = make_engine(parsed(url_of(path)), migrating=True)
    async with transaction(writing(engine)) as opened:
        await opened.run_sync(migrated, migrate.head())
    await engine.dispose()


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    return int(value) if isinstance(value, bool) else value


def _in_order(row: dict[str, Any]) -> list[tuple[str, Any]]:
    names = ("id", "game_id", "number", "deal", "seat", "ply", "kind", "message_id", "guild_id", "user_id", "key")
    keys = [key for key in names if key in row]
    return [(str(type(row[key])), row[key]) for key in keys]


async def _write_on_server(path: Path, url: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [row["name"] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        stored = {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in names}  # noqa: S608

    def fill(connection: Connection) -> None:
        migrated(connection, "1.0")
        metadata = MetaData()
        metadata.reflect(connection)
        for table in metadata.sorted_tables:
            if table.name == "alembic_version" or not stored[table.name]:
                continue
            kinds = {column.name: column.type.python_type for column in table.c}
            connection.execute(
                table.insert(),
                [{key: _typed(value, kinds[key]) for key, value in row.items()} for row in stored[table.name]],
            )
        connection.exec_driver_sql("SELECT setval('games_id_seq', (SELECT max(id) FROM games))")

    engine = make_engine(parsed(url), migrating=True)
    async with transaction(writing(engine)) as opened:
        await opened.run_sync(fill)
    await engine.dispose()


def _typed(value: Any, kind: type) -> Any:  # noqa: ANN401 - any column's
    if value is None or not isinstance(value, str | int):
        return value
    if kind is datetime:
        return datetime.fromisoformat(str(value)).replace(tzinfo=UTC)
    return bool(value) if kind is bool else value
