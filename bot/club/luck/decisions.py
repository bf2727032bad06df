"""The luck of the cards in a game between people, and a member's luck and play over many games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.club.records import Company, company_of
from bot.coach.luck import events_of, lead
from bot.tables.values.acting import at_honour_table
from bot.tables.values.moments import moments
from bot.tables.values.table import Table
from db.luck import LuckRow
from db.results import ResultRow

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

    The luck can be counted if only people played, not at an honour table, and the house stood in for nobody.
    """
    if company_of(table) is Company.HOUSE or at_honour_table(table) or table.stood_in:
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
        happened = events_of([each.deal for each in moments(table, deal.base.number)])
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
