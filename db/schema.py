"""Declaration of the tables: each one is made from the class of its rows, which stands beside its queries in `db`.

    @dataclass(frozen=True, slots=True)
    class DeadlineRow:
        game_id: OfGame
        kind: Key[str]
        due_at: datetime


    deadlines = table_of("deadlines", DeadlineRow, Index(None, "due_at"))

The fields are the columns, in their order: the annotation is the type, `X | None` allows NULL, and the marks below say
the rest. `db/migrations` brings a database to this form.
"""

from __future__ import annotations

import types
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum, auto
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    TextClause,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from db.column_types import JsonText, JsonTuple, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Mark(Enum):
    """A property of a column that the type of its field does not tell."""

    KEY = auto()
    """It belongs to the primary key."""
    NUMBERED = auto()
    """It is the primary key, and the database numbers the rows."""
    NULLABLE = auto()
    """Other users of the same table leave it empty; rows of this class never do."""


@dataclass(frozen=True)
class References:
    """A reference to a column of another table, such as `games.id`, and what deletion of its row does to this one."""

    column: str
    on_delete: Literal["CASCADE", "SET NULL"]


@dataclass(frozen=True)
class Default:
    """The value that the database stores where a statement names none."""

    value: TextClause | ColumnElement[Any]


T = TypeVar("T")
Snowflake: TypeAlias = Annotated[int, BigInteger()]
"""An id of Discord's, or another whole number of up to 63 bits."""
Key: TypeAlias = Annotated[T, Mark.KEY]
"""A part of the primary key."""
Numbered: TypeAlias = Annotated[int, Mark.NUMBERED]
"""The primary key of a table whose rows the database numbers."""
OfGame: TypeAlias = Annotated[int, References("games.id", "CASCADE"), Mark.KEY]
"""A part of the primary key that names the game, with which the row is deleted."""

_TYPES: Final[dict[object, type[TypeEngine[Any]]]] = {
    int: Integer,
    str: Text,
    bool: Boolean,
    float: Double,
    datetime: UtcDateTime,
    tuple: JsonTuple,
    dict: JsonText,
    Literal: Text,
}


def table_of(name: str, row: type, *items: SchemaItem, before: Column[Any] | None = None, **options: Any) -> Table:  # noqa: ANN401
    """Declare the table of a row class.

    Args:
        name: The table's name.
        row: A dataclass with a field for each column.
        items: Indexes and constraints.
        before: A first column that the class leaves out, such as a number that only orders the rows.
        options: Further options of SQLAlchemy's `Table`.
    """
    hints = get_type_hints(row, include_extras=True)
    columns = [_column(each.name, hints[each.name]) for each in fields(row)]
    return Table(name, metadata, *([] if before is None else [before]), *columns, *items, **options)


def columns_of(table: Table, row: type) -> list[Column[Any]]:
    """Return the columns of a table that a row class has."""
    return [table.c[each.name] for each in fields(row)]


def _column(name: str, hint: object) -> Column[Any]:
    """Return the column of a field.

    Raises:
        KeyError: no column holds values of this type.
    """
    hint, marks = _split(hint)
    nullable = Mark.NULLABLE in marks
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (each for each in get_args(hint) if each is not type(None))
        nullable = True
        hint, more = _split(hint)
        marks += more
    stored = next((each for each in marks if isinstance(each, TypeEngine)), _TYPES.get(get_origin(hint) or hint))
    if stored is None:
        raise KeyError(f"no column holds {hint} ({name})")
    references = [ForeignKey(each.column, ondelete=each.on_delete) for each in marks if isinstance(each, References)]
    default = next((each.value for each in marks if isinstance(each, Default)), None)
    key = Mark.KEY in marks or Mark.NUMBERED in marks
    return Column(
        name,
        stored,
        *references,
        primary_key=key,
        autoincrement="auto" if Mark.NUMBERED in marks else False,
        nullable=nullable,
        server_default=default,
    )


def _split(hint: object) -> tuple[object, tuple[object, ...]]:
    """Return the type of an annotation, and its marks."""
    if get_origin(hint) is not Annotated:
        return hint, ()
    plain, *marks = get_args(hint)
    return plain, tuple(marks)


def limited_to(condition: str) -> dict[str, Any]:
    """Return the options of an index that holds only the rows that meet a condition."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}
