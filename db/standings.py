"""Results of finished games and the leaderboard made from them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from sqlalchemy import Float, case, cast, distinct, func, select, true, union_all

from db.rows import ResultRow, StandingRow
from db.schema import games, results, seats
from db.session import Queries, by_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Subquery


def _counts(guild_id: int) -> tuple[ColumnElement[bool], ...]:
    """Say which results count: rated ones of the server's finished games."""
    return (results.c.guild_id == guild_id, results.c.rated == true(), games.c.status == "finished")


def _standings(guild_id: int) -> Subquery:
    tally = (
        select(
            results.c.user_id,
            func.count().label("games"),
            func.sum(case((results.c.won == true(), 1), else_=0)).label("wins"),
            # Both numbers are exact and division rounds correctly, so equal averages compare equal.
            (cast(func.sum(results.c.points), Float) / func.count()).label("points_per_game"),
        )
        .join(games, games.c.id == results.c.game_id)
        .where(*_counts(guild_id))
        .group_by(results.c.user_id)
        .subquery()
    )
    place = func.rank().over(order_by=(tally.c.wins.desc(), tally.c.points_per_game.desc()))
    return select(tally, place.label("place")).subquery()


class StandingReads(Queries):
    """Reading results and standings."""

    async def results(self, game_id: int) -> list[ResultRow]:
        """Return the game's results by seat."""
        return await self._session.all(
            ResultRow, select(results).where(results.c.game_id == game_id).order_by(results.c.seat)
        )

    async def results_of_each(self, game_ids: Sequence[int]) -> dict[int, list[ResultRow]]:
        """Return the results of some games, by game and seat; a game without results is left out."""
        wanted = select(results).where(results.c.game_id.in_(game_ids)).order_by(results.c.game_id, results.c.seat)
        return by_game(await self._session.all(ResultRow, wanted))

    async def leaderboard(self, guild_id: int, limit: int = 10, offset: int = 0) -> list[StandingRow]:
        """Return a page of the server's players by wins, then points a game, then fewer games."""
        table = _standings(guild_id)
        return await self._session.all(
            StandingRow,
            select(table)
            .order_by(table.c.wins.desc(), table.c.points_per_game.desc(), table.c.games, table.c.user_id)
            .limit(limit)
            .offset(offset),
        )

    async def standing_of(self, guild_id: int, user_id: int) -> StandingRow | None:
        """Return the player's own line of the leaderboard, None before the first result that counts."""
        table = _standings(guild_id)
        return await self._session.one(StandingRow, select(table).where(table.c.user_id == user_id))

    async def count_players(self, guild_id: int) -> int:
        """Return how many players stand on the server's leaderboard."""
        result = await self._session.run(
            select(func.count(distinct(results.c.user_id)))
            .select_from(results.join(games, games.c.id == results.c.game_id))
            .where(*_counts(guild_id))
        )
        return int(result.scalar_one())

    async def last_names(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """Return the names under which these users last sat down in the server; who never did is left out."""
        # One short look for each, along their seats from the newest back: together they would all be sorted first.
        looks = [
            select(seats.c.user_id, seats.c.name)
            .join(games, games.c.id == seats.c.game_id)
            .where(seats.c.user_id == user_id, games.c.guild_id == guild_id)
            .order_by(seats.c.joined_at.desc(), seats.c.game_id.desc())
            .limit(1)
            .subquery()
            for user_id in dict.fromkeys(user_ids)
        ]
        if not looks:
            return {}
        newest = union_all(*(select(look.c.user_id, look.c.name) for look in looks))
        return {int(row.user_id): str(row.name) for row in await self._session.run(newest)}


class StandingWrites(StandingReads):
    """Changing results."""

    async def add(self, rows: Sequence[ResultRow]) -> None:
        """Store how a game ended for its seats.

        Raises:
            Duplicate: a seat of the game has a result already.
        """
        await self._session.insert(results, [asdict(row) for row in rows])
