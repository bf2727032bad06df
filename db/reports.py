"""Reports of members and games, which only the moderators of a server see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from sqlalchemy import Index, and_, delete, func, insert, or_, select, update

from db.formers import FormerReads
from db.games import games, seats
from db.schema import Numbered, OfNumbered, References, Snowflake, table_of, values_of


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
    """Reads of reports."""

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
    """Writes of reports."""

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
