"""Changing several tables and other data in one transaction."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.tables.values.refused import Refused
from bot.tables.values.table import Table, tidy
from bot.tables.writing import stored_differs, written
from db import Busy, DatabaseError, Overtaken, Transaction

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from bot.tables.decisions.occasion import Occasion
    from bot.tables.store import TableStore

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
        store: The tables.
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
