"""What a game of the daily deal comes to: its score, its line, streaks of days, and what is due to be posted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.club.values.daily import NewsChoice, Secret, begins, number_at
from bot.engine import Ending
from bot.engine.shuffle import SECRET_BYTES, commitment
from bot.tables.decisions.daily import HOUSE_SEAT, PLAYER_SEAT
from bot.tables.decisions.occasion import Chance
from bot.tables.values.table import Table
from db.rows import DAILY_KIND, ResultRow

AHEAD = 7
"""Secrets are drawn for so many days to come, so that each is there before its day also where the bot was away."""


def score_of(table: Table) -> int | None:
    """Return the player's points less the house's, in tens as stored; None where the deal was not played out."""
    result = table.game.result
    if table.daily is None or result is None or result.ending is not Ending.SCORE:
        return None
    return table.game.totals[PLAYER_SEAT] - table.game.totals[HOUSE_SEAT]


def daily_result_of(table: Table) -> ResultRow | None:
    """Return what a game of the daily deal counts for, on its own board alone; None where it was not played out.

    Its points are the score, and it is won where that is above nothing.
    """
    score = score_of(table)
    if score is None or table.ended_at is None:
        return None
    return daily_row(table.id, table.guild_id, table.users[PLAYER_SEAT], score, table.ended_at)


def daily_row(game_id: int, guild_id: int, user_id: int, score: int, ended_at: datetime) -> ResultRow:
    """Return what a daily deal counts for that was played out with a score."""
    return ResultRow(
        game_id, PLAYER_SEAT, guild_id, user_id, score > 0, score,
        "won" if score > 0 else "lost", PLAYER_SEAT, ended_at, False, DAILY_KIND, 1, score, 0,
    )  # fmt: skip


def unnamed(table: Table, name: str) -> Table:
    """Return a game of the daily deal without who played it, to be looked at by others."""
    rows = (replace(row, user_id=0, name=name) if row.seat == PLAYER_SEAT else row for row in table.seats)
    return table.but(seats=tuple(rows), opener_id=0, guild_id=0)


def tricks_won(table: Table) -> tuple[bool, ...]:
    """Return for each trick of the deal so far whether the player has won it."""
    deal = table.game.deal
    return tuple(trick.winner == PLAYER_SEAT for trick in deal.tricks) if deal is not None else ()


def missing(known: Sequence[int], now: datetime) -> list[int]:
    """Return the numbers of the deals whose secrets are yet to be drawn: today's and those of the days to come."""
    today = number_at(now)
    return [number for number in range(today, today + AHEAD + 1) if number not in known]


def drawn(number: int, chance: Chance) -> Secret:
    """Draw the secret of a day."""
    secret = chance.randbytes(SECRET_BYTES)
    return Secret(number, commitment(secret), secret.hex())


def streak(days: Sequence[int], today: int) -> int:
    """Return on how many days in a row the deal was played, up to today; up to yesterday where today is yet to come.

    Args:
        days: The numbers of the deals that were played, the newest first.
        today: The number of today's.
    """
    counted, expected = 0, today if today in days[:1] else today - 1
    for number in days:
        if number != expected:
            break
        counted, expected = counted + 1, expected - 1
    return counted


def news_at(choice: NewsChoice, number: int, offset: int = 0) -> datetime:
    """Return when a server is told of a deal: at its hour by its own clock, within the deal's UTC day.

    Args:
        choice: Where and when it is told.
        number: The deal's.
        offset: How far the server's clock is from UTC, in minutes.
    """
    return begins(number) + timedelta(minutes=(60 * choice.hour - offset) % (24 * 60))


def news_is_due(choice: NewsChoice, told: object, now: datetime, offset: int = 0) -> bool:
    """Tell whether a server is to be told of today's deal now: its hour has come, and it has not been told today.

    Of the days that were missed it is told nothing.
    """
    today = number_at(now)
    return now >= news_at(choice, today, offset) and not (type(told) is int and told >= today)


def told_before(choice: NewsChoice, now: datetime, offset: int = 0) -> int:
    """Return of which deal a server that makes a choice now counts as told: today's where the hour has passed."""
    today = number_at(now)
    return today if now >= news_at(choice, today, offset) else today - 1
