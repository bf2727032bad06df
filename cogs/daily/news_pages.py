"""The daily news message of a server, and the page for choosing its channel and hour."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import discord

from bot.club.daily.decisions import news_at
from bot.club.daily.values import DailyNews, NewsChoice, begins, laid_open, number_at
from bot.ui.kit.controls import CLOTH, SLATE, Control, Layout, button, menu, rows
from bot.ui.kit.days import write_offset
from bot.ui.routes.daily import LookAtDay, NewsHere, PlayDaily, SetNewsHour, StopNews
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.words import moment
from cogs.daily.pages import day_title, result_line


def news_page(news: DailyNews) -> Layout:
    """Build the public message: yesterday's list, the server's streak, and today's deal."""
    yesterday = news.today - 1
    told, controls = [], [button(PlayDaily(news.today), tr("Play"), discord.ButtonStyle.success)]
    if news.has_yesterday:
        controls.append(button(LookAtDay(yesterday), tr("Yesterday")))
        told.append(f"**{tr('Yesterday')}**")
        told += [result_line(row) for row in news.results] or [tr("Nobody here finished it.")]
    if (more := news.played - len(news.results)) > 0:
        told.append("-# " + trn("and {count} more", "and {count} more", more))
    if news.unfinished:
        until = moment(laid_open(yesterday), "t")
        told.append("-# " + tr("Deals begun in time can be finished until {until}.", until=until))
    streak = None
    if news.streak:
        streak = tr("Days in a row played here: {count}.", count=news.streak)
    return Layout(
        CLOTH,
        day_title(news.today),
        "\n".join(told) or None,
        streak,
        tr("The same cards for everyone: in private, once."),
        *rows(controls),
    )


def news_settings(
    choice: NewsChoice | None, now: datetime, here: int, offset: int = 0, *, saved: bool = False
) -> Layout:
    """Build the private page for choosing the channel and the hour of a server's news.

    Args:
        choice: The present choice; None: the news is off.
        here: The id of the channel of the interaction.
        offset: The server's offset from UTC, in minutes.
        saved: Whether something has just been changed.
    """
    about = tr("Once a day: yesterday's results, days in a row, and **Play**.")
    heading = f"### {tr('Daily deal in this server')}" + (f"\n{tr('Saved.')}" if saved else "")
    if choice is None:
        start = button(NewsHere(), tr("Post it in this channel"), discord.ButtonStyle.success)
        return Layout(SLATE, heading, about, tr("It is off."), *rows([start]))
    controls: list[Control] = [button(StopNews(), tr("Stop it"))]
    if choice.channel_id != here:
        controls.insert(0, button(NewsHere(), tr("Post it in this channel")))
    offered: list[tuple[str, Any, str]] = [(_clock(hour, offset), SetNewsHour(hour), "") for hour in range(24)]
    return Layout(
        SLATE,
        heading,
        about,
        tr("Posted in {channel}, every day at {time}.", channel=f"<#{choice.channel_id}>",
           time=moment(news_at(choice, number_at(now), offset), "t")),
        f"**{pair(tr('Hour'), _clock(choice.hour, offset))}**",
        menu(_clock(choice.hour, offset), offered, chosen=SetNewsHour(choice.hour)),
        *rows(controls),
        "-# " + tr("The next deal begins at {time}.", time=moment(begins(number_at(now) + 1), "t")),
    )  # fmt: skip


def _clock(hour: int, offset: int) -> str:
    return tr("{hour}:00 ({offset})", hour=f"{hour:02}", offset=write_offset(offset))
