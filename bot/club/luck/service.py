"""Counting the luck of the cards in games that are over, one game at a time, while nobody waits for the house."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bot.club.luck.decisions import counted
from bot.shards.share import Share
from bot.tables.values.restore import BrokenRecord, restore
from db import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db import Reader, Store, Transaction
    from db.game_record import GameRecordRows
    from db.luck import LuckRow
    from db.results import ResultRow

log = logging.getLogger(__name__)

EVERY: Final = 4
"""Ticks from one counted game to the next."""
SELDOM: Final = 15
"""Ticks until the next search when no game was waiting."""


class Luck:
    """Takes the servers in turn, and counts the game of each that has waited longest."""

    def __init__(self, store: Store, share: Share | None = None) -> None:
        self._store = store
        self._share = share or Share.everything()
        self._last = 0
        self._at_it = False
        self._ticks = 0
        self._pause = EVERY

    def is_time(self, *, idle: bool) -> bool:
        """Return whether to continue now; call it once in each tick of the clock.

        Args:
            idle: Whether nobody waits for the house now.
        """
        self._ticks += 1
        if not idle or self._at_it or self._ticks < self._pause:
            return False
        self._ticks = 0
        return True

    async def use_time(self) -> None:
        """Count the next game; if there is none, the next search comes later."""
        with suppress(DatabaseError):  # the clock logs database failures; a later tick tries again
            self._pause = EVERY if await self.go_on() else SELDOM

    async def go_on(self) -> bool:
        """Count the next game, and return whether there was one; do nothing while another is being counted."""
        if self._at_it:
            return False
        self._at_it = True
        try:
            return await self._next()
        finally:
            self._at_it = False

    async def _next(self) -> bool:
        part = self._share.part()
        due = await self._store.ask(lambda reader: reader.luck.due(self._last, part))
        if due is None:
            return False
        game, self._last = due

        async def looked(reader: Reader) -> tuple[GameRecordRows | None, list[ResultRow]]:
            return await reader.game_record.load(game), await reader.results.of(game)

        rows, results = await self._store.ask(looked)
        found = [] if rows is None else await asyncio.to_thread(_counted, rows, results)

        async def stored(tx: Transaction) -> None:
            await tx.luck.keep(game, found)

        await self._store.do(stored)
        return True


def _counted(rows: GameRecordRows, results: Sequence[ResultRow]) -> list[LuckRow]:
    try:
        return counted(restore(rows), results)
    except BrokenRecord:
        log.warning("no luck is counted, its record does not replay", extra={"table": rows.game.id})
        return []
    except Exception:  # otherwise the game would fail every few seconds and hold up all games behind it
        log.exception("no luck is counted", extra={"table": rows.game.id})
        return []
