"""Settings of servers and members by key, with JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, Column, ColumnElement, Table, Text, select

from db.schema import JsonText, metadata
from db.session import Queries

if TYPE_CHECKING:
    from collections.abc import Collection

NO_SERVER: Final = 0
"""Server number for things that belong to no server."""

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
    """Reads of settings."""

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
    """Writes of settings."""

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
