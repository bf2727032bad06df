"""The daily news of a server: its message, the choice of channel and hour, and the posting once a day."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

import discord

from bot.club import Club
from bot.club.daily import begins, laid_open, number_at
from bot.club.daily.news import USUAL_HOUR, DailyNews, NewsChoice
from bot.tables import Tables
from bot.ui.kit.controls import CLOTH, SLATE, Control, Layout, button, menu, rows
from bot.ui.kit.days import write_offset
from bot.ui.kit.outbox import Outbox, nonce_for
from bot.ui.kit.permissions import not_here, only_managers
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import Reconciler, reason
from bot.ui.kit.reply import in_place, refuse
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.daily import LookAtDay, NewsHere, PlayDaily, SetNewsHour, ShowNews, StopNews
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.words import moment
from cogs.daily import day_title, result_line
from cogs.table.app import App, Interaction

log = logging.getLogger(__name__)

_EVERY: Final = timedelta(minutes=1)


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
    return Layout(
        CLOTH,
        day_title(news.today),
        "\n".join(told) or None,
        tr("Days in a row played here: {count}.", count=news.streak) if news.streak else None,
        tr("The same cards for everyone: in private, once."),
        *rows(controls),
    )


def news_settings(
    choice: NewsChoice | None, now: datetime, here: int, offset: int = 0, *, saved: bool = False
) -> Layout:
    """Build the private page for choosing the channel and the hour of a server's news, as seen from a channel."""
    about = tr("Once a day: yesterday's results, days in a row, and **Play**.")
    heading = f"### {tr('Daily deal in this server')}" + (f"\n{tr('Saved.')}" if saved else "")
    if choice is None:
        start = button(NewsHere(), tr("Post it in this channel"), discord.ButtonStyle.success)
        return Layout(SLATE, heading, about, tr("It is off."), *rows([start]))
    controls: list[Control] = [button(StopNews(), tr("Stop it"))]
    if choice.channel_id != here:
        controls.insert(0, button(NewsHere(), tr("Post it in this channel")))
    return Layout(
        SLATE,
        heading,
        about,
        tr("Posted in {channel}, every day at {time}.", channel=f"<#{choice.channel_id}>",
           time=moment(choice.at(number_at(now), offset), "t")),
        f"**{pair(tr('Hour'), _clock(choice.hour, offset))}**",
        hour_menu(SetNewsHour, choice.hour, offset),
        *rows(controls),
        "-# " + tr("The next deal begins at {time}.", time=moment(begins(number_at(now) + 1), "t")),
    )  # fmt: skip


def hour_menu(ask: Callable[[int], Route], hour: int, offset: int) -> discord.ui.ActionRow[Any]:
    """Make a menu of the hours of a day, by a clock that is so many minutes ahead of UTC."""
    offered = [(_clock(each, offset), ask(each), "") for each in range(24)]
    return menu(_clock(hour, offset), offered, chosen=ask(hour))


def _clock(hour: int, offset: int) -> str:
    return tr("{hour}:00 ({offset})", hour=f"{hour:02}", offset=write_offset(offset))


async def show_news(app: App, interaction: Interaction, _route: ShowNews) -> None:
    await _show(app, interaction, await app.club.daily_news.choice(interaction.guild_id or 0))


async def post_news_here(app: App, interaction: Interaction, _route: NewsHere) -> None:
    if hindrance := not_here(interaction):
        await refuse(interaction, hindrance)
        return
    before = await app.club.daily_news.choice(interaction.guild_id or 0)
    hour = before.hour if before is not None else USUAL_HOUR
    await _choose(app, interaction, NewsChoice(interaction.channel_id or 0, hour))


async def set_news_hour(app: App, interaction: Interaction, route: SetNewsHour) -> None:
    before = await app.club.daily_news.choice(interaction.guild_id or 0)
    if before is None or route.hour > 23:
        await _show(app, interaction, before)
        return
    await _choose(app, interaction, NewsChoice(before.channel_id, route.hour))


async def stop_news(app: App, interaction: Interaction, _route: StopNews) -> None:
    await _choose(app, interaction, None)


async def _choose(app: App, interaction: Interaction, choice: NewsChoice | None) -> None:
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    await app.club.daily_news.choose(interaction.guild_id, choice)
    await _show(app, interaction, choice, saved=True)


async def _show(app: App, interaction: Interaction, choice: NewsChoice | None, *, saved: bool = False) -> None:
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    clock = await app.members.preferences.clock_of(interaction.guild_id or 0)
    here = interaction.channel_id or 0
    await in_place(interaction, news_settings(choice, app.tables.now(), here, clock.offset, saved=saved))


class DailyNewsPosts:
    """The poster of daily news, which looks every minute for servers whose hour has come."""

    def __init__(self, client: discord.Client, tables: Tables, club: Club, readers: Readers, outbox: Outbox) -> None:
        self._client = client
        self._outbox = outbox
        self._tables = tables
        self._news = club.daily_news
        self._readers = readers
        self._looked: float | None = None
        self._channels: dict[int, int] = {}
        """The channels of the servers whose hour has come, by server, as of the last look."""
        self._loop = Reconciler(self._tell, lambda guild_id: {"guild": guild_id}, name="daily news")

    async def settle(self) -> None:
        """Post the news, at most once a minute, in each server of this process whose hour has come."""
        now = time.monotonic()
        if self._loop.is_running() or (self._looked is not None and now - self._looked < _EVERY.total_seconds()):
            return
        self._looked = now
        self._channels = await self._news.due()
        for guild_id in self._loop.take_due(self._channels):
            await self._loop.sync(guild_id)

    async def _tell(self, guild_id: int) -> None:
        """Post a server's news, with a note before and after, so that it is posted once wherever this process ends.

        If a note from before is found, the message is looked for. If the bot cannot look, nothing is posted, as a
        second message is worse than none.
        """
        guild, channel_id = self._client.get_guild(guild_id), self._channels.get(guild_id)
        if guild is None or channel_id is None or not self._tables.memory.owns(guild_id):
            return
        today = number_at(self._tables.now())
        telling = await self._news.begin_telling(guild.id, today)
        if telling is None:
            return
        news = await self._news.of(guild.id)
        with self._readers.for_all(guild.id):
            layout = news_page(news)
        try:
            await self._outbox.once(
                self._client.get_partial_messageable(channel_id, guild_id=guild.id),
                nonce_for("bzd.", guild.id, today),
                layout,
                since=telling.since if telling.again else None,
                allowed_mentions=discord.AllowedMentions.none(),
                silent=True,
            )
        except (discord.Forbidden, discord.NotFound) as error:  # no event tells when that changes: tomorrow
            log.warning("a server is not told of the daily deal: %s", reason(error))
        await self._news.note_told(guild.id, today)
