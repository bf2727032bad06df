"""The luck of the cards: in which games it is counted, and counting it while nobody waits for the house."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from bot.coach.luck import events_of, kind_of, lead
from bot.engine.law import law_for
from bot.house.roster import is_house
from bot.tables.values.record import history_of
from bot.tables.values.stored import BrokenRecord, decode
from bot.tables.values.table import Table
from db import DatabaseError, Part, Reader, Store
from db.deals import GameRecordRows
from db.results import LuckRow, ResultRow

log = logging.getLogger(__name__)

EVERY: Final = 4
"""Ticks from one counted game to the next."""
SELDOM: Final = 15
"""Ticks until the next search when no game was waiting."""
FEWEST: Final = 10
"""Smallest number of games from which luck and play are told, as fewer cannot separate play from chance."""


class Fortune(NamedTuple):
    """A member's lead in points per deal, split into luck and play."""

    games: int
    deals: int
    luck: float
    play: float
    error: float
    """Half the width, in points, of the 95% confidence interval of `play`."""


def to_be_counted(table: Table, results: Sequence[ResultRow]) -> list[LuckRow]:
    """Return empty luck rows for the players of a game that has ended, or none if the luck cannot be counted.

    The luck can be counted if only people played, not at an honour table, the house stood in for nobody, and the worth
    of the game's cards is known.
    """
    measured = kind_of(law_for(table.rules)) is not None
    if any(map(is_house, table.users)) or table.is_honour or table.stood_in or not measured:
        return []
    return [LuckRow(row.game_id, row.seat, row.guild_id) for row in results]


def counted(table: Table, results: Sequence[ResultRow]) -> list[LuckRow]:
    """Return each player's lead in a game and the part of it that the cards gave; about ten milliseconds per deal.

    Only deals that were played out count: in an unfinished deal, the value of the cards could not be realised.
    """
    rows = to_be_counted(table, results)
    law = table.game.law
    deals = [deal for deal in table.game.deals if len(deal.tricks) == law.tricks] if rows else []
    if not deals:
        return []
    made, given = [0.0] * law.players, [0.0] * law.players
    for deal in deals:
        happened = events_of([each.deal for each in history_of(table, deal.base.number)])
        for seat in range(law.players):
            made[seat] += deal.score.totals[seat] - deal.base.carried[seat]
            given[seat] += sum(each.points[seat] for each in happened)
    return [
        LuckRow(row.game_id, row.seat, row.guild_id, len(deals), lead(law, made, row.seat), lead(law, given, row.seat))
        for row in rows
    ]


def fortune_of(rows: Sequence[LuckRow]) -> Fortune | None:
    """Return a member's luck per deal and the rest, which is their play; None for too few games.

    A game counts as a whole, as its deals depend on each other. The interval is that of a ratio of two sums, widened
    for few games (Student's distribution).
    """
    games = len(rows)
    if games < FEWEST:
        return None
    deals = sum(row.deals or 0 for row in rows)
    luck = sum(row.points or 0.0 for row in rows) / deals
    play = sum((row.lead or 0.0) - (row.points or 0.0) for row in rows) / deals
    off = sum(((row.lead or 0.0) - (row.points or 0.0) - play * (row.deals or 0)) ** 2 for row in rows)
    wide = 1.96 + 2.4 / (games - 1)
    return Fortune(games, deals, luck, play, wide * math.sqrt(off * games / (games - 1)) / deals)


class Luck:
    """Takes the servers in turn, and counts the game of each that has waited longest."""

    def __init__(self, store: Store, part: Part | None = None) -> None:
        self._store = store
        self._part = part
        self._last = 0
        self._at_it = False
        self._ticks = 0
        self._pause = EVERY

    def is_time(self, *, idle: bool) -> bool:
        """Return whether to continue in this tick of the clock; `idle` says that nobody waits for the house."""
        self._ticks += 1
        if not idle or self._at_it or self._ticks < self._pause:
            return False
        self._ticks = 0
        return True

    async def use_time(self) -> None:
        """Count the next game; if there is none, the next search comes later."""
        with suppress(DatabaseError):  # the clock logs database failures; a later tick tries again
            self._pause = EVERY if await self.go_on() else SELDOM

    async def go_on(self) -> bool:
        """Count the next game, and return whether there was one; do nothing while another is being counted."""
        if self._at_it:
            return False
        self._at_it = True
        try:
            return await self._next()
        finally:
            self._at_it = False

    async def _next(self) -> bool:
        due = await self._store.ask(lambda reader: reader.luck.due(self._last, self._part))
        if due is None:
            return False
        game, self._last = due

        async def looked(reader: Reader) -> tuple[GameRecordRows | None, list[ResultRow]]:
            return await reader.game_record.load(game), await reader.results.of(game)

        rows, results = await self._store.ask(looked)
        found = [] if rows is None else await asyncio.to_thread(_counted, rows, results)

        await self._store.do(lambda tx: tx.luck.keep(game, found))
        return True


def _counted(rows: GameRecordRows, results: Sequence[ResultRow]) -> list[LuckRow]:
    try:
        return counted(decode(rows), results)
    except BrokenRecord:
        log.warning("no luck is counted, its record does not replay", extra={"table": rows.game.id})
        return []
    except Exception:  # otherwise the game would fail every few seconds and hold up all games behind it
        log.exception("no luck is counted", extra={"table": rows.game.id})
        return []
