"""Posting of the daily news in each server, once a day, in the channel and at the hour that it has chosen."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Final

import discord

from bot.club import Club
from bot.tables import Tables
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import Reconciler, reason
from cogs.daily.news_pages import news_page
from cogs.table.posts.posts import left_behind, mark_of, nonce_for

log = logging.getLogger(__name__)

_EVERY: Final = timedelta(minutes=1)


class DailyNewsPosts:
    """The poster of daily news, which looks every minute for servers whose hour has come."""

    def __init__(self, client: discord.Client, tables: Tables, club: Club, readers: Readers) -> None:
        self._client = client
        self._tables = tables
        self._daily = club.daily
        self._readers = readers
        self._looked: float | None = None
        self._channels: dict[int, int] = {}
        """The channels of the servers whose hour has come, by server, as of the last look."""
        self._loop = Reconciler(self._tell, lambda guild_id: {"guild": guild_id}, name="daily news")

    def _is_time(self) -> bool:
        """Tell whether a minute has passed since the last look, and note the look."""
        now = time.monotonic()
        if self._looked is not None and now - self._looked < _EVERY.total_seconds():
            return False
        self._looked = now
        return True

    async def settle(self) -> None:
        """Post the news, at most once a minute, in each server of this process whose hour has come."""
        if self._loop.is_running() or not self._is_time():
            return
        self._channels = dict(await self._daily.news_due())
        for guild_id in self._loop.take_due(self._channels):
            await self._loop.sync(guild_id)

    async def _tell(self, guild_id: int) -> None:
        """Post a server's news, with a note before and after, so that it is posted once wherever this process ends.

        If a note from before is found, the message is looked for. If the bot cannot look, nothing is posted, as a
        second message is worse than none.
        """
        guild, channel_id = self._client.get_guild(guild_id), self._channels.get(guild_id)
        if guild is None or channel_id is None or not self._tables.owns(guild_id):
            return
        today = self._daily.today()
        telling = await self._daily.begin_telling(guild.id, today)
        if telling is None:
            return
        nonce = nonce_for("bzd.", guild.id, today)
        try:
            found: int | None = 0
            if telling.again:
                channel = guild.get_channel_or_thread(channel_id)
                found = await left_behind(self._client, channel, telling.since, mark_of(nonce))
            if found == 0:
                await self._post(guild, channel_id, nonce)
        except (discord.Forbidden, discord.NotFound) as error:  # no event tells when that changes: tomorrow
            log.warning("a server is not told of the daily deal: %s", reason(error))
        await self._daily.note_told(guild.id, today)

    async def _post(self, guild: discord.Guild, channel_id: int, nonce: str) -> None:
        news = await self._daily.news(guild.id)
        with self._readers.for_all(guild.id):
            layout = news_page(news)
        with layout.marked(mark_of(nonce)):
            await self._client.get_partial_messageable(channel_id, guild_id=guild.id).send(
                **layout.sending(), nonce=nonce, allowed_mentions=discord.AllowedMentions.none(), silent=True
            )
