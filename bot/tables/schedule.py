"""The deadlines of all live tables, awake or asleep; a look each second costs only as much as is due."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush
from typing import Final, TypeVar

from bot.tables.values.clocks import Due, shifted

Found = TypeVar("Found")

_LAPSED: Final = 1000
"""Number of lapsed heap entries, beyond as many as there are valid ones, after which the heap is rebuilt."""


class Schedule:
    """The deadlines of live tables, with quick access to the soonest."""

    def __init__(self) -> None:
        self._due: dict[int, dict[Due, datetime]] = {}
        self._put_off: dict[tuple[int, Due], datetime] = {}
        """The moments at which deadlines that could not be handled in time are tried again."""
        self._soonest: list[tuple[datetime, int, Due]] = []
        """A heap of moments; an entry has lapsed if its deadline has moved to another moment."""
        self._most = _LAPSED

    def set(self, table_id: int, due: Mapping[Due, datetime]) -> None:
        """Replace all deadlines of a table."""
        known = self._due.get(table_id, {})
        if known == due:
            return
        if due:
            self._due[table_id] = dict(due)
        else:
            self._due.pop(table_id, None)
        for kind, at in due.items():
            if known.get(kind) != at:
                self._awaits(table_id, kind)

    def of(self, table_id: int, kind: Due) -> datetime | None:
        """Return a deadline of a table, ignoring any postponement, or None."""
        return self._due.get(table_id, {}).get(kind)

    def at(self, table_id: int, kind: Due) -> datetime | None:
        """Return when a deadline of a table is to be handled, postponed or not; None where there is none."""
        return self._put_off.get((table_id, kind), self.of(table_id, kind))

    def tables_with(self, kind: Due) -> list[int]:
        return [table_id for table_id, due in self._due.items() if kind in due]

    def has_come(self, table_id: int, kind: Due, now: datetime) -> bool:
        """Return whether a deadline is set and has passed."""
        at = self.of(table_id, kind)
        return at is not None and at <= now

    def passed(self, now: datetime) -> list[tuple[int, Due]]:
        """Return the deadlines that have passed and are not handled yet, the longest overdue first."""
        found: dict[tuple[int, Due], datetime] = {}
        while self._soonest and self._soonest[0][0] <= now:
            at, table_id, kind = heappop(self._soonest)
            if self.at(table_id, kind) == at:
                found[table_id, kind] = at
        for (table_id, kind), at in found.items():
            heappush(self._soonest, (at, table_id, kind))
        return list(found)

    def put_off(self, table_id: int, kind: Due, until: datetime) -> None:
        """Postpone the handling of a deadline to a moment."""
        self._put_off[table_id, kind] = until
        self._awaits(table_id, kind)

    def not_put_off(self, table_id: int, kind: Due) -> None:
        """End the postponement of a deadline."""
        if self._put_off.pop((table_id, kind), None) is not None:
            self._awaits(table_id, kind)

    def none_put_off(self, table_id: int) -> None:
        """End the postponements of all deadlines of a table."""
        for kind in Due:
            self.not_put_off(table_id, kind)

    def drop(self, table_id: int) -> None:
        for kind in Due:
            self._put_off.pop((table_id, kind), None)
        self._due.pop(table_id, None)

    def shift(self, by: timedelta, tables: Container[int]) -> None:
        """Move the deadlines of some tables later, except fixed ones."""
        self._due = {each: shifted(due, by) if each in tables else due for each, due in self._due.items()}
        self._put_off = {
            key: at if key[1].fixed or key[0] not in tables else at + by for key, at in self._put_off.items()
        }
        self._anew()

    def _awaits(self, table_id: int, kind: Due) -> None:
        at = self.at(table_id, kind)
        if at is None:
            return
        heappush(self._soonest, (at, table_id, kind))
        if len(self._soonest) > self._most:
            self._anew()

    def _anew(self) -> None:
        """Rebuild the heap without lapsed entries."""
        waits = {(table_id, kind): at for table_id, due in self._due.items() for kind, at in due.items()}
        waits |= self._put_off
        self._soonest = [(at, *key) for key, at in waits.items()]
        heapify(self._soonest)
        self._most = 2 * len(self._soonest) + _LAPSED


class Rescheduling:
    """Counts how often many deadlines were moved at once, so that tables read meanwhile are read again."""

    def __init__(self) -> None:
        self._moving = asyncio.Lock()
        self._count = 0

    @asynccontextmanager
    async def moving(self) -> AsyncIterator[None]:
        """Delay all uses of data being read until the deadlines have been moved in this block."""
        async with self._moving:
            yield
            self._count += 1

    async def undisturbed(self, read: Callable[[], Awaitable[Found]]) -> Found:
        """Return the result of a read during which no deadlines were moved, reading again as often as necessary."""
        while True:
            async with self._moving:
                before = self._count
            found = await read()
            if before == self._count and not self._moving.locked():
                return found
