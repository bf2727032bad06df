"""The luck of the cards for each player in games between people, once it has been counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Index, select

from db.results import results
from db.schema import Key, OfGame, Snowflake, limited_to, table_of, values_of
from db.session import Part, Queries, within


@dataclass(frozen=True, slots=True)
class LuckRow:
    """The lead of a player's side in a game, and the part of it due to the cards; None if yet to be counted."""

    game_id: OfGame
    seat: Key[int]
    guild_id: Snowflake
    deals: int | None = None
    lead: float | None = None
    points: float | None = None


luck = table_of("luck", LuckRow, Index("ix_luck_due", "guild_id", "game_id", **limited_to("deals IS NULL")))


class LuckReads(Queries):
    """Reads of luck."""

    async def due(self, after: int, part: Part | None = None) -> tuple[int, int] | None:
        """Return a game whose luck is yet to be counted, with its server; search the servers in a circle."""
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
                await self._session.insert(luck, [values_of(row) for row in rows])

    async def keep(self, game_id: int, rows: Sequence[LuckRow]) -> None:
        """Replace a game's rows of luck to be counted, if any, with counted rows; with no rows, only delete them."""
        if await self._session.delete(luck, {"game_id": game_id}):
            await self._session.insert(luck, [values_of(row) for row in rows])
