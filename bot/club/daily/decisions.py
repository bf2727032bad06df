"""Decisions about daily deals: scores, results, secrets, streaks of days, and when news are due."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from bot.club.daily.values import NewsChoice, begins, monday_of, number_at
from bot.engine import Ending
from bot.engine.shuffle import SECRET_BYTES, commitment
from bot.tables.decisions.daily import HOUSE_SEAT, PLAYER_SEAT
from bot.tables.decisions.occasion import Chance
from bot.tables.values.table import Table
from db.daily import DailyDealRow
from db.results import ResultRow
from db.standings import DAILY_KIND

AHEAD = 7
"""Number of coming days whose secrets are drawn ahead, so that each exists before its day even if the bot was down."""


def score_of(table: Table) -> int | None:
    """Return the player's points less the house's, in tens as stored; None where the deal was not played out."""
    result = table.game.result
    if table.daily is None or result is None or result.ending is not Ending.SCORE:
        return None
    return table.game.totals[PLAYER_SEAT] - table.game.totals[HOUSE_SEAT]


def daily_result_of(table: Table) -> ResultRow | None:
    """Return the result of a daily deal for its own leaderboard; None where it was not played out.

    Its points are the score, and a score above 0 is a win.
    """
    score = score_of(table)
    if score is None or table.ended_at is None:
        return None
    return daily_row(table.id, table.guild_id, table.users[PLAYER_SEAT], score, table.ended_at)


def daily_row(game_id: int, guild_id: int, user_id: int, score: int, ended_at: datetime) -> ResultRow:
    """Return the result row of a daily deal that was played out with a score."""
    return ResultRow(
        game_id, PLAYER_SEAT, guild_id, user_id, score > 0, score,
        "won" if score > 0 else "lost", PLAYER_SEAT, ended_at, DAILY_KIND, 1, score, 0, rated=False,
    )  # fmt: skip


def unnamed(table: Table, name: str) -> Table:
    """Return a game of the daily deal without its player's identity, for others to see."""
    rows = (replace(row, user_id=0, name=name) if row.seat == PLAYER_SEAT else row for row in table.seats)
    return table.but(seats=tuple(rows), opener_id=0, guild_id=0)


def tricks_won(table: Table) -> tuple[bool, ...]:
    """Return whether the player has won each trick of the deal so far."""
    deal = table.game.deal
    return tuple(trick.winner == PLAYER_SEAT for trick in deal.tricks) if deal is not None else ()


def missing(known: Sequence[int], now: datetime) -> list[int]:
    """Return the numbers of today's and the coming deals whose secrets have not been drawn yet."""
    today = number_at(now)
    return [number for number in range(today, today + AHEAD + 1) if number not in known]


def drawn(number: int, chance: Chance, now: datetime) -> DailyDealRow:
    """Draw the secret of a day, as 128 hexadecimal digits."""
    secret = chance.randbytes(SECRET_BYTES)
    return DailyDealRow(number, commitment(secret), secret.hex(), now)


def streak(days: Collection[int], today: int) -> int:
    """Return the number of deals played in the longest run of days up to today in which no week has two missed days.

    A week is Monday to Sunday in UTC, of which only the days of the run count; today is not missed before it is over.

    Args:
        days: The numbers of the deals that were played.
        today: The number of today's deal.
    """
    played, weeks_with_a_free_day = frozenset(days), set[date]()
    counted, day = int(today in played), today - 1
    while day in played or monday_of(day) not in weeks_with_a_free_day:
        if day in played:
            counted += 1
        else:
            weeks_with_a_free_day.add(monday_of(day))
        day -= 1
    return counted


def news_at(choice: NewsChoice, number: int, offset: int = 0) -> datetime:
    """Return when a server's news of a deal are due: at the chosen hour of its clock, within the deal's UTC day.

    Args:
        choice: Where and when the server gets the news.
        number: The deal's number.
        offset: Minutes by which the server's clock is ahead of UTC.
    """
    return begins(number) + timedelta(minutes=(60 * choice.hour - offset) % (24 * 60))


def news_is_due(choice: NewsChoice, told: object, now: datetime, offset: int = 0) -> bool:
    """Return whether a server's news of today's deal are due now: its hour has come, and they were not posted today.

    News of missed days are not posted later.

    Args:
        choice: Where and when the server gets the news.
        told: The stored number of the deal of its latest news, or a note that news are being posted.
        offset: Minutes by which the server's clock is ahead of UTC.
    """
    today = number_at(now)
    return now >= news_at(choice, today, offset) and not (type(told) is int and told >= today)


def told_before(choice: NewsChoice, now: datetime, offset: int = 0) -> int:
    """Return the deal whose news count as posted when a server makes its choice: today's if the hour has passed."""
    today = number_at(now)
    return today if now >= news_at(choice, today, offset) else today - 1
