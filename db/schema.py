"""Declaration of the tables from the classes of their rows, and the types of their columns.

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

import json
import types
from dataclasses import fields
from datetime import UTC, datetime
from enum import Enum, auto
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    TextClause,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex, SchemaItem
from sqlalchemy.types import TypeDecorator, TypeEngine

from bot.lazy import dataclass

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from sqlalchemy.engine import Dialect
    from sqlalchemy.sql.compiler import DDLCompiler


def values_of(row: DataclassInstance) -> dict[str, Any]:
    """Return the values of a row by column; `asdict` would copy each, which took a tenth of an act's time."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


class UtcDateTime(TypeDecorator[datetime]):
    """A moment with a time zone, stored in UTC and returned in UTC.

    SQLite stores no time zone, so its text is UTC by convention; the text has a fixed width, so it also sorts.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored moment needs a time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class JsonText(TypeDecorator[Any]):
    """A JSON value stored as text, so that it is the same on every database; None is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: object, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ANN401, ARG002
        return None if value is None else json.loads(value)


class JsonTuple(JsonText):
    """A JSON list stored as text and returned as a tuple."""

    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[Any, ...] | None:
        items = super().process_result_value(value, dialect)
        return None if items is None else tuple(items)


_OLDER_NAMES: Final = ("conclusions", "left_games", "luck", "reports")
"""Tables whose foreign keys name what they refer to."""
metadata = MetaData(
    naming_convention={
        "older": lambda _key, table: "_games" if table.name in _OLDER_NAMES else "",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s%(older)s",
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
NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")
"""The type of a numbered row's key, of up to 63 bits; SQLite wants it called INTEGER."""
Snowflake: TypeAlias = Annotated[int, BigInteger()]
"""An id of Discord's, or another whole number of up to 63 bits."""
Key: TypeAlias = Annotated[T, Mark.KEY]
"""A part of the primary key."""
Numbered: TypeAlias = Annotated[int, NUMBER, Mark.NUMBERED]
"""The primary key of a table whose rows are numbered (`db/keys.py`)."""
OfNumbered: TypeAlias = Annotated[T, NUMBER]
"""The key of such a row in another table."""
OfGame: TypeAlias = Annotated[int, NUMBER, References("games.id", "CASCADE"), Mark.KEY]
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
    """Declare the table of a row class, perhaps with a first column that the class leaves out."""
    hints = get_type_hints(row, include_extras=True)
    columns = [_column(each.name, hints[each.name]) for each in fields(row)]
    holds = " ".join((row.__doc__ or "").split("\n\n")[0].split())
    first = [] if before is None else [before]
    return Table(name, metadata, *first, *columns, *items, info={"row": holds}, **options)


def columns_of(table: Table, row: type) -> list[Column[Any]]:
    """Return the columns of a table that a row class has."""
    return [table.c[each.name] for each in fields(row)]


def _column(name: str, hint: object) -> Column[Any]:
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
    if get_origin(hint) is not Annotated:
        return hint, ()
    plain, *marks = get_args(hint)
    return plain, tuple(marks)


def limited_to(condition: str) -> dict[str, Any]:
    """Return the options of an index that holds only the rows that meet a condition."""
    return {"info": {"only": condition}}


@compiles(CreateIndex)
def _create_index(creation: CreateIndex, compiler: DDLCompiler, **rest: Any) -> str:  # noqa: ANN401
    """Say the condition as both databases do: an option of PostgreSQL's would make a file's bot import its dialect."""
    made: str = compiler.visit_create_index(creation, **rest)  # type: ignore[no-untyped-call]
    only = creation.element.info.get("only")
    return made if only is None else f"{made} WHERE {only}"
