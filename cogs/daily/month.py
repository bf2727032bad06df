"""The pictures of the daily deal: the month with one's own results, and the strip that is shared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.club.daily.decisions import tricks_won
from bot.club.daily.values import DailyDay, day_of
from bot.tables import Table
from bot.tables.decisions.daily import RULES
from bot.ui.kit.controls import Layout
from bot.ui.pictures.daily import Month, Strip
from bot.ui.text.faces import Look, Picture, title_name
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.scoring import signed
from bot.ui.text.words import month_name
from cogs.daily.pages import result_page

if TYPE_CHECKING:
    from cogs.table.posts.showing import Showing


def month_of(day: DailyDay) -> Month | None:
    """Return the month up to today with a member's results; None on another day, or without results."""
    if not day.is_today or not day.month:
        return None
    today = day_of(day.number)
    results = tuple((each, signed(points, RULES), points > 0) for each, points in sorted(day.month.items()))
    weekdays = tuple(tr("M T W T F S S").split())  # Monday first
    return Month(month_name(today.year, today.month), weekdays, today.replace(day=1).weekday(), today.day, results)


def month_words(month: Month) -> str:
    """Say in words what the picture of a month shows."""
    return pair(month.title, "; ".join(f"{day}. {points}" for day, points, _ in month.results))


def strip_words(strip: Strip) -> str:
    """Say in words what the picture of a shared result shows."""
    won = ", ".join(str(trick) for trick, each in enumerate(strip.won, start=1) if each)
    told = [f"{strip.title}, {title_name(strip.name)}: {strip.points}", strip.tricks, won]
    return "; ".join(part for part in told if part)


async def calendar(showing: Showing, day: DailyDay, user_id: int) -> Picture | None:
    """Return the month up to today as a picture; None without results, or if the member wants no pictures."""
    month = month_of(day)
    if month is None or showing.reader(user_id)[0].look is not Look.PICTURES:
        return None
    server = day.own.guild_id if day.own is not None else 0
    return await showing.scenes.month(month, month_words(month), server)


async def result_layout(showing: Showing, day: DailyDay, table: Table, user_id: int, note: str = "") -> Layout:
    """Build the private page for a member who has played the deal, with the month."""
    return result_page(day, table, note, await calendar(showing, day, user_id))


def strip_of(day: DailyDay, table: Table, name: str) -> Strip:
    """Return what the picture of a shared result shows: the tricks won and lost, and no card."""
    assert day.own is not None
    assert day.own.points is not None  # it was played out
    won = tricks_won(table)
    tricks = trn("{won} of {count} trick won", "{won} of {count} tricks won", len(won), won=sum(won))
    return Strip(tr("Daily deal {number}", number=day.number), name, signed(day.own.points, RULES), tricks, won)
