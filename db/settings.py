"""Settings of servers and members by key, with JSON values, and who wants to be told of new tables in a server."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any, Final

from sqlalchemy import BigInteger, Column, ColumnElement, Table, Text, select, text

from bot.lazy import dataclass
from db.schema import Default, JsonText, Key, Snowflake, metadata, table_of, values_of
from db.session import Queries

NO_SERVER: Final = 0
"""Server number for things that belong to no server."""
OUTSIDE: Final = 1
"""Server number for the games that members play outside of servers, each alone; Discord issues no such id."""

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("value", JsonText, nullable=False),
    info={"row": "What a server has chosen, by key."},
)

user_settings = Table(
    "user_settings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("value", JsonText, nullable=False),
    info={"row": "What a member has chosen, by key."},
)


class SettingReads(Queries):
    async def of_guild(self, guild_id: int) -> dict[str, Any]:
        return await self._settings(guild_settings, guild_settings.c.guild_id == guild_id)

    async def of_user(self, user_id: int) -> dict[str, Any]:
        return await self._settings(user_settings, user_settings.c.user_id == user_id)

    async def by_member(self, keys: Collection[str]) -> dict[int, dict[str, Any]]:
        """Return the settings of every member under these keys, by user."""
        return await self._by_owner(user_settings, user_settings.c.user_id, keys)

    async def by_guild(self, keys: Collection[str]) -> dict[int, dict[str, Any]]:
        """Return the settings of every server under these keys, by server."""
        return await self._by_owner(guild_settings, guild_settings.c.guild_id, keys)

    async def _by_owner(
        self, table: Table, owner: ColumnElement[int], keys: Collection[str]
    ) -> dict[int, dict[str, Any]]:
        wanted = select(owner.label("owner"), table.c.key, table.c.value).where(table.c.key.in_(keys))
        found: dict[int, dict[str, Any]] = {}
        for row in await self._session.run(wanted):
            found.setdefault(row.owner, {})[row.key] = row.value
        return found

    async def _settings(self, table: Table, whose: ColumnElement[bool]) -> dict[str, Any]:
        rows = await self._session.run(select(table.c.key, table.c.value).where(whose).order_by(table.c.key))
        return {row.key: row.value for row in rows}


class SettingWrites(SettingReads):
    async def set_of_guild(self, guild_id: int, key: str, value: object) -> None:
        """Store a setting of a server; None deletes it."""
        await self._set(guild_settings, {"guild_id": guild_id, "key": key}, value)

    async def set_of_user(self, user_id: int, key: str, value: object) -> None:
        """Store a setting of a member; None deletes it."""
        await self._set(user_settings, {"user_id": user_id, "key": key}, value)

    async def _set(self, table: Table, keys: dict[str, Any], value: object) -> None:
        if value is None:
            await self._session.delete(table, keys)
        else:
            await self._session.put(table, {**keys, "value": value})


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
    async def of_server(self, guild_id: int) -> list[TableAlertRow]:
        """Return the members of a server who want to be told of new tables, by user id."""
        wanted = select(table_alerts).where(table_alerts.c.guild_id == guild_id).order_by(table_alerts.c.user_id)
        return await self._session.all(TableAlertRow, wanted)

    async def of_member(self, guild_id: int, user_id: int) -> TableAlertRow | None:
        """Return a member's row in a server, or None if they do not want to be told."""
        wanted = select(table_alerts).where(table_alerts.c.guild_id == guild_id, table_alerts.c.user_id == user_id)
        return await self._session.one(TableAlertRow, wanted)


class TableAlertWrites(TableAlertReads):
    async def put(self, row: TableAlertRow) -> None:
        await self._session.put(table_alerts, values_of(row))

    async def end(self, guild_id: int, user_id: int) -> None:
        """Delete a member's row, as they no longer want to be told."""
        await self._session.delete(table_alerts, {"guild_id": guild_id, "user_id": user_id})
