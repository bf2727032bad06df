"""Results of finished games, and what is counted from them: ratings and standings."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    Double,
    Float,
    Integer,
    case,
    cast,
    delete,
    func,
    literal,
    literal_column,
    select,
    true,
    tuple_,
)

from db.rows import DAILY_KIND, ResultRow
from db.schema import departures, games, ratings, results, seats, standings
from db.session import Adding, Queries, by_game, each_of, greatest, summed
from db.standing_rows import RatingRow, StandingRow
from db.uncertainty import LOWEST, NEWCOMER_SIGMA, PER_POINT, REST_DAYS, VARIANCE_A_DAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Table

UNKNOWN = "unknown"
"""The kind of a game whose record is damaged."""
VOID = "void"
"""The stored reason of a game whose rating was taken back."""

FEWEST_DEALS = 10
"""A place by points a deal takes so many deals: one lucky deal makes no champion."""


_SPARE = 200
"""Rows that are looked at besides those of a page of ratings, as many a member may have rested."""
FEWEST_DAYS = 5
"""And by daily deals so many of them."""


class By(StrEnum):
    """What a leaderboard goes by."""

    RATING = "rating"
    WINS = "wins"
    POINTS = "points"
    BEST_DEAL = "best-deal"
    DOUBLES = "doubles"
    DAILY = "daily"
    """The daily deals, which stand apart from all other games."""


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard: of a server, in a season, for a kind of game; empty as season or kind means all of them."""

    guild_id: int
    by: By = By.WINS
    season: str = ""
    game_kind: str = ""
    today: int = 0
    """The day (UTC) on which it is read, counted from the year 1; 0: ratings are as after the last games."""


_ONCE: Final = literal_column("(mu - 3 * sigma)", Double)
"""The lower bound after the last game, word for word as in the index."""
_STANDING: Final[Adding] = (
    *map(summed, ("games", "wins", "points", "deals", "double_beziques")),
    greatest("best_deal"),
)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where a board's places are read: the rows that stand there, and what they go by, the more the better."""

    table: Table
    there: tuple[ColumnElement[bool], ...]
    merit: tuple[ColumnElement[Any], ...]
    once: ColumnElement[float] | None = None
    """Of ratings: the lower bound after the last game, in the units of μ. An index is in its order."""

    def at_least(self, merit: float) -> ColumnElement[bool]:
        """Return a condition that all rows of at least this merit meet, and that an index answers."""
        if self.once is None or merit == -math.inf:
            return true()
        return self.once >= (merit - LOWEST - 1) / PER_POINT  # less the rounding of what is shown


def _kind_of(board: Board) -> str:
    return DAILY_KIND if board.by is By.DAILY else board.game_kind


def _places(board: Board) -> _Places:
    """Return where a board's places are read; for each measure but the rating there is an index in its very order."""
    if board.by is By.RATING:
        columns = ratings.c
        merit: tuple[ColumnElement[Any], ...] = (_lowest(columns, board.today),)
        there = [columns.guild_id == board.guild_id, columns.game_kind == board.game_kind]
    else:
        columns = standings.c
        # Both numbers are exact and division rounds correctly, so equal averages compare equal.
        points = cast(columns.points, Float)
        measures: dict[By, tuple[ColumnElement[Any], ...]] = {
            By.WINS: (columns.wins, points.op("/")(columns.games)),
            By.POINTS: (points.op("/")(columns.deals),),
            By.BEST_DEAL: (columns.best_deal,),
            By.DOUBLES: (columns.double_beziques,),
            By.DAILY: (points.op("/")(columns.deals),),
        }
        merit = measures[board.by]
        kind = _kind_of(board)
        there = [columns.guild_id == board.guild_id, columns.season == board.season, columns.game_kind == kind]
        if board.by is By.DAILY:
            there.append(columns.deals >= FEWEST_DAYS)
        if board.by is By.POINTS:
            there.append(columns.deals >= literal_column(str(FEWEST_DEALS)))  # as the index says it
    gone = select(departures.c.user_id).where(departures.c.guild_id == board.guild_id)
    once = _ONCE if board.by is By.RATING else None
    return _Places(columns.user_id.table, (*there, columns.user_id.not_in(gone)), merit, once)


def _lowest(columns: Any, today: int) -> ColumnElement[float]:  # noqa: ANN401 - columns by name
    """Return the lower bound of a rating on a day, as `bot.club.values.rating.Strength.lowest` reckons it."""
    rest = literal(today - REST_DAYS, Integer) - columns.last_day
    known, most = columns.sigma * columns.sigma, NEWCOMER_SIGMA**2
    grown = known + VARIANCE_A_DAY * rest
    variance = case((grown <= most, grown), (known > most, known), else_=most)
    rested = columns.mu - 3 * func.sqrt(variance, type_=Double)
    return func.round(LOWEST + PER_POINT * case((rest <= 0, _ONCE), else_=rested), type_=Double)


def _better(merit: Sequence[ColumnElement[Any]], than: Sequence[Any]) -> ColumnElement[bool]:
    """Tell whose merit is greater: in the first number, or in the second where the first are equal."""
    return merit[0] > than[0] if len(merit) == 1 else tuple_(*merit) > tuple_(*than)


def _line(user: int, place: int, tally: Any, rating: RatingRow | None) -> StandingRow:  # noqa: ANN401 - a row
    rated = 0 if rating is None else rating.games
    if tally is None:  # damaged games left a rating and nothing counted
        return StandingRow(user, place, rated, 0, 0.0, rating=rating, rated_games=rated)
    return StandingRow(
        user, place, tally.games, tally.wins, tally.points / tally.games,
        tally.points / tally.deals if tally.deals else 0.0, tally.best_deal, tally.double_beziques, rating, rated,
    )  # fmt: skip


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
        places = _places(board)
        columns, merit = places.table.c, places.merit
        wanted = (
            select(columns.user_id, *merit)
            .where(*places.there)
            .order_by(*(each.desc() for each in merit), columns.games, columns.user_id)
        )
        wanted = wanted.where(places.at_least(await self._least(places, limit + offset)))
        found = (await self._session.run(wanted.limit(limit).offset(offset))).all()
        place, last, placed = 0, None, {}
        for number, row in enumerate(found, offset + 1):
            user = int(row[0])
            values: list[Any] = list(row[1:])
            if last is None and offset:
                place = await self._place(places, values)
            elif values != last:
                place = number
            placed[user], last = place, values
        return await self._told(board, placed)

    async def standing_of(self, board: Board, user_id: int) -> StandingRow | None:
        """Return the player's own line of a board, None where there is none."""
        places = _places(board)
        wanted = select(*places.merit).where(*places.there, places.table.c.user_id == user_id)
        values = (await self._session.run(wanted)).first()
        if values is None:
            return None
        (row,) = await self._told(board, {user_id: await self._place(places, values)})
        return row

    async def count_players(self, board: Board) -> int:
        """Return how many players stand on a board."""
        places = _places(board)
        wanted = select(func.count()).select_from(places.table).where(*places.there)
        return int((await self._session.run(wanted)).scalar_one())

    async def _place(self, places: _Places, values: Sequence[Any]) -> int:
        better = select(func.count()).select_from(places.table).where(*places.there, _better(places.merit, values))
        better = better.where(places.at_least(values[0]))
        return 1 + int((await self._session.run(better)).scalar_one())

    async def _least(self, places: _Places, count: int) -> float:
        """Return a merit that so many rows reach at least, close to the greatest such; 0.0 where it does not matter."""
        if places.once is None:
            return 0.0
        merit = places.merit[0].label("merit")
        best = select(merit).where(*places.there).order_by(places.once.desc()).limit(count + _SPARE).subquery()
        least = select(best.c.merit).order_by(best.c.merit.desc()).limit(1).offset(count - 1)
        found = (await self._session.run(least)).scalar()
        return -math.inf if found is None else float(found)

    async def _told(self, board: Board, placed: Mapping[int, int]) -> list[StandingRow]:
        """Return the lines of these players, with the place of each."""
        season = "" if board.by is By.RATING else board.season
        whose = standings.c.user_id.in_(list(placed))
        there = (standings.c.guild_id == board.guild_id, standings.c.season == season)
        wanted = select(standings).where(*there, standings.c.game_kind == _kind_of(board), whose)
        tallies = {row.user_id: row for row in await self._session.run(wanted)}
        known = await self.ratings(board.guild_id, board.game_kind, placed)
        return [_line(user, place, tallies.get(user), known.get(user)) for user, place in placed.items()]

    async def seasons(self, guild_id: int) -> list[str]:
        """Return the seasons in which somebody finished a rated game in a server, the newest first."""
        # From each to the next older one: all rows of a season need not be read to find it.
        newest = select(func.max(standings.c.season).label("season")).where(standings.c.guild_id == guild_id)
        found = newest.cte("seasons", recursive=True)
        older = (
            select(func.max(standings.c.season))
            .where(standings.c.guild_id == guild_id, standings.c.season < found.c.season)
            .scalar_subquery()
        )
        found = found.union_all(select(older).where(found.c.season > ""))
        wanted = select(found.c.season).where(found.c.season > "").order_by(found.c.season.desc())
        return list((await self._session.run(wanted)).scalars())

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

    async def ratings_of(
        self, guild_id: int, game_kinds: Iterable[str], user_ids: Iterable[int]
    ) -> dict[int, list[RatingRow]]:
        """Return what is believed of these players in some kinds of games, by user; who has no rating is left out."""
        wanted = select(ratings).where(
            ratings.c.guild_id == guild_id,
            ratings.c.game_kind.in_(list(game_kinds)),
            ratings.c.user_id.in_(list(user_ids)),
        )
        found: dict[int, list[RatingRow]] = {}
        for row in await self._session.all(RatingRow, wanted):
            found.setdefault(row.user_id, []).append(row)
        return found

    async def departed(self, guild_id: int, user_ids: Iterable[int]) -> set[int]:
        """Return those of some users who were found to have left a server."""
        there = departures.c.user_id.in_(list(user_ids))
        wanted = select(departures.c.user_id).where(departures.c.guild_id == guild_id, there)
        return set((await self._session.run(wanted)).scalars())

    async def last_names(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """Return the names under which these users last sat down in the server; who never did is left out."""
        # One short look for each, along their seats from the newest back: together they would all be sorted first.
        user = each_of(user_ids)
        last = (
            select(seats.c.name)
            .join(games, games.c.id == seats.c.game_id)
            .where(seats.c.user_id == user, games.c.guild_id == guild_id)
            .order_by(seats.c.joined_at.desc(), seats.c.game_id.desc())
            .limit(1)
            .scalar_subquery()
        )
        found = await self._session.run(select(user.label("user_id"), last.label("name")))
        return {int(row.user_id): str(row.name) for row in found if row.name is not None}


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

    async def leave_out(self, game_id: int) -> None:
        """Mark a game's results as those of a game that cannot be counted."""
        await self._session.update(results, {"game_id": game_id}, {"game_kind": UNKNOWN, "rated": False})

    async def forget_results(self, game_id: int) -> None:
        """Delete the results of a game, to find them anew."""
        await self._session.run(delete(results).where(results.c.game_id == game_id))

    async def has_left(self, guild_id: int, user_ids: Sequence[int], at: datetime) -> None:
        """Note that members were found to have left a server; what they have played stays, and is not shown."""
        rows = [{"guild_id": guild_id, "user_id": user, "noticed_at": at} for user in user_ids]
        await self._session.add_up(departures, rows, (greatest("noticed_at"),))

    async def is_back(self, guild_id: int, user_ids: Sequence[int]) -> None:
        """Note that members are in a server, whatever was known of them."""
        here = departures.c.user_id.in_(user_ids)
        await self._session.run(delete(departures).where(departures.c.guild_id == guild_id, here))
