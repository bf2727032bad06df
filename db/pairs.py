"""Which members play rated games with whom: how often in a day, and how these games went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, or_, select, text, true

from db.schema import IN_PLAY, conclusions, games, results, seats
from db.session import Queries
from db.standings import VOID

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime


class PairReads(Queries):
    """Reads who plays with whom."""

    async def counted_games(
        self, guild_id: int, user_ids: Collection[int], since: datetime, before: datetime, game_id: int
    ) -> list[tuple[int, int]]:
        """Return the rated games of some users that began in a span of time, each with one of the users.

        A game whose rating was taken back is among them, as it was played as a rated one.

        Args:
            guild_id: The server.
            user_ids: The users.
            since: The beginning of the span.
            before: Its end.
            game_id: Of the games that began at the very end, those with a smaller number are among them.
        """
        wanted = (
            select(results.c.game_id, results.c.user_id)
            .join(games, games.c.id == results.c.game_id)
            .outerjoin(conclusions, conclusions.c.game_id == results.c.game_id)
            .where(
                results.c.guild_id == guild_id,
                results.c.user_id.in_(user_ids),
                results.c.ended_at >= since,
                or_(results.c.rated == true(), conclusions.c.unrated == VOID),
                games.c.started_at >= since,
                or_(games.c.started_at < before, and_(games.c.started_at == before, games.c.id < game_id)),
            )
        )
        return [(int(row.game_id), int(row.user_id)) for row in await self._session.run(wanted)]

    async def running_games(
        self, guild_id: int, since: datetime, before: datetime, game_id: int
    ) -> list[tuple[int, dict[str, Any], int]]:
        """Return the games in play that began in a span of time, each with its settings and one of its seats' users."""
        wanted = (
            select(games.c.id, games.c.settings, seats.c.user_id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(
                games.c.guild_id == guild_id,
                text(IN_PLAY),
                games.c.status == "playing",
                games.c.started_at >= since,
                or_(games.c.started_at < before, and_(games.c.started_at == before, games.c.id < game_id)),
            )
        )
        return [(int(row.id), row.settings, int(row.user_id)) for row in await self._session.run(wanted)]
