"""The holidays of members, kept in memory so that every decision can leave them out of the clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.tables.decisions.holidays import called_off, holidays_changed, planned
from bot.tables.several_tables import change_together
from bot.tables.values.holidays import HOLIDAYS, Holiday, now_or_next, read_holidays

if TYPE_CHECKING:
    from bot.tables.store import TableStore
    from bot.tables.values.table import Table
    from bot.tables.whereabouts import Whereabouts
    from db import Transaction


class Holidays:
    """Plans members' holidays, and moves the deadlines of tables that wait for these members."""

    def __init__(self, store: TableStore, whereabouts: Whereabouts) -> None:
        self._store = store
        self._whereabouts = whereabouts
        self._looked: datetime | None = None
        self._changing = asyncio.Lock()
        """Held while holidays change, so that deadlines move exactly once, together with the stored holidays."""

    def of(self, user_id: int) -> tuple[Holiday, ...]:
        """Return a member's holidays, the earliest first."""
        return self._store.member_choices.holidays.get(user_id, ())

    def at(self, table: Table) -> list[tuple[int, Holiday]]:
        """Return a table's players who are or will be on holiday, each with the present or next holiday.

        The list is empty unless the table plays by correspondence.
        """
        if not table.terms.clock.by_correspondence:
            return []
        now = self._store.now()
        found = ((user, now_or_next(self.of(user), now)) for user in table.people)
        return [(user, holiday) for user, holiday in found if holiday is not None]

    async def plan(self, user_id: int, first: date, last: date, offset: int) -> list[int]:
        """Set a member's coming holidays, in place of those planned before.

        Args:
            user_id: The member.
            first: The first day.
            last: The last day.
            offset: Minutes by which the member's clock is ahead of UTC.

        Returns:
            The tables whose boards show the holiday.

        Raises:
            NotPlanned: Such holidays are not allowed.
            DatabaseError: They could not be stored.
        """
        now = self._store.now()
        return await self._change(user_id, lambda before: planned(before, first, last, offset, now))

    async def back(self, user_id: int) -> list[int]:
        """End a member's present holiday or cancel the coming one, and return the tables whose boards showed it."""
        now = self._store.now()
        return await self._change(user_id, lambda before: called_off(before, now))

    def turned(self) -> list[int]:
        """Return the tables of members whose holiday has begun or ended since the last call."""
        since, self._looked = self._looked, self._store.now()
        return [] if since is None else self.turned_since(since)

    def turned_since(self, since: datetime) -> list[int]:
        """Return the tables of members whose holiday has begun or ended since a moment."""
        now = self._store.now()
        self._looked = self._looked or now
        return [
            table_id
            for user, holidays in self._store.member_choices.holidays.items()
            if any(since < moment <= now for each in holidays for moment in (each.starts, each.ends))
            for table_id in self._store.memory.register.of_user(user)
        ]

    async def _change(self, user_id: int, change: Callable[[tuple[Holiday, ...]], tuple[Holiday, ...]]) -> list[int]:
        async with self._changing:
            async with self._store.db.read() as reader:
                before = read_holidays((await reader.settings.of_user(user_id)).get(HOLIDAYS))
            after = change(before)
            stored = [each.stored() for each in after] or None
            tables = await self._whereabouts.of_user(user_id)
            choices: dict[str, Any] = {}

            async def planned_too(tx: Transaction) -> None:
                await tx.settings.set_of_user(user_id, HOLIDAYS, stored)
                await tx.say("member", user_id)
                choices.update(await tx.settings.of_user(user_id))

            moved = partial(holidays_changed, user_id=user_id, before=before, after=after)
            await change_together(self._store, tables, moved, planned_too)
            self._store.member_choices.take(user_id, choices)
            return tables
