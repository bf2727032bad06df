"""What whoever runs the bot does with the database beside it: copy it while it is in use, see whether it is sound."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sqlalchemy import func, select, text

from db.connection import make_engine, parsed
from db.connection import reading as at_one_moment
from db.errors import DatabaseError, explaining
from db.files import file_of, is_there, made_whole, refuse_to_overwrite
from db.migrate import head, migrate, version_of
from db.schema import actions, games, results
from db.session import Session
from db.transaction import Reader

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from sqlalchemy import Connection, Table
    from sqlalchemy.engine import URL


Answer = TypeVar("Answer")


class Soundness(NamedTuple):
    """What a look through a database found."""

    version: str | None
    """The schema's version, None in a database without one."""
    head: str
    """The schema's version that this version of the bot works with."""
    games: int
    actions: int
    results: int
    faults: tuple[str, ...]
    """What is wrong, a sentence each; empty where all is well."""


async def backup(url: str, target: Path) -> int:
    """Write a consistent copy of the database to a new file, also while the bot is using it, and return its bytes.

    The copy is looked through before it takes its place, so what stands there can be put back.

    Raises:
        DatabaseError: there is no such database, the target exists or cannot be written, or the copy is not sound.
    """
    address = _existing(url)
    if file_of(address) is None:
        raise DatabaseError("This is for SQLite files; a database server has its own tool, pg_dump.")
    refuse_to_overwrite(target)
    with made_whole(target) as new:
        new.unlink()  # SQLite fills only a file that it makes itself
        await _ask(address, lambda connection: _copy_into(connection, new))
        found = await _ask(address.set(database=str(new)), _look_through)
        if found.faults:
            raise DatabaseError(f"The copy is not sound: {found.faults[0]}")
        return new.stat().st_size


async def check(url: str) -> Soundness:
    """Look through the whole database without changing it.

    Raises:
        DatabaseError: there is no such database, or it cannot be read at all.
    """
    return await _ask(_existing(url), _look_through)


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[Reader]:
    """Give a view of an existing database of this version's schema, without changing or upgrading it.

    Raises:
        DatabaseError: there is no such database, or it is of another version.
    """
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
    """Bring an existing database to this version's schema, and return the versions before and after.

    Raises:
        DatabaseError: there is no such database, or it cannot be upgraded; then it is as it was.
    """
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


def _copy_into(connection: Connection, new: Path) -> None:
    connection.rollback()  # the copy is made outside of a transaction
    driver = connection.connection.dbapi_connection
    assert driver is not None
    cursor = driver.cursor()
    try:
        cursor.execute("VACUUM INTO ?", (str(new),))
    finally:
        cursor.close()


def _faults_of_file(connection: Connection) -> list[str]:
    """Return what is wrong with an SQLite file; a server looks after its own."""
    faults = [
        f"SQLite says: {line}." for (line,) in connection.execute(text("PRAGMA integrity_check(20)")) if line != "ok"
    ]
    orphans = list(connection.execute(text("PRAGMA foreign_key_check")))
    if orphans:
        faults.append(f"{len(orphans)} rows refer to what is not there, the first of them in {orphans[0][0]}.")
    return faults


def _look_through(connection: Connection) -> Soundness:
    faults = _faults_of_file(connection) if connection.dialect.name == "sqlite" else []
    version = version_of(connection)
    if version is None:
        faults.append("It has no schema version, so it is not this bot's.")

    def count(table: Table) -> int:
        return 0 if version is None else connection.execute(select(func.count()).select_from(table)).scalar_one()

    return Soundness(version, head(), count(games), count(actions), count(results), tuple(faults))
