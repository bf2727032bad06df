"""Values counted from a server's games, as plain rows, to compare them with the games themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from sqlalchemy import Table, delete, select

from db.daily import daily_games
from db.ratings import ratings
from db.records import meetings, records, rules_played, sources
from db.results import results
from db.session import Queries
from db.standings import standings

Key: TypeAlias = tuple[Any, ...]
Row: TypeAlias = Mapping[str, Any]

BY_MEMBER: Final[tuple[Table, ...]] = (ratings, standings, records, meetings, sources, rules_played)
"""The tables that are summed up from games, with one or more rows per member."""
_WRITTEN: Final = {table.name: table for table in (*BY_MEMBER, results, daily_games)}


class CountedReads(Queries):
    """Reads of counted values."""

    async def of_server(self, guild_id: int) -> dict[str, dict[Key, dict[str, Any]]]:
        """Return the counted rows of a server, by table and by primary key without the server."""
        found: dict[str, dict[Key, dict[str, Any]]] = {}
        for table in BY_MEMBER:
            keys = _keys_of(table)
            rows = await self._session.run(select(table).where(table.c.guild_id == guild_id))
            found[table.name] = {tuple(row[name] for name in keys): dict(row) for row in rows.mappings()}
        return found


class CountedWrites(CountedReads):
    """Writes of counted values."""

    async def put(self, table: str, row: Row) -> None:
        await self._session.put(_WRITTEN[table], dict(row))

    async def delete(self, table: str, row: Row) -> None:
        at = _WRITTEN[table]
        await self._session.run(delete(at).where(*(key == row[key.name] for key in at.primary_key)))


def _keys_of(table: Table) -> list[str]:
    """Return the names of a table's primary key columns, without the server."""
    return [column.name for column in table.primary_key if column.name != "guild_id"]
