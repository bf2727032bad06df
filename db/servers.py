"""Of which servers anything is kept, from which the bot has been removed, and forgetting those and old lobbies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import BigInteger, Column, Table, delete, select, union

from db.column_types import UtcDateTime
from db.personal import PLAIN
from db.schema import games, metadata
from db.session import Queries

if TYPE_CHECKING:
    from datetime import datetime

# Servers from which the bot has been removed, and when that was seen first.
removed_servers = Table(
    "removed_servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcDateTime, nullable=False),
)
_OF_SERVERS: Final = tuple(table for table in metadata.sorted_tables if table.name in PLAIN and "guild_id" in table.c)
"""Every table whose rows belong to a server; the parts of a game go with the game."""
_NEVER_PLAYED: Final = ("cancelled", "expired", "declined")
NO_SERVER: Final = 0
"""Stands where something belongs to no server."""


class ServerReads(Queries):
    """Reading of which servers anything is kept."""

    async def kept(self) -> list[int]:
        """Return every server of which anything is kept."""
        looks = [select(table.c.guild_id) for table in _OF_SERVERS if table is not removed_servers]
        found = {int(row.guild_id) for row in await self._session.run(union(*looks))}
        return sorted(found - {NO_SERVER})

    async def removed(self) -> dict[int, datetime]:
        """Return the servers from which the bot has been removed, and when that was seen first."""
        return {row.guild_id: row.since for row in await self._session.run(select(removed_servers))}


class ServerWrites(ServerReads):
    """Changing from which servers the bot has been removed, and forgetting them."""

    async def note_removed(self, guild_id: int, since: datetime) -> None:
        """Note that the bot has been removed from a server; that it was noted before stays."""
        known = select(removed_servers.c.since).where(removed_servers.c.guild_id == guild_id)
        if (await self._session.run(known)).first() is None:
            await self._session.insert(removed_servers, [{"guild_id": guild_id, "since": since}])

    async def note_back(self, guild_id: int) -> None:
        """Note that the bot is in a server."""
        await self._session.delete(removed_servers, {"guild_id": guild_id})

    async def forget_games(self, guild_id: int, most: int) -> list[int]:
        """Delete so many of a server's games with all their parts, and return which."""
        wanted = select(games.c.id).where(games.c.guild_id == guild_id).order_by(games.c.id).limit(most)
        gone = list((await self._session.run(wanted)).scalars())
        if gone:
            await self._session.run(delete(games).where(games.c.id.in_(gone)))
        return gone

    async def forget(self, guild_id: int) -> None:
        """Delete everything that belongs to a server."""
        for table in reversed(_OF_SERVERS):
            await self._session.run(delete(table).where(table.c.guild_id == guild_id))

    async def forget_never_played(self, before: datetime, most: int) -> list[int]:
        """Delete so many lobbies and challenges that had come to nothing before a moment, and return which."""
        wanted = (
            select(games.c.id)
            .where(games.c.status.in_(_NEVER_PLAYED), games.c.ended_at < before)
            .order_by(games.c.id)
            .limit(most)
        )
        gone = list((await self._session.run(wanted)).scalars())
        if gone:
            await self._session.run(delete(games).where(games.c.id.in_(gone)))
        return gone
