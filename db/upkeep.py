"""The operator's work on the database while the bot runs: backups, checks and upgrades."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from db.connection import make_engine, parsed
from db.connection import reading as at_one_moment
from db.deals import actions
from db.errors import Damaged, DatabaseError, explained, explaining
from db.files import file_of, is_there, made_whole
from db.games import games
from db.migrate import head, migrate, refusal, version_of
from db.results import results
from db.session import Session
from db.transaction import Reader

Answer = TypeVar("Answer")


class Soundness(NamedTuple):
    """Result of a check of a database."""

    version: str | None
    """The schema's version, or None in a database without one."""
    head: str
    """The schema version that this version of the bot works with."""
    games: int
    actions: int
    results: int
    faults: tuple[str, ...]
    """The faults found, one sentence each; empty if there are none."""


async def backup(url: str, target: Path) -> int:
    """Write a consistent copy of the database to a new file and return its size in bytes; the bot may be using it.

    The copy is checked before it is moved to its place, so a finished backup can always be restored.
    """
    address = _existing(url)
    if file_of(address) is None:
        raise DatabaseError("This is for SQLite files; a database server has its own tool, pg_dump.")
    with made_whole(target) as new:
        await _ask(address, lambda connection: _copy_into(connection, new))
        found = await _ask(address.set(database=str(new)), _look_through)
        if found.faults:
            raise DatabaseError(f"The copy is not sound: {found.faults[0]}")
    return await _ask(address.set(database=str(target)), _bytes_in)


async def check(url: str) -> Soundness:
    """Check the whole database without changing it."""
    return await _ask(_existing(url), _look_through)


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[Reader]:
    """Yield a reader of an existing database with this version's schema, without changing or upgrading it."""
    address = _existing(url)
    found = await _ask(address, version_of)
    if found != head():
        raise DatabaseError(f"The database has the schema {found}, and this version of the bot works with {head()}.")
    engine = make_engine(address, migrating=True)
    try:
        with explaining():
            async with at_one_moment(engine).connect() as connection:
                yield Reader(Session(connection))
    finally:
        await engine.dispose()


async def upgrade(url: str) -> tuple[str | None, str]:
    """Upgrade an existing database to this version's schema, and return the versions before and after."""
    address = _existing(url)
    before = await _ask(address, version_of)
    await migrate(address)
    return before, head()


def _existing(url: str) -> URL:
    address = parsed(url)
    path = file_of(address)
    if path is not None and not is_there(path):
        raise DatabaseError(f"There is no database file {path}.")
    return address


async def _ask(address: URL, question: Callable[[Connection], Answer]) -> Answer:
    engine = make_engine(address, migrating=True)
    try:
        with explaining():
            async with at_one_moment(engine).connect() as connection:
                return await connection.run_sync(question)
    finally:
        await engine.dispose()


def _bytes_in(connection: Connection) -> int:
    asked = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    return int(connection.exec_driver_sql(asked).scalar_one())


def _copy_into(connection: Connection, new: Path) -> None:
    connection.rollback()  # the copy must be made outside of a transaction
    driver = connection.connection.dbapi_connection
    assert driver is not None
    cursor = driver.cursor()
    try:
        cursor.execute("VACUUM INTO ?", (str(new),))
    finally:
        cursor.close()


def _faults_of_file(connection: Connection) -> list[str]:
    """Return the faults of an SQLite file; a PostgreSQL server checks its own files."""
    try:
        found = [line for (line,) in connection.execute(text("PRAGMA integrity_check(20)"))]
        faults = [f"SQLite says: {line}." for line in found if line != "ok"]
        orphans = list(connection.execute(text("PRAGMA foreign_key_check")))
    except DBAPIError as error:  # a damaged page can end even the search for damage
        if not isinstance(damage := explained(error), Damaged):
            raise
        return [str(damage)]
    if orphans:
        faults.append(f"{len(orphans)} rows refer to what is not there, the first of them in {orphans[0][0]}.")
    return faults


def _look_through(connection: Connection) -> Soundness:
    faults = _faults_of_file(connection) if connection.dialect.name == "sqlite" else []
    version = version_of(connection)
    if version is None:
        faults.append("It has no schema version, so it is not this bot's.")
    elif (trouble := refusal(connection, version)) is not None:
        faults.append(trouble)

    def count(table: Table) -> int:
        if version is None:
            return 0
        try:
            return connection.execute(select(func.count()).select_from(table)).scalar_one()
        except DBAPIError:
            if not faults:
                raise
            return 0  # the faults say why

    return Soundness(version, head(), count(games), count(actions), count(results), tuple(faults))
