"""Changing several tables and other data in one transaction, and inviting members to a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table, tidy
from bot.tables.writing import stored_differs, written
from db import Busy, DatabaseError, Overtaken, Store, Transaction

if TYPE_CHECKING:
    from collections.abc import Awaitable, Collection

    from bot.tables.decisions.occasion import Occasion
    from bot.tables.store import TableStore

OFTEN: Final = 3
"""Largest number of challenges and invitations from one member to the same other member within an hour."""
_HOUR: Final = timedelta(hours=1)


class Invitations:
    """Counts how often members ask each other to play, and respects blocks."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def blocking(self, user_id: int) -> frozenset[int]:
        """Return the members who have blocked a member."""
        return frozenset(await self._store.ask(lambda reader: reader.blocks.blocking(user_id)))

    async def count(self, user_id: int, asked_id: int) -> None:
        """Count that a member asks another one to play, if that is allowed.

        Raises:
            Refused: The asker has blocked the other member; or the other member may not be asked now. The second reason
                does not reveal whether that member has blocked the asker or has been asked too often.
        """
        now = self._now()

        async def stored(tx: Transaction) -> None:
            blocks = await tx.blocks.among((user_id, asked_id))
            if (user_id, asked_id) in blocks:
                raise Refused(Why.BLOCKED_BY_YOU)
            often = await tx.blocks.asked(user_id, asked_id, now - _HOUR) >= OFTEN
            if often or blocks:
                raise Refused(Why.NOT_ASKED_NOW)
            await tx.blocks.note_asking(user_id, asked_id, now)
            await tx.blocks.forget_askings(now - _HOUR)

        await self._store.do(stored)


_TRIES: Final = 5
"""Number of times a change is decided at most if other processes keep changing the tables."""
_PAUSE: Final = 0.05
"""Seconds before the first retry; each further pause is longer by as much."""


async def change_together(
    store: TableStore,
    table_ids: Collection[int],
    decide: Callable[[Table, Occasion], Table],
    also: Callable[[Transaction], Awaitable[None]],
) -> None:
    """Apply the same decision to several tables, and commit all changes and something else in one transaction.

    A table whose record is broken is left unchanged.

    Args:
        table_ids: The tables to change.
        decide: Returns the new value of each.
        also: Writes something else in the same transaction.

    Raises:
        DatabaseError: The changes could not be stored; nothing has changed.
    """
    ordered = sorted(set(table_ids))
    async with AsyncExitStack() as held:
        for table_id in ordered:  # always in the same order, to avoid a deadlock
            await held.enter_async_context(store.lock(table_id))
        for left in reversed(range(_TRIES)):
            try:
                await _commit(store, ordered, decide, also)
            except (Overtaken, Busy) as error:
                if not left:
                    raise
                store.tally.retried(conflict=isinstance(error, Overtaken))
                await asyncio.sleep(_PAUSE * (_TRIES - left))
            else:
                return


async def _commit(
    store: TableStore,
    table_ids: Collection[int],
    decide: Callable[[Table, Occasion], Table],
    also: Callable[[Transaction], Awaitable[None]],
) -> None:
    changed: list[tuple[Table, Table]] = []
    for table_id in table_ids:
        with suppress(Refused):
            before = await store.get(table_id)
            after = replace(tidy(decide(before, store.occasion())), version=before.version + 1)
            if stored_differs(before, after):
                changed.append((before, after))

    async def write(tx: Transaction) -> None:
        await also(tx)
        for before, after in changed:
            await written(tx, before, after)
            await store.tell(tx, after)

    try:
        await store.db.do(write)
    except (DatabaseError, asyncio.CancelledError):
        for before, _ in changed:
            store.memory.doubt(before.id)
        raise
    for before, after in changed:
        store.memory.became(before, after, store.now())
