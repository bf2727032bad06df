"""The last word of messages that could not be edited when it was due: it is said as soon as they can be.

What stays of a board proves its deal, or lays a secret open with which nothing was dealt. A message too often edited, a
thread put away, a channel that the bot may not write in for a while: none of these may keep that back for good.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any, Final

import discord

from bot.tables import Message, Table, Tables
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import BOARDS, CLOSING, COMMITTED
from bot.tables.decisions.moving import ANCHOR
from bot.ui.kit.controls import Layout
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from cogs.table.pages.closed import moved_board
from cogs.table.posts.edits import Edited, edit_posted, woken
from cogs.table.posts.showing import Showing

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
        self._waits: dict[tuple[int, int], tuple[int, datetime]] = {}
        """By table and message, how often it was tried, and when it may be tried again."""
        self._tokens: dict[tuple[int, int], discord.Interaction[Any]] = {}
        """By table and message, the newest click on it while it was a board."""

    def keep_token(self, table_id: int, message_id: int, token: discord.Interaction[Any] | None) -> None:
        """Remember a click on a message that awaits its last word: an edit by it counts against no limit."""
        if token is not None:
            self._tokens[table_id, message_id] = token

    def disown(self, tables: Collection[int]) -> None:
        """Know nothing any more of the messages of tables that another process has."""
        gone = frozenset(tables)
        self._waits = {key: waits for key, waits in self._waits.items() if key[0] not in gone}
        self._tokens = {key: token for key, token in self._tokens.items() if key[0] not in gone}

    async def settle(self, table: Table) -> datetime | None:
        """Say the last word in a table's messages that await it; return when to try again where it cannot be said."""
        waiting = []
        for row in table.messages:
            # What carries the commitment has said its last word if the deal is dealt; else the secret belongs there.
            if row.closed or not (row.role == CLOSING or (row.role == COMMITTED and not table.live)):
                continue
            key = table.id, row.message_id
            tries, at = self._waits.get(key, (0, self._tables.now()))
            if at <= self._tables.now():
                token = self._tokens.pop(key, None)
                if await self._say(table, row, token, again=tries > 0):
                    self._waits.pop(key, None)
                    await self._tables.ask(table.id, dealing.unposted, row.message_id)
                    continue
                at = self._tables.now() + _WAITS[min(tries, len(_WAITS) - 1)]
                self._waits[key] = tries + 1, at
            if tries < _MOST_TRIES:
                waiting.append(at)
        return min(waiting, default=None)

    async def _say(self, table: Table, row: Message, token: discord.Interaction[Any] | None, *, again: bool) -> bool:
        """Edit a message into what stays of it; False where that is not possible now."""
        layout = await self._last_word(table, row)
        if layout is None:
            return False
        awake = row.channel_id == table.channel_id and table.live and not again
        try:
            async with nullcontext() if awake else woken(self._client, row.channel_id):
                edited = await edit_posted(self._client, table, row.message_id, layout, token, self._tables.now())
        except DISCORD_TROUBLE as error:
            log.info("a message still awaits its last word: %s", reason(error), extra={"table": table.id})
            return False
        return edited is not Edited.NOT_NOW

    async def _last_word(self, table: Table, row: Message) -> Layout | None:
        """Build what stays of a board: of a deal that is over, or where it went; None where that is not known yet."""
        later = next((m for m in table.messages if _takes_its_place(m, row)), None)
        if later is None:
            open_deal = table.seal.number if table.live and table.seal is not None else None
            return None if row.deal == open_deal else await self._showing.closed(table, row.deal or 0)
        link = f"https://discord.com/channels/{table.guild_id}/{later.channel_id}/{later.message_id}"
        with self._showing.for_all(table):
            return moved_board(table, row.deal or 0, link)


def _takes_its_place(message: Message, row: Message) -> bool:
    """Tell whether a message is a later board of the same deal."""
    same = message.role in (*BOARDS, ANCHOR) and message.deal == row.deal
    return same and message.message_id > row.message_id
