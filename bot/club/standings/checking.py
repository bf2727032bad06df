"""A weekly check that counts all games anew while nobody waits for the house; it compares and changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from bot.club.standings.recounting import Recount
from db import DatabaseError
from db.settings import NO_SERVER

if TYPE_CHECKING:
    from db import Reader, Store

log = logging.getLogger(__name__)

EVERY: Final = timedelta(days=7)
"""Time from the end of one check to the beginning of the next."""
FIRST: Final = 300
"""Ticks after a start before a check begins or continues, as a start has other work to do."""
PAUSE: Final = 2
"""Ticks from one slice to the next."""
SLICE: Final = 5
"""Games counted in a slice; it takes about a quarter of a second of a thread."""
STORED: Final = "standings_check"
"""The key under which the check's progress is stored."""


@dataclass(frozen=True, slots=True)
class Check:
    """The progress of the check, and the findings of the last one."""

    after: int | None = None
    """The server that was checked last; None between two checks."""
    games: int = 0
    """Number of games that this check has counted."""
    differences: int = 0
    """Number of wrong rows that this check has found."""
    finished: str = ""
    """When the last check ended; empty before the first."""
    found: int = 0
    """Number of wrong rows that the last check found."""

    @property
    def finished_at(self) -> datetime | None:
        """When the last check ended; None before the first."""
        return datetime.fromisoformat(self.finished) if self.finished else None


class Checking:
    """Checks one server after the other, a few games at a time; of several processes the one with shard 0 does it."""

    def __init__(self, store: Store, now: Callable[[], datetime], owns: Callable[[int | None], bool]) -> None:
        self._store = store
        self._now = now
        self._owns = owns
        self._ticks = -FIRST
        self._at_it = False
        self._recount: Recount | None = None
        self._suspected: set[str] | None = None
        """The differences that a first pass over a server found; a change meanwhile can cause them, so it is repeated.

        None before the first pass has ended.
        """
        self.counted = 0
        """Number of games that this process has counted."""
        self.state: Check | None = None
        """The stored progress; None until it is read."""

    def is_time(self, *, idle: bool) -> bool:
        """Return whether to continue now; call it once in each tick of the clock.

        Args:
            idle: Whether nobody waits for the house now.
        """
        self._ticks += 1
        if not self._owns(None):
            self.state = self._recount = None  # another process continues
            return False
        if not idle or self._at_it or self._ticks < PAUSE:
            return False
        if self.state is not None and self.state.after is None and not self._is_due(self.state):
            return False
        self._ticks = 0
        return True

    async def use_time(self) -> None:
        """Count the next slice."""
        self._at_it = True
        try:
            with suppress(DatabaseError):  # the clock logs database failures; a later tick tries again
                await self._go_on()
        finally:
            self._at_it = False

    def _is_due(self, state: Check) -> bool:
        return state.finished_at is None or self._now() - state.finished_at >= EVERY

    async def _go_on(self) -> None:
        if self.state is None:
            stored = (await self._store.ask(lambda reader: reader.settings.of_guild(NO_SERVER))).get(STORED)
            self.state = Check(**stored) if stored else Check()
            return
        if self._recount is None:
            await self._next(self.state)
            return
        recount = self._recount
        games = await self._store.ask(lambda reader: recount.read(reader, SLICE))
        if games:
            await asyncio.to_thread(recount.add, games)
            self.counted += len(games)
        else:
            await self._compare(recount, self.state)

    async def _next(self, state: Check) -> None:
        """Begin the next server, or end the check."""
        after = 0 if state.after is None else state.after
        servers = [each for each in await self._store.ask(lambda reader: reader.servers.kept()) if each > after]
        if servers:
            self._recount = Recount(min(servers))
            return
        log.info("standings checked", extra={"games": state.games, "differences": state.differences})
        await self._keep(Check(finished=self._now().isoformat(), found=state.differences))

    async def _compare(self, recount: Recount, state: Check) -> None:
        """Compare a server's stored rows with the recount; a difference is logged only if a second pass confirms it."""

        async def compared(reader: Reader) -> None:
            await recount.go_on(reader)
            await recount.compare_counts(reader)

        await self._store.ask_apart(compared)
        found = {str(each): each.table for each in recount.differences}
        if found and self._suspected is None:
            self._suspected, self._recount = set(found), Recount(recount.guild_id)
            return
        sure = [table for told, table in found.items() if told in (self._suspected or ())]
        if sure:
            log.error(
                "what is counted does not follow from the games; `db check --standings` names the rows",
                extra={"server": recount.guild_id, "rows": dict(Counter(sure))},
            )
        self._recount = self._suspected = None
        await self._keep(
            replace(
                state,
                after=recount.guild_id,
                games=state.games + recount.games,
                differences=state.differences + len(sure),
            )
        )

    async def _keep(self, state: Check) -> None:
        stored: dict[str, Any] = asdict(state)
        await self._store.do(lambda tx: tx.settings.set_of_guild(NO_SERVER, STORED, stored))
        self.state = state
