"""Posts what servers are told of the daily deal: once a day, where and when each has chosen."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.club import Club
from bot.tables import Tables
from bot.ui.kit.readers import Readers
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from bot.ui.pages.daily_news import news_page

from .posts import nonce_for

log = logging.getLogger(__name__)

_EVERY: Final = timedelta(minutes=1)


class DailyNewsPosts:
    """Looks every minute for servers whose hour has come."""

    def __init__(self, client: discord.Client, tables: Tables, club: Club, readers: Readers) -> None:
        self._client = client
        self._tables = tables
        self._daily = club.daily
        self._readers = readers
        self._looked: datetime | None = None

    def _is_time(self) -> bool:
        """Tell whether to look now; it is not time again for a minute then."""
        now = self._tables.now()
        if self._looked is not None and timedelta() <= now - self._looked < _EVERY:
            return False
        self._looked = now
        return True

    async def settle(self) -> None:
        """Tell every server of this process whose hour has come today and that has not been told; once a minute."""
        if not self._is_time():
            return
        for guild_id, channel_id in await self._daily.news_due():
            guild = self._client.get_guild(guild_id)
            if guild is not None:
                await self._tell(guild, channel_id)

    async def _tell(self, guild: discord.Guild, channel_id: int) -> None:
        """Tell a server; it is noted first, as being told twice is worse than once not at all."""
        today = self._daily.today()
        if not await self._daily.note_told(guild.id, today):
            return
        news = await self._daily.news(guild.id)
        with self._readers.for_all(guild.id):
            layout = news_page(news)
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild.id)
        try:
            await channel.send(
                **layout.sending(),
                nonce=nonce_for("bzd.", guild.id, today),
                allowed_mentions=discord.AllowedMentions.none(),
                silent=True,
            )
        except (discord.Forbidden, discord.NotFound) as error:  # nothing tells when that changes: tomorrow
            log.warning("a server could not be told of the daily deal: %s", reason(error))
        except DISCORD_TROUBLE as error:
            log.warning("a server is told of the daily deal later: %s", reason(error))
            await self._daily.note_told(guild.id, today - 1, again=True)
