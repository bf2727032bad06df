"""Changing several tables at once, with something else: all of it is stored, or nothing."""

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
"""So often it is decided anew that another process keeps overtaking."""
_PAUSE: Final = 0.05
"""How long to wait before that, in seconds; longer each time."""


async def change_together(
    store: TableStore,
    table_ids: Collection[int],
    decide: Callable[[Table, Occasion], Table],
    also: Callable[[Transaction], Awaitable[None]],
) -> None:
    """Decide the same on several tables, and commit what it changes at all of them with something else.

    A table whose record is broken is left as it is.

    Args:
        store: The tables.
        table_ids: Those to be changed.
        decide: What becomes of each.
        also: What else is written in the same transaction.

    Raises:
        DatabaseError: It could not be stored; nothing has changed.
    """
    ordered = sorted(set(table_ids))
    async with AsyncExitStack() as held:
        for table_id in ordered:  # in one order, so that nobody waits for who waits for them
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
