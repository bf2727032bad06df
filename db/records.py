"""Members' records in a server: their results, opponents, partners and rules, and the sources of their points.

All that is counted from a server's games is read and written as plain rows too, to compare it with the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from sqlalchemy import Index, Select, Table, and_, case, delete, false, func, select, text, true

from bot.lazy import dataclass
from db.daily import daily_games
from db.games import Visible, games, seen_by
from db.milestones import milestones
from db.ratings import ratings
from db.results import ResultRow, results
from db.schema import Default, Key, Snowflake, table_of, values_of
from db.session import Adding, Queries, greatest, summed
from db.standings import departures, standings


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A member's results in a server, by company (`people` or `house`) and kind of game; an empty kind means all.

    `streak` is the current number of consecutive wins, `longest` the greatest ever. For all kinds, `points`, `deals`
    and `best_deal` leave out the games whose points compare with those of no other kind.
    """

    guild_id: Key[Snowflake]
    user_id: Key[Snowflake]
    company: Key[str]
    game_kind: Key[str]
    games: int
    won: int
    drawn: int
    points: Snowflake
    deals: int
    best_deal: int
    streak: int
    longest: int
    best_value: Annotated[int, Default(text("0"))] = 0
    rubicons: Annotated[int, Default(text("0"))] = 0


records = table_of("records", RecordRow)


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A member's results against another member, or as their partner.

    With three or four players neither may win, so `games` can exceed the sum of won, lost and drawn.
    """

    guild_id: Key[Snowflake]
    user_id: Key[Snowflake]
    other_id: Key[Snowflake]
    partners: Key[bool]
    games: int
    won: int
    lost: int
    drawn: int
    points: Snowflake
    other_points: Snowflake
    first_at: datetime
    last_at: datetime


meetings = table_of(
    "meetings",
    MeetingRow,
    Index("ix_meetings_by_games", "guild_id", "user_id", "partners", "games"),
    Index(None, "user_id"),
    Index(None, "other_id"),
)


@dataclass(frozen=True, slots=True)
class SourceRow:
    """The points that a member has marked for one thing in games with people, and the number of times."""

    guild_id: Key[Snowflake]
    user_id: Key[Snowflake]
    reason: Key[str]
    points: Snowflake
    times: int


sources = table_of("sources", SourceRow)


@dataclass(frozen=True, slots=True)
class RulesPlayedRow:
    """The number of games a member has played with people by some rules, which are stored as JSON."""

    guild_id: Key[Snowflake]
    user_id: Key[Snowflake]
    rules: Key[str]
    games: int


rules_played = table_of("rules_played", RulesPlayedRow)

ALL_KINDS: Final = ""
"""Stands for games of all kinds together."""


def _goes_on(old: Any, new: Any) -> Any:  # noqa: ANN401 - columns
    """Return a streak after one more game, whose own streak is 1 or 0."""
    return (old.streak + 1) * new.streak


def _longest(old: Any, new: Any) -> Any:  # noqa: ANN401 - columns
    return case((_goes_on(old, new) > old.longest, _goes_on(old, new)), else_=old.longest)


RECORD_SUMS: Final = ("games", "won", "drawn", "points", "deals", "rubicons")
RECORD_BEST: Final = ("best_deal", "best_value")
_RECORD: Final[Adding] = (
    *map(summed, RECORD_SUMS),
    *map(greatest, RECORD_BEST),
    ("streak", _goes_on),
    ("longest", _longest),
)
_MEETING: Final[Adding] = (
    *map(summed, ("games", "won", "lost", "drawn", "points", "other_points")),
    greatest("last_at"),
)
_SOURCE: Final[Adding] = (summed("points"), summed("times"))
_RULES: Final[Adding] = (summed("games"),)


class RecordReads(Queries):
    async def of(self, guild_id: int, user_id: int) -> list[RecordRow]:
        """Return a member's records in a server, by company and kind of game."""
        wanted = select(records).where(records.c.guild_id == guild_id, records.c.user_id == user_id)
        return await self._session.all(RecordRow, wanted)

    async def games_of(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, int]:
        """Return the number of games of some members in a server, with people and with the house."""
        wanted = (
            select(records.c.user_id, func.sum(records.c.games).label("games"))
            .where(
                records.c.guild_id == guild_id, records.c.user_id.in_(user_ids), records.c.game_kind == ALL_KINDS
            )
            .group_by(records.c.user_id)
        )  # fmt: skip
        found = {int(row.user_id): int(row.games) for row in await self._session.run(wanted)}
        return {user: found.get(user, 0) for user in user_ids}

    async def opponents(self, guild_id: int, user_id: int, limit: int, offset: int = 0) -> list[MeetingRow]:
        """Return a member's results against others who are still in the server: most games first, then by id."""
        gone = select(departures.c.user_id).where(departures.c.guild_id == guild_id)
        wanted = (
            select(meetings)
            .where(
                meetings.c.guild_id == guild_id,
                meetings.c.user_id == user_id,
                meetings.c.partners == false(),
                meetings.c.other_id.not_in(gone),
            )
            .order_by(meetings.c.games.desc(), meetings.c.other_id)
            .limit(limit)
            .offset(offset)
        )  # fmt: skip
        return await self._session.all(MeetingRow, wanted)

    async def meetings(self, guild_id: int, user_id: int, other_id: int) -> list[MeetingRow]:
        """Return a member's results against another member, and as their partner."""
        wanted = select(meetings).where(
            meetings.c.guild_id == guild_id, meetings.c.user_id == user_id, meetings.c.other_id == other_id
        )
        return await self._session.all(MeetingRow, wanted.order_by(meetings.c.partners))

    async def sources(self, guild_id: int, user_id: int) -> list[SourceRow]:
        wanted = select(sources).where(sources.c.guild_id == guild_id, sources.c.user_id == user_id)
        return await self._session.all(SourceRow, wanted)

    async def rules_played(self, guild_id: int, user_id: int, limit: int) -> list[RulesPlayedRow]:
        """Return the rules by which a member has played most often, the most frequent first."""
        wanted = (
            select(rules_played)
            .where(rules_played.c.guild_id == guild_id, rules_played.c.user_id == user_id)
            .order_by(rules_played.c.games.desc(), rules_played.c.rules)
            .limit(limit)
        )
        return await self._session.all(RulesPlayedRow, wanted)

    async def course(self, guild_id: int, user_id: int, game_kind: str, limit: int) -> list[ResultRow]:
        """Return a member's last rated results of a kind, the newest first."""
        wanted = _results_of(guild_id, user_id).where(
            results.c.game_kind == game_kind, results.c.rated == true(), results.c.mu.is_not(None)
        )
        return await self._session.all(ResultRow, wanted.limit(limit))

    async def last_games(
        self, guild_id: int, user_id: int, visible: Visible, limit: int, other_id: int | None = None
    ) -> list[int]:
        """Return the last games of a member, or of two together, that a viewer may know of, the newest first."""
        wanted = (
            _results_of(guild_id, user_id)
            .with_only_columns(results.c.game_id)
            .join(games, games.c.id == results.c.game_id)
        )
        if visible.user_id is None or visible.user_id not in (user_id, other_id):  # players always see their own games
            wanted = wanted.where(seen_by(visible))
        if other_id is not None:
            theirs = results.alias()
            there = select(theirs.c.seat).where(theirs.c.game_id == results.c.game_id, theirs.c.user_id == other_id)
            wanted = wanted.where(there.exists())
        return [int(row.game_id) for row in await self._session.run(wanted.limit(limit))]


class RecordWrites(RecordReads):
    async def count(self, rows: Sequence[RecordRow]) -> None:
        """Add a game to its players' records; each row holds the increments."""
        await self._session.add_up(records, [values_of(row) for row in rows], _RECORD)

    async def meet(self, rows: Sequence[MeetingRow]) -> None:
        """Add a game to the results of each pair of its players."""
        await self._session.add_up(meetings, [values_of(row) for row in rows], _MEETING)

    async def mark(self, rows: Sequence[SourceRow]) -> None:
        """Add points to their sources."""
        await self._session.add_up(sources, [values_of(row) for row in rows], _SOURCE)

    async def play_by(self, rows: Sequence[RulesPlayedRow]) -> None:
        """Add a game to the rules that its players have played."""
        await self._session.add_up(rules_played, [values_of(row) for row in rows], _RULES)


def _results_of(guild_id: int, user_id: int) -> Select[Any]:
    whose = and_(results.c.guild_id == guild_id, results.c.user_id == user_id)
    return select(results).where(whose).order_by(results.c.ended_at.desc())


BY_MEMBER: Final[tuple[Table, ...]] = (ratings, standings, records, meetings, sources, rules_played, milestones)
"""The tables that are summed up from games, with one or more rows per member."""
_WRITTEN: Final = {table.name: table for table in (*BY_MEMBER, results, daily_games)}


class CountedReads(Queries):
    """Reads of counted values."""

    async def of_server(self, guild_id: int) -> dict[str, dict[tuple[Any, ...], dict[str, Any]]]:
        """Return the counted rows of a server, by table and by primary key without the server."""
        found: dict[str, dict[tuple[Any, ...], dict[str, Any]]] = {}
        for table in BY_MEMBER:
            keys = [column.name for column in table.primary_key if column.name != "guild_id"]
            counted = [column for column in table.c if column is not milestones.c.shown]  # which follows from no game
            rows = await self._session.run(select(*counted).where(table.c.guild_id == guild_id))
            found[table.name] = {tuple(row[name] for name in keys): dict(row) for row in rows.mappings()}
        return found


class CountedWrites(CountedReads):
    """Writes of counted values."""

    async def put(self, table: str, row: Mapping[str, Any]) -> None:
        await self._session.put(_WRITTEN[table], dict(row))

    async def delete(self, table: str, row: Mapping[str, Any]) -> None:
        at = _WRITTEN[table]
        await self._session.run(delete(at).where(*(key == row[key.name] for key in at.primary_key)))
