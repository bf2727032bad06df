"""The tables in memory and in the database: load, lock, decide, commit the difference.

The one place that writes a table. A request is decided on the table as it stands, then what the decision changed is
written in one transaction, and only then the new table takes the place of the old one. Where another process was
faster, or the database was busy, the request is decided anew on the table as it stands by then.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Concatenate, Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.engine.record_values import FORMER
from db import Busy, DatabaseError, DeadlineRow, GameRecordRows, Overtaken, Store, Transaction

from .boards import Boards
from .decisions.occasion import Chance, Done, Occasion, nudge_at
from .decisions.rematch import next_in_series
from .memory import Memory
from .tally import Tally
from .values.due import FIXED, Due, Limits
from .values.holidays import HOLIDAYS, Holiday, read_holidays
from .values.parts import Status
from .values.quiet import BY_MESSAGE, UNREACHABLE
from .values.refused import Refused, Why
from .values.restore import BrokenRecord, restore
from .values.table import Table, tidy
from .writing import AtEnd, created, cuts_deleted, stored_differs, written

log = logging.getLogger(__name__)

P = ParamSpec("P")
D = TypeVar("D", Table, Done)

_TRIES: Final = 5
"""So often a request is decided anew that another process keeps overtaking."""
_MOST_TABLES: Final = 2**31 - 1
"""No database keeps a larger number of a table."""
_BUSY_PAUSE: Final = 0.05
"""How long to wait before a busy database is asked again, in seconds; longer each time."""


class SystemChance:
    """Chance from the operating system's generator."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop − 1."""
        return secrets.randbelow(stop)

    def randbytes(self, n: int, /) -> bytes:
        """Return so many random bytes."""
        return secrets.token_bytes(n)


class TableStore:
    """Keeps the tables: one lock each, loaded on demand, written before they are replaced."""

    def __init__(
        self,
        db: Store,
        now: Callable[[], datetime],
        limits: Limits | None = None,
        chance: Chance | None = None,
        at_end: Sequence[AtEnd] = (),
    ) -> None:
        self.db = db
        self._at_end = at_end
        self.now = now
        self.limits = limits or Limits()
        self.chance = chance or SystemChance()
        self.tally = Tally()
        self.last_seen: datetime | None = None
        """When a process before this one was last alive, as far as is known."""
        self.holidays: dict[int, tuple[Holiday, ...]] = {}
        """Of the members who have any."""
        self.told: set[int] = set()
        """Who wants to be told of turns by direct message."""
        self.unreachable: set[int] = set()
        """Who wanted to, takes no direct messages, and has yet to be told that."""
        self.memory = Memory()
        self.boards = Boards(db)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._doubtful: dict[int, object] = {}
        """Tables that were being written when something failed: read anew before they are used, by their last doubt."""
        self._giving_back = asyncio.Lock()
        self._given_back = 0
        """How often a time was given back: deadlines that were read before that are read again."""

    def occasion(self) -> Occasion:
        """Return the present moment, with its chance and limits, and what members have chosen."""
        return Occasion(self.now(), self.chance, self.limits, self.holidays, self.told)

    # ------------------------------------------------------------ reading

    async def load(self, made_by: str = "") -> list[int]:
        """Take note of every live table after a start, all of them asleep, giving back the time the bot was down.

        Args:
            made_by: What the look of boards follows from besides their tables.

        Returns:
            The tables whose boards may show something else than is so.
        """
        now = self.now()
        async with self.db.write() as tx:
            seen = self.last_seen = await tx.schedule.last_beat()
            if seen is not None and seen < now:
                await tx.schedule.shift(now - seen, FIXED)
            await tx.schedule.beat(now)
            rows, deadlines, noted = await tx.live.games(), await tx.schedule.deadlines(), await tx.live.boards()
            chosen = await tx.settings.by_member((HOLIDAYS, BY_MESSAGE))
        away = {user: read_holidays(each.get(HOLIDAYS)) for user, each in chosen.items()}
        self.holidays |= {user: found for user, found in away.items() if found}
        self.told |= {user for user, each in chosen.items() if each.get(BY_MESSAGE) is True}
        self.unreachable |= {user for user, each in chosen.items() if each.get(BY_MESSAGE) == UNREACHABLE}
        self.memory.fill(rows, deadlines, now, self.limits)
        moved = {row.game_id for row in deadlines if row.kind != Due.ABANDON.value} if seen is not None else set()
        return self.boards.begin(rows, noted, moved, made_by)

    async def beat(self) -> None:
        """Note that the bot is alive, so that a later start knows how long it was not."""
        now = self.now()
        await self.db.do(lambda tx: tx.schedule.beat(now))

    def live_tables(self) -> list[Table]:
        """Return every table that is awake and at which something can still happen, the oldest first."""
        return self.memory.awake()

    async def get(self, table_id: int) -> Table:
        """Return a table as it stands; one that is asleep wakes.

        Raises:
            Refused: There is no such table, or its record is broken.
        """
        table = self.memory.known(table_id)
        if table is None or table_id in self._doubtful:
            return await self._fetch(table_id)
        self.memory.touch(table_id, self.now())
        return table

    async def _fetch(self, table_id: int) -> Table:
        if not 0 < table_id <= _MOST_TABLES:
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        doubt, slept = self._doubtful.get(table_id), self.memory.is_asleep(table_id)
        rows, deadlines = await self._read(table_id)
        if rows is None:
            self._drop(table_id)
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        if rows.game.status == Status.FROZEN.value:
            self._drop(table_id)
            raise Refused(Why.FROZEN, table_id=table_id)
        try:
            table = self._awaiting_nudge(restore(rows, deadlines), slept=slept and doubt is None)
        except BrokenRecord as error:
            await self._freeze(table_id, error)
            raise Refused(Why.FROZEN, table_id=table_id) from None
        known, doubted = self.memory.known(table_id), table_id in self._doubtful
        if self._doubtful.get(table_id) is doubt:  # what failed since may have been stored too late to be read
            self._doubtful.pop(table_id, None)
        if known is not None and (known.version > table.version or (known.version == table.version and not doubted)):
            return known  # stored, or read, while this was being read
        self.memory.put(table, self.now())
        return table

    async def _read(self, table_id: int) -> tuple[GameRecordRows | None, list[DeadlineRow]]:
        while True:
            async with self._giving_back:
                given_back = self._given_back
            async with self.db.read() as reader:
                rows, deadlines = await reader.games.load(table_id), await reader.schedule.deadlines(table_id)
            if given_back == self._given_back and not self._giving_back.locked():
                return rows, deadlines

    async def _freeze(self, table_id: int, error: BrokenRecord) -> None:
        """Take a table whose record is broken out of play, so that it harms no other."""
        was_live = table_id in self.memory.register
        self._drop(table_id)
        if not was_live:
            return
        log.error("table frozen, its record does not replay: %s", error, extra={"table": table_id})
        try:
            async with self.db.write() as tx:
                await tx.games.freeze(table_id, self.now())
                await tx.schedule.clear_all(table_id)
            self.tally.frozen += 1
        except DatabaseError as failed:
            log.warning("a frozen table could not be stored as such: %s", failed, extra={"table": table_id})

    def _awaiting_nudge(self, table: Table, *, slept: bool) -> Table:
        """Return a table that was read with the reminder that is not stored.

        Args:
            table: The table.
            slept: Whether its reminder is known here; else it is seen from the time left on the clock.
        """
        if table.keeps_waiting is None or table.time_is_up:
            return table
        if slept:
            at = self.memory.schedule.of(table.id, Due.NUDGE)
            return table if at is None else table.but(due={**table.due, Due.NUDGE: at})
        if table.message("nudge") is not None:
            return table
        at = nudge_at(table.terms.clock, table.due.get(Due.CLOCK), self.now(), self.limits)
        return table.but(due={**table.due, Due.NUDGE: at})

    def _drop(self, table_id: int) -> None:
        self.memory.drop(table_id)
        self._doubtful.pop(table_id, None)

    # ------------------------------------------------------------ changing

    async def change(
        self, table_id: int, decide: Callable[Concatenate[Table, Occasion, P], D], *args: P.args, **kwargs: P.kwargs
    ) -> D:
        """Decide a request on a table, commit what it changes, and return what came of it.

        Raises:
            Refused: There is no such table, its record is broken, or the request is refused; nothing has changed.
            DatabaseError: What was to be stored was not; the table is read anew before its next use.
        """
        async with self.lock(table_id):
            return await self.change_locked(table_id, decide, *args, **kwargs)

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return a table's lock, for who has to look something up before a decision that nobody may come before."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def change_locked(
        self, table_id: int, decide: Callable[Concatenate[Table, Occasion, P], D], *args: P.args, **kwargs: P.kwargs
    ) -> D:
        """Do what :meth:`change` does, for a caller who holds the table's lock."""
        for left in reversed(range(_TRIES)):
            before = await self.get(table_id)
            try:
                decided = decide(before, self.occasion(), *args, **kwargs)
            except Refused:  # perhaps for what another process has changed since
                if left and await self._overtaken(before):
                    continue
                raise
            if left and isinstance(decided, Done) and decided.stale and await self._overtaken(before):
                continue
            try:
                return await self._commit(before, decided)
            except (Overtaken, Busy) as error:
                if not left:
                    raise
                self.tally.retried(conflict=isinstance(error, Overtaken))
                if not isinstance(error, Overtaken):
                    await asyncio.sleep(_BUSY_PAUSE * (_TRIES - left))
        raise AssertionError("the last try returns or raises")

    async def create(self, draft: Table, also: AtEnd | None = None) -> Table:
        """Store a new table and return it with its number.

        Args:
            draft: The table.
            also: What else is written in the same transaction.
        """

        async def write(tx: Transaction) -> Table:
            table = await created(tx, draft)
            if also is not None:
                await also(tx, table)
            return table

        table = await self.db.do(write, beside=True)  # its number is its own
        self.memory.put(table, self.now())
        return table

    async def withdraw_unread(self, table_id: int, user_id: int) -> None:
        """Delete what a user typed at the Cut of a table whose record is broken, with the proofs of those deals."""
        async with self.lock(table_id), self.db.write() as tx:
            await cuts_deleted(tx, table_id, user_id)

    async def rename(self, table_id: int, user_id: int, former_id: int, names: Collection[str]) -> None:
        """Put a former player in the place of a member in all that is stored of a table, also of a broken one.

        What the member typed at the Cut goes, with the proofs of those deals.

        Args:
            table_id: The table.
            user_id: The member, who plays there no more.
            former_id: The former player's id.
            names: Those under which the member was shown.
        """
        async with self.lock(table_id):
            try:
                async with self.db.write() as tx:
                    await cuts_deleted(tx, table_id, user_id)
                    await tx.people.rename_in_game(table_id, user_id, former_id, names, FORMER)
            finally:
                self._doubtful[table_id] = object()
        with suppress(Refused):  # it is read anew at once, so that the register knows nothing older
            await self.get(table_id)

    async def _commit(self, before: Table, decided: D) -> D:
        """Write the difference between a table and what was decided, under its version, and make that the table."""
        outcome = decided if isinstance(decided, Done) else Done(decided)
        if outcome.table is before and outcome.opened is None:
            return decided
        after, opened = replace(tidy(outcome.table), version=before.version + 1), outcome.opened
        if before.live and opened is None:
            opened = next_in_series(after, self.occasion())
        try:
            if opened is not None or stored_differs(before, after):
                # Its version guards it; what is counted from its end is counted in turn.
                after, opened = await self.db.do(
                    lambda tx: written(tx, before, after, opened, self._at_end), beside=True
                )
            else:
                after = replace(after, version=before.version)
        except (DatabaseError, asyncio.CancelledError):
            self.doubt(before.id)
            raise
        self.memory.became(before, after, self.now())
        self.tally.acts += max(0, len(after.actions) - len(before.actions))
        if opened is not None:
            self.memory.put(opened, self.now())
        return replace(decided, table=after, opened=opened) if isinstance(decided, Done) else after

    def doubt(self, table_id: int) -> None:
        """Read a table anew before its next use: another process may have written, or a cancelled commit be done."""
        self._doubtful[table_id] = object()

    async def _overtaken(self, known: Table) -> bool:
        """Tell whether another process has changed a table since it was read here; then it is read anew next time."""
        if not known.live or known.id in self._doubtful:
            return False
        try:
            async with self.db.read() as reader:
                version = await reader.games.version(known.id)
        except DatabaseError:  # so it cannot be told now
            return False
        if version != known.version:
            self._doubtful[known.id] = object()
        return version != known.version

    # ------------------------------------------------------------ what is due

    def due_at(self, table_id: int, kind: Due) -> datetime | None:
        """Return when something is due at a table, or None where it is not awaited."""
        return self.memory.schedule.at(table_id, kind)

    async def give_back(self, lost: timedelta) -> None:
        """Move all that is due later by a time in which nobody could act.

        Raises:
            DatabaseError: It could not be stored; nothing has moved.
        """
        async with AsyncExitStack() as held:
            for table_id in sorted(entry.id for entry in self.memory.register):
                await held.enter_async_context(self.lock(table_id))
            await held.enter_async_context(self._giving_back)  # nobody wakes with the deadlines from before
            now = self.now()
            async with self.db.write() as tx:
                await tx.schedule.shift(lost, FIXED)
                await tx.games.begin_turns_by(now)
                await tx.schedule.beat(now)
            self._given_back += 1
            self.memory.shift(lost)
            for table in self.live_tables():
                if table.turn_since is not None and table.turn_since > now:  # the clock has been set back
                    self.memory.put(replace(table, turn_since=now, version=table.version + 1), self.now())
                    self._doubtful[table.id] = object()

    def due_now(self) -> list[tuple[int, Due]]:
        """Return the deadlines that have passed, longest overdue first."""
        return self.memory.schedule.passed(self.now())

    def take_up(self, table_id: int, kind: Due) -> bool:
        """Begin to do what is due at a table; False where it is no longer, as somebody has acted meanwhile."""
        due = self.due_at(table_id, kind)
        self.memory.schedule.not_put_off(table_id, kind)
        return due is not None and due <= self.now()

    def put_off(self, table_id: int, kind: Due, wait: timedelta) -> None:
        """Try again later what is due at a table, until something else happens there."""
        now, awaited = self.now(), self.memory.schedule.of(table_id, kind)
        if awaited is None or awaited <= now:  # else somebody has acted meanwhile, and it comes in its own time
            self.memory.schedule.put_off(table_id, kind, now + wait)
