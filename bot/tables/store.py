"""The tables in memory and in the database: load, lock, decide, commit the difference.

Only this module writes a table. A request is decided on the present table, the change is written in one transaction,
and only then the new table replaces the old one in memory. If another process was faster, or the database was busy,
the request is decided anew on the table's new state.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, field, replace
from datetime import datetime
from functools import partial
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from bot.engine.record_json import FORMER
from bot.lazy import dataclass
from bot.tables.decisions import house_seats, play
from bot.tables.decisions.lobby import next_in_series
from bot.tables.preferences import Preferences
from bot.tables.values.clocks import Due, Limits
from bot.tables.values.rule_sets import LAST_TABLE, choice_of
from db import (
    Busy,
    Damaged,
    DatabaseError,
    DeadlineRow,
    GameRecordRows,
    Overtaken,
    PlyTaken,
    Reader,
    Store,
    Transaction,
)
from db.keys import KEYS

from .decisions.by_itself import timed
from .decisions.dealing import BOARDS, RENAMED
from .decisions.occasion import Chance, Done, Occasion
from .decisions.overtime import leaving
from .decisions.turns import nudge_at
from .leaving import note_leaving
from .memory import Memory
from .schedule import Rescheduling
from .values.parts import Kind, Status
from .values.refused import Refused, Why
from .values.stored import BrokenRecord, columns_of, decode
from .values.table import Table, tidy

log = logging.getLogger(__name__)

AtEnd: TypeAlias = Callable[[Transaction, Table], Awaitable[None]]
"""A function that writes something else in the transaction that ends a game, or creates a table."""

Item = TypeVar("Item")
P = ParamSpec("P")
D = TypeVar("D", Table, Done)

_TRIES: Final = 5
"""Number of times a request is decided at most if other processes keep changing the table."""
_BUSY_PAUSE: Final = 0.05
"""Seconds before the first retry with a busy database; each further pause is longer by as much."""


@dataclass(slots=True)
class Tally:
    """Counts of table writes since the start, for the operator's metrics."""

    acts: int = 0
    conflicts: int = 0
    """Requests decided anew because another process had changed the table."""
    busy: int = 0
    """Requests decided anew because the database was busy."""
    frozen: int = 0
    """Tables whose records were found broken."""
    damaged: set[int] = field(default_factory=set)
    """Tables whose records cannot be read any more, as the database is damaged there."""

    def retried(self, *, conflict: bool) -> None:
        """Count a request that was decided anew, as another process changed the table or kept the database busy."""
        if conflict:
            self.conflicts += 1
        else:
            self.busy += 1


class SystemChance:
    """Chance from the operating system's generator."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop − 1."""
        return secrets.randbelow(stop)

    def randbytes(self, n: int, /) -> bytes:
        """Return `n` random bytes."""
        return secrets.token_bytes(n)


class TableStore:
    """The store of all tables: one lock per table, loaded on demand, written before being replaced in memory."""

    def __init__(
        self,
        db: Store,
        now: Callable[[], datetime],
        memory: Memory,
        preferences: Preferences,
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
        self.preferences = preferences
        self.memory = memory
        self.rescheduling = Rescheduling()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def occasion(self) -> Occasion:
        """Return the context of a decision: the present moment, chance, limits, and members' choices."""
        chosen = self.preferences
        return Occasion(self.now(), self.chance, self.limits, chosen.holidays, chosen.told, chosen.by_hand)

    # ------------------------------------------------------------ reading

    async def get(self, table_id: int) -> Table:
        """Return a table in its present state, reading it if it is asleep or must be read anew."""
        table = self.memory.known(table_id)
        if table is None or self.memory.doubt_of(table_id) is not None:
            return await self._fetch(table_id)
        self.memory.touch(table_id, self.now())
        return table

    async def _fetch(self, table_id: int) -> Table:
        if table_id not in KEYS:
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        doubt, slept = self.memory.doubt_of(table_id), self.memory.is_asleep(table_id)
        try:
            rows, deadlines = await self._read(table_id)
        except Damaged as error:
            self.tally.damaged.add(table_id)
            await self._freeze(table_id, error)
            raise Refused(Why.FROZEN, table_id=table_id) from None
        if rows is None:
            self.memory.drop(table_id)
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        if rows.game.status == Status.FROZEN.value:
            self.memory.drop(table_id)
            raise Refused(Why.FROZEN, table_id=table_id)
        try:
            table = self._awaiting_nudge(decode(rows, deadlines), slept=slept and doubt is None)
        except BrokenRecord as error:
            await self._freeze(table_id, error)
            raise Refused(Why.FROZEN, table_id=table_id) from None
        known, last = self.memory.known(table_id), self.memory.doubt_of(table_id)
        if last is doubt:  # a newer doubt stays: its write may have been stored after this read
            self.memory.dispel(table_id)
        doubted = last is not None
        if known is not None and (known.version > table.version or (known.version == table.version and not doubted)):
            return known  # another request stored or read it meanwhile
        self.memory.put(table, self.now())
        return table

    async def _read(self, table_id: int) -> tuple[GameRecordRows | None, list[DeadlineRow]]:
        async def read(reader: Reader) -> tuple[GameRecordRows | None, list[DeadlineRow]]:
            return await reader.game_record.load(table_id), await reader.schedule.deadlines(table_id)

        return await self.rescheduling.undisturbed(lambda: self.db.ask(read))

    async def _freeze(self, table_id: int, error: BrokenRecord | Damaged) -> None:
        """Freeze a table whose record is broken, so that it does not disturb the others."""
        was_live = table_id in self.memory.live
        self.memory.drop(table_id)
        if not was_live:
            return
        log.error("table frozen, its record cannot be restored: %s", error, extra={"table": table_id})
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
        """Add the reminder, which is not stored, to a table that was read: from the schedule if it slept."""
        if table.keeps_waiting is None or table.time_is_up:
            return table
        if slept:
            at = self.memory.schedule.of(table.id, Due.NUDGE)
            return table if at is None else table.but(due={**table.due, Due.NUDGE: at})
        if table.message("nudge") is not None:
            return table
        at = nudge_at(table.terms.clock, table.due.get(Due.CLOCK), self.now(), self.limits)
        return table.but(due={**table.due, Due.NUDGE: at})

    async def heard(self, table_id: int) -> bool:
        """Read a table anew that another process has changed, and return whether it belongs to this process.

        Raises:
            DatabaseError: The table cannot be read now; if it is in memory, it is read anew before its next use.
        """
        memory = self.memory
        if table_id not in memory.live and memory.known(table_id) is None:
            server = await self.db.ask(lambda reader: reader.games.server(table_id))
            if server is None or not memory.keeps(server):
                return False
        memory.doubt(table_id)
        with suppress(Refused):
            await self.get(table_id)
        memory.schedule.none_put_off(table_id)
        return True

    # ------------------------------------------------------------ changing

    async def change(
        self, table_id: int, decide: Callable[Concatenate[Table, Occasion, P], D], *args: P.args, **kwargs: P.kwargs
    ) -> D:
        """Decide a request on a table, commit the change, and return the decision's result.

        Raises:
            Refused: There is no such table, its record is broken, or the request is refused; nothing has changed.
            DatabaseError: The change may not have been stored; the table is read anew before its next use.
        """
        async with self.lock(table_id):
            return await self.change_locked(table_id, decide, *args, **kwargs)

    async def act(
        self, table_id: int, user_id: int, words: str, ply: int, *, by_house: bool = False, exactly: bool = False
    ) -> Done:
        """Carry out a player's action (:func:`bot.tables.decisions.play.act`).

        A member whose seat the house holds takes the seat back by acting, even if the action is refused.
        """
        if not by_house:
            table = await self.get(table_id)
            if table.live and table.seat_of(user_id) in table.held:
                await self.change(table_id, house_seats.come_back, user_id)
        return await self.change(table_id, play.act, user_id, words, ply, by_house=by_house, exactly=exactly)

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return a table's lock, for callers that must look something up before a decision without being overtaken."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def change_locked(
        self, table_id: int, decide: Callable[Concatenate[Table, Occasion, P], D], *args: P.args, **kwargs: P.kwargs
    ) -> D:
        """Do the same as :meth:`change`, for a caller that holds the table's lock."""
        for left in reversed(range(_TRIES)):
            before = await self.get(table_id)
            try:
                decided = decide(before, self.occasion(), *args, **kwargs)
            except Refused:  # perhaps only because another process has changed the table
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
        """Store a new table, and what else belongs into its transaction, and return it with its number."""

        async def write(tx: Transaction) -> Table:
            table = await _created(tx, draft)
            if also is not None:
                await also(tx, table)
            if not self.memory.owns(table.guild_id):
                await tx.say("table", table.id)
            return table

        table = await self.db.do(write, beside=True, shared=True)  # a new number cannot conflict with other writers
        self.memory.put(table, self.now())
        return table

    async def rename(self, table_id: int, user_id: int, former_id: int) -> None:
        """Replace a member by a former player in everything stored about a table, even a broken one.

        Its boards that had got their final form await one more edit. The text that the member typed at the Cut is
        deleted, with the proofs of those deals.
        """
        async with self.lock(table_id):
            try:
                async with self.db.write() as tx:
                    await _cuts_deleted(tx, table_id, user_id)
                    await tx.people.rename_in_game(table_id, user_id, former_id, FORMER)
                    await tx.messages.reopen(table_id, BOARDS, RENAMED)
                    if table_id not in self.memory.live:  # another process may hold it
                        await tx.say("table", table_id)
            finally:
                self.memory.doubt(table_id)
        with suppress(Refused):  # read anew at once, so that the index is not outdated
            await self.get(table_id)

    async def _commit(self, before: Table, decided: D) -> D:
        """Write the difference between a table and its decided new value, checking its version, and replace it."""
        outcome = decided if isinstance(decided, Done) else Done(decided)
        if outcome.table is before and outcome.opened is None:
            return decided
        after, opened = timed(before, tidy(outcome.table), self.occasion()), outcome.opened
        after = after.but(version=before.version + 1)
        if before.live and opened is None:
            opened = next_in_series(after, self.occasion())
        try:
            if opened is not None or _stored_differs(before, after):
                # The version guards the table; the counts at its end take their own turn.
                after, opened = await self.db.do(
                    partial(self._written, before, after, opened), beside=True, shared=True
                )
            else:
                after = after.but(version=before.version)
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
        after, opened = await _write(tx, before, after, opened, self._at_end)
        now = self.now()
        if left := leaving(before, after, self.preferences.holidays, now):
            await note_leaving(tx, after, left, now)
        for table in filter(None, (after, opened)):
            if not self.memory.owns(table.guild_id):  # the process that holds it reads it anew
                await tx.say("table", table.id)
        return after, opened

    async def _overtaken(self, known: Table) -> bool:
        """Return whether another process has changed a table since it was read here, and mark it to be read anew."""
        if not known.live or self.memory.doubt_of(known.id) is not None:
            return False
        try:
            version = await self.db.ask(lambda reader: reader.games.version(known.id))
        except DatabaseError:  # unknown for now; the caller's result stands
            return False
        if version != known.version:
            self.memory.doubt(known.id)
        return version != known.version

    async def change_together(
        self,
        table_ids: Collection[int],
        decide: Callable[[Table, Occasion], Table],
        also: Callable[[Transaction], Awaitable[None]],
    ) -> None:
        """Apply a decision to several tables, and commit all changes and something else in one transaction.

        A table whose record is broken is left unchanged.
        """
        ordered = sorted(set(table_ids))
        async with AsyncExitStack() as held:
            for table_id in ordered:  # always in the same order, to avoid a deadlock
                await held.enter_async_context(self.lock(table_id))
            for left in reversed(range(_TRIES)):
                try:
                    await self._commit_together(ordered, decide, also)
                except (Overtaken, Busy) as error:
                    if not left:
                        raise
                    self.tally.retried(conflict=isinstance(error, Overtaken))
                    await asyncio.sleep(_BUSY_PAUSE * (_TRIES - left))
                else:
                    return

    async def _commit_together(
        self,
        table_ids: Collection[int],
        decide: Callable[[Table, Occasion], Table],
        also: Callable[[Transaction], Awaitable[None]],
    ) -> None:
        changed: list[tuple[Table, Table]] = []
        for table_id in table_ids:
            with suppress(Refused):
                before = await self.get(table_id)
                after = replace(tidy(decide(before, self.occasion())), version=before.version + 1)
                if _stored_differs(before, after):
                    changed.append((before, after))

        async def write(tx: Transaction) -> None:
            await also(tx)
            for before, after in changed:
                await _write(tx, before, after)
                if not self.memory.owns(after.guild_id):
                    await tx.say("table", after.id)

        try:
            await self.db.do(write)
        except (DatabaseError, asyncio.CancelledError):
            for before, _ in changed:
                self.memory.doubt(before.id)
            raise
        for before, after in changed:
            self.memory.became(before, after, self.now())


async def _created(tx: Transaction, draft: Table) -> Table:
    """Write a new table, and return it with its new number."""
    draft = tidy(draft)
    columns = columns_of(draft)
    table_id = await tx.games.create(
        guild_id=draft.guild_id,
        channel_id=draft.channel_id,
        kind=draft.kind.value,
        opener_id=draft.opener_id,
        rules=columns["rules"],
        settings=columns["settings"],
        created_at=draft.created_at,
        status=draft.status.value,
        invited_id=draft.invited_id,
        rematch_of=draft.rematch.previous_id,
        started_at=draft.started_at,
        turn_since=draft.turn_since,
        on_move=columns["on_move"],
        private=columns["private"],
        unanswered=columns["unanswered"],
        reviewed=columns["reviewed"],
    )
    table = draft.but(
        id=table_id,
        seats=tuple(replace(seat, game_id=table_id) for seat in draft.seats),
        deals=tuple(replace(deal, game_id=table_id) for deal in draft.deals),
    )
    await tx.games.set_seats(table_id, table.seats)
    for deal in table.deals:
        await tx.deals.open(deal)
    for row in _deadlines(table):
        await tx.schedule.set(row)
    await _remember_choice(tx, table)
    return table


def _stored_differs(before: Table, after: Table) -> bool:
    """Return whether anything has to be written; reminders are kept only in memory."""
    return after.but(version=before.version) != before or list(_deadlines(before)) != list(_deadlines(after))


async def _write(
    tx: Transaction, before: Table, after: Table, opened: Table | None = None, at_end: Sequence[AtEnd] = ()
) -> tuple[Table, Table | None]:
    """Write the difference between two values of a table, and the table opened with it, which gets its number."""
    if opened is not None:
        opened = await _created(tx, opened)
        after = after.but(rematch=replace(after.rematch, next_id=opened.id))
    was = columns_of(before)
    changed: Any = {key: value for key, value in columns_of(after).items() if value != was[key]}  # type: ignore[literal-required]
    await tx.games.update(after.id, before.version, **changed)
    if after.seats != before.seats:
        await tx.games.set_seats(after.id, after.seats)
    if (after.deals, after.cuts) != (before.deals, before.cuts):
        await _write_deals(tx, before, after)
    kept, now = len(before.actions), len(after.actions)
    if now > kept:
        await tx.deals.add_actions(after.actions[kept:])
    elif now < kept and await tx.deals.delete_actions_from(after.id, now) != kept - now:
        raise PlyTaken(after.id, kept)
    for message in _new(before.messages, after.messages):
        await tx.messages.put(message)
    awaited, stored = set(_deadlines(after)), set(_deadlines(before))
    for deadline in awaited - stored:
        await tx.schedule.set(deadline)
    for kind in {row.kind for row in stored} - {row.kind for row in awaited}:
        await tx.schedule.clear(after.id, kind)
    if choice_of(after) != choice_of(before):
        await _remember_choice(tx, after)
    if before.live and (after.status is Status.FINISHED or after.drawn):
        for meet in at_end:
            await meet(tx, after)
    return after, opened


async def _remember_choice(tx: Transaction, table: Table) -> None:
    """Store an open table's choices as its opener's last ones; practices and challenges do not change them."""
    if table.kind is Kind.OPEN:
        await tx.settings.set_of_user(table.opener_id, LAST_TABLE, choice_of(table).stored())


async def _write_deals(tx: Transaction, before: Table, after: Table) -> None:
    known = {deal.number: deal for deal in before.deals}
    for deal in _new(before.deals, after.deals):
        if deal.number not in known:
            await tx.deals.open(deal)
            continue
        was = known[deal.number]
        if deal.secret != was.secret:
            await tx.deals.seal_anew(deal)
        elif deal != was:
            values = asdict(was)
            changed: Any = {key: value for key, value in asdict(deal).items() if value != values[key]}
            await tx.deals.update(after.id, deal.number, **changed)
    for cut in _new(before.cuts, after.cuts):
        await tx.deals.put_cut(cut)


async def _cuts_deleted(tx: Transaction, table_id: int, user_id: int) -> None:
    """Delete a user's typed cuts at a table, with the proofs of those deals (RECORD.md); the record need not replay.

    The same words typed by another player in the same deal count too, because the words must not remain there.
    """
    mine = [cut for cut in await tx.deals.cuts(table_id) if cut.user_id == user_id]
    typed = {(cut.deal, cut.text) for cut in mine if cut.text}
    for deal in await tx.deals.of(table_id):
        if any((deal.number, words) in typed for words in _words(deal.entropy)):
            await tx.deals.withdraw(table_id, deal.number)
    for cut in mine:
        await tx.deals.delete_cut(table_id, cut.deal, user_id)


def _words(entropy: Iterable[str]) -> list[str]:
    """Return the typed words in a deck's entropy, from its parts of the form ``cut:NUMBER:TEXT``."""
    return [part.split(":", 2)[2] for part in entropy if part.startswith("cut:")]


def _new(before: Iterable[Item], after: Iterable[Item]) -> list[Item]:
    """Return the items of the second collection that are not in the first, or differ there."""
    known = list(before)
    return [item for item in after if item not in known]


def _deadlines(table: Table) -> Iterable[DeadlineRow]:
    return (DeadlineRow(table.id, kind.value, at) for kind, at in table.due.items() if kind.stored)
