"""Direct messages to members who have left two rated games and may join no rated tables for a day.

A note is stored before a message is sent, so a crash in between leads to no message and never to two. The refusal at
a rated table says the same.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.tables import DatabaseError, Tables
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from cogs.safety.moderation_pages import barred_message
from cogs.table.posts.posts import nonce_for

log = logging.getLogger(__name__)


class BarPosts:
    """The sender of these messages."""

    def __init__(self, client: discord.Client, tables: Tables, readers: Readers) -> None:
        self._client = client
        self._tables = tables
        self._readers = readers
        self._one_at_a_time = asyncio.Lock()

    async def tell(self) -> None:
        """Send the message to every member who lacks it, in the servers for which this process answers.

        A member whom the message does not reach reads the same when they ask for a rated table.
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
