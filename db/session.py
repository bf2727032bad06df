"""A session in a transaction, which all groups of queries share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from sqlalchemy import (
    BigInteger,
    ClauseElement,
    Text,
    bindparam,
    case,
    cast,
    column,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
    true,
    update,
)
from sqlalchemy import table as lightweight
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from db import postgresql
from db.connection import uncancelled
from db.errors import DatabaseError, Duplicate, explained
from db.keys import SPAN, drawn_mark
from db.schema import JsonText

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, CursorResult, Delete, Executable, Insert, Table, Update
    from sqlalchemy.sql.compiler import SQLCompiler

    from db.connection import AsyncConnection

    _Rows = Sequence[Mapping[str, Any]]
    _Values = _Rows | Mapping[str, Any] | None

Row = TypeVar("Row")


_Columns: TypeAlias = Any
"""Columns by name, of a table or of the row being stored."""
Adding: TypeAlias = tuple[tuple[str, Callable[[_Columns, _Columns], Any]], ...]
"""Pairs of a column's name and a function from the existing and the new row's columns to the column's new value."""


def summed(name: str) -> tuple[str, Callable[[_Columns, _Columns], Any]]:
    """Return the entry of `Adding` that adds the new value of a column to the old."""
    return name, lambda old, new: old[name] + new[name]


def greatest(name: str) -> tuple[str, Callable[[_Columns, _Columns], Any]]:
    """Return the entry of `Adding` that keeps the greater value of a column."""
    return name, lambda old, new: case((new[name] > old[name], new[name]), else_=old[name])


class _Elements(GenericFunction[str]):
    """The elements of a JSON list, one per row."""

    name = "json_each"
    inherit_cache = True


@compiles(_Elements, "postgresql")
def _elements(function: _Elements, compiler: SQLCompiler, **rest: Any) -> str:  # noqa: ANN401
    return f"json_array_elements_text(CAST({compiler.process(function.clauses, **rest)} AS JSON))"


def each_of(numbers: Iterable[int]) -> ColumnElement[int]:
    """Return a column with each of these numbers once, which is its own row source: `select(each_of(numbers))`.

    The list is one parameter of any length, so the statement is always the same.
    """
    listed = _Elements(literal(sorted(set(numbers)), JsonText)).table_valued("value")
    return cast(listed.c.value, BigInteger)


def shard_of(guild_id: int | None, of: int) -> int:
    """Return the shard of a server; None stands for direct messages, which come to shard 0.

    Source: Discord's documentation of the gateway, *Sharding*.
    """
    return 0 if guild_id is None else (guild_id >> 22) % of


class Part(NamedTuple):
    """The servers that belong to some of the shards."""

    shards: Collection[int]
    of: int
    """Total number of shards."""

    def has(self, guild_id: int | None) -> bool:
        """Return whether a server, or with None the direct messages, belong to it."""
        return shard_of(guild_id, self.of) in self.shards


def within(server: ColumnElement[int], part: Part | None) -> ColumnElement[bool]:
    """Return a condition for the rows whose server belongs to a part; with None, for all rows.

    Source: Discord's documentation of the gateway, *Sharding*.
    """
    if part is None:
        return true()
    # The numbers are literals: PostgreSQL shifts only by an integer, and recognizes the statement when it is repeated.
    shard = server.op(">>")(literal_column("22")).self_group() % literal_column(str(int(part.of)))
    return shard.in_(sorted(part.shards))


@cache
def latest(name: str) -> tuple[str, Callable[[_Columns, _Columns], Any]]:
    """Return the entry of `Adding` that keeps the new value of a column."""
    return name, lambda _old, new: new[name]


_USED = lightweight("sqlite_sequence", column("name", Text), column("seq", BigInteger))
"""SQLite's table of the highest key that each numbered table has ever had."""


class _OfAGame(Protocol):
    @property
    def game_id(self) -> int: ...


GameRows = TypeVar("GameRows", bound=_OfAGame)


class Session:
    """Session that runs statements in a transaction, translates errors, and turns rows into values.

    The first error in the transaction is kept in `failure`, and the store then rolls everything back.
    """

    mark: Callable[[], int] = staticmethod(drawn_mark)
    """Draws the mark of a new key."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.dialect = connection.dialect.name
        self.failure: DatabaseError | None = None

    async def run(self, statement: Executable, values: _Values = None) -> CursorResult[Any]:
        """Run a statement to its end, even if the caller is cancelled; a failure rolls everything back."""
        try:
            return await uncancelled(self._connection.execute(statement, values))
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(error) from error

    def _failed(self, error: SQLAlchemyError | OSError) -> Exception:
        trouble = explained(error)
        if isinstance(trouble, DatabaseError) or self.dialect != "sqlite":
            # PostgreSQL accepts no more statements in a transaction after an error.
            self.failure = trouble if isinstance(trouble, DatabaseError) else DatabaseError(str(trouble))
        return trouble

    def next_key(self, table: Table) -> ColumnElement[int]:
        """Return the key of a numbered table's next row, as an expression for its insertion."""
        if self.dialect == "sqlite":
            last = func.coalesce(select(_USED.c.seq).where(_USED.c.name == table.name).scalar_subquery(), 0)
            number = case((last < SPAN, last), else_=last // SPAN) + 1
        else:
            number = cast(func.nextval(func.pg_get_serial_sequence(table.name, "id")), BigInteger)
        mark = self.mark()
        return number * SPAN + mark if mark else number

    async def begin_to_write(self, *, beside: bool) -> None:
        """Wait until this transaction may write, beside others or alone; on SQLite it may at once."""
        if self.dialect != "sqlite":
            await self.run(postgresql.BESIDE if beside else postgresql.ALONE, {"lock": postgresql.WRITING})

    async def in_turn(self, *what: object) -> None:
        """Block other transactions that name the same thing until this one ends; on SQLite there is only one writer."""
        if self.dialect != "sqlite":
            await self.run(postgresql.ALONE, postgresql.turn_of(*what))

    async def all(self, kind: type[Row], statement: Executable) -> list[Row]:
        """Return all rows of the answer as values whose fields are named like the columns."""
        return [kind(**row) for row in (await self.run(statement)).mappings()]

    async def one(self, kind: type[Row], statement: Executable) -> Row | None:
        """Return the first row of the answer as a value, or None if there is none."""
        row = (await self.run(statement)).mappings().first()
        return None if row is None else kind(**row)

    async def insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            await self.run(_insertion(table), rows if len(rows) > 1 else rows[0])

    async def add_up(self, table: Table, rows: Sequence[Mapping[str, Any]], how: Adding) -> None:
        """Store new rows; a row whose primary key exists is merged into it column by column, as `how` says."""
        if rows:
            await self.run(_addition(table, how, self.dialect), rows if len(rows) > 1 else rows[0])

    async def update(self, table: Table, keys: Mapping[str, Any], values: Mapping[str, Any]) -> bool:
        """Change the rows with these keys, and return whether there were any."""
        if any(isinstance(value, ClauseElement) for value in values.values()):
            return (await self.run(update(table).filter_by(**keys).values(**values))).rowcount > 0
        statement = _change(table, _asked(keys), tuple(values))
        given = {f"new_{name}": value for name, value in values.items()}
        return (await self.run(statement, _given(keys) | given)).rowcount > 0

    async def delete(self, table: Table, keys: Mapping[str, Any]) -> int:
        """Delete the rows with these keys, and return how many there were."""
        return (await self.run(_deletion(table, _asked(keys)), _given(keys))).rowcount

    async def put(self, table: Table, row: Mapping[str, Any]) -> None:
        """Store a row in place of the one with the same primary key, if there is one."""
        await self.run(_addition(table, _in_place(table, tuple(row)), self.dialect), row)

    async def insert_late(self, table: Table, rows: Sequence[Mapping[str, Any]], taken: DatabaseError) -> None:
        """Store new rows now, or with those of other acts before the commit; `taken` is raised if one is there."""
        await self.store_rows(_insertion(table), rows, taken)

    async def put_late(self, table: Table, row: Mapping[str, Any]) -> None:
        """Do the same as :meth:`put`, now or together with the rows of other acts before the commit."""
        await self.store_rows(_addition(table, _in_place(table, tuple(row)), self.dialect), [row])

    async def store_rows(self, statement: Executable, rows: _Rows, taken: DatabaseError | None = None) -> None:
        """Run a statement once a row."""
        try:
            await self.run(statement, rows if len(rows) > 1 else rows[0])
        except Duplicate as error:
            self.failure = taken or error
            raise self.failure from error


class LateRows:
    """Rows that nothing in their transaction waits for; those of several acts take one round trip a statement."""

    def __init__(self) -> None:
        self._kept: dict[Executable, list[Mapping[str, Any]]] = {}
        self._taken: DatabaseError | None = None

    def keep(self, statement: Executable, rows: _Rows, taken: DatabaseError | None) -> None:
        """Keep rows for a statement, with the error that tells of one that exists already."""
        self._kept.setdefault(statement, []).extend(rows)
        self._taken = self._taken or taken

    async def store(self, session: Session) -> None:
        """Store all that is kept.

        Raises:
            DatabaseError: a row could not be stored; where one exists already and several acts share the transaction,
                the error may be another act's.
        """
        kept, self._kept = self._kept, {}
        for statement, rows in kept.items():
            await Session.store_rows(session, statement, rows, self._taken)


class DirectSession(Session):
    """Session over a synchronous connection, for work that runs as a whole (`db/writer.py`)."""

    def __init__(self, connection: Connection) -> None:
        self._direct = connection
        self.dialect = connection.dialect.name
        self.failure = None

    async def run(self, statement: Executable, values: _Values = None) -> CursorResult[Any]:
        try:
            return self._direct.execute(statement, values)
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(error) from error


class SharedSession(DirectSession):
    """Session of one of several acts that share a transaction on a server.

    Their late rows are kept together until the commit, until one of them reads, or until the act that has kept some
    writes something else.
    """

    def __init__(self, connection: Connection, late: LateRows) -> None:
        super().__init__(connection)
        self._kept, self._has_kept = late, False

    async def run(self, statement: Executable, values: _Values = None) -> CursorResult[Any]:
        if self._has_kept or not getattr(statement, "is_dml", False):
            self._has_kept = False
            await self._kept.store(self)
        return await super().run(statement, values)

    async def store_rows(self, statement: Executable, rows: _Rows, taken: DatabaseError | None = None) -> None:
        self._kept.keep(statement, rows, taken)
        self._has_kept = True


_Keys = tuple[tuple[str, bool], ...]
"""Names of columns, each with whether it holds a value (as opposed to NULL)."""


def _asked(keys: Mapping[str, Any]) -> _Keys:
    return tuple((name, value is not None) for name, value in keys.items())


def _given(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {f"key_{name}": value for name, value in keys.items() if value is not None}


# A statement is cached for each set of columns, because building one takes longer than running it.


@cache
def _insertion(table: Table) -> Insert:
    return insert(table)


def upsert_into(table: Table, dialect: str) -> Any:  # noqa: ANN401 - a statement of either database
    """Return an insertion that can say what happens where the key exists; only the database in use is imported."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


@cache
def _addition(table: Table, how: Adding, dialect: str) -> Executable:
    statement = upsert_into(table, dialect)
    joined = {name: join(table.c, statement.excluded) for name, join in how}
    whole: Executable = statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=joined)
    return whole


@cache
def _in_place(table: Table, names: tuple[str, ...]) -> Adding:
    keys = {column.name for column in table.primary_key}
    return tuple(latest(name) for name in names if name not in keys)


@cache
def _change(table: Table, keys: _Keys, names: tuple[str, ...]) -> Update:
    return update(table).where(*_those(table, keys)).values({name: bindparam(f"new_{name}") for name in names})


@cache
def _deletion(table: Table, keys: _Keys) -> Delete:
    return delete(table).where(*_those(table, keys))


def _those(table: Table, keys: _Keys) -> list[ColumnElement[bool]]:
    return [
        table.c[name] == bindparam(f"key_{name}") if has_value else table.c[name].is_(None) for name, has_value in keys
    ]


class Queries:
    """Group of related queries, which shares its session with the other groups."""

    def __init__(self, session: Session) -> None:
        self._session = session


def checked(changes: Mapping[str, Any], allowed: frozenset[str]) -> Mapping[str, Any]:
    """Return the changes after checking their columns."""
    if unknown := sorted(changes.keys() - allowed):
        raise ValueError(f"these columns may not be changed: {', '.join(unknown)}")
    return changes


def by_game(rows: Sequence[GameRows]) -> dict[int, list[GameRows]]:
    """Return rows by the game to which they belong, each game's in the given order."""
    found: dict[int, list[GameRows]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found
