"""What all groups of queries share: running statements and turning rows into values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import and_, delete, insert, update

from db.connection import uncancelled
from db.errors import DatabaseError, explained

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, CursorResult, Executable, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

Row = TypeVar("Row")


class Queries:
    """A connection inside a transaction, and how to ask it.

    Once anything failed in the transaction, `failure` holds it, and the store rolls the whole of it back.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.failure: DatabaseError | None = None

    async def _run(self, statement: Executable, values: Sequence[Mapping[str, Any]] | None = None) -> CursorResult[Any]:
        try:
            with explained():
                return await uncancelled(self._connection.execute(statement, values))
        except DatabaseError as error:
            self.failure = error
            raise

    async def _all(self, kind: type[Row], statement: Executable) -> list[Row]:
        """Return every row of the answer as a value; the columns are named as the fields are."""
        return [kind(**row) for row in (await self._run(statement)).mappings()]

    async def _one(self, kind: type[Row], statement: Executable) -> Row | None:
        row = (await self._run(statement)).mappings().first()
        return None if row is None else kind(**row)


class Changes(Queries):
    """The same, for changing what is stored."""

    async def _insert(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            await self._run(insert(table), rows)

    async def _update(self, table: Table, keys: Mapping[str, Any], values: Mapping[str, Any]) -> bool:
        """Change the rows with these keys and tell whether there were any."""
        return (await self._run(update(table).where(_same(table, keys)).values(**values))).rowcount > 0

    async def _delete(self, table: Table, keys: Mapping[str, Any]) -> int:
        """Delete the rows with these keys and return how many there were."""
        return (await self._run(delete(table).where(_same(table, keys)))).rowcount

    async def _put(self, table: Table, keys: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Store a row in place of the one with the same keys, if there is one."""
        if not await self._update(table, keys, values):
            await self._insert(table, [{**keys, **values}])


def _same(table: Table, keys: Mapping[str, Any]) -> ColumnElement[bool]:
    return and_(*(table.c[name] == value for name, value in keys.items()))


def checked(changes: Mapping[str, Any], allowed: frozenset[str]) -> Mapping[str, Any]:
    """Return the changes.

    Raises:
        ValueError: one of them names a column that may not change, or there are none.
    """
    if unknown := sorted(set(changes) - allowed):
        raise ValueError(f"these columns may not be changed: {', '.join(unknown)}")
    if not changes:
        raise ValueError("name at least one column to change")
    return changes
