"""Tells members in private that they have left two rated games and open and join no rated tables for a day.

It is noted before it is sent: a crash in between leads to no message, never to two. The refusal says it too.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.tables import DatabaseError, Tables
from bot.ui.kit.readers import Readers
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from cogs.safety.fair_play_pages import barred_message
from cogs.table.posts.posts import nonce_for

log = logging.getLogger(__name__)


class BarPosts:
    """Sends such direct messages."""

    def __init__(self, client: discord.Client, tables: Tables, readers: Readers) -> None:
        self._client = client
        self._tables = tables
        self._readers = readers
        self._one_at_a_time = asyncio.Lock()

    async def tell(self) -> None:
        """Tell everybody who has yet to be told; where that fails they read it when they ask for a rated table.

        A server's members are told by the process that answers for it.
        """
        async with self._one_at_a_time:
            try:
                found = await self._tables.left_games.to_tell(self._tables.owns)
            except DatabaseError as error:
                log.warning("nobody could be told of games that were left", extra={"why": reason(error)})
                return
            for guild_id, user_id, until in found:
                guild = self._client.get_guild(guild_id)
                if guild is None:
                    continue
                with self._readers.for_member(user_id, guild_id):
                    layout = barred_message(guild.name, until)
                try:
                    place = await self._client.create_dm(discord.Object(user_id))
                    nonce = nonce_for("bzb.", guild_id, user_id, until.isoformat())
                    mentions = discord.AllowedMentions.none()
                    await place.send(**layout.sending(), nonce=nonce, allowed_mentions=mentions)
                except DISCORD_TROUBLE as error:
                    log.warning("somebody could not be told of games that they left", extra={"why": reason(error)})
