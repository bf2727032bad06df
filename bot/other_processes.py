"""Detecting another process that does the same work, as happens when the bot is started twice by mistake.

On the same database, each process writes that it runs, and checks whether rows of other processes change; a row that
does not change belongs to a process that was killed. With two databases only Discord is shared: it reports that
another process has already answered an interaction.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from db import DatabaseError, Store, Transaction

log = logging.getLogger(__name__)

_STILL: Final = 45.0
"""Seconds for which another process counts as running after its row has changed: three heartbeats."""
ALIVE: Final = timedelta(seconds=_STILL)
"""Age of a process's last heartbeat up to which it may still be running, if the clocks of both machines agree."""
_LATELY: Final = 600.0
"""Seconds for which an answer by another process is remembered."""
INTERACTIONS_KEPT: Final = timedelta(minutes=20)
"""Time for which it is stored which process answers an interaction; its token is valid for 15 minutes."""
SAME_DATABASE: Final = "another process runs on the same database"
SAME_LOGIN: Final = "another process answers with the same token"


class OtherProcesses:
    """Looks for other processes, or, where several share the work, for one that does not; logs it once."""

    def __init__(self, db: Store, clock: Callable[[], float] = time.monotonic, *, sharing: bool = False) -> None:
        self._db = db
        self._sharing = sharing
        self._clock = clock
        self._seen: dict[int, datetime] | None = None
        """The time of each other process's latest heartbeat, as of the last look; None before the first look."""
        self._running: dict[int, float] = {}
        self._lost: dict[int, float] = {}
        """Interactions that another process has answered, with the clock's time at which that was noticed."""
        self._told = False

    async def heartbeat(self) -> None:
        """Write that this process runs, and delete old rows."""
        now = self._db.now()

        async def written(tx: Transaction) -> None:
            await tx.processes.heartbeat(self._db.process, now)
            await tx.processes.forget(now - INTERACTIONS_KEPT)

        await self._db.do(written)

    async def look(self) -> None:
        """Check whether another process runs: its row is new, or has changed since the last look."""
        rows = await self._db.ask(lambda reader: reader.processes.others(self._db.process, only_alone=self._sharing))
        known, now, before = self._seen, self._clock(), bool(self._running)
        self._seen = rows
        if known is not None:
            self._running |= {number: now for number, at in rows.items() if known.get(number) != at}
        self._running = {each: at for each, at in self._running.items() if each in rows and now - at < _STILL}
        if self._running and not before:
            log.error("%s, and each may answer for the other: stop one of them", SAME_DATABASE)
            await self.heartbeat()  # so that the other process notices this one soon
        elif before and not self._running:
            log.info("no other process runs on the same database any more")

    async def end(self) -> None:
        await self._db.do(lambda tx: tx.processes.ended(self._db.process))

    async def has_taken(self, interaction_id: int) -> bool:
        """Return whether another process on the same database answers an interaction; False if that cannot be read."""
        try:
            holder = await self._db.ask(lambda reader: reader.processes.holder(interaction_id))
        except DatabaseError:
            return False
        return holder not in (None, self._db.process)

    def answered(self, interaction_id: int) -> None:
        """Note that Discord says that an interaction was already answered, before this process had called back for it.

        One such case may be an answer that was repeated on the way; two within ten minutes mean another process.
        Nothing is noted where several share the work: the process that just got the shard may have answered.
        """
        if self._sharing:
            return
        self._lost[interaction_id] = self._clock()
        if self.trouble() != SAME_LOGIN:
            self._told = False
        elif not self._told:
            self._told = True
            log.error("%s, on a database of its own: stop one of them", SAME_LOGIN)

    def trouble(self) -> str | None:
        """Return a sentence about another process at the same work, or None."""
        now = self._clock()
        self._lost = {each: at for each, at in self._lost.items() if now - at < _LATELY}
        if self._running:
            return SAME_DATABASE
        return SAME_LOGIN if len(self._lost) > 1 else None
