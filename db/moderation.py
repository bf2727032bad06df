"""Moderation: the log of moderators' actions, members' reports, and how often two members play rated games together."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Index,
    Integer,
    and_,
    case,
    delete,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    text,
    true,
    update,
)

from bot.lazy import dataclass
from db.deals import actions
from db.formers import FormerReads
from db.games import IN_PLAY, games, seats
from db.results import VOID, conclusions, results
from db.schema import Numbered, OfNumbered, References, Snowflake, columns_of, table_of, values_of
from db.session import Queries

EARLY: Final = 30
"""Number of acts below which a resigned or claimed game counts as given up early."""
_GIVEN_UP: Final = ("resigned", "timeout")
FEW_OTHERS: Final = 3
"""Number of rated games without a member below which an opponent's account counts as one with few other games."""


@dataclass(frozen=True, slots=True)
class ModerationRow:
    """A moderator's action: the table, the member it is about, the other member, and the number of games."""

    guild_id: Snowflake
    by_id: Snowflake
    what: str
    game_id: OfNumbered[int | None]
    about_id: Snowflake | None
    at: datetime
    other_id: Snowflake | None = None
    games: int | None = None


moderations = table_of(
    "moderations", ModerationRow, Index(None, "guild_id", "id"), before=Column("id", Integer, primary_key=True)
)


@dataclass(frozen=True, slots=True)
class PairRow:
    """Results of the rated games that two members played at the same table in a span of time.

    `one_wins` and `other_wins` count wins in games against each other, `opposed` all games against each other, `early`
    the games that one of the two gave up early, and `one_games` and `other_games` all rated games of each in that time.
    """

    one_id: int
    other_id: int
    games: int
    opposed: int
    one_wins: int
    other_wins: int
    early: int
    one_games: int
    other_games: int


@dataclass(frozen=True, slots=True)
class MemberRow:
    """Rated games of a member in a span of time, and where the wins came from.

    `early` counts the wins in games that somebody on another side gave up early, `newcomers` those in which everybody
    on other sides had fewer than `FEW_OTHERS` rated games without the member, and `spared` the games of three or four
    not won in which another player gave up.
    """

    user_id: int
    games: int
    wins: int
    early: int
    newcomers: int
    spared: int


class ModerationReads(Queries):
    async def moderations(self, guild_id: int, limit: int) -> list[ModerationRow]:
        """Return the last actions of moderators in a server, the newest first."""
        return await self._latest(limit, moderations.c.guild_id == guild_id)

    async def about(
        self, guild_id: int, game_id: int | None, user_id: int | None, since: datetime, limit: int
    ) -> list[ModerationRow]:
        """Return the last actions in a server since a moment at a game or about a member, the newest first."""
        of = (moderations.c.game_id, game_id), (moderations.c.about_id, user_id), (moderations.c.other_id, user_id)
        either = or_(false(), *(column == number for column, number in of if number is not None))
        return await self._latest(limit, moderations.c.guild_id == guild_id, moderations.c.at >= since, either)

    async def _latest(self, limit: int, *where: ColumnElement[bool]) -> list[ModerationRow]:
        wanted = select(*columns_of(moderations, ModerationRow)).where(*where)
        return await self._session.all(ModerationRow, wanted.order_by(moderations.c.id.desc()).limit(limit))


class ModerationWrites(ModerationReads):
    async def log(self, row: ModerationRow) -> None:
        await self._session.insert(moderations, [values_of(row)])

    async def forget_before(self, before: datetime) -> None:
        await self._session.run(delete(moderations).where(moderations.c.at < before))


class PairReads(Queries):
    """Reads of the rated games of pairs."""

    async def counted_games(
        self, guild_id: int, user_ids: Collection[int], since: datetime, before: datetime, game_id: int
    ) -> list[tuple[int, int]]:
        """Return the rated games of some users that began in a span of time, as (game, user).

        Games whose rating was withdrawn later are included, as they were played as rated games.
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
        """Return the games in play that began in a span of time, as (game, settings, user), once for each seat."""
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

    async def pairs(
        self, guild_id: int, since: datetime, fewest: int, two: tuple[int, int] | None = None
    ) -> list[PairRow]:
        """Return the results of the rated games since then of every pair (or one) with so many at the same table."""
        one, other = results.alias("one"), results.alias("other")
        opposed = one.c.side != other.c.side
        gave_up = or_(one.c.outcome.in_(_GIVEN_UP), other.c.outcome.in_(_GIVEN_UP))
        went_on = exists().where(actions.c.game_id == one.c.game_id, actions.c.ply >= EARLY)
        rated = (
            select(results.c.user_id, func.count().label("games"))
            .where(results.c.guild_id == guild_id, results.c.rated == true(), results.c.ended_at >= since)
            .group_by(results.c.user_id)
        )
        of_one, of_other = rated.subquery("of_one"), rated.subquery("of_other")
        found = (
            select(
                one.c.user_id.label("one_id"),
                other.c.user_id.label("other_id"),
                func.count().label("games"),
                _sum(opposed).label("opposed"),
                _sum(and_(opposed, one.c.won)).label("one_wins"),
                _sum(and_(opposed, other.c.won)).label("other_wins"),
                _sum(and_(gave_up, ~went_on)).label("early"),
            )
            .join(other, and_(other.c.game_id == one.c.game_id, one.c.user_id < other.c.user_id))
            .where(one.c.guild_id == guild_id, one.c.rated == true(), one.c.ended_at >= since)
            .group_by(one.c.user_id, other.c.user_id)
            .having(func.count() >= fewest)
        )
        if two is not None:
            found = found.where(one.c.user_id == two[0], other.c.user_id == two[1])
        pair = found.subquery("pair")
        wanted = (
            select(pair, of_one.c.games.label("one_games"), of_other.c.games.label("other_games"))
            .join(of_one, of_one.c.user_id == pair.c.one_id)
            .join(of_other, of_other.c.user_id == pair.c.other_id)
        )
        return await self._session.all(PairRow, wanted)

    async def members(self, guild_id: int, since: datetime, fewest: int) -> list[MemberRow]:
        """Return where the wins of members came from who have at least `fewest` rated games since a moment."""
        rated = (
            select(results.c.game_id, results.c.user_id, results.c.side, results.c.won, results.c.outcome)
            .where(results.c.guild_id == guild_id, results.c.rated == true(), results.c.ended_at >= since)
            .cte("rated")
        )
        own, other = rated.alias("own"), rated.alias("other")
        total = select(rated.c.user_id, func.count().label("games")).group_by(rated.c.user_id).subquery("total")
        met = (
            select(own.c.user_id, other.c.user_id.label("other_id"), func.count().label("games"))
            .join(other, and_(other.c.game_id == own.c.game_id, other.c.user_id != own.c.user_id))
            .group_by(own.c.user_id, other.c.user_id)
            .subquery("met")
        )
        gave_up = other.c.outcome.in_(_GIVEN_UP)
        went_on = exists().where(actions.c.game_id == own.c.game_id, actions.c.ply >= EARLY)
        game = (
            select(
                own.c.user_id,
                func.max(case((own.c.won, 1), else_=0)).label("won"),
                func.max(case((and_(gave_up, ~went_on), 1), else_=0)).label("early"),
                func.min(case((total.c.games - met.c.games < FEW_OTHERS, 1), else_=0)).label("newcomers"),
                func.max(case((gave_up, 1), else_=0)).label("given_up"),
            )
            .join(other, and_(other.c.game_id == own.c.game_id, other.c.side != own.c.side))
            .join(total, total.c.user_id == other.c.user_id)
            .join(met, and_(met.c.user_id == own.c.user_id, met.c.other_id == other.c.user_id))
            .group_by(own.c.user_id, own.c.game_id)
            .subquery("game")
        )
        wanted = (
            select(
                game.c.user_id,
                func.count().label("games"),
                func.sum(game.c.won).label("wins"),
                func.sum(game.c.won * game.c.early).label("early"),
                func.sum(game.c.won * game.c.newcomers).label("newcomers"),
                func.sum((1 - game.c.won) * game.c.given_up).label("spared"),
            )
            .group_by(game.c.user_id)
            .having(func.count() >= fewest)
        )
        return await self._session.all(MemberRow, wanted)

    async def rated_games(self, guild_id: int, two: tuple[int, int], since: datetime) -> list[int]:
        """Return the rated games that two members played at the same table since a moment, the oldest first."""
        one, other = results.alias("one"), results.alias("other")
        wanted = (
            select(one.c.game_id)
            .join(other, other.c.game_id == one.c.game_id)
            .where(
                one.c.guild_id == guild_id,
                one.c.user_id == two[0],
                other.c.user_id == two[1],
                one.c.rated == true(),
                one.c.ended_at >= since,
            )
            .order_by(one.c.game_id)
        )
        return list((await self._session.run(wanted)).scalars())


def _sum(what: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((what, 1), else_=0))


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report by a member of a member (None: of a game only) and of a game, if any; `reason` may be empty."""

    id: Numbered
    guild_id: Snowflake
    reporter_id: Snowflake
    reported_id: Snowflake | None
    game_id: Annotated[OfNumbered[int | None], References("games.id", "SET NULL")]
    reason: str
    at: datetime
    closed_at: datetime | None = None
    closed_by: Snowflake | None = None


# Keys are never reused: an old button must not open a newer report.
reports = table_of(
    "reports",
    ReportRow,
    Index(None, "guild_id", "closed_at"),
    Index(None, "reporter_id", "at"),
    Index(None, "reported_id"),
    Index(None, "game_id"),
    sqlite_autoincrement=True,
)


class ReportReads(FormerReads):
    async def open(self, guild_id: int, limit: int, offset: int = 0) -> list[ReportRow]:
        """Return a page of a server's open reports, the newest first."""
        wanted = select(reports).where(reports.c.guild_id == guild_id, reports.c.closed_at.is_(None))
        return await self._session.all(ReportRow, wanted.order_by(reports.c.id.desc()).limit(limit).offset(offset))

    async def count_open(self, guild_id: int) -> int:
        counted = select(func.count()).select_from(reports)
        wanted = counted.where(reports.c.guild_id == guild_id, reports.c.closed_at.is_(None))
        return int((await self._session.run(wanted)).scalar_one())

    async def get(self, guild_id: int, report_id: int) -> ReportRow | None:
        """Return a report of a server, or None if it has no report of this number."""
        wanted = select(reports).where(reports.c.id == report_id, reports.c.guild_id == guild_id)
        return await self._session.one(ReportRow, wanted)

    async def made_since(self, reporter_id: int, since: datetime) -> int:
        """Count the reports that a member has made since a moment, in all servers."""
        names = [reporter_id, *await self.aliases([reporter_id])]
        counted = select(func.count()).select_from(reports)
        wanted = counted.where(reports.c.reporter_id.in_(names), reports.c.at >= since)
        return int((await self._session.run(wanted)).scalar_one())

    async def shared_games(self, guild_id: int, user_id: int, other_id: int, limit: int) -> list[tuple[int, datetime]]:
        """Return the games of a server that two members have begun together, with the moment, the newest first."""
        hers = seats.alias()
        wanted = (
            select(games.c.id, games.c.started_at)
            .join(seats, and_(seats.c.game_id == games.c.id, seats.c.user_id == user_id))
            .join(hers, and_(hers.c.game_id == games.c.id, hers.c.user_id == other_id))
            .where(games.c.guild_id == guild_id, games.c.started_at.is_not(None))
            .order_by(games.c.started_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        return [(int(row.id), row.started_at) for row in await self._session.run(wanted)]


class ReportWrites(ReportReads):
    async def add(self, row: ReportRow) -> int:
        """Store a new report and return its key; the row's own is ignored."""
        values = values_of(row) | {"id": self._session.next_key(reports)}
        return int((await self._session.run(insert(reports).values(values).returning(reports.c.id))).scalar_one())

    async def close(self, guild_id: int, report_id: int, by_id: int, at: datetime) -> bool:
        """Close a report of a server, and return whether it was open."""
        wanted = update(reports).where(
            reports.c.id == report_id, reports.c.guild_id == guild_id, reports.c.closed_at.is_(None)
        )
        return (await self._session.run(wanted.values(closed_at=at, closed_by=by_id))).rowcount > 0

    async def forget(self, closed_before: datetime, made_before: datetime) -> None:
        """Delete the reports closed before one moment, and all reports made before another."""
        await self._session.run(
            delete(reports).where(or_(reports.c.closed_at < closed_before, reports.c.at < made_before))
        )
