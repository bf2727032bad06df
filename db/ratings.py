"""Estimates of players' strengths, with the constants of displayed ratings, which docs/ratings.md explains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Index, func, select, text

from bot.lazy import dataclass
from db.schema import Key, Snowflake, table_of, values_of
from db.session import Queries

NEWCOMER_MU: Final = 25.0
"""Mean of a newcomer's estimated strength."""
NEWCOMER_SIGMA: Final = NEWCOMER_MU / 3
"""Standard deviation of a newcomer's estimated strength, and the greatest that inactivity leads to."""
PER_POINT: Final = 40
"""Points of a displayed rating per unit of strength."""
RATING: Final = 1000
"""Displayed rating of a newcomer."""
LOWEST: Final = 1000
"""Lower bound of a newcomer's displayed rating; places are ordered by lower bounds."""
REST_DAYS: Final = 90
"""Days without a game after which a rating becomes less certain."""
VARIANCE_A_DAY: Final = NEWCOMER_SIGMA**2 / 1800
"""Daily increase of the variance after that: 1,800 days lead from certainty to a newcomer's uncertainty."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """The estimate of a player's strength after their last rated game of one kind in one server.

    `last_day` is the day (UTC) on which that game ended, counted from the year 1.
    """

    guild_id: Key[Snowflake]
    game_kind: Key[str]
    user_id: Key[Snowflake]
    mu: float
    sigma: float
    last_day: int
    games: int


# Ordered by the rating after the last game, which inactivity can only lower; contains all columns of the calculation.
_RATED: Final = ("guild_id", "game_kind", text("(mu - 3 * sigma) DESC"), "mu", "sigma", "last_day", "games", "user_id")
ratings = table_of("ratings", RatingRow, Index("ix_ratings_by_rating", *_RATED))


class RatingReads(Queries):
    async def of(self, guild_id: int, game_kind: str, user_ids: Iterable[int]) -> dict[int, RatingRow]:
        """Return the ratings of these players, by user; players without a rating are left out."""
        wanted = select(ratings).where(
            ratings.c.guild_id == guild_id, ratings.c.game_kind == game_kind, ratings.c.user_id.in_(list(user_ids))
        )
        return {row.user_id: row for row in await self._session.all(RatingRow, wanted)}

    async def of_kinds(
        self, guild_id: int, game_kinds: Iterable[str], user_ids: Iterable[int]
    ) -> dict[int, list[RatingRow]]:
        """Return the ratings of these players in some kinds of games, by user; users without a rating are left out."""
        wanted = select(ratings).where(
            ratings.c.guild_id == guild_id,
            ratings.c.game_kind.in_(list(game_kinds)),
            ratings.c.user_id.in_(list(user_ids)),
        )
        found: dict[int, list[RatingRow]] = {}
        for row in await self._session.all(RatingRow, wanted):
            found.setdefault(row.user_id, []).append(row)
        return found

    async def kinds(self, guild_id: int) -> list[str]:
        """Return the kinds of games that are rated in a server, the kind with the most players first."""
        wanted = (
            select(ratings.c.game_kind)
            .where(ratings.c.guild_id == guild_id)
            .group_by(ratings.c.game_kind)
            .order_by(func.count().desc(), ratings.c.game_kind)
        )
        return list((await self._session.run(wanted)).scalars())


class RatingWrites(RatingReads):
    async def put(self, rating: RatingRow) -> None:
        await self._session.put(ratings, values_of(rating))

    async def forget(self, row: RatingRow) -> None:
        """Delete the rating of a player who has no rated game any more."""
        keys = {"guild_id": row.guild_id, "game_kind": row.game_kind, "user_id": row.user_id}
        await self._session.delete(ratings, keys)
