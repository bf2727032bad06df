"""Results of finished games, and what is counted from them: ratings and standings."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Float, and_, case, cast, delete, func, or_, select, true, union_all

from db.rows import RatingRow, ResultRow, StandingRow
from db.schema import games, ratings, results, seats, standings, voided
from db.session import Adding, Queries, by_game, greatest, summed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Select, Subquery

UNKNOWN = "unknown"
"""The kind of a game whose record is damaged."""

FEWEST_DEALS = 10
"""A place by points a deal takes so many deals: one lucky deal makes no champion."""


class By(StrEnum):
    """What a leaderboard goes by."""

    RATING = "rating"
    WINS = "wins"
    POINTS = "points"
    BEST_DEAL = "best-deal"
    DOUBLES = "doubles"


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard: of a server, in a season, for a kind of game; empty as season or kind means all of them."""

    guild_id: int
    by: By = By.WINS
    season: str = ""
    game_kind: str = ""


_STANDING: Final[Adding] = (
    *map(summed, ("games", "wins", "points", "deals", "double_beziques")),
    greatest("best_deal"),
)


def _lines(board: Board) -> Subquery:
    """Return everybody's line on a board, in the columns of `StandingRow` without the place."""
    tally = standings.c
    lines = select(
        tally.user_id,
        tally.games,
        tally.wins,
        # Both numbers are exact and division rounds correctly, so equal averages compare equal.
        (cast(tally.points, Float) / tally.games).label("points_per_game"),
        case((tally.deals > 0, cast(tally.points, Float) / tally.deals), else_=0.0).label("points_per_deal"),
        tally.best_deal,
        tally.double_beziques,
        ratings.c.shown.label("rating"),
        func.coalesce(ratings.c.games, 0).label("rated_games"),
    ).select_from(
        standings.outerjoin(
            ratings,
            and_(
                ratings.c.guild_id == tally.guild_id,
                ratings.c.game_kind == tally.game_kind,
                ratings.c.user_id == tally.user_id,
            ),
        )
    )
    lines = lines.where(
        tally.guild_id == board.guild_id, tally.season == board.season, tally.game_kind == board.game_kind
    )
    return _standing_there(lines, board.by).subquery()


def _standing_there(lines: Select[Any], by: By) -> Select[Any]:
    """Leave out who has nothing of what a board goes by."""
    if by is By.RATING:
        return lines.where(ratings.c.shown.is_not(None))
    if by is By.POINTS:
        return lines.where(standings.c.deals >= FEWEST_DEALS)
    return lines


def _merit(lines: Subquery, by: By) -> tuple[ColumnElement[Any], ...]:
    """Return what places go by, the more the better; who is equal in it shares a place."""
    columns = lines.c
    return {
        By.RATING: (columns.rating,),
        By.WINS: (columns.wins, columns.points_per_game),
        By.POINTS: (columns.points_per_deal,),
        By.BEST_DEAL: (columns.best_deal,),
        By.DOUBLES: (columns.double_beziques,),
    }[by]


def _better(merit: Sequence[ColumnElement[Any]], than: Sequence[Any]) -> ColumnElement[bool]:
    """Tell whose merit is greater: in the first number, or in the second where the first are equal."""
    better: ColumnElement[bool] = merit[0] > than[0]
    if len(merit) > 1:
        better = or_(better, and_(merit[0] == than[0], _better(merit[1:], than[1:])))
    return better


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

    async def leaderboard(self, board: Board, limit: int = 10, offset: int = 0) -> list[StandingRow]:
        """Return a page of a board; who is equal stands in the order of fewer games."""
        lines = _lines(board)
        merit = _merit(lines, board.by)
        wanted = select(lines).order_by(*(each.desc() for each in merit), lines.c.games, lines.c.user_id)
        found = (await self._session.run(wanted.limit(limit).offset(offset))).mappings().all()
        place, last, rows = 0, None, []
        for number, row in enumerate(found, offset + 1):
            values = [row[str(each.key)] for each in merit]
            if last is None and offset:
                place = await self._place(lines, board.by, values)
            elif values != last:
                place = number
            last = values
            rows.append(StandingRow(place=place, **row))
        return rows

    async def standing_of(self, board: Board, user_id: int) -> StandingRow | None:
        """Return the player's own line of a board, None where there is none."""
        lines = _lines(board)
        row = (await self._session.run(select(lines).where(lines.c.user_id == user_id))).mappings().first()
        if row is None:
            return None
        values = [row[str(each.key)] for each in _merit(lines, board.by)]
        return StandingRow(place=await self._place(lines, board.by, values), **row)

    async def _place(self, lines: Subquery, by: By, values: Sequence[Any]) -> int:
        better = select(func.count()).select_from(lines).where(_better(_merit(lines, by), values))
        return 1 + int((await self._session.run(better)).scalar_one())

    async def count_players(self, board: Board) -> int:
        """Return how many players stand on a board."""
        lines = _lines(board)
        return int((await self._session.run(select(func.count()).select_from(lines))).scalar_one())

    async def seasons(self, guild_id: int) -> list[str]:
        """Return the seasons in which somebody finished a rated game in a server, the newest first."""
        wanted = select(standings.c.season).where(standings.c.guild_id == guild_id, standings.c.season != "")
        found = await self._session.run(wanted.distinct().order_by(standings.c.season.desc()))
        return list(found.scalars())

    async def kinds(self, guild_id: int) -> list[str]:
        """Return the kinds of games that are rated in a server, that of most players first."""
        wanted = (
            select(ratings.c.game_kind)
            .where(ratings.c.guild_id == guild_id)
            .group_by(ratings.c.game_kind)
            .order_by(func.count().desc(), ratings.c.game_kind)
        )
        return list((await self._session.run(wanted)).scalars())

    async def uncounted(self) -> bool:
        """Return whether there are results of a version that did not count them."""
        wanted = select(results.c.game_id).where(results.c.game_kind == "").limit(1)
        return (await self._session.run(wanted)).first() is not None

    async def ratings(self, guild_id: int, game_kind: str, user_ids: Iterable[int]) -> dict[int, RatingRow]:
        """Return what is believed of these players, by user; who has no rating yet is left out."""
        wanted = select(ratings).where(
            ratings.c.guild_id == guild_id, ratings.c.game_kind == game_kind, ratings.c.user_id.in_(list(user_ids))
        )
        return {row.user_id: row for row in await self._session.all(RatingRow, wanted)}

    async def rated_together(self, guild_id: int, game_kind: str, user_ids: Sequence[int], since: datetime) -> int:
        """Return how many rated games of a kind, void ones too, have ended since a moment at which all these sat."""
        counts = or_(results.c.rated == true(), results.c.game_id.in_(select(voided.c.game_id)))  # it was played
        first, *others = [
            select(results.c.game_id).where(
                results.c.guild_id == guild_id,
                results.c.user_id == user,
                results.c.ended_at >= since,
                counts,
                results.c.game_kind == game_kind,
            )
            for user in user_ids
        ]
        together = first.where(*(results.c.game_id.in_(other) for other in others)).subquery()
        return int((await self._session.run(select(func.count()).select_from(together))).scalar_one())

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
    """Changing results, ratings and standings."""

    async def add(self, rows: Sequence[ResultRow]) -> None:
        """Store how a game ended for its seats.

        Raises:
            Duplicate: a seat of the game has a result already.
        """
        await self._session.insert(results, [asdict(row) for row in rows])

    async def believe(self, rating: RatingRow) -> None:
        """Store what is believed of a player from now on."""
        await self._session.put(ratings, asdict(rating))

    async def count(self, row: ResultRow, seasons: Sequence[str], *, apart: bool = False) -> None:
        """Count a result in the standings of these seasons: for its kind of game, and unless apart for all together."""
        counted = {
            "games": 1, "wins": int(row.won), "points": row.points, "deals": row.deals,
            "best_deal": row.best_deal, "double_beziques": row.double_beziques,
        }  # fmt: skip
        keys = [
            {"guild_id": row.guild_id, "season": season, "game_kind": kind, "user_id": row.user_id}
            for season in seasons
            for kind in ((row.game_kind,) if apart else dict.fromkeys(("", row.game_kind)))
        ]
        await self._session.add_up(standings, [each | counted for each in keys], _STANDING)

    async def forget_all(self) -> None:
        """Delete every rating and standing, to count them anew."""
        await self._session.run(delete(ratings))
        await self._session.run(delete(standings))

    async def leave_out(self, game_id: int) -> None:
        """Mark a game's results as those of a game that cannot be counted."""
        await self._session.update(results, {"game_id": game_id}, {"game_kind": UNKNOWN, "rated": False})

    async def forget_results(self, game_id: int) -> None:
        """Delete the results of a game, to find them anew."""
        await self._session.run(delete(results).where(results.c.game_id == game_id))
