"""Results, ratings, standings, records: written in the transaction that ends a game, and found anew from the games."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from bot.tables.values.restore import BrokenRecord, restore
from bot.tables.values.server_clock import SERVER_CLOCK, ServerClock, read_server_clock
from db.rows import RatingRow, ResultRow

from .decisions.daily import daily_result_of
from .decisions.luck import to_be_counted
from .decisions.records import meetings_of, records_of, rules_played_in, sources_of
from .decisions.standing import places_of, results_of, seasons_of
from .rated_limit import had_their_games
from .values.rating import Strength, rated_anew

if TYPE_CHECKING:
    from bot.tables import Table
    from db import Reader, Store, Transaction

log = logging.getLogger(__name__)


async def conclude(tx: Transaction, table: Table) -> None:
    """Write how a game that has just ended ended, and what it does to ratings, standings and records.

    Who has just played counts as being in the server.
    """
    await tx.in_turn("counted", table.guild_id)  # what the game changes is read first, and others end games too
    await tx.standings.is_back(table.guild_id, table.users)
    await count(tx, table)


async def count(tx: Transaction, table: Table, clocks: dict[int, ServerClock] | None = None) -> None:
    """Write how a game ended, and what it does to ratings, standings and records.

    Args:
        tx: The transaction.
        table: The table.
        clocks: Those of servers, as far as they are known; what is asked for goes in.
    """
    clock = await clock_of(tx, table.guild_id, clocks)
    if table.daily is not None:
        await _concluded_daily(tx, table, clock)
        return
    rows = results_of(table)
    if rows and rows[0].rated and (await tx.order.is_void(table.id) or await _too_often(tx, table)):
        rows = [replace(row, rated=False) for row in rows]
    if rows and rows[0].rated:
        rows = await _rated(tx, table, rows)
    await tx.standings.add(rows)
    for row in rows:
        if row.rated:
            await tx.standings.count(row, seasons_of(clock.local(row.ended_at)))
    await tx.records.count(records_of(table, rows))
    await tx.records.meet(meetings_of(table, rows))
    await tx.records.mark(sources_of(table, rows))
    await tx.records.play_by(rules_played_in(table, rows))
    await tx.luck.await_counting(to_be_counted(table, rows))


async def _concluded_daily(tx: Transaction, table: Table, clock: ServerClock) -> None:
    """Write what a game of the daily deal came to; given up it counts for nothing."""
    row = daily_result_of(table)
    if row is None or table.daily is None:
        return
    await tx.daily.finish(table.daily.number, row.user_id, row.points)
    await tx.standings.count(row, seasons_of(clock.local(row.ended_at)), apart=True)


async def clock_of(
    reader: Reader | Transaction, guild_id: int, known: dict[int, ServerClock] | None = None
) -> ServerClock:
    """Return a server's clock, from those that are known where it is among them."""
    known = {} if known is None else known
    if guild_id not in known:
        known[guild_id] = read_server_clock((await reader.settings.of_guild(guild_id)).get(SERVER_CLOCK))
    return known[guild_id]


async def _too_often(tx: Transaction, table: Table) -> bool:
    """Tell whether two of a table have had all the rated games that a day brings them; tournaments go beyond them."""
    began = table.started_at or table.ended_at
    if table.fixture is not None or began is None:
        return False
    return await had_their_games(tx, table.guild_id, table.users, began, table.id) is not None


async def _rated(tx: Transaction, table: Table, rows: list[ResultRow]) -> list[ResultRow]:
    guild, kind = table.guild_id, rows[0].game_kind
    known = await tx.standings.ratings(guild, kind, (row.user_id for row in rows))
    before = {
        row.seat: Strength(known[row.user_id].mu, known[row.user_id].sigma) if row.user_id in known else Strength()
        for row in rows
    }
    sides = table.game.law.side_seats
    anew = rated_anew([[before[seat] for seat in seats] for seats in sides], places_of(table))
    after = dict(zip(chain.from_iterable(sides), chain.from_iterable(anew), strict=True))
    for row in rows:
        strength, was = after[row.seat], known.get(row.user_id)
        games = 1 + (was.games if was is not None else 0)
        await tx.standings.believe(
            RatingRow(guild, kind, row.user_id, strength.mu, strength.sigma, strength.shown, games)
        )
    return [
        replace(
            row, mu_before=before[row.seat].mu, sigma_before=before[row.seat].sigma,
            mu=after[row.seat].mu, sigma=after[row.seat].sigma,
        )
        for row in rows
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What came of counting everything anew."""

    games: int
    """So many games were counted."""
    left_out: tuple[int, ...]
    """The games whose record is damaged: their results stay as they are, and count for nothing."""


async def rebuild(store: Store) -> Rebuilt:
    """Find all results, ratings, standings and records anew from the games themselves.

    Raises:
        DatabaseError: Nothing was changed.
    """
    games, left_out, clocks = 0, [], dict[int, ServerClock]()
    async with store.write() as tx:
        await tx.standings.forget_all()
        await tx.records.forget_all()
        for game_id in await tx.games.finished():
            rows = await tx.games.load(game_id)
            if rows is None:
                continue
            try:
                table = restore(rows)
            except BrokenRecord:
                await tx.standings.leave_out(game_id)
                left_out.append(game_id)
                log.warning("left out, its record does not replay", extra={"table": game_id})
                continue
            await tx.standings.forget_results(game_id)
            await count(tx, table, clocks)
            games += 1
        await tx.people.drop_former()  # their games count for the others
    return Rebuilt(games, tuple(left_out))


async def rebuild_if_due(store: Store) -> bool:
    """Count what an older version left uncounted, and return whether there was anything."""
    due = await store.ask(lambda reader: reader.standings.uncounted())
    if due:
        log.info("standings are counted anew")
        await rebuild(store)
    return due
