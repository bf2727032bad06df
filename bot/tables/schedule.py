"""What is due when, at all live tables, awake or asleep: a look each second costs what is due, not what there is."""

from __future__ import annotations

from collections.abc import Container, Mapping
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush
from typing import Final

from .values.due import Due, shifted

_LAPSED: Final = 1000
"""So many entries more than half of the heap may have lapsed until it is made anew."""


class Schedule:
    """The deadlines of live tables, the soonest at hand."""

    def __init__(self) -> None:
        self._due: dict[int, dict[Due, datetime]] = {}
        self._put_off: dict[tuple[int, Due], datetime] = {}
        """What could not be done when it was due, and when it is tried again."""
        self._soonest: list[tuple[datetime, int, Due]] = []
        """A heap; an entry whose moment is no longer that of its deadline has lapsed."""
        self._most = _LAPSED

    def set(self, table_id: int, due: Mapping[Due, datetime]) -> None:
        """Take note of all that is due at a table, in place of what was."""
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
        """Return the deadline of a table itself, whether it was put off or not; None where there is none."""
        return self._due.get(table_id, {}).get(kind)

    def at(self, table_id: int, kind: Due) -> datetime | None:
        """Return when something is to be done at a table; None where it is not awaited."""
        return self._put_off.get((table_id, kind), self.of(table_id, kind))

    def tables_with(self, kind: Due) -> list[int]:
        """Return the tables at which something of a kind is awaited."""
        return [table_id for table_id, due in self._due.items() if kind in due]

    def has_come(self, table_id: int, kind: Due, now: datetime) -> bool:
        """Tell whether a deadline is set and has passed."""
        at = self.of(table_id, kind)
        return at is not None and at <= now

    def passed(self, now: datetime) -> list[tuple[int, Due]]:
        """Return what has come due and is not done yet, longest overdue first."""
        found: dict[tuple[int, Due], datetime] = {}
        while self._soonest and self._soonest[0][0] <= now:
            at, table_id, kind = heappop(self._soonest)
            if self.at(table_id, kind) == at:
                found[table_id, kind] = at
        for (table_id, kind), at in found.items():
            heappush(self._soonest, (at, table_id, kind))
        return list(found)

    def put_off(self, table_id: int, kind: Due, until: datetime) -> None:
        """Have something done at a later moment than it was due."""
        self._put_off[table_id, kind] = until
        self._awaits(table_id, kind)

    def not_put_off(self, table_id: int, kind: Due) -> None:
        """Let a deadline stand as it is again."""
        if self._put_off.pop((table_id, kind), None) is not None:
            self._awaits(table_id, kind)

    def none_put_off(self, table_id: int) -> None:
        """Let all deadlines of a table stand as they are again."""
        for kind in Due:
            self.not_put_off(table_id, kind)

    def drop(self, table_id: int) -> None:
        """Know nothing of a table any more."""
        for kind in Due:
            self._put_off.pop((table_id, kind), None)
        self._due.pop(table_id, None)

    def shift(self, by: timedelta, tables: Container[int]) -> None:
        """Move everything at some tables later but what is fixed."""
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
        """Make the heap without what has lapsed."""
        waits = {(table_id, kind): at for table_id, due in self._due.items() for kind, at in due.items()}
        waits |= self._put_off
        self._soonest = [(at, *key) for key, at in waits.items()]
        heapify(self._soonest)
        self._most = 2 * len(self._soonest) + _LAPSED
