"""How long what is kept stays, as `docs/privacy.md` says it.

Servers from which the bot was removed, lobbies that came to nothing, who asked whom to play, what moderators did, and
reports.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Final

from bot.tables import Tables
from bot.tables.values.leaving import KEPT as LEFT_GAMES_KEPT
from db import Store, Transaction

log = logging.getLogger(__name__)

REMOVED_KEPT: Final = timedelta(days=30)
"""So long everything of a server stays that the bot has been removed from; one that returns by then finds all of it."""
NEVER_PLAYED_KEPT: Final = timedelta(days=30)
"""So long lobbies and challenges stay that came to nothing."""
ASKINGS_KEPT: Final = timedelta(hours=1)
"""So long it is kept who asked whom to play."""
MODERATIONS_KEPT: Final = timedelta(days=365)
"""So long it is kept what moderators have done."""
REPORTS_KEPT: Final = timedelta(days=90)
"""Time for which a report is kept after a moderator has closed it."""
OPEN_REPORTS_KEPT: Final = timedelta(days=365)
"""Time for which a report is kept that nobody closes."""
_AT_ONCE: Final = 100
"""So many games are deleted in one transaction."""


class Servers:
    """Knows of which servers the bot is no longer a member, and forgets what has been kept long enough."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def removed(self, guild_id: int) -> None:
        """Note that the bot has been removed from a server."""
        now = self._tables.now()
        await self._store.do(lambda tx: tx.servers.note_removed(guild_id, now))

    async def returned(self, guild_id: int) -> None:
        """Note that the bot is in a server."""
        await self._store.do(lambda tx: tx.servers.note_back(guild_id))

    async def compare(self, present: Collection[int], *, ours: Callable[[int], bool] = lambda _guild: True) -> None:
        """Compare the servers of which anything is kept with those in which the bot is, after a start.

        Args:
            present: Where it is, also where Discord has an outage just now.
            ours: Tells of a server whether this process would know it.
        """
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
        """Delete what has been kept long enough, some games at a time; what is left is deleted the next time.

        Of a server whoever has it does that, and who has the direct messages what belongs to none.

        Args:
            present: In which servers the bot is: nothing of them goes, whatever was noted.
        """
        now = self._tables.now()
        noted = await self._store.ask(lambda reader: reader.servers.removed())
        for guild, since in noted.items():
            if self._tables.owns(guild) and guild not in present and now - since >= REMOVED_KEPT:
                await self._forget(guild)
        if not self._tables.share.has(None):  # what is no server's is left to one process
            return

        async def forgotten(tx: Transaction) -> None:
            await tx.company.forget_askings(now - ASKINGS_KEPT)
            await tx.order.forget_before(now - MODERATIONS_KEPT)
            await tx.leaving.forget_before(now - LEFT_GAMES_KEPT)
            await tx.reports.forget(now - REPORTS_KEPT, now - OPEN_REPORTS_KEPT)

        await self._store.do(forgotten)
        while True:
            gone = await self._store.do(lambda tx: tx.servers.forget_never_played(now - NEVER_PLAYED_KEPT, _AT_ONCE))
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
                await self._store.empty_log()
                log.info("a server is forgotten, the bot was removed from it long ago")
                return

    def _drop(self, table_ids: Collection[int]) -> None:
        for table_id in table_ids:
            self._tables.store.memory.drop(table_id)
