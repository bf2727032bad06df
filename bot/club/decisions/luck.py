"""What the cards gave in a game of people, and what that says of a member over many games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.coach.luck import events_of, lead
from bot.tables.values.acting import at_honour_table
from bot.tables.values.moments import moments
from bot.tables.values.table import Table
from db.rows import LuckRow, ResultRow

from .records import Company, company_of

FEWEST: Final = 10
"""Of fewer games nothing is said: the play would not be told from chance."""


class Fortune(NamedTuple):
    """What came of a member's deals, in points a deal: by the cards, and by the play."""

    games: int
    deals: int
    luck: float
    play: float
    error: float
    """The play is within so many points nineteen times in twenty."""


def to_be_counted(table: Table, results: Sequence[ResultRow]) -> list[LuckRow]:
    """Return rows for the players of a game that has ended, if its luck can be counted: people alone played it."""
    if company_of(table) is Company.HOUSE or at_honour_table(table) or table.stood_in:
        return []
    return [LuckRow(row.game_id, row.seat, row.guild_id) for row in results]


def counted(table: Table, results: Sequence[ResultRow]) -> list[LuckRow]:
    """Return by player what a game brought and what the cards gave of it; some ten milliseconds a deal.

    Only deals that were played out count: where one is broken off, what the cards had promised was not to be had.
    """
    rows = to_be_counted(table, results)
    law = table.game.law
    deals = [deal for deal in table.game.deals if len(deal.tricks) == law.tricks] if rows else []
    if not deals:
        return []
    made, given = [0.0] * law.players, [0.0] * law.players
    for deal in deals:
        happened = events_of([each.deal for each in moments(table, deal.base.number)])
        for seat in range(law.players):
            made[seat] += deal.score.totals[seat] - deal.base.carried[seat]
            given[seat] += sum(each.points[seat] for each in happened)
    return [
        LuckRow(row.game_id, row.seat, row.guild_id, len(deals), lead(law, made, row.seat), lead(law, given, row.seat))
        for row in rows
    ]


def fortune_of(rows: Sequence[LuckRow]) -> Fortune | None:
    """Return what the cards gave a member a deal, and what is left; None for too few games.

    A game counts as a whole, as its deals hang together. The interval is that of a ratio of two sums, widened as few
    games ask for (Student's distribution).
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
