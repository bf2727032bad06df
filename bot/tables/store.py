"""The tables in memory and in the database: load, lock, decide, commit the difference.

The one place that writes a table. A request is decided on the table as it stands, then what the decision changed is
written in one transaction, and only then the new table takes the place of the old one. Where another process was
faster, or the database was busy, the request is decided anew on the table as it stands by then.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Concatenate, Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.engine.record_values import FORMER
from bot.shards.share import Share
from bot.tables.member_choices import Chosen
from bot.tables.rescheduling import Shifts
from db import Busy, DatabaseError, DeadlineRow, GameRecordRows, Overtaken, Reader, Store, Transaction

from .boards import Boards
from .decisions.occasion import Chance, Done, Occasion, nudge_at
from .decisions.rematch import next_in_series
from .leaving import LeftGames, note_leaving
from .memory import Memory
from .tally import Tally
from .values.due import Due, Limits
from .values.parts import Status
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
        share: Share | None = None,
    ) -> None:
        self.db = db
        self._at_end = at_end
        self.now = now
        self.limits = limits or Limits()
        self.chance = chance or SystemChance()
        self.tally = Tally()
        self.left_games = LeftGames(db, now)
        self.chosen = Chosen()
        self.memory = Memory(share)
        self.boards = Boards(db)
        self.shifts = Shifts()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def occasion(self) -> Occasion:
        """Return the present moment, with its chance and limits, and what members have chosen."""
        return Occasion(self.now(), self.chance, self.limits, self.chosen.holidays, self.chosen.told)

    # ------------------------------------------------------------ reading

    async def beat(self) -> None:
        """Note that the bot is alive, so that a later start knows how long it was not; leases say it of shards."""
        now = self.now()
        if self.memory.share.alone:
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
        if table is None or self.memory.doubt_of(table_id) is not None:
            return await self._fetch(table_id)
        self.memory.touch(table_id, self.now())
        return table

    async def _fetch(self, table_id: int) -> Table:
        if not 0 < table_id <= _MOST_TABLES:
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        doubt, slept = self.memory.doubt_of(table_id), self.memory.is_asleep(table_id)
        rows, deadlines = await self._read(table_id)
        if rows is None:
            self.memory.drop(table_id)
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        if rows.game.status == Status.FROZEN.value:
            self.memory.drop(table_id)
            raise Refused(Why.FROZEN, table_id=table_id)
        try:
            table = self._awaiting_nudge(restore(rows, deadlines), slept=slept and doubt is None)
        except BrokenRecord as error:
            await self._freeze(table_id, error)
            raise Refused(Why.FROZEN, table_id=table_id) from None
        known, last = self.memory.known(table_id), self.memory.doubt_of(table_id)
        if last is doubt:  # what failed since may have been stored too late to be read
            self.memory.dispel(table_id)
        doubted = last is not None
        if known is not None and (known.version > table.version or (known.version == table.version and not doubted)):
            return known  # stored, or read, while this was being read
        self.memory.put(table, self.now())
        return table

    async def _read(self, table_id: int) -> tuple[GameRecordRows | None, list[DeadlineRow]]:
        async def read(reader: Reader) -> tuple[GameRecordRows | None, list[DeadlineRow]]:
            return await reader.games.load(table_id), await reader.schedule.deadlines(table_id)

        return await self.shifts.undisturbed(lambda: self.db.ask(read))

    async def _freeze(self, table_id: int, error: BrokenRecord) -> None:
        """Take a table whose record is broken out of play, so that it harms no other."""
        was_live = table_id in self.memory.register
        self.memory.drop(table_id)
        if not was_live:
            return
        log.error("table frozen, its record does not replay: %s", error, extra={"table": table_id})
        now = self.now()

        async def frozen(tx: Transaction) -> None:
            await tx.games.freeze(table_id, now)
            await tx.schedule.clear_all(table_id)

        try:
            await self.db.do(frozen)
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
            await self.tell(tx, table)
            return table

        table = await self.db.do(write, beside=True)  # its number is its own
        self.memory.put(table, self.now())
        return table

    async def withdraw_unread(self, table_id: int, user_id: int) -> None:
        """Delete what a user typed at the Cut of a table whose record is broken, with the proofs of those deals."""
        async with self.lock(table_id), self.db.write() as tx:
            await cuts_deleted(tx, table_id, user_id)
            await self._tell_of(tx, table_id)

    async def rename(self, table_id: int, user_id: int, former_id: int) -> None:
        """Put a former player in the place of a member in all that is stored of a table, also of a broken one.

        What the member typed at the Cut goes, with the proofs of those deals.

        Args:
            table_id: The table.
            user_id: The member, who plays there no more.
            former_id: The former player's id.
        """
        async with self.lock(table_id):
            try:
                async with self.db.write() as tx:
                    await cuts_deleted(tx, table_id, user_id)
                    await tx.people.rename_in_game(table_id, user_id, former_id, FORMER)
                    await self._tell_of(tx, table_id)
            finally:
                self.memory.doubt(table_id)
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
                after, opened = await self.db.do(partial(self._written, before, after, opened), beside=True)
            else:
                after = replace(after, version=before.version)
        except (DatabaseError, asyncio.CancelledError):
            self.memory.doubt(before.id)
            raise
        self.memory.became(before, after, self.now())
        self.tally.acts += max(0, len(after.actions) - len(before.actions))
        if opened is not None:
            self.memory.put(opened, self.now())
        return replace(decided, table=after, opened=opened) if isinstance(decided, Done) else after

    async def _written(
        self, before: Table, after: Table, opened: Table | None, tx: Transaction
    ) -> tuple[Table, Table | None]:
        after, opened = await written(tx, before, after, opened, self._at_end)
        await note_leaving(tx, before, after, self.chosen.holidays, self.now())
        await self.tell(tx, after)
        if opened is not None:
            await self.tell(tx, opened)
        return after, opened

    async def tell(self, tx: Transaction, table: Table) -> None:
        """Tell the holder of a table of another process's that it has been changed, or opened."""
        if not self.memory.owns(table.guild_id):
            await tx.say("table", table.id)

    async def _tell_of(self, tx: Transaction, table_id: int) -> None:
        """Tell whoever may hold a table of which nothing is known here that it has been changed."""
        if table_id not in self.memory.register:
            await tx.say("table", table_id)

    async def _overtaken(self, known: Table) -> bool:
        """Tell whether another process has changed a table since it was read here; then it is read anew next time."""
        if not known.live or self.memory.doubt_of(known.id) is not None:
            return False
        try:
            version = await self.db.ask(lambda reader: reader.games.version(known.id))
        except DatabaseError:  # so it cannot be told now
            return False
        if version != known.version:
            self.memory.doubt(known.id)
        return version != known.version

    # ------------------------------------------------------------ what is due

    def due_at(self, table_id: int, kind: Due) -> datetime | None:
        """Return when something is due at a table, or None where it is not awaited."""
        return self.memory.schedule.at(table_id, kind)

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
