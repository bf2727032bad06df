"""Copying of a whole database to another, for example from a file to a server, with a check of the result.

The copy is written in one transaction, and a new file is moved into place only when it is complete. An interrupted copy
therefore leaves nothing behind and can simply be started again.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, MetaData, Table, Text, func, insert, literal, select, text
from sqlalchemy.engine import URL

from db import postgresql
from db.connection import AsyncConnection, make_engine, parsed, reading, transaction, writing
from db.errors import DatabaseError, MissingDriver, Unreachable, explaining
from db.files import file_of, made_whole, refuse_to_overwrite
from db.keys import SPAN, number_of
from db.migrate import head, migrate
from db.schema import JsonText, metadata
from db.upkeep import check

_AT_ONCE: Final = 1000
"""Number of rows read and written at a time."""
_EVERY_SUM: Final = 2**128


class Copied(NamedTuple):
    """Totals of a finished copy."""

    games: int
    rows: int
    tables: int


class _Content(NamedTuple):
    """Content of a table: its number of rows, and a checksum that does not depend on their order."""

    rows: int
    sum: int


async def copy(source: str, target: str) -> Copied:
    """Copy everything from one database to an empty one of any kind, and compare the copy with the source.

    Nothing else may write to either meanwhile: changes to the source during the copy are not copied.

    Raises:
        DatabaseError: the source is damaged or has another version, the target is not empty, or the copy differs; the
        target is left empty then. The message begins with FROM or TO if it concerns one of the two.
    """
    with told_of("FROM"):
        sent = parsed(source)
        found = await check(source)
        if found.faults:
            raise DatabaseError(found.faults[0])
        if found.version != head():
            raise DatabaseError(
                f"The database has the schema {found.version}, and this version of the bot works with {head()}:"
                " bring it there with `db migrate`."
            )
    with told_of("TO"):
        address = parsed(target)
        path = file_of(address)
        if path is None:
            await migrate(address)
        else:
            refuse_to_overwrite(path)
    if path is None:
        return await _copied(sent, address)
    with made_whole(path) as new:
        await migrate(address.set(database=str(new)))
        return await _copied(sent, address.set(database=str(new)))


async def _copied(sent: URL, address: URL) -> Copied:
    with explaining():
        async with _connected(sent) as source, _filled(address) as target:
            for table in _TABLES:
                if (await target.execute(select(literal(1)).select_from(table).limit(1))).first() is not None:
                    raise DatabaseError(
                        f"TO: The database holds something already, in its table {table.name}, and nothing is ever"
                        " overwritten: use an empty one."
                    )
            contents = {table.name: await _poured(source, target, table) for table in _TABLES}
            for table in _TABLES:
                arrived = await _content(target, table)
                if arrived != contents[table.name]:
                    raise DatabaseError(
                        f"What arrived differs in the table {table.name}: {arrived.rows} rows of"
                        f" {contents[table.name].rows}. Nothing was kept."
                    )
            await _go_on_counting(source, target)
    rows = sum(content.rows for content in contents.values())
    return Copied(contents["games"].rows, rows, len(contents))


@asynccontextmanager
async def _connected(address: URL) -> AsyncIterator[AsyncConnection]:
    """Yield a connection that sees one moment of a database."""
    engine = make_engine(address, migrating=True)
    try:
        async with reading(engine).connect() as connection:
            yield connection
    finally:
        await engine.dispose()


@asynccontextmanager
async def _filled(address: URL) -> AsyncIterator[AsyncConnection]:
    """Yield a connection whose writes are committed when the block ends, and only then."""
    engine = make_engine(address, migrating=True)
    try:
        async with transaction(writing(engine)) as connection:
            if connection.dialect.name != "sqlite":
                await connection.execute(postgresql.ALONE, {"lock": postgresql.WRITING})
            yield connection
    finally:
        await engine.dispose()


def _plain_tables() -> list[Table]:
    """Return all tables, each after the tables it refers to, with JSON columns as plain text."""
    plain = MetaData()
    return [
        Table(
            table.name,
            plain,
            *(
                Column(
                    column.name,
                    Text() if isinstance(column.type, JsonText) else column.type,
                    primary_key=column.primary_key,
                    autoincrement=column is table.autoincrement_column,
                )
                for column in table.columns
            ),
            sqlite_autoincrement=bool(table.dialect_options["sqlite"]["autoincrement"]),
        )
        for table in metadata.sorted_tables
    ]


_TABLES: Final = _plain_tables()


async def _poured(source: AsyncConnection, target: AsyncConnection, table: Table) -> _Content:
    """Copy a table by ascending key, as rows may refer to older rows, and return its content."""
    content = _Content(0, 0)
    async for rows in _rows(source, table):
        names = [column.name for column in table.columns]
        try:
            with explaining():
                await target.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
        except ValueError as error:
            raise DatabaseError(
                f"A row of the table {table.name} holds what the database cannot keep, such as a zero byte in a text."
            ) from error
        content = _with(content, rows)
    return content


async def _content(connection: AsyncConnection, table: Table) -> _Content:
    content = _Content(0, 0)
    async for rows in _rows(connection, table):
        content = _with(content, rows)
    return content


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[list[tuple[Any, ...]]]:
    wanted = select(table).order_by(*table.primary_key)
    a_few = {"yield_per": _AT_ONCE}
    answer = await connection.run_sync(lambda source: source.execute(wanted, execution_options=a_few))
    while some := await connection.run_sync(lambda _: answer.fetchmany(_AT_ONCE)):
        yield [tuple(row) for row in some]


def _with(content: _Content, rows: list[tuple[Any, ...]]) -> _Content:
    sums = (int.from_bytes(hashlib.blake2b(repr(row).encode(), digest_size=16).digest()) for row in rows)
    return _Content(content.rows + len(rows), (content.sum + sum(sums)) % _EVERY_SUM)


async def _go_on_counting(source: AsyncConnection, target: AsyncConnection) -> None:
    """Make automatic ids in the target continue after the highest one ever used, including those of deleted rows."""
    for table in _TABLES:
        if table.autoincrement_column is None:
            continue
        last = await _last_number(source, table)
        if not last:
            continue
        values = {"name": table.name, "last": last}
        if target.dialect.name != "sqlite":
            await target.execute(text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"), values)
        elif table.dialect_options["sqlite"]["autoincrement"]:
            values["last"] = last * SPAN  # there it is a key (`Session.next_key`)
            await target.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
            await target.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), values)


async def _last_number(connection: AsyncConnection, table: Table) -> int:
    highest = (await connection.execute(select(func.max(table.c.id)))).scalar() or 0
    if connection.dialect.name != "sqlite":
        sequence = (await connection.execute(select(func.pg_get_serial_sequence(table.name, "id")))).scalar_one()
        asked = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}"  # noqa: S608 - the server's own
        return max(number_of(highest), int((await connection.execute(text(asked))).scalar_one()))
    if not table.dialect_options["sqlite"]["autoincrement"]:
        return int(highest)
    used = await connection.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
    return number_of(max(highest, used.scalar() or 0))


@contextmanager
def told_of(which: str) -> Iterator[None]:
    """Put FROM or TO before the message of an error raised inside the block."""
    try:
        yield
    except MissingDriver:
        raise
    except Unreachable as error:
        raise Unreachable(f"{which}: {error}") from error
    except DatabaseError as error:
        raise DatabaseError(f"{which}: {error}") from error
