"""The tables in memory: one lock each, loaded on demand, written before they are replaced."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

from db import DatabaseError, DeadlineRow, Overtaken, Store, Transaction

from .archive import Archive
from .preferences import Preferences
from .refused import Refused, Why
from .restore import BrokenRecord, restore
from .table import Kind, Status, Table
from .timers import Due

log = logging.getLogger(__name__)

F = TypeVar("F", bound="Callable[..., Coroutine[Any, Any, Any]]")

_TRIES = 5
"""So often a request is begun anew that another process keeps overtaking."""
_ENDED_KEPT = 200
"""Ended tables that stay in memory, for buttons on their last messages."""


class Random(Protocol):
    """Where chance comes from: the operating system, or a seeded generator in tests."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop − 1."""

    def randbytes(self, n: int, /) -> bytes:
        """Return so many random bytes."""


class SystemRandom:
    """Chance from the operating system's generator."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop − 1."""
        return secrets.randbelow(stop)

    def randbytes(self, n: int, /) -> bytes:
        """Return so many random bytes."""
        return secrets.token_bytes(n)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things stand, and how much one member may occupy."""

    lobby: timedelta = timedelta(minutes=30)
    challenge: timedelta = timedelta(minutes=10)
    nudge: timedelta = timedelta(seconds=30)
    abandon: timedelta = timedelta(days=7)
    deal: timedelta = timedelta(seconds=30)
    tables_a_member: int = 20


@dataclass(slots=True)
class Held:
    """A table while its lock is held; assign the new one once it is committed."""

    table: Table


def anew(request: F) -> F:
    """Let a request to a table that another process has overtaken begin anew, with the table as it stands by then."""

    @wraps(request)
    async def begun_anew(self: Keeper, table_id: int, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as it is
        for _ in range(_TRIES - 1):
            try:
                return await request(self, table_id, *args, **kwargs)
            except Overtaken:
                continue
            except Refused:  # perhaps for what has been changed elsewhere since
                if not await self.overtaken(table_id):
                    raise
        return await request(self, table_id, *args, **kwargs)

    return cast("F", begun_anew)


@dataclass
class Keeper:
    """Keeps tables; the base on which everything that happens at a table is built."""

    store: Store
    now: Callable[[], datetime]
    limits: Limits = field(default_factory=Limits)
    random: Random = field(default_factory=SystemRandom)
    _live: dict[int, Table] = field(default_factory=dict)
    _ended: OrderedDict[int, Table] = field(default_factory=OrderedDict)
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _due: dict[tuple[int, Due], datetime] = field(default_factory=dict)
    _doubtful: set[int] = field(default_factory=set)
    """Tables that were being written when something failed: read anew before they are used."""
    _holding: dict[int, Held] = field(default_factory=dict)
    """The tables that are held just now, each as it was last read or stored."""
    _seating: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from counting a member's tables until the next one counts."""
    archive: Archive = field(init=False)
    preferences: Preferences = field(init=False)

    def __post_init__(self) -> None:
        """Open what is kept beside the tables."""
        self.archive, self.preferences = Archive(self.store), Preferences(self.store)

    async def load(self) -> list[int]:
        """Load every live table after a start, giving back the time the bot was down.

        Returns:
            The tables that no longer replay; each is frozen, and harms no other.
        """
        now = self.now()
        async with self.store.write() as tx:
            seen = await tx.last_beat()
            if seen is not None and seen < now:
                await tx.shift_deadlines(now - seen)
            await tx.beat(now)
            rows = await tx.live_games()
            stored = [await tx.load_game(row.id) for row in rows]
            deadlines = await tx.deadlines()
        broken = []
        for each in stored:
            if each is None:
                continue
            try:
                self.put(restore(each))
            except BrokenRecord as error:
                log.error("table frozen, its record does not replay: %s", error, extra={"table": each.game.id})  # noqa: TRY400
                broken.append(each.game.id)
        by_table: dict[int, list[DeadlineRow]] = {}
        for deadline in deadlines:
            by_table.setdefault(deadline.game_id, []).append(deadline)
        for table in self._live.values():
            self._schedule(table, by_table.get(table.id, ()))
        for table_id in broken:
            async with self.store.write() as tx:
                await tx.update_game(table_id, status="frozen", ended_at=now, end_reason="frozen")
                await tx.clear_deadlines(table_id)
        return broken

    async def beat(self) -> None:
        """Note that the bot is alive, so that a later start knows how long it was not."""
        async with self.store.write() as tx:
            await tx.beat(self.now())

    def put(self, table: Table) -> None:
        """Replace what is known of a table."""
        idle = {
            Due.LOBBY: table.status is not Status.LOBBY,
            Due.CHALLENGE: table.status is not Status.LOBBY,
            Due.DEAL: not table.awaits_deal,
            Due.NUDGE: table.keeps_waiting is None,
            Due.CLOCK: table.keeps_waiting is None,
            Due.ABANDON: not table.live,
        }
        for kind, gone in idle.items():
            if gone:
                self._due.pop((table.id, kind), None)
        if table.live:
            self._live[table.id] = table
            return
        self._live.pop(table.id, None)
        self._ended[table.id] = table
        self._ended.move_to_end(table.id)
        while len(self._ended) > _ENDED_KEPT:
            self._ended.popitem(last=False)

    def live_tables(self) -> list[Table]:
        """Return every table at which something can still happen, the oldest first."""
        return sorted(self._live.values(), key=lambda table: table.id)

    def live_table(self, table_id: int) -> Table | None:
        """Return a table at which something can still happen, as far as this process knows without asking."""
        return self._live.get(table_id)

    def known(self, table_id: int) -> Table | None:
        """Return a table as far as this process knows it without asking, whether it is live or has ended."""
        return self._live.get(table_id) or self._ended.get(table_id)

    async def get(self, table_id: int) -> Table:
        """Return a table as it stands.

        Raises:
            Refused: There is no such table, or its record is broken.
        """
        table = self.known(table_id)
        return await self._fetch(table_id) if table is None or table_id in self._doubtful else table

    @asynccontextmanager
    async def hold(self, table_id: int) -> AsyncIterator[Held]:
        """Hold a table's lock; the table assigned to the held value becomes the table.

        Raises:
            Refused: There is no such table, or its record is broken.
            DatabaseError: What was to be stored was not; the table is read anew before its next use.
            Overtaken: Another process was faster.
        """
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        async with lock:
            held = self._holding[table_id] = Held(await self.get(table_id))
            before = held.table
            try:
                yield held
            except (DatabaseError, asyncio.CancelledError):
                # Another process may have written, or a cancelled commit may have been completed.
                self._doubtful.add(table_id)
                raise
            finally:
                del self._holding[table_id]
            if held.table is not before:
                self.put(held.table)

    async def overtaken(self, table_id: int) -> bool:
        """Tell whether another process has changed a table since it was read here; then it is read anew next time."""
        table = self._live.get(table_id)
        if table is None or table_id in self._doubtful:
            return False
        try:
            async with self.store.read() as reader:
                same = await reader.is_same(table.row, table.seats if table.status is Status.LOBBY else None)
        except DatabaseError:  # so it cannot be told now
            return False
        if not same:
            self._doubtful.add(table_id)
        return not same

    @asynccontextmanager
    async def changing(self, table_id: int, *, act: bool = True) -> AsyncIterator[Transaction]:
        """Give a transaction that changes a table that is held, where no other process has changed it meanwhile.

        Args:
            table_id: The table.
            act: Somebody does something there, so an open lobby stands for its whole time again.

        Raises:
            Overtaken: Another process has changed it; nothing was stored.
        """
        known = self._holding[table_id].table
        lobby = known.status is Status.LOBBY
        stands_on = act and lobby and known.kind is Kind.OPEN
        async with self.store.write() as tx:
            await tx.expect_game(known.row, known.seats if lobby else None)
            if stands_on:
                await self.set_due(tx, table_id, Due.LOBBY, self.limits.lobby)
            yield tx
        if stands_on:
            self.begin(table_id, Due.LOBBY, self.limits.lobby)

    async def _fetch(self, table_id: int) -> Table:
        async with self.store.read() as reader:
            rows = await reader.load_game(table_id)
            deadlines = await reader.deadlines(table_id)
        if rows is None:
            self._drop(table_id)
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        if rows.game.status == Status.FROZEN.value:
            self._drop(table_id)
            raise Refused(Why.FROZEN, table_id=table_id)
        try:
            table = restore(rows)
        except BrokenRecord:
            self._drop(table_id)
            raise Refused(Why.FROZEN, table_id=table_id) from None
        self._doubtful.discard(table_id)
        self.put(table)
        if table.live:
            self._schedule(table, deadlines)
        return table

    def _drop(self, table_id: int) -> None:
        self._live.pop(table_id, None)
        self._ended.pop(table_id, None)
        self._doubtful.discard(table_id)
        for kind in Due:
            self._due.pop((table_id, kind), None)

    def _schedule(self, table: Table, deadlines: Iterable[DeadlineRow]) -> None:
        """Wait for what is stored to come at a table, and for its player."""
        for deadline in deadlines:
            if deadline.kind in set(Due):
                self._due[table.id, Due(deadline.kind)] = deadline.due_at
        if table.keeps_waiting is not None and not table.time_is_up and table.message("nudge") is None:
            self._due.setdefault((table.id, Due.NUDGE), self._nudge_at(table))

    def nudge_after(self, table: Table) -> timedelta:
        """Return after how long the player on move is reminded: soon in a live game, halfway by correspondence."""
        a_move = table.clock.a_move
        if a_move is None:
            return self.limits.nudge
        return a_move / 2 if table.clock.by_correspondence else min(self.limits.nudge, a_move / 2)

    def _nudge_at(self, table: Table) -> datetime:
        """Return when the player on move is reminded, seen from the time that is left on the clock."""
        a_move, until = table.clock.a_move, self.due_at(table.id, Due.CLOCK)
        if a_move is None or until is None:
            return self.now() + self.nudge_after(table)
        return until - a_move + self.nudge_after(table)

    def due_at(self, table_id: int, kind: Due) -> datetime | None:
        """Return when something is due at a table, or None where it is not awaited."""
        return self._due.get((table_id, kind))

    def stands_until(self, table: Table) -> datetime | None:
        """Return when a lobby or challenge goes away by itself; None where that is not known."""
        return self.due_at(table.id, Due.CHALLENGE if table.kind is Kind.CHALLENGE else Due.LOBBY)

    async def set_due(self, tx: Transaction, table_id: int, kind: Due, after: timedelta) -> None:
        """Store a deadline with a transaction; ``begin`` it once that is committed."""
        await tx.set_deadline(DeadlineRow(table_id, kind.value, self.now() + after))

    async def clear_due(self, tx: Transaction, table_id: int, *kinds: Due) -> None:
        """Drop stored deadlines with a transaction; those in memory go when the new table is put."""
        for kind in kinds:
            await tx.clear_deadline(table_id, kind.value)

    def begin(self, table_id: int, kind: Due, after: timedelta) -> None:
        """Begin to wait for a deadline that is stored, or that every start begins anew anyhow."""
        self._due[table_id, kind] = self.now() + after

    def due_now(self) -> list[tuple[int, Due]]:
        """Return the deadlines that have passed, longest overdue first."""
        now = self.now()
        due = [(at, key) for key, at in self._due.items() if at <= now]
        return [key for _, key in sorted(due)]

    def is_due(self, table_id: int, kind: Due) -> bool:
        """Tell whether a deadline has passed and has not been set anew meanwhile."""
        at = self.due_at(table_id, kind)
        return at is not None and at <= self.now()
