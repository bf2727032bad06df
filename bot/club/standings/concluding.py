"""Writing results, ratings, standings and records in the transaction that ends a game.

Decisions that depend on more than the game itself, such as why it is not rated, are stored with it as its *conclusion*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.club.daily.service import daily_row, score_of
from bot.club.luck import to_be_counted
from bot.club.records import meetings_of, played_with, records_of, rules_played_in, sources_of
from bot.club.standings.counting import Game, rated_results, rating_after
from bot.club.standings.rating import day_of, strength_on
from bot.club.standings.standing import Unrated, concluded_results, seasons_at, unrated_at_end
from bot.tables.decisions.daily import PLAYER_SEAT
from bot.tables.leaving import had_their_games
from bot.tables.values.clocks import SERVER_CLOCK, ServerClock, read_server_clock
from db.results import ConclusionRow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.tables import Table
    from db import Reader, Transaction
    from db.results import ResultRow


async def conclude(tx: Transaction, table: Table) -> None:
    """Write the result of a game that has just ended, and update ratings, standings and records.

    Its players count as members of the server again.
    """
    await tx.in_turn("counted", table.guild_id)  # the counts are read before they are changed, so games take turns
    await tx.standings.is_back(table.guild_id, table.users)
    conclusion = await decided(tx, table)
    await tx.conclusions.add(conclusion)
    game = counted_of(table, conclusion)
    await _count(tx, game)
    await note_beside(tx, table, game)


async def decided(reader: Reader, table: Table) -> ConclusionRow:
    """Decide what depends on more than the game: its place in the order, the server's clock, why it is not rated."""
    assert table.ended_at is not None  # it has ended
    clock = await clock_of(reader, table.guild_id)
    why = await _why_unrated(reader, table, table.ended_at)
    return ConclusionRow(
        table.id,
        table.guild_id,
        await reader.conclusions.next_number(table.guild_id),
        clock.offset_at(table.ended_at),
        None if why is None else why.value,
    )


def counted_of(table: Table, conclusion: ConclusionRow) -> Game:
    """Return what a game adds to the counts of its server."""
    if table.daily is not None:
        score = score_of(table)
        if score is None or table.ended_at is None:  # the deal was given up
            return Game(conclusion, (), daily=True)
        row = daily_row(table.id, table.guild_id, table.users[PLAYER_SEAT], score, table.ended_at)
        return Game(conclusion, (row,), daily=True)
    rows = concluded_results(table, None if conclusion.unrated is None else Unrated(conclusion.unrated))
    return Game(
        conclusion,
        tuple(rows),
        records_of(played_with(table), rows),
        meetings_of(played_with(table), rows),
        sources_of(table, rows),
        rules_played_in(table, rows),
    )


async def note_beside(tx: Transaction, table: Table, game: Game) -> None:
    """Store what a concluded game means besides the counts: a daily deal's points, and luck to be counted later."""
    if table.daily is not None:
        for row in game.results:
            await tx.daily.finish(table.daily.number, row.user_id, row.points)
        return
    await tx.luck.await_counting(to_be_counted(table, game.results))


async def _why_unrated(reader: Reader, table: Table, ended_at: datetime) -> Unrated | None:
    """Return why a game that has ended is not rated, or None; the daily limit does not apply to tournament games."""
    why = unrated_at_end(table)
    if why is not None or table.fixture is not None:
        return why
    began = table.started_at or ended_at
    often = await had_their_games(reader, table.guild_id, table.users, began, table.id)
    return None if often is None else Unrated.OFTEN


async def clock_of(reader: Reader, guild_id: int) -> ServerClock:
    """Return a server's clock."""
    return read_server_clock((await reader.settings.of_guild(guild_id)).get(SERVER_CLOCK))


async def _count(tx: Transaction, game: Game) -> None:
    """Add a game to the stored counts."""
    rows = list(game.results)
    if game.daily:
        for row in rows:
            await tx.standings.count(row, seasons_at(row.ended_at, game.conclusion.utc_offset), apart=True)
        return
    if rows and rows[0].rated:
        rows = await _rated(tx, rows, leaver_alone=game.conclusion.leaver_alone)
    await tx.results.add(rows)
    for row in rows:
        if row.rated:
            await tx.standings.count(row, seasons_at(row.ended_at, game.conclusion.utc_offset))
    await tx.records.count(game.records)
    await tx.records.meet(game.meetings)
    await tx.records.mark(game.sources)
    await tx.records.play_by(game.rules)


async def _rated(tx: Transaction, rows: Sequence[ResultRow], *, leaver_alone: bool) -> list[ResultRow]:
    known = await tx.ratings.of(rows[0].guild_id, rows[0].game_kind, (row.user_id for row in rows))
    day = day_of(rows[0].ended_at)
    before = {row.user_id: strength_on(known.get(row.user_id), day) for row in rows}
    rated = rated_results(rows, before, leaver_alone=leaver_alone)
    for row in rated:
        await tx.ratings.put(rating_after(row, known.get(row.user_id)))
    return rated
