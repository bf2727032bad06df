"""Whether another process does the same work at the same time, which two started by mistake do.

On one database each process writes that it runs, and sees whether another one's row changes; a row that stays as it is
was left by one that was killed. On two databases nothing is shared but Discord, which says that somebody else has
answered.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from db import DatabaseError, Store, Transaction

log = logging.getLogger(__name__)

_STILL: Final = 45.0
"""So many seconds after its row has changed another process still counts as running: three beats."""
ALIVE: Final = timedelta(seconds=_STILL)
"""Where the hours of both are the same, a process that has written so lately may well be running."""
_LATELY: Final = 600.0
"""So many seconds it counts that somebody else has answered."""
INTERACTIONS_KEPT: Final = timedelta(minutes=20)
"""So long it is known who has answered an interaction, whose token lives for a quarter of an hour."""
SAME_DATABASE: Final = "another process runs on the same database"
SAME_LOGIN: Final = "another process answers with the same token"


class Others:
    """Looks out for other processes, and says once that there is one.

    Args:
        db: The database.
        clock: Seconds that only grow.
        sharing: Whether several processes are meant to share the work: then only one that does not is in the way.
    """

    def __init__(self, db: Store, clock: Callable[[], float] = time.monotonic, *, sharing: bool = False) -> None:
        self._db = db
        self._sharing = sharing
        self._clock = clock
        self._seen: dict[int, datetime] | None = None
        """When each other process had last written at the last look; None before the first."""
        self._running: dict[int, float] = {}
        self._lost: dict[int, float] = {}
        """Interactions that somebody else has answered, and when that was heard of."""
        self._told = False

    async def beat(self) -> None:
        """Write that this process runs, and forget what is long past."""
        now = datetime.now(UTC)

        async def written(tx: Transaction) -> None:
            await tx.processes.beat(self._db.process, now)
            await tx.processes.forget(now - INTERACTIONS_KEPT)

        await self._db.do(written)

    async def look(self) -> None:
        """See whether another process runs: one that has come since the last look, or has written since."""
        rows = await self._db.ask(lambda reader: reader.processes.others(self._db.process, only_alone=self._sharing))
        known, now, before = self._seen, self._clock(), bool(self._running)
        self._seen = rows
        if known is not None:
            self._running |= {number: now for number, at in rows.items() if known.get(number) != at}
        self._running = {each: at for each, at in self._running.items() if each in rows and now - at < _STILL}
        if self._running and not before:
            log.error("%s, and each may answer for the other: stop one of them", SAME_DATABASE)
            await self.beat()  # so that it sees this one as soon
        elif before and not self._running:
            log.info("no other process runs on the same database any more")

    async def end(self) -> None:
        """Note that this process ends."""
        await self._db.do(lambda tx: tx.processes.ended(self._db.process))

    async def has_taken(self, interaction_id: int) -> bool:
        """Tell whether another process on the same database answers an interaction, as far as that can be told."""
        try:
            holder = await self._db.ask(lambda reader: reader.processes.holder(interaction_id))
        except DatabaseError:
            return False
        return holder not in (None, self._db.process)

    def answered(self, interaction_id: int) -> None:
        """Note that Discord knows an answer to an interaction that is not this one's.

        One may be an answer of its own that was lost on the way; two within ten minutes are another process. Where
        several share the work it may be the one to which a shard has just gone.
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
        """Return what is wrong in one sentence, or None."""
        now = self._clock()
        self._lost = {each: at for each, at in self._lost.items() if now - at < _LATELY}
        if self._running:
            return SAME_DATABASE
        return SAME_LOGIN if len(self._lost) > 1 else None
