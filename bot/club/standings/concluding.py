"""Writing results, ratings, standings and records in the transaction that ends a game.

Decisions that depend on more than the game itself, such as why it is not rated, are stored with it as its *conclusion*.
"""

from __future__ import annotations

from bot.club.daily import daily_row, score_of
from bot.club.luck import to_be_counted
from bot.club.milestones import note_milestones
from bot.club.standings.rating import counted_under, rate
from bot.club.standings.results import (
    Game,
    Unrated,
    concluded_results,
    meetings_of,
    played_with,
    records_of,
    rules_played_in,
    sources_of,
    unrated_at_end,
)
from bot.club.standings.seasons import seasons_at
from bot.tables import Table
from bot.tables.decisions.daily import PLAYER_SEAT
from bot.tables.leaving import had_their_games
from bot.tables.values.clocks import SERVER_CLOCK, read_server_clock
from db import Reader, Transaction
from db.results import ConclusionRow


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
    await note_milestones(tx, table, game.results)


async def decided(reader: Reader, table: Table) -> ConclusionRow:
    """Decide what depends on more than the game: its place in the order, the server's clock, why it is not rated."""
    assert table.ended_at is not None  # it has ended
    clock = read_server_clock((await reader.settings.of_guild(table.guild_id)).get(SERVER_CLOCK))
    why = unrated_at_end(table)
    if why is None and table.fixture is None:  # the daily limit does not apply to tournament games
        began = table.started_at or table.ended_at
        if await had_their_games(reader, table.guild_id, table.users, began, table.id) is not None:
            why = Unrated.OFTEN
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
            return Game(conclusion, (), daily=True, table=table)
        row = daily_row(table.id, table.guild_id, table.users[PLAYER_SEAT], score, table.ended_at)
        return Game(conclusion, (row,), daily=True, table=table)
    why = None if conclusion.unrated is None else Unrated(conclusion.unrated)
    rows = concluded_results(table, why, leaver_alone=conclusion.leaver_alone)
    return Game(
        conclusion,
        tuple(rows),
        records_of(played_with(table), rows),
        meetings_of(played_with(table), rows),
        sources_of(table, rows),
        rules_played_in(table, rows),
        table=table,
    )


async def note_beside(tx: Transaction, table: Table, game: Game) -> None:
    """Store what a concluded game means besides the counts: a daily deal's points, and luck to be counted later."""
    if table.daily is not None:
        for row in game.results:
            await tx.daily.finish(table.daily.number, row.user_id, row.points)
        return
    await tx.luck.await_counting(to_be_counted(table, game.results))


async def _count(tx: Transaction, game: Game) -> None:
    """Add a game to the stored counts."""
    rows = list(game.results)
    if rows and rows[0].rated:
        known = await tx.ratings.of(rows[0].guild_id, rows[0].game_kind, (row.user_id for row in rows))
        rows, ratings = rate(rows, known)
        for rating in ratings:
            await tx.ratings.put(rating)
    for row in rows:
        if row.rated or game.daily:
            seasons = seasons_at(row.ended_at, game.conclusion.utc_offset)
            await tx.standings.count(row, seasons, counted_under(row.game_kind))
    if game.daily:
        return
    await tx.results.add(rows)
    await tx.records.count(game.records)
    await tx.records.meet(game.meetings)
    await tx.records.mark(game.sources)
    await tx.records.play_by(game.rules)
