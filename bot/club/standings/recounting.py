"""Counting a server's games anew, comparing that with the stored rows, and repairing those.

Decisions that depend on more than the game stand in its conclusion and are not taken again, so counting anew does not
change anything that :func:`bot.club.standings.concluding.conclude` has written. Once a week this is checked while
nobody waits for the house.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from bot.club.daily import daily_row
from bot.club.milestones import Moment, in_a_row, reached
from bot.club.standings.concluding import counted_of, decided, note_beside
from bot.club.standings.rating import counted_under, rate
from bot.club.standings.results import Game, PlayedWith, Unrated, meetings_of, played_among, records_of
from bot.club.standings.seasons import seasons_at
from bot.lazy import dataclass
from bot.tables.values.stored import BrokenRecord, decode
from bot.tables.values.table import Table
from db import DailyGameRow, DatabaseError, GameRecordRows, Reader, Store, Transaction
from db.errors import Damaged, explaining
from db.formers import is_former
from db.ratings import RatingRow
from db.records import ALL_KINDS, RECORD_BEST, RECORD_SUMS, RecordRow
from db.results import UNKNOWN, ConclusionRow, ResultRow
from db.settings import NO_SERVER
from db.standings import STANDING_BEST, STANDING_SUMS, counts_of

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[Key, dict[str, Any]]
"""Rows of a table by primary key, without the server."""
_MEETING = ("games", "won", "lost", "drawn", "points", "other_points")


class Counting:
    """Adds up the games of one server in the order in which they were concluded."""

    def __init__(self, guild_id: int) -> None:
        self._guild_id = guild_id
        self.ratings: dict[tuple[str, int], RatingRow] = {}
        """By kind of game and member."""
        self._tables: dict[str, Rows] = {
            name: {} for name in ("standings", "records", "meetings", "sources", "rules_played", "milestones")
        }
        self._days: dict[int, set[int]] = {}
        """The daily deals that each member has finished."""

    def add(self, game: Game) -> list[ResultRow]:
        """Count the next game, and return its results with the rating changes."""
        rows = list(game.results)
        if rows and rows[0].rated:
            kind = rows[0].game_kind
            known = {row.user_id: rating for row in rows if (rating := self.ratings.get((kind, row.user_id)))}
            rows, ratings = rate(rows, known)
            self.ratings |= {(kind, rating.user_id): rating for rating in ratings}
        seasons = seasons_at(rows[0].ended_at, game.conclusion.utc_offset) if rows else ()
        for row in rows:
            if row.rated or game.daily:
                self._stand(row, seasons)
        for record in game.records:
            self._record(record)
        for meeting in game.meetings:
            key = (meeting.user_id, meeting.other_id, meeting.partners)
            self._add("meetings", key, asdict(meeting), _MEETING, ("last_at",))
        for source in game.sources:
            self._add("sources", (source.user_id, source.reason), asdict(source), ("points", "times"))
        for rules in game.rules:
            self._add("rules_played", (rules.user_id, rules.rules), asdict(rules), ("games",))
        if game.table is not None:
            for row in rows:
                self._reach(row, game.table)
        return rows

    def rows(self) -> Mapping[str, Rows]:
        """Return the rows to be stored, by database table, without former players."""
        found = {name: _of_members(rows) for name, rows in self._tables.items()}
        rated = {(kind, user): asdict(row) for (kind, user), row in self.ratings.items()}
        return {"ratings": _of_members(rated), **found}

    def _stand(self, row: ResultRow, seasons: Iterable[str]) -> None:
        for season in seasons:
            for kind in counted_under(row.game_kind):
                keys = {"guild_id": row.guild_id, "season": season, "game_kind": kind, "user_id": row.user_id}
                counted = keys | counts_of(row)
                self._add("standings", (season, kind, row.user_id), counted, STANDING_SUMS, STANDING_BEST)

    def _reach(self, row: ResultRow, table: Table) -> None:
        """Note the milestones that a game brings to a player for the first time."""
        days, games = 0, 0
        if table.daily is not None:
            finished = self._days.setdefault(row.user_id, set())
            finished.add(table.daily.number)
            days = in_a_row(finished, table.daily.number)
        else:
            keys = [(row.user_id, company.value, ALL_KINDS) for company in PlayedWith]
            games = sum(self._tables["records"][key]["games"] for key in keys if key in self._tables["records"])
        for milestone in reached(Moment(table, row, table.game.marks, games, days)):
            reach = {"guild_id": row.guild_id, "user_id": row.user_id, "milestone": milestone, "at": row.ended_at}
            self._tables["milestones"].setdefault((row.user_id, milestone), reach)

    def _record(self, record: RecordRow) -> None:
        key = (record.user_id, record.company, record.game_kind)
        before = self._tables["records"].get(key)
        streak = record.streak if before is None else (before["streak"] + 1) * record.streak
        row = self._add("records", key, asdict(record), RECORD_SUMS, RECORD_BEST)
        row["streak"], row["longest"] = streak, max(row["longest"], streak)

    def _add(
        self, table: str, key: Key, new: dict[str, Any], summed: Sequence[str], greatest: Sequence[str] = ()
    ) -> dict[str, Any]:
        row = self._tables[table].setdefault(key, new)
        if row is not new:
            for name in summed:
                row[name] += new[name]
            for name in greatest:
                row[name] = max(row[name], new[name])
        return row


def _of_members(rows: Rows) -> Rows:
    return {key: row for key, row in rows.items() if not is_former(row["user_id"])}


AT_ONCE: Final = 50
"""Number of games read at a time."""
_FROM_RECORDS: Final = ("sources", "rules_played")
"""Tables of the database that can be counted only from the games' records."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The outcome of counting everything anew."""

    games: int
    """Number of games counted."""
    mended: int
    """Number of rows repaired."""
    damaged: tuple[int, ...]
    """The games whose record does not replay; they count by their stored results."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored row that differs from the recount."""

    table: str
    stored: Mapping[str, Any] | None
    """None: the row is missing."""
    counted: Mapping[str, Any] | None
    """None: the row should not exist."""

    def __str__(self) -> str:
        """Return the row's place and what differs."""
        row = self.stored or self.counted or {}
        where = f"{self.table} " + " ".join(f"{name}={row[name]}" for name in _KEYS if name in row)
        if self.stored is None or self.counted is None:
            return f"{where}: {'is missing' if self.stored is None else 'follows from no game'}"
        other = {name for name in self.stored if self.stored[name] != self.counted.get(name)}
        told = (f"{name} is {self.stored[name]}, counted anew {self.counted.get(name)}" for name in sorted(other))
        return f"{where}: {', '.join(told)}"


_KEYS: Final = ("game_id", "seat", "guild_id", "season", "company", "game_kind", "user_id", "other_id", "partners",
                "reason", "rules", "milestone")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Read:
    """The stored data of one game to be counted."""

    conclusion: ConclusionRow
    rows: GameRecordRows
    results: tuple[ResultRow, ...]
    daily: DailyGameRow | None
    damaged: bool = False
    """Whether the acts cannot be read, so that `rows` lacks them."""


class Recount:
    """Counts the games of one server anew, some at a time."""

    def __init__(self, guild_id: int) -> None:
        self.guild_id = guild_id
        self.games = 0
        """Number of games counted."""
        self.damaged: list[int] = []
        """The games whose record does not replay; they count by their stored results."""
        self.differences: list[Difference] = []
        self._counting = Counting(guild_id)
        self._last = 0
        self._from_damaged: set[int] = set()
        """Members who have played such a game with people; what they scored points for in it is lost."""
        self._unsure: set[int] = set()
        """Members who have played such a game; what they have reached in it is lost."""

    async def read(self, reader: Reader, most: int = AT_ONCE) -> list[Read]:
        """Read the next games; return an empty list when all are read."""
        found = []
        for conclusion in await reader.conclusions.after(self.guild_id, self._last, most):
            rows, damaged = await _loaded(reader, conclusion.game_id)
            results = await reader.results.of(conclusion.game_id)
            daily = await reader.daily.of_table(conclusion.game_id)
            if rows is not None:
                found.append(Read(conclusion, rows, tuple(results), daily, damaged))
            self._last = conclusion.number
        return found

    def add(self, games: Iterable[Read]) -> None:
        """Count games that were read, and note differences from their stored results.

        It takes a few hundredths of a second per game.
        """
        for each in games:
            self.games += 1
            try:
                game = self._damaged(each) if each.damaged else counted_of(decode(each.rows), each.conclusion)
            except BrokenRecord:
                game = self._damaged(each)
            rows = self._counting.add(game)
            if game.daily:
                played, points = each.daily, rows[0].points if rows else None
                if played is not None and played.points != points:
                    self._note("daily_games", asdict(played), {**asdict(played), "points": points})
            else:
                self._compare("results", _by_seat(each.results), _by_seat(rows))

    async def go_on(self, reader: Reader) -> None:
        """Read and count all remaining games."""
        while found := await self.read(reader):
            self.add(found)

    @property
    def wrong(self) -> list[Difference]:
        """The differences without milestones of games from before there were any, which `db recount` finds."""
        return [each for each in self.differences if each.table != "milestones" or each.stored is not None]

    async def compare_counts(self, reader: Reader) -> None:
        """Note differences from the stored sums, and games that have not been counted at all."""
        stored, counted = await reader.counted.of_server(self.guild_id), self._counting.rows()
        for table, rows in stored.items():
            unknown = self._from_damaged if table in _FROM_RECORDS else set[int]()
            unknown = self._unsure if table == "milestones" else unknown
            self._compare(table, _without(rows, unknown), _without(counted[table], unknown))
        for game_id in await reader.conclusions.missing(self.guild_id):
            results = await reader.results.of(game_id)
            if results and results[0].game_kind != UNKNOWN:
                self._note("conclusions", None, {"game_id": game_id})

    def _damaged(self, each: Read) -> Game:
        """Return what a game with a broken record adds, from the results that were stored when it ended."""
        self.damaged.append(each.conclusion.game_id)
        game, users = each.rows.game, [seat.user_id for seat in each.rows.seats]
        self._unsure |= set(users)
        if each.conclusion.unrated == Unrated.DAILY:
            points = None if each.daily is None else each.daily.points
            if points is None or not users or game.ended_at is None:
                return Game(each.conclusion, (), daily=True)
            row = daily_row(game.id, game.guild_id, users[0], points, game.ended_at)
            return Game(each.conclusion, (row,), daily=True)
        unrated = each.conclusion.unrated is None
        results = [
            replace(row, rated=unrated, mu_before=None, sigma_before=None, mu=None, sigma=None) for row in each.results
        ]
        if not results or results[0].game_kind == UNKNOWN:
            return Game(each.conclusion, tuple(results))
        company = played_among(users)
        if company is PlayedWith.PEOPLE:
            self._from_damaged |= {row.user_id for row in results}
        return Game(each.conclusion, tuple(results), records_of(company, results), meetings_of(company, results))

    def _compare(self, table: str, stored: Rows, counted: Rows) -> None:
        for key in stored.keys() | counted.keys():
            was, now = stored.get(key), counted.get(key)
            if was != now:
                self._note(table, was, now)

    def _note(self, table: str, stored: Mapping[str, Any] | None, counted: Mapping[str, Any] | None) -> None:
        self.differences.append(Difference(table, stored, counted))


async def _loaded(reader: Reader, game_id: int) -> tuple[GameRecordRows | None, bool]:
    """Return a game's rows, and whether its acts are missing there because they cannot be read."""
    try:
        with explaining():
            return await reader.game_record.load(game_id), False
    except Damaged:
        return await reader.game_record.load(game_id, played=False), True


async def rebuild(store: Store) -> Rebuilt:
    """Count everything anew from the games, and repair the rows that differ."""
    async with store.write() as tx:
        games, mended, damaged = 0, 0, list[int]()
        for server in await tx.servers.kept():
            for game_id in await tx.conclusions.missing(server):
                await _conclude_late(tx, game_id)
            recount = await recounted(tx, server)
            for each in recount.differences:
                if each.counted is not None:
                    await tx.counted.put(each.table, each.counted)
                elif each.stored is not None:
                    await tx.counted.delete(each.table, each.stored)
            games, mended = games + recount.games, mended + len(recount.differences)
            damaged += recount.damaged
    return Rebuilt(games, mended, tuple(damaged))


async def recounted(reader: Reader, guild_id: int) -> Recount:
    """Count a server's games anew and compare them with the stored rows, within one transaction."""
    recount = Recount(guild_id)
    await recount.go_on(reader)
    await recount.compare_counts(reader)
    return recount


async def _conclude_late(tx: Transaction, game_id: int) -> None:
    """Conclude a game that was not concluded when it ended, by what is known now, and store its results."""
    rows = await tx.game_record.load(game_id)
    if rows is None:
        return
    try:
        table = decode(rows)
    except BrokenRecord:
        number = await tx.conclusions.next_number(rows.game.guild_id)
        await tx.conclusions.add(ConclusionRow(game_id, rows.game.guild_id, number, 0, Unrated.DAMAGED))
        await tx.results.leave_out(game_id)
        log.warning("a game is left out, its record does not replay", extra={"table": game_id})
        return
    conclusion = await decided(tx, table)
    await tx.conclusions.add(conclusion)
    game = counted_of(table, conclusion)
    await tx.results.forget(game_id)
    if not game.daily:
        await tx.results.add(game.results)
    await note_beside(tx, table, game)


def _by_seat(results: Iterable[ResultRow]) -> Rows:
    return {(row.seat,): asdict(row) for row in results}


def _without(rows: Rows, users: set[int]) -> Rows:
    return {key: row for key, row in rows.items() if row["user_id"] not in users} if users else rows


EVERY: Final = timedelta(days=7)
"""Time from the end of one check to the beginning of the next."""
FIRST: Final = 300
"""Ticks after a start before a check begins or continues, as a start has other work to do."""
PAUSE: Final = 2
"""Ticks from one slice to the next."""
SLICE: Final = 5
"""Games counted in a slice; it takes about a quarter of a second of a thread."""
STORED: Final = "standings_check"
"""The key under which the check's progress is stored."""


@dataclass(frozen=True, slots=True)
class Check:
    """The progress of the check, and the findings of the last one."""

    after: int | None = None
    """The server that was checked last; None between two checks."""
    games: int = 0
    """Number of games that this check has counted."""
    differences: int = 0
    """Number of wrong rows that this check has found."""
    finished: str = ""
    """When the last check ended; empty before the first."""
    found: int = 0
    """Number of wrong rows that the last check found."""

    @property
    def finished_at(self) -> datetime | None:
        """When the last check ended; None before the first."""
        return datetime.fromisoformat(self.finished) if self.finished else None


class Checking:
    """Checks one server after the other, a few games at a time; of several processes the one with shard 0 does it."""

    def __init__(self, store: Store, now: Callable[[], datetime], owns: Callable[[int | None], bool]) -> None:
        self._store = store
        self._now = now
        self._owns = owns
        self._ticks = -FIRST
        self._at_it = False
        self._recount: Recount | None = None
        self._suspected: set[str] | None = None
        """The differences that a first pass over a server found; a change meanwhile can cause them, so it is repeated.

        None before the first pass has ended.
        """
        self.counted = 0
        """Number of games that this process has counted."""
        self.state: Check | None = None
        """The stored progress; None until it is read."""

    def is_time(self, *, idle: bool) -> bool:
        """Return whether to continue now, if the house is idle; call it once in each tick of the clock."""
        self._ticks += 1
        if not self._owns(None):
            self.state = self._recount = None  # another process continues
            return False
        if not idle or self._at_it or self._ticks < PAUSE:
            return False
        if self.state is not None and self.state.after is None and not self._is_due(self.state):
            return False
        self._ticks = 0
        return True

    async def use_time(self) -> None:
        """Count the next slice."""
        self._at_it = True
        try:
            with suppress(DatabaseError):  # the clock logs database failures; a later tick tries again
                await self._go_on()
        finally:
            self._at_it = False

    def _is_due(self, state: Check) -> bool:
        return state.finished_at is None or self._now() - state.finished_at >= EVERY

    async def _go_on(self) -> None:
        if self.state is None:
            stored = (await self._store.ask(lambda reader: reader.settings.of_guild(NO_SERVER))).get(STORED)
            self.state = Check(**stored) if stored else Check()
            return
        if self._recount is None:
            await self._next(self.state)
            return
        recount = self._recount
        games = await self._store.ask(lambda reader: recount.read(reader, SLICE))
        if games:
            await asyncio.to_thread(recount.add, games)
            self.counted += len(games)
        else:
            await self._compare(recount, self.state)

    async def _next(self, state: Check) -> None:
        """Begin the next server, or end the check."""
        after = 0 if state.after is None else state.after
        servers = [each for each in await self._store.ask(lambda reader: reader.servers.kept()) if each > after]
        if servers:
            self._recount = Recount(min(servers))
            return
        log.info("standings checked", extra={"games": state.games, "differences": state.differences})
        await self._keep(Check(finished=self._now().isoformat(), found=state.differences))

    async def _compare(self, recount: Recount, state: Check) -> None:
        """Compare a server's stored rows with the recount; a difference is logged only if a second pass confirms it."""

        async def compared(reader: Reader) -> None:
            await recount.go_on(reader)
            await recount.compare_counts(reader)

        await self._store.ask_apart(compared)
        found = {str(each): each.table for each in recount.wrong}
        if found and self._suspected is None:
            self._suspected, self._recount = set(found), Recount(recount.guild_id)
            return
        sure = [table for told, table in found.items() if told in (self._suspected or ())]
        if sure:
            log.error(
                "what is counted does not follow from the games; `db check --standings` names the rows",
                extra={"server": recount.guild_id, "rows": dict(Counter(sure))},
            )
        self._recount = self._suspected = None
        await self._keep(
            replace(
                state,
                after=recount.guild_id,
                games=state.games + recount.games,
                differences=state.differences + len(sure),
            )
        )

    async def _keep(self, state: Check) -> None:
        stored: dict[str, Any] = asdict(state)
        await self._store.do(lambda tx: tx.settings.set_of_guild(NO_SERVER, STORED, stored))
        self.state = state
