"""Counting a server's games anew, comparing that with the stored rows, and repairing those.

Decisions that depend on more than the game stand in its conclusion and are not taken again, so counting anew does not
change anything that :func:`bot.club.standings.service.concluding.conclude` has written.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from bot.club.daily.service import daily_row
from bot.club.records import PlayedWith, meetings_of, played_among, records_of
from bot.club.standings.concluding import counted_of, decided, note_beside
from bot.club.standings.counting import Counting, Game, Rows
from bot.club.standings.standing import Unrated
from bot.tables.values.restore import BrokenRecord, restore
from db.errors import Damaged, explaining
from db.results import UNKNOWN, ConclusionRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.tables import Table
    from db import DailyGameRow, GameRecordRows, Reader, ResultRow, Store, Transaction

log = logging.getLogger(__name__)

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
                "reason", "rules")  # fmt: skip


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
                game = self._damaged(each) if each.damaged else counted_of(restore(each.rows), each.conclusion)
            except BrokenRecord:
                game = self._damaged(each)
            rows = self._counting.add(game)
            if game.daily:
                self._compare_daily(each.daily, rows)
            else:
                self._compare("results", _by_seat(each.results), _by_seat(rows))

    async def go_on(self, reader: Reader) -> None:
        """Read and count all remaining games."""
        while found := await self.read(reader):
            self.add(found)

    async def compare_counts(self, reader: Reader) -> None:
        """Note differences from the stored sums, and games that have not been counted at all."""
        stored, counted = await reader.counted.of_server(self.guild_id), self._counting.rows()
        for table, rows in stored.items():
            unknown = self._from_damaged if table in _FROM_RECORDS else set[int]()
            self._compare(table, _without(rows, unknown), _without(counted[table], unknown))
        for game_id in await reader.conclusions.missing(self.guild_id):
            results = await reader.results.of(game_id)
            if results and results[0].game_kind != UNKNOWN:
                self.differences.append(Difference("conclusions", None, {"game_id": game_id}))

    def _damaged(self, each: Read) -> Game:
        """Return what a game with a broken record adds, from the results that were stored when it ended."""
        self.damaged.append(each.conclusion.game_id)
        game, users = each.rows.game, [seat.user_id for seat in each.rows.seats]
        if each.conclusion.unrated == Unrated.DAILY:
            points = None if each.daily is None else each.daily.points
            if points is None or not users or game.ended_at is None:
                return Game(each.conclusion, (), daily=True)
            return Game(
                each.conclusion, (daily_row(game.id, game.guild_id, users[0], points, game.ended_at),), daily=True
            )
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

    def _compare_daily(self, row: DailyGameRow | None, results: Sequence[ResultRow]) -> None:
        points = results[0].points if results else None
        if row is not None and row.points != points:
            self.differences.append(Difference("daily_games", asdict(row), {**asdict(row), "points": points}))

    def _compare(self, table: str, stored: Rows, counted: Rows) -> None:
        for key in stored.keys() | counted.keys():
            was, now = stored.get(key), counted.get(key)
            if was != now:
                self.differences.append(Difference(table, was, now))


async def _loaded(reader: Reader, game_id: int) -> tuple[GameRecordRows | None, bool]:
    """Return a game's rows, and whether its acts are missing there because they cannot be read."""
    try:
        with explaining():
            return await reader.game_record.load(game_id), False
    except Damaged:
        return await reader.game_record.load(game_id, played=False), True


async def rebuild(store: Store) -> Rebuilt:
    """Count everything anew from the games, and repair the rows that differ.

    Raises:
        DatabaseError: It could not be stored; nothing was changed.
    """
    async with store.write() as tx:
        games, mended, damaged = 0, 0, list[int]()
        for server in await tx.servers.kept():
            for game_id in await tx.conclusions.missing(server):
                await _conclude_late(tx, game_id)
            recount = await recounted(tx, server)
            for each in recount.differences:
                await _mend(tx, each)
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
        table: Table = restore(rows)
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


async def _mend(tx: Transaction, difference: Difference) -> None:
    if difference.counted is not None:
        await tx.counted.put(difference.table, difference.counted)
    elif difference.stored is not None:
        await tx.counted.delete(difference.table, difference.stored)


def _by_seat(results: Iterable[ResultRow]) -> Rows:
    return {(row.seat,): asdict(row) for row in results}


def _without(rows: Rows, users: set[int]) -> Rows:
    return {key: row for key, row in rows.items() if row["user_id"] not in users} if users else rows
