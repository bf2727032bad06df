"""The holidays of members: kept at hand, so that every decision counts time without them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.tables.several_tables import change_together

from .decisions.holidays import called_off, holidays_changed, planned
from .values.holidays import HOLIDAYS, Holiday, now_or_next, read_holidays

if TYPE_CHECKING:
    from db import Transaction

    from .store import TableStore
    from .values.table import Table
    from .whereabouts import Whereabouts


class Holidays:
    """Plans members' holidays, and moves what is due at the tables that wait for them."""

    def __init__(self, store: TableStore, whereabouts: Whereabouts) -> None:
        self._store = store
        self._whereabouts = whereabouts
        self._looked: datetime | None = None
        self._changing = asyncio.Lock()
        """What is due moves from what was to what is, once, and with what is stored of the holidays."""

    def of(self, user_id: int) -> tuple[Holiday, ...]:
        """Return a member's holidays, the earliest first."""
        return self._store.chosen.holidays.get(user_id, ())

    def at(self, table: Table) -> list[tuple[int, Holiday]]:
        """Return who plays at a table and is away or going to be; none where no move may take days."""
        if not table.terms.clock.by_correspondence:
            return []
        now = self._store.now()
        found = ((user, now_or_next(self.of(user), now)) for user in table.people)
        return [(user, holiday) for user, holiday in found if holiday is not None]

    async def plan(self, user_id: int, first: date, last: date, offset: int) -> list[int]:
        """Let some days be a member's holidays, in place of those that were to come.

        Args:
            user_id: The member.
            first: The first day.
            last: The last day.
            offset: How far the member's clock is from UTC, in minutes.

        Returns:
            The tables whose boards say so.

        Raises:
            NotPlanned: They cannot be.
            DatabaseError: It could not be stored.
        """
        now = self._store.now()
        return await self._change(user_id, lambda before: planned(before, first, last, offset, now))

    async def back(self, user_id: int) -> list[int]:
        """Let a member be back, or call off what was to come, and return the tables whose boards said so."""
        now = self._store.now()
        return await self._change(user_id, lambda before: called_off(before, now))

    def turned(self) -> list[int]:
        """Return the tables of members who have left for a holiday, or come back from one, since this was asked."""
        since, self._looked = self._looked, self._store.now()
        return [] if since is None else self.turned_since(since)

    def turned_since(self, since: datetime) -> list[int]:
        """Return the tables of members who have left for a holiday, or come back from one, since a moment."""
        now = self._store.now()
        self._looked = self._looked or now
        return [
            table_id
            for user, holidays in self._store.chosen.holidays.items()
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
            self._store.chosen.take(user_id, choices)
            return tables
