"""Deleting old data after the times that `docs/privacy.md` states.

This concerns servers from which the bot was removed, lobbies that came to nothing, requests to play, moderators'
measures, games that members left, and reports.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.tables import Tables
from bot.tables.values.rated import LEFT_GAMES_KEPT
from db import Store, Transaction

log = logging.getLogger(__name__)

REMOVED_KEPT: Final = timedelta(days=30)
"""Time for which a server's data is kept after the bot was removed; a server that adds the bot again keeps its data."""
NEVER_PLAYED_KEPT: Final = timedelta(days=30)
"""Time for which lobbies and challenges that came to nothing are kept."""
GIVEN_UP_KEPT: Final = timedelta(minutes=15)
"""Time for which a practice is kept that was given up before it counted: as long as its last message can be edited."""
ASKINGS_KEPT: Final = timedelta(hours=1)
"""Time for which it is kept which member asked which other one to play."""
MODERATIONS_KEPT: Final = timedelta(days=365)
"""Time for which moderators' measures are kept."""
REPORTS_KEPT: Final = timedelta(days=90)
"""Time for which a report is kept after a moderator has closed it."""
OPEN_REPORTS_KEPT: Final = timedelta(days=365)
"""Time for which a report that nobody closes is kept."""
_AT_ONCE: Final = 100
"""Largest number of games deleted in one transaction."""


class Servers:
    """Notes from which servers the bot was removed, and deletes data whose time is up."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def removed(self, guild_id: int) -> None:
        now = self._tables.now()
        await self._store.do(lambda tx: tx.servers.note_removed(guild_id, now))

    async def returned(self, guild_id: int) -> None:
        await self._store.do(lambda tx: tx.servers.note_back(guild_id))

    async def compare(self, present: Collection[int], *, ours: Callable[[int], bool] = lambda _guild: True) -> None:
        """Store from which of our servers the bot was removed, or to which it returned, while it was not connected."""
        now = self._tables.now()

        async def compared(tx: Transaction) -> None:
            known, noted = await tx.servers.kept(), await tx.servers.removed()
            for guild in known:
                if ours(guild) and guild not in present and guild not in noted:
                    await tx.servers.note_removed(guild, now)
            for guild in noted:
                if guild in present:
                    await tx.servers.note_back(guild)

        await self._store.do(compared)

    async def forget_old(self, present: Collection[int]) -> None:
        """Delete data whose time is up, some games at a time; the next call deletes what is left.

        The process that holds a server deletes its data, but not that of a server in which the bot is present; the one
        that holds direct messages deletes data of no server.
        """
        now = self._tables.now()
        noted = await self._store.ask(lambda reader: reader.servers.removed())
        for guild, since in noted.items():
            if self._tables.memory.owns(guild) and guild not in present and now - since >= REMOVED_KEPT:
                await self._forget(guild)
        if not self._tables.memory.owns(None):  # one process deletes the data of no server
            return

        async def forgotten(tx: Transaction) -> None:
            await tx.blocks.forget_askings(now - ASKINGS_KEPT)
            await tx.moderation.forget_before(now - MODERATIONS_KEPT)
            await tx.leaving.forget_before(now - LEFT_GAMES_KEPT)
            await tx.people.forget_formers(now - LEFT_GAMES_KEPT, datetime(now.year, 1, 1, tzinfo=UTC))
            await tx.reports.forget(now - REPORTS_KEPT, now - OPEN_REPORTS_KEPT)

        await self._store.do(forgotten)
        while True:
            gone = await self._store.do(
                lambda tx: tx.servers.forget_never_played(now - NEVER_PLAYED_KEPT, now - GIVEN_UP_KEPT, _AT_ONCE)
            )
            self._drop(gone)
            if len(gone) < _AT_ONCE:
                return

    async def _forget(self, guild_id: int) -> None:
        while True:
            async with self._store.write() as tx:
                gone = await tx.servers.forget_games(guild_id, _AT_ONCE)
                if not gone:
                    await tx.servers.forget(guild_id)
            self._drop(gone)
            if not gone:
                self._tables.preferences.server_chose(guild_id, {})
                log.info("a server is forgotten, the bot was removed from it long ago")
                return

    def _drop(self, table_ids: Collection[int]) -> None:
        for table_id in table_ids:
            self._tables.memory.drop(table_id)
