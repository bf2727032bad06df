"""Boards of frozen tables, whose record is broken: they say that the game has stopped and reveal the sealed secret.

Such a record cannot be read into a table, so this module works beside the presenter from the stored rows alone.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable
from datetime import timedelta
from typing import Final

import discord

from bot.tables import Message, Tables
from bot.tables.archive import Frozen
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from cogs.table.pages.closed import frozen_board
from cogs.table.posts.edits import woken

log = logging.getLogger(__name__)

_EVERY: Final = timedelta(minutes=10)
"""Time between two looks at the frozen tables."""


class FrozenBoards:
    """The editor of the boards of frozen tables."""

    def __init__(self, client: discord.Client, tables: Tables, readers: Readers) -> None:
        self._client = client
        self._tables = tables
        self._readers = readers
        self._looked: float | None = None
        self._told_of = 0
        """Number of frozen tables at the last look."""

    def is_time(self) -> bool:
        """Tell whether to look now: another record was found broken, or the last look is `_EVERY` ago."""
        if self._told_of != self._tables.store.tally.frozen:
            return True
        return self._looked is not None and time.monotonic() - self._looked >= _EVERY.total_seconds()

    async def after(self, showing: Awaitable[object]) -> None:
        """Wait for a table to be shown; if that found a broken record, say so on its board at once.

        Raises:
            DatabaseError: As `settle`.
        """
        await showing
        if self.is_time():
            await self.settle()

    async def settle(self) -> None:
        """Edit every board of a frozen table that does not say so yet; a failed edit is left for the next look.

        Raises:
            DatabaseError: An edit could not be stored as done, so it is made again.
        """
        self._looked, self._told_of = time.monotonic(), self._tables.store.tally.frozen
        for table in await self._tables.frozen.untold():
            for board in table.boards:
                if await self._say(table, board):
                    await self._tables.frozen.told(board)

    async def _say(self, table: Frozen, board: Message) -> bool:
        """Edit a board; return False if that is not possible now."""
        with self._readers.for_all(table.guild_id):
            layout = frozen_board(table, board.deal or 0)
        place = self._client.get_partial_messageable(board.channel_id, guild_id=table.guild_id)
        try:
            async with woken(self._client, board.channel_id):
                await place.get_partial_message(board.message_id).edit(**layout.editing())
        except discord.NotFound:
            return True
        except DISCORD_TROUBLE as error:
            log.info("a frozen table's board awaits its last word: %s", reason(error), extra={"table": table.id})
            return False
        return True
