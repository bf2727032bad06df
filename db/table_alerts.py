"""Members who want to be told when somebody opens a table in a server."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import BigInteger, Column, Integer, Table, Text, select, text

from db.column_types import UtcDateTime
from db.rows import CallingRow
from db.schema import metadata
from db.session import Queries

callings = Table(
    "callings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcDateTime, nullable=False),
    Column("last_at", UtcDateTime),
    Column("day", Text, nullable=False, server_default=text("''")),
    Column("times", Integer, nullable=False, server_default=text("0")),
)


class TableAlertReads(Queries):
    """Reads of the members who want to be told."""

    async def of_server(self, guild_id: int) -> list[CallingRow]:
        """Return the members of a server who want to be told of new tables, by user id."""
        wanted = select(callings).where(callings.c.guild_id == guild_id).order_by(callings.c.user_id)
        return await self._session.all(CallingRow, wanted)

    async def of_member(self, guild_id: int, user_id: int) -> CallingRow | None:
        """Return a member's row in a server, or None if they do not want to be told."""
        wanted = select(callings).where(callings.c.guild_id == guild_id, callings.c.user_id == user_id)
        return await self._session.one(CallingRow, wanted)


class TableAlertWrites(TableAlertReads):
    """Writes of the members who want to be told."""

    async def put(self, row: CallingRow) -> None:
        """Store a member's row, in place of an earlier one."""
        await self._session.put(callings, asdict(row))

    async def end(self, guild_id: int, user_id: int) -> None:
        """Delete a member's row, as they no longer want to be told."""
        await self._session.delete(callings, {"guild_id": guild_id, "user_id": user_id})
