"""The servers with stored data, those that removed the bot, and the deletion of their data and of old lobbies."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Final

from sqlalchemy import BigInteger, Column, ColumnElement, Table, and_, delete, or_, select, true, union

from db.games import games
from db.personal import PLAIN
from db.schema import UtcDateTime, metadata
from db.session import Queries
from db.settings import NO_SERVER

# Servers from which the bot has been removed, and the moment when this was first noticed.
removed_servers = Table(
    "removed_servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcDateTime, nullable=False),
    info={"row": "A server from which the bot was removed, and since when."},
)
_NEVER_PLAYED: Final = ("cancelled", "expired", "declined")


@cache
def of_servers() -> tuple[Table, ...]:
    """Return all tables with a server column; the other rows of a game are deleted with the game."""
    return tuple(table for table in metadata.sorted_tables if table.name in PLAIN and "guild_id" in table.c)


class ServerReads(Queries):
    """Reads of servers with stored data."""

    async def kept(self) -> list[int]:
        looks = [select(table.c.guild_id) for table in of_servers() if table is not removed_servers]
        found = {int(row.guild_id) for row in await self._session.run(union(*looks))}
        return sorted(found - {NO_SERVER})

    async def removed(self) -> dict[int, datetime]:
        """Return the servers from which the bot has been removed, with the moment when this was first noticed."""
        return {row.guild_id: row.since for row in await self._session.run(select(removed_servers))}


class ServerWrites(ServerReads):
    """Writes of removals, and deletions of servers' data."""

    async def note_removed(self, guild_id: int, since: datetime) -> None:
        """Store that the bot has been removed from a server; an earlier note of this is kept."""
        known = select(removed_servers.c.since).where(removed_servers.c.guild_id == guild_id)
        if (await self._session.run(known)).first() is None:
            await self._session.insert(removed_servers, [{"guild_id": guild_id, "since": since}])

    async def note_back(self, guild_id: int) -> None:
        await self._session.delete(removed_servers, {"guild_id": guild_id})

    async def forget_games(self, guild_id: int, most: int) -> list[int]:
        """Delete at most `most` games of a server with all their rows, and return their numbers."""
        return await self._forget_games(games.c.guild_id == guild_id, most)

    async def forget(self, guild_id: int) -> None:
        for table in reversed(of_servers()):
            await self._session.run(delete(table).where(table.c.guild_id == guild_id))

    async def forget_never_played(self, before: datetime, given_up_before: datetime, most: int) -> list[int]:
        """Delete at most `most` never played games that ended before a moment, and return their numbers.

        Practices that were given up before they counted go if that was before another moment.
        """
        given_up = and_(games.c.private == true(), games.c.status == "abandoned", games.c.end_reason == "given-up")
        never_played = and_(games.c.status.in_(_NEVER_PLAYED), games.c.ended_at < before)
        return await self._forget_games(or_(never_played, and_(given_up, games.c.ended_at < given_up_before)), most)

    async def _forget_games(self, which: ColumnElement[bool], most: int) -> list[int]:
        wanted = select(games.c.id).where(which).order_by(games.c.id).limit(most)
        gone = list((await self._session.run(wanted)).scalars())
        if gone:
            await self._session.run(delete(games).where(games.c.id.in_(gone)))
        return gone
