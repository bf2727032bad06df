"""Migration of a database to the schema of this version of the bot.

An empty database gets the tables as they are declared. Alembic, which takes as long to import as a third of the bot, is
imported only where there is something to migrate.
"""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sqlalchemy import Column, MetaData, PrimaryKeyConstraint, String, Table, inspect, select
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from db import postgresql
from db.connection import make_engine, reading, transaction, writing
from db.errors import DatabaseError, explained
from db.games import games
from db.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

_SCRIPTS = Path(__file__).parent / "migrations"
_ALWAYS_THERE = games.name
"""A table that every version has."""
_versions = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, as Alembic makes it."""
_REVISION = re.compile(r'^(revision|down_revision) = (?:"(.+)"|None)$', re.MULTILINE)
# Alembic keeps the running migration in global variables, so each event loop runs one at a time.
_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def migrate(url: URL) -> None:
    """Create or upgrade the schema in one transaction, or do nothing if it is up to date.

    Raises:
        DatabaseError: the database is of a version that this one does not know, holds other data, is damaged, or cannot
        be opened or written.
    """
    engine = make_engine(url, migrating=True)
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    try:
        async with lock:
            async with reading(engine).connect() as connection:
                # Checked before a byte of another program's file is changed, and of one moment: another process may be
                # making the tables.
                if await connection.run_sync(_is_up_to_date):
                    return
            async with transaction(writing(engine)) as connection:
                await connection.run_sync(_upgrade)
    except (SQLAlchemyError, OSError) as error:
        trouble = explained(error)
        raise (trouble if isinstance(trouble, DatabaseError) else _wrong_parameter(url)) from error
    except TypeError as error:  # a driver's response to an unknown parameter
        raise _wrong_parameter(url) from error
    finally:
        await engine.dispose()


def _wrong_parameter(url: URL) -> DatabaseError:
    return DatabaseError(
        f"The database address has a parameter that {url.get_driver_name()} does not know: look at what follows"
        " the question mark."
    )


def head() -> str:
    """Return the schema version that this version of the bot works with."""
    return _known(_SCRIPTS)[-1]


@cache
def _known(folder: Path) -> tuple[str, ...]:
    """Return all schema versions that the scripts in a folder lead to, the oldest first; each names the one before."""
    named = [dict(_REVISION.findall(each.read_text(encoding="utf-8"))) for each in (folder / "versions").glob("v*.py")]
    after = {each["down_revision"]: each["revision"] for each in named}
    versions = [after[""]]
    while versions[-1] in after:
        versions.append(after[versions[-1]])
    return tuple(versions)


def _config(folder: Path) -> Config:
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config


def version_of(connection: Connection) -> str | None:
    """Return the schema version in the database, or None if the database is empty.

    Raises:
        DatabaseError: the tables are not this bot's, or two versions are recorded.
    """
    if not inspect(connection).has_table(_versions.name):
        return None
    found = connection.scalars(select(_versions.c.version_num)).all()
    if len(found) > 1:
        raise DatabaseError(f"The database's schema version cannot be read: it names {', '.join(sorted(found))}.")
    return found[0] if found else None


def refusal(connection: Connection, revision: str) -> str | None:
    """Return why a database with this schema version cannot be used and what to do; None if it can."""
    known = _known(_SCRIPTS)
    if revision in known:
        return None
    if revision < known[0]:
        return (
            f"The database is older than version {known[0]} of the bot (schema {revision}) and cannot be brought to it:"
            f" {_another(connection)}."
        )
    return (
        f"The database was written by a newer version of the bot (schema {revision}, this version knows schemas up to"
        f" {known[-1]}): install that version, or put back a backup."
    )


def _another(connection: Connection) -> str:
    return "use another file" if connection.dialect.name == "sqlite" else "make a database of its own"


def _is_up_to_date(connection: Connection) -> bool:
    """Return whether the database has this version's schema; refuse an unknown one or another program's."""
    another = _another(connection)
    _check_encoding(connection)
    revision = version_of(connection)
    found = set(inspect(connection).get_table_names())
    if revision is None:
        if found:
            raise DatabaseError(f"The database holds tables but no schema version, so it is not this bot's; {another}.")
    elif _ALWAYS_THERE not in found:
        raise DatabaseError(f"The database is another program's, not this bot's; {another}.")
    elif (trouble := refusal(connection, revision)) is not None:
        raise DatabaseError(trouble)
    return revision == head()


def _check_encoding(connection: Connection) -> None:
    """Refuse a database whose encoding cannot store every name."""
    if connection.dialect.name == "sqlite":
        return
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise DatabaseError(
            f"The database is encoded in {encoding}, which cannot keep every name; make one with the encoding UTF8."
        )


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":  # on SQLite, BEGIN IMMEDIATE keeps others out
        connection.execute(postgresql.ALONE, {"lock": postgresql.MIGRATING})
    if _is_up_to_date(connection):  # another process has upgraded it meanwhile
        return
    if version_of(connection) is None:
        metadata.create_all(connection, checkfirst=False)
        _versions.create(connection)
        connection.execute(_versions.insert(), {"version_num": head()})
        return
    from alembic import command  # noqa: PLC0415

    config = _config(_SCRIPTS)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise DatabaseError("The upgrade of the database would leave rows without what they refer to.")
