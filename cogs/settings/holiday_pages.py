"""The page on which a member plans holidays, and its texts."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.members.holidays import NoHoliday, NotPlanned
from bot.tables.values.holidays import MOST_A_YEAR, Holiday, days_taken, now_or_next
from bot.ui.kit.controls import SLATE, Layout, button, rows
from bot.ui.routes.settings import EndHolidays, EnterHolidays, ShowSettings, Whose
from bot.ui.text.i18n import pair, tr
from cogs.table.pages.board import _first, _last


def holiday_words(holidays: tuple[Holiday, ...], now: datetime) -> str:
    """Write a member's present or next holidays, for the member."""
    holiday = now_or_next(holidays, now)
    if holiday is None:
        return tr("none")
    if holiday.starts <= now:
        return tr("you are away until {day}", day=_last(holiday))
    return tr("from {first} to {last}", first=_first(holiday), last=_last(holiday))


def holidays_page(holidays: tuple[Holiday, ...], now: datetime, *, said: str = "") -> Layout:
    """Build the private page with a member's holidays.

    Args:
        holidays: The member's holidays.
        now: The present moment.
        said: The reason for which the last choice was refused.
    """
    holiday = now_or_next(holidays, now)
    buttons = [button(EnterHolidays(), tr("Choose days …"), discord.ButtonStyle.primary)]
    if holiday is not None:
        buttons.append(button(EndHolidays(), tr("I am back") if holiday.starts <= now else tr("Call them off")))
    left = max(0, MOST_A_YEAR - days_taken(holidays, now.year))
    return Layout(
        SLATE,
        f"### {tr('Holidays')}",
        f"⚠ {said}" if said else None,
        tr("On these days your clock does not run at tables where a move may take days, and you are not reminded. The "
           "others read on the board until when you are away. The time of a tournament's round goes on."),
        pair(f"**{tr('Your holidays')}**", holiday_words(holidays, now))
        + "\n-# "
        + tr("Days left this year: {left} of {most}", left=left, most=MOST_A_YEAR),
        *rows(buttons),
        discord.ui.ActionRow(button(ShowSettings(Whose.MINE), tr("All settings"))),
    )  # fmt: skip


def not_planned(error: NotPlanned) -> str:
    """Say why the chosen days cannot be holidays."""
    return {
        NoHoliday.BACKWARDS: tr("That ends before it begins. Write the first day above, and the last one below."),
        NoHoliday.PAST: tr("Those days have passed. Choose days that are still to come."),
        NoHoliday.FAR: tr("That is more than a year away. Choose days that are nearer."),
        NoHoliday.TOO_MANY: tr("That is too long: {left} of {most} days are left in that year.",
                               left=error.left, most=MOST_A_YEAR),
    }[error.why]  # fmt: skip
