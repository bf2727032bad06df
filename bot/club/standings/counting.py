"""Counting a server's games anew in memory; the stored rows must have the same values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

from bot.club.standings.rating import Strength, day_of, rated_anew, strength_on
from bot.club.standings.standing import gave_up, places_by, seasons_at
from db.formers import is_former
from db.ratings import RatingRow
from db.records import MeetingRow, RecordRow, RulesPlayedRow, SourceRow
from db.results import ConclusionRow, ResultRow

Key: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[Key, dict[str, Any]]
"""Rows of a table by primary key, without the server."""

_STANDING = ("games", "wins", "points", "deals", "double_beziques")
_MEETING = ("games", "won", "lost", "drawn", "points", "other_points")
_RECORD = ("games", "won", "drawn", "points", "deals")


@dataclass(frozen=True, slots=True)
class Game:
    """What one game adds to the counts of its server."""

    conclusion: ConclusionRow
    results: tuple[ResultRow, ...]
    """The results, without rating changes yet."""
    records: Sequence[RecordRow] = ()
    meetings: Sequence[MeetingRow] = ()
    sources: Sequence[SourceRow] = ()
    rules: Sequence[RulesPlayedRow] = ()
    daily: bool = False
    """Whether it is a daily deal, which counts only on its own leaderboard."""


class Counting:
    """Adds up the games of one server in the order in which they were concluded."""

    def __init__(self, guild_id: int) -> None:
        self._guild_id = guild_id
        self.ratings: dict[tuple[str, int], RatingRow] = {}
        """By kind of game and member."""
        self._tables: dict[str, Rows] = {
            name: {} for name in ("standings", "records", "meetings", "sources", "rules_played")
        }

    def add(self, game: Game) -> list[ResultRow]:
        """Count the next game, and return its results with the rating changes."""
        rows = list(game.results)
        if rows and rows[0].rated:
            rows = self._rate(rows, leaver_alone=game.conclusion.leaver_alone)
        seasons = seasons_at(rows[0].ended_at, game.conclusion.utc_offset) if rows else ()
        for row in rows:
            if row.rated or game.daily:
                self._stand(row, seasons, apart=game.daily)
        for record in game.records:
            self._record(record)
        for meeting in game.meetings:
            self._meet(meeting)
        for source in game.sources:
            self._add("sources", (source.user_id, source.reason), asdict(source), ("points", "times"))
        for rules in game.rules:
            self._add("rules_played", (rules.user_id, rules.rules), asdict(rules), ("games",))
        return rows

    def rows(self) -> Mapping[str, Rows]:
        """Return the rows to be stored, by database table, without former players."""
        found = {name: _of_members(rows) for name, rows in self._tables.items()}
        rated = {(kind, user): asdict(row) for (kind, user), row in self.ratings.items()}
        return {"ratings": _of_members(rated), **found}

    def _rate(self, rows: Sequence[ResultRow], *, leaver_alone: bool) -> list[ResultRow]:
        known = {row.user_id: self.ratings.get((row.game_kind, row.user_id)) for row in rows}
        day = day_of(rows[0].ended_at)
        before = {user: strength_on(rating, day) for user, rating in known.items()}
        rated = rated_results(rows, before, leaver_alone=leaver_alone)
        for row in rated:
            self.ratings[row.game_kind, row.user_id] = rating_after(row, known[row.user_id])
        return rated

    def _stand(self, row: ResultRow, seasons: Iterable[str], *, apart: bool) -> None:
        counted = {
            "guild_id": row.guild_id, "user_id": row.user_id, "games": 1, "wins": int(row.won), "points": row.points,
            "deals": row.deals, "best_deal": row.best_deal, "double_beziques": row.double_beziques,
        }  # fmt: skip
        for season in seasons:
            for kind in (row.game_kind,) if apart else dict.fromkeys(("", row.game_kind)):
                key = (season, kind, row.user_id)
                self._add("standings", key, {**counted, "season": season, "game_kind": kind}, _STANDING, "best_deal")

    def _record(self, record: RecordRow) -> None:
        key = (record.user_id, record.company, record.game_kind)
        before = self._tables["records"].get(key)
        streak = record.streak if before is None else (before["streak"] + 1) * record.streak
        row = self._add("records", key, asdict(record), _RECORD, "best_deal")
        row["streak"], row["longest"] = streak, max(row["longest"], streak)

    def _meet(self, meeting: MeetingRow) -> None:
        key = (meeting.user_id, meeting.other_id, meeting.partners)
        self._add("meetings", key, asdict(meeting), _MEETING, "last_at")

    def _add(
        self, table: str, key: Key, new: dict[str, Any], summed: Sequence[str], greatest: str | None = None
    ) -> dict[str, Any]:
        row = self._tables[table].setdefault(key, new)
        if row is not new:
            for name in summed:
                row[name] += new[name]
            if greatest is not None:
                row[greatest] = max(row[greatest], new[greatest])
        return row


def rated_results(rows: Sequence[ResultRow], before: Mapping[int, Strength], *, leaver_alone: bool) -> list[ResultRow]:
    """Return the results of a rated game with the rating changes.

    Args:
        before: The estimate of each player's strength before the game, by user.
        leaver_alone: Whether only the one who gave up loses, as the last of three or four sides. The others gain
            nothing from it and are not compared, as an accomplice could choose the moment.
    """
    sides = [[row for row in rows if row.side == side] for side in sorted({row.side for row in rows})]
    anew = rated_anew([[before[row.user_id] for row in side] for side in sides], places_by(rows))
    after = {row.seat: strength for row, strength in zip(chain(*sides), chain(*anew), strict=True)}
    if leaver_alone and len(sides) > 2 and any(map(gave_up, rows)):
        after |= {row.seat: before[row.user_id] for row in rows if not gave_up(row)}
    return [
        replace(
            row, mu_before=before[row.user_id].mu, sigma_before=before[row.user_id].sigma,
            mu=after[row.seat].mu, sigma=after[row.seat].sigma,
        )
        for row in rows
    ]  # fmt: skip


def rating_after(row: ResultRow, before: RatingRow | None) -> RatingRow:
    """Return a player's rating after a rated game.

    Args:
        row: The result, with the rating change.
        before: The rating until then; None before the first rated game of the kind.
    """
    games = 1 + (before.games if before is not None else 0)
    day = day_of(row.ended_at)
    return RatingRow(row.guild_id, row.game_kind, row.user_id, row.mu or 0.0, row.sigma or 0.0, day, games)


def _of_members(rows: Rows) -> Rows:
    return {key: row for key, row in rows.items() if not is_former(row["user_id"])}
