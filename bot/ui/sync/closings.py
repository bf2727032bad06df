"""The last word of messages that could not be edited when it was due: it is said as soon as they can be.

What stays of a board proves its deal, or lays a secret open with which nothing was dealt. A message too often edited, a
thread put away, a channel that the bot may not write in for a while: none of these may keep that back for good.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.tables import Message, Table, Tables
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import CLOSING
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason

from .posting import Edited, edit_posted, woken
from .showing import Showing

log = logging.getLogger(__name__)

_WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
"""After how long it is tried again; the last of them again and again."""
_MOST_TRIES: Final = 24 * 7
"""So often at most until the next start."""


class Closings:
    """Edits the messages that still await their last word."""

    def __init__(self, client: discord.Client, tables: Tables, showing: Showing) -> None:
        self._client = client
        self._tables = tables
        self._showing = showing
        self._waits: dict[int, tuple[int, datetime]] = {}
        """By message, how often it was tried, and when it may be tried again."""

    async def settle(self, table: Table) -> datetime | None:
        """Say the last word in a table's messages that await it; return when to try again where it cannot be said."""
        waiting = []
        for row in table.messages:
            if row.role != CLOSING or row.closed:
                continue
            tries, at = self._waits.get(row.message_id, (0, self._tables.now()))
            if at <= self._tables.now():
                if await self._say(table, row):
                    self._waits.pop(row.message_id, None)
                    await self._tables.ask(table.id, dealing.unposted, row.message_id)
                    continue
                at = self._tables.now() + _WAITS[min(tries, len(_WAITS) - 1)]
                self._waits[row.message_id] = tries + 1, at
            if tries < _MOST_TRIES:
                waiting.append(at)
        return min(waiting, default=None)

    async def _say(self, table: Table, row: Message) -> bool:
        """Edit a message into what stays of it; False where that is not possible now."""
        layout = await self._showing.closed(table, row.deal or 0)
        try:
            async with woken(self._client, row.channel_id):
                edited = await edit_posted(self._client, table, row.message_id, layout, None, self._tables.now())
        except DISCORD_TROUBLE as error:
            log.info("a message still awaits its last word: %s", reason(error), extra={"table": table.id})
            return False
        return edited is not Edited.NOT_NOW
