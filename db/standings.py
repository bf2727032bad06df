"""Standings counted from results, in whose order leaderboards show a server's players."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Double,
    Float,
    Index,
    Integer,
    Table,
    Text,
    case,
    cast,
    delete,
    func,
    literal,
    literal_column,
    select,
    text,
    true,
    tuple_,
)

from bot.lazy import dataclass
from db.games import games, seats
from db.ratings import LOWEST, NEWCOMER_SIGMA, PER_POINT, REST_DAYS, VARIANCE_A_DAY, RatingReads, RatingRow, ratings
from db.results import ResultRow
from db.schema import UtcDateTime, limited_to, metadata
from db.session import Adding, Queries, each_of, greatest, summed

DAILY_KIND: Final = "daily"
"""The kind under which daily deals have standings apart from all other games."""
FEWEST_DEALS = 10
"""Minimum number of deals for a place by points per deal, so that one lucky deal does not win."""
_SPARE = 200
"""Extra rows read for a page of ratings; it should cover the members whose rating inactivity has lowered."""
FEWEST_DAYS = 5
"""Minimum number of daily deals for a place by daily deals."""


# Updated in the transaction that ends each game; an empty season or kind means all of them.
standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Text, primary_key=True),
    Column("game_kind", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("best_deal", Integer, nullable=False),
    Column("double_beziques", Integer, nullable=False),
    Column("best_value", Integer, nullable=False, server_default=text("0")),
    Column("rubicons", Integer, nullable=False, server_default=text("0")),
    Index(None, "user_id"),  # for what is kept of a member, as are the other indexes by member alone
    # One index for each measure of a leaderboard, in its order, so that no page needs sorting.
    *(
        Index(
            f"ix_standings_by_{name}",
            "guild_id",
            "season",
            "game_kind",
            *map(text, order),
            "games",
            "user_id",
            **options,
        )
        for name, order, options in (
            ("wins", ("wins DESC", "(CAST(points AS FLOAT) / games) DESC"), {}),
            ("points", ("(CAST(points AS FLOAT) / deals) DESC",), limited_to("deals >= 10")),
            ("best_deal", ("best_deal DESC",), {}),
            ("doubles", ("double_beziques DESC",), {}),
            ("best_value", ("best_value DESC",), {}),
            ("rubicons", ("rubicons DESC",), {}),
        )
    ),
    info={"row": "A member's games and points of one kind in a server and a season, or in all seasons."},
)

# Members found to have left a server: its leaderboards omit them, but all their results are kept.
departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("noticed_at", UtcDateTime, nullable=False),
    info={"row": "A member who has left a server, and when that was noticed."},
)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line on the leaderboard; equal players share a place."""

    user_id: int
    place: int
    games: int
    wins: int
    points_per_game: float
    points_per_deal: float = 0.0
    best_deal: int = 0
    double_beziques: int = 0
    rating: RatingRow | None = None
    """None if none of these games was rated, or if games of several kinds are counted together."""
    rated_games: int = 0
    best_value: int = 0
    rubicons: int = 0


class By(StrEnum):
    """The measure that orders a leaderboard."""

    RATING = "rating"
    WINS = "wins"
    POINTS = "points"
    BEST_DEAL = "best-deal"
    DOUBLES = "doubles"
    BEST_VALUE = "best-value"
    RUBICONS = "rubicons"
    DAILY = "daily"
    """The daily deals, whose standings are separate from all other games."""


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard of a server, a season and a kind of game; an empty season or kind means all of them."""

    guild_id: int
    by: By = By.WINS
    season: str = ""
    game_kind: str = ""
    today: int = 0
    """The day (UTC) of reading, counted from the year 1; 0 means ratings as after the last games."""


_ONCE: Final = literal_column("(mu - 3 * sigma)", Double)
"""The lower bound after the last game; it must match the index's expression literally."""
STANDING_SUMS: Final = ("games", "wins", "points", "deals", "double_beziques", "rubicons")
STANDING_BEST: Final = ("best_deal", "best_value")
_STANDING: Final[Adding] = (*map(summed, STANDING_SUMS), *map(greatest, STANDING_BEST))


@dataclass(frozen=True, slots=True)
class _Places:
    """Source of a board's places: its rows, and the values they are ordered by, highest first."""

    table: Table
    there: tuple[ColumnElement[bool], ...]
    merit: tuple[ColumnElement[Any], ...]
    once: ColumnElement[float] | None = None
    """For ratings, the lower bound after the last game in units of μ, in whose order there is an index."""

    def at_least(self, merit: float) -> ColumnElement[bool]:
        """Return a condition that every row with at least this merit meets and that an index can answer."""
        if self.once is None or merit == -math.inf:
            return true()
        return self.once >= (merit - LOWEST - 1) / PER_POINT  # -1 allows for the rounding of displayed ratings


def _kind_of(board: Board) -> str:
    return DAILY_KIND if board.by is By.DAILY else board.game_kind


def _places(board: Board) -> _Places:
    """Return the source of a board's places; every measure except the rating has an index in its exact order."""
    if board.by is By.RATING:
        columns = ratings.c
        merit: tuple[ColumnElement[Any], ...] = (_lowest(columns, board.today),)
        there = [columns.guild_id == board.guild_id, columns.game_kind == board.game_kind]
    else:
        columns = standings.c
        # Both numbers are exact and division is rounded correctly, so equal averages compare equal.
        points = cast(columns.points, Float)
        measures: dict[By, tuple[ColumnElement[Any], ...]] = {
            By.WINS: (columns.wins, points.op("/")(columns.games)),
            By.POINTS: (points.op("/")(columns.deals),),
            By.BEST_DEAL: (columns.best_deal,),
            By.DOUBLES: (columns.double_beziques,),
            By.BEST_VALUE: (columns.best_value,),
            By.RUBICONS: (columns.rubicons,),
            By.DAILY: (points.op("/")(columns.deals),),
        }
        merit = measures[board.by]
        kind = _kind_of(board)
        there = [columns.guild_id == board.guild_id, columns.season == board.season, columns.game_kind == kind]
        if board.by is By.DAILY:
            there.append(columns.deals >= FEWEST_DAYS)
        if board.by is By.POINTS:
            there.append(columns.deals >= literal_column(str(FEWEST_DEALS)))  # a literal, as in the index
    gone = select(departures.c.user_id).where(departures.c.guild_id == board.guild_id)
    once = _ONCE if board.by is By.RATING else None
    return _Places(columns.user_id.table, (*there, columns.user_id.not_in(gone)), merit, once)


def _lowest(columns: Any, today: int) -> ColumnElement[float]:  # noqa: ANN401 - columns by name
    """Return a rating's lower bound on a day, calculated like `bot.club.standings.rating.Strength.lowest`."""
    rest = literal(today - REST_DAYS, Integer) - columns.last_day
    known, most = columns.sigma * columns.sigma, NEWCOMER_SIGMA**2
    grown = known + VARIANCE_A_DAY * rest
    variance = case((grown <= most, grown), (known > most, known), else_=most)
    rested = columns.mu - 3 * func.sqrt(variance, type_=Double)
    return func.round(LOWEST + PER_POINT * case((rest <= 0, _ONCE), else_=rested), type_=Double)


def _better(merit: Sequence[ColumnElement[Any]], than: Sequence[Any]) -> ColumnElement[bool]:
    """Return a condition for greater merit: in the first number or, if equal, in the second."""
    return merit[0] > than[0] if len(merit) == 1 else tuple_(*merit) > tuple_(*than)


def _line(user: int, place: int, tally: Any, rating: RatingRow | None) -> StandingRow:  # noqa: ANN401 - a row
    rated = 0 if rating is None else rating.games
    if tally is None:  # damaged games left a rating but no counts
        return StandingRow(user, place, rated, 0, 0.0, rating=rating, rated_games=rated)
    return StandingRow(
        user, place, tally.games, tally.wins, tally.points / tally.games,
        tally.points / tally.deals if tally.deals else 0.0, tally.best_deal, tally.double_beziques, rating, rated,
        tally.best_value, tally.rubicons,
    )  # fmt: skip


def counts_of(row: ResultRow) -> dict[str, int]:
    """Return what a result adds to a standing, by column."""
    return {
        "games": 1, "wins": int(row.won), "points": row.points, "deals": row.deals, "best_deal": row.best_deal,
        "double_beziques": row.double_beziques, "best_value": row.value, "rubicons": row.rubicons,
    }  # fmt: skip


class StandingReads(Queries):
    """Reads of standings."""

    async def leaderboard(self, board: Board, limit: int = 10, offset: int = 0) -> list[StandingRow]:
        """Return a page of a board; equal players are ordered by number of games, fewest first."""
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
        """Return a player's own line of a board, or None if they have none."""
        places = _places(board)
        wanted = select(*places.merit).where(*places.there, places.table.c.user_id == user_id)
        values = (await self._session.run(wanted)).first()
        if values is None:
            return None
        (row,) = await self._told(board, {user_id: await self._place(places, values)})
        return row

    async def count_players(self, board: Board) -> int:
        places = _places(board)
        wanted = select(func.count()).select_from(places.table).where(*places.there)
        return int((await self._session.run(wanted)).scalar_one())

    async def _place(self, places: _Places, values: Sequence[Any]) -> int:
        better = select(func.count()).select_from(places.table).where(*places.there, _better(places.merit, values))
        better = better.where(places.at_least(values[0]))
        return 1 + int((await self._session.run(better)).scalar_one())

    async def _least(self, places: _Places, count: int) -> float:
        """Return a merit that at least `count` rows reach, near the highest such; 0.0 if the board is not by rating."""
        if places.once is None:
            return 0.0
        merit = places.merit[0].label("merit")
        best = select(merit).where(*places.there).order_by(places.once.desc()).limit(count + _SPARE).subquery()
        least = select(best.c.merit).order_by(best.c.merit.desc()).limit(1).offset(count - 1)
        found = (await self._session.run(least)).scalar()
        return -math.inf if found is None else float(found)

    async def _told(self, board: Board, placed: Mapping[int, int]) -> list[StandingRow]:
        """Return the lines of these players, with their given places."""
        season = "" if board.by is By.RATING else board.season
        whose = standings.c.user_id.in_(list(placed))
        there = (standings.c.guild_id == board.guild_id, standings.c.season == season)
        wanted = select(standings).where(*there, standings.c.game_kind == _kind_of(board), whose)
        tallies = {row.user_id: row for row in await self._session.run(wanted)}
        known = await RatingReads(self._session).of(board.guild_id, board.game_kind, placed)
        return [_line(user, place, tallies.get(user), known.get(user)) for user, place in placed.items()]

    async def seasons(self, guild_id: int) -> list[str]:
        """Return the seasons with a rated game in a server, the newest first."""
        # Each step finds the next older season, so not all rows of a season are read.
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

    async def departed(self, guild_id: int, user_ids: Iterable[int]) -> set[int]:
        """Return those of some users who were found to have left a server."""
        there = departures.c.user_id.in_(list(user_ids))
        wanted = select(departures.c.user_id).where(departures.c.guild_id == guild_id, there)
        return set((await self._session.run(wanted)).scalars())

    async def last_names(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """Return the names under which these users last sat down in a server; users who never did are left out."""
        # A subquery per user walks their seats from the newest back; one joint query would sort all seats first.
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
    """Writes of standings."""

    async def count(self, row: ResultRow, seasons: Sequence[str], kinds: Sequence[str]) -> None:
        """Count a result in the standings of these seasons and kinds of games."""
        counted = counts_of(row)
        keys = [
            {"guild_id": row.guild_id, "season": season, "game_kind": kind, "user_id": row.user_id}
            for season in seasons
            for kind in kinds
        ]
        await self._session.add_up(standings, [each | counted for each in keys], _STANDING)

    async def set(
        self, guild_id: int, season: str, game_kind: str, user_id: int, counted: Mapping[str, int] | None
    ) -> None:
        """Store a player's recounted standing, or delete it if `counted` is None."""
        keys = {"guild_id": guild_id, "season": season, "game_kind": game_kind, "user_id": user_id}
        if counted is None:
            await self._session.delete(standings, keys)
        else:
            await self._session.put(standings, {**keys, **counted})

    async def has_left(self, guild_id: int, user_ids: Sequence[int], at: datetime) -> None:
        """Store that members were found to have left a server; their results are kept but not shown."""
        rows = [{"guild_id": guild_id, "user_id": user, "noticed_at": at} for user in user_ids]
        await self._session.add_up(departures, rows, (greatest("noticed_at"),))

    async def is_back(self, guild_id: int, user_ids: Sequence[int]) -> None:
        """Delete the notes that members have left a server."""
        here = departures.c.user_id.in_(user_ids)
        await self._session.run(delete(departures).where(departures.c.guild_id == guild_id, here))
