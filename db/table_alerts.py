"""Members who want to be told when somebody opens a table in a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from sqlalchemy import select, text

from db.schema import Default, Key, Snowflake, table_of, values_of
from db.session import Queries


@dataclass(frozen=True, slots=True)
class TableAlertRow:
    """A member who wants to be told when somebody opens a table in a server, and the number of notices on one day.

    `day` is the last day with a notice, in UTC, such as 2026-11-22; it is empty if there was none.
    """

    guild_id: Key[Snowflake]
    user_id: Key[Snowflake]
    since: datetime
    last_at: datetime | None = None
    day: Annotated[str, Default(text("''"))] = ""
    times: Annotated[int, Default(text("0"))] = 0


table_alerts = table_of("callings", TableAlertRow)


class TableAlertReads(Queries):
    """Reads of the members who want to be told."""

    async def of_server(self, guild_id: int) -> list[TableAlertRow]:
        """Return the members of a server who want to be told of new tables, by user id."""
        wanted = select(table_alerts).where(table_alerts.c.guild_id == guild_id).order_by(table_alerts.c.user_id)
        return await self._session.all(TableAlertRow, wanted)

    async def of_member(self, guild_id: int, user_id: int) -> TableAlertRow | None:
        """Return a member's row in a server, or None if they do not want to be told."""
        wanted = select(table_alerts).where(table_alerts.c.guild_id == guild_id, table_alerts.c.user_id == user_id)
        return await self._session.one(TableAlertRow, wanted)


class TableAlertWrites(TableAlertReads):
    """Writes of the members who want to be told."""

    async def put(self, row: TableAlertRow) -> None:
        await self._session.put(table_alerts, values_of(row))

    async def end(self, guild_id: int, user_id: int) -> None:
        """Delete a member's row, as they no longer want to be told."""
        await self._session.delete(table_alerts, {"guild_id": guild_id, "user_id": user_id})
