"""Conclusions of games: facts from outside a game that were decided once, when it ended."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Table, Text, UniqueConstraint, func, or_, select

from db.schema import games, metadata
from db.session import Queries
from db.standing_rows import ConclusionRow

# A conclusion stores facts from outside the game, so that they are never decided again: the game's place in the order
# of the server's games, how many minutes the server's clock was ahead of UTC, and why the game is not rated.
conclusions = Table(
    "conclusions",
    metadata,
    Column("game_id", Integer, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("utc_offset", Integer, nullable=False),
    Column("unrated", Text),
    UniqueConstraint("guild_id", "number"),
)


class ConclusionReads(Queries):
    """Reads of conclusions."""

    async def of(self, game_id: int) -> ConclusionRow | None:
        """Return a game's conclusion, or None if it has not been concluded."""
        return await self._session.one(ConclusionRow, select(conclusions).where(conclusions.c.game_id == game_id))

    async def after(self, guild_id: int, number: int, limit: int) -> list[ConclusionRow]:
        """Return the conclusions of a server's games after a number, at most `limit`, in ascending order."""
        wanted = select(conclusions).where(conclusions.c.guild_id == guild_id, conclusions.c.number > number)
        return await self._session.all(ConclusionRow, wanted.order_by(conclusions.c.number).limit(limit))

    async def missing(self, guild_id: int) -> list[int]:
        """Return a server's won or drawn games that have no conclusion yet, in the order in which they ended."""
        over = or_(games.c.status == "finished", games.c.end_reason == "draw")
        concluded = select(conclusions.c.game_id).where(conclusions.c.game_id == games.c.id).exists()
        wanted = select(games.c.id).where(games.c.guild_id == guild_id, over, ~concluded)
        return list((await self._session.run(wanted.order_by(games.c.ended_at, games.c.id))).scalars())

    async def next_number(self, guild_id: int) -> int:
        """Return the number that the next concluded game of a server gets."""
        last = select(func.max(conclusions.c.number)).where(conclusions.c.guild_id == guild_id)
        return 1 + ((await self._session.run(last)).scalar() or 0)


class ConclusionWrites(ConclusionReads):
    """Writes of conclusions."""

    async def add(self, row: ConclusionRow) -> None:
        """Store a game's conclusion.

        Raises:
            Duplicate: the game already has one, or another game has its number.
        """
        await self._session.insert(conclusions, [asdict(row)])

    async def set_unrated(self, game_id: int, unrated: str) -> None:
        """Store why a game is no longer rated."""
        await self._session.update(conclusions, {"game_id": game_id}, {"unrated": unrated})
