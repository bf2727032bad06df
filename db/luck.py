"""The luck of the cards for each player in games between people, once it has been counted."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, Table, select, text

from db.parts import Part, within
from db.rows import LuckRow
from db.schema import metadata, results
from db.session import Queries

if TYPE_CHECKING:
    from collections.abc import Sequence

_DUE = text("deals IS NULL")

luck = Table(
    "luck",
    metadata,
    Column("game_id", Integer, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("deals", Integer),
    Column("lead", Double),
    Column("points", Double),
    Index("ix_luck_due", "guild_id", "game_id", sqlite_where=_DUE, postgresql_where=_DUE),
)


class LuckReads(Queries):
    """Reads of luck."""

    async def due(self, after: int, part: Part | None = None) -> tuple[int, int] | None:
        """Return a game whose luck is yet to be counted, with its server; searches the servers in a circle.

        Args:
            after: The server after which the search begins.
            part: The part of all servers to search; None: all servers.
        """
        for wanted in (luck.c.guild_id > after, luck.c.guild_id <= after):
            found = (
                await self._session.run(
                    select(luck.c.game_id, luck.c.guild_id)
                    .where(luck.c.deals.is_(None), wanted, within(luck.c.guild_id, part))
                    .order_by(luck.c.guild_id, luck.c.game_id)
                    .limit(1)
                )
            ).first()
            if found is not None:
                return int(found.game_id), int(found.guild_id)
        return None

    async def of(self, guild_id: int, user_id: int, limit: int) -> list[LuckRow]:
        """Return a member's luck in their last games in a server for which it has been counted."""
        wanted = (
            select(luck)
            .join(results, (results.c.game_id == luck.c.game_id) & (results.c.seat == luck.c.seat))
            .where(results.c.guild_id == guild_id, results.c.user_id == user_id, luck.c.deals > 0)
            .order_by(results.c.ended_at.desc())
            .limit(limit)
        )
        return await self._session.all(LuckRow, wanted)


class LuckWrites(LuckReads):
    """Writes of luck."""

    async def await_counting(self, rows: Sequence[LuckRow]) -> None:
        """Note that the luck of a game is to be counted, unless that is already noted."""
        if rows:
            known = select(luck.c.seat).where(luck.c.game_id == rows[0].game_id).limit(1)
            if (await self._session.run(known)).first() is None:
                await self._session.insert(luck, [asdict(row) for row in rows])

    async def keep(self, game_id: int, rows: Sequence[LuckRow]) -> None:
        """Replace a game's rows of luck to be counted, if any, with counted rows; with no rows, only delete them."""
        if await self._session.delete(luck, {"game_id": game_id}):
            await self._session.insert(luck, [asdict(row) for row in rows])
