"""The holidays of members, kept in memory so that every decision can leave them out of the clocks.

The functions at the top decide; the class stores what they decide and moves the deadlines of tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from enum import StrEnum
from functools import partial
from typing import Any, Final

from bot.tables.decisions.occasion import Occasion
from bot.tables.memory import Whereabouts
from bot.tables.preferences import HOLIDAYS
from bot.tables.store import TableStore
from bot.tables.values.clocks import Due
from bot.tables.values.table import Table
from bot.tables.values.times import MOST_A_YEAR, Holiday, counted, counted_until, days_taken, now_or_next, read_holidays
from db import Reader, Transaction

FARTHEST: Final = timedelta(days=366)
"""Longest time from today until holidays begin, and from their first day to their last."""
_COUNTED: Final = (Due.CLOCK, Due.NUDGE, Due.TELL, Due.FORFEITS, Due.ABANDON)
"""The deadlines that do not run on holidays in games by correspondence."""


class NoHoliday(StrEnum):
    """The reasons why days cannot be holidays."""

    BACKWARDS = "backwards"
    """The last day is before the first."""
    PAST = "past"
    FAR = "far"
    TOO_MANY = "too-many"


class NotPlanned(Exception):  # noqa: N818 - it is an answer, not a failure
    """The refusal of days that cannot be holidays; nothing has changed."""

    def __init__(self, why: NoHoliday, left: int = 0) -> None:
        super().__init__(why.value)
        self.why = why
        self.left = left
        """Number of holidays, in days, that the year still allows."""


def planned(holidays: tuple[Holiday, ...], first: date, last: date, offset: int, now: datetime) -> tuple[Holiday, ...]:
    """Return a member's holidays with days that replace all present and future ones; a past first day means today."""
    today = now.astimezone(timezone(timedelta(minutes=offset))).date()
    if last < first:
        raise NotPlanned(NoHoliday.BACKWARDS)
    if last < today:
        raise NotPlanned(NoHoliday.PAST)
    if first - today > FARTHEST or last - first > FARTHEST:
        raise NotPlanned(NoHoliday.FAR)
    kept = called_off(holidays, now)
    wanted = (*kept, Holiday(max(first, today), last, offset))
    for year in range(today.year, last.year + 1):
        if days_taken(wanted, year) > MOST_A_YEAR:
            raise NotPlanned(NoHoliday.TOO_MANY, max(0, MOST_A_YEAR - days_taken(kept, year)))
    return wanted


def called_off(holidays: tuple[Holiday, ...], now: datetime) -> tuple[Holiday, ...]:
    """Return a member's holidays without future ones, with a present one ended now and past ones kept.

    Holidays of earlier years are dropped.
    """
    ended = (
        Holiday(each.first, each.last, each.offset, now) if each.ends > now else each
        for each in holidays
        if each.starts < now
    )
    return tuple(each for each in ended if each.last.year >= now.year)


def holidays_changed(
    table: Table, at: Occasion, user_id: int, before: tuple[Holiday, ...], after: tuple[Holiday, ...]
) -> Table:
    """Move the deadlines of a table that waits for a member whose holidays have changed; time already counted stays."""
    if user_id not in table.turn_users or table.daily is not None:
        return table
    kinds = _COUNTED if table.terms.clock.by_correspondence else (Due.ABANDON,)
    moved = {}
    for kind in kinds:
        when = table.due.get(kind)
        if when is not None and when > at.now:
            then = counted_until(after, at.now, counted(before, at.now, when))
            moved[kind] = max(when, then) if kind is Due.FORFEITS else then  # the time for forfeits is shared by all
    return table.but(due={**table.due, **moved}) if moved else table


async def hand_on(tx: Transaction, user_id: int, former_id: int, now: datetime) -> None:
    """Give the holidays that a member has taken to the former player, as the year's limit outlives a deletion."""
    own = read_holidays((await tx.settings.of_user(user_id)).get(HOLIDAYS))
    await tx.settings.set_of_user(former_id, HOLIDAYS, [each.stored() for each in called_off(own, now)] or None)


async def _all_of(reader: Reader, user_id: int) -> tuple[Holiday, ...]:
    found: list[Holiday] = []
    for each in (user_id, *await reader.people.aliases([user_id])):
        found += read_holidays((await reader.settings.of_user(each)).get(HOLIDAYS))
    return tuple(sorted(found, key=lambda each: each.starts))


class Holidays:
    """Plans members' holidays, and moves the deadlines of tables that wait for these members."""

    def __init__(self, store: TableStore, whereabouts: Whereabouts) -> None:
        self._store = store
        self._whereabouts = whereabouts
        self._looked: datetime | None = None
        self._changing = asyncio.Lock()
        """Held while holidays change, so that deadlines move exactly once, together with the stored holidays."""

    def of(self, user_id: int) -> tuple[Holiday, ...]:
        """Return a member's holidays, without those taken before their data was deleted."""
        return self._store.preferences.holidays.get(user_id, ())

    async def all_of(self, user_id: int) -> tuple[Holiday, ...]:
        """Return a member's holidays with those taken before their data was deleted, which the year's limit counts."""
        return await self._store.db.ask(lambda reader: _all_of(reader, user_id))

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
        """Set a member's coming holidays (:func:`planned`), and return the tables whose boards show them."""
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
            for user, holidays in self._store.preferences.holidays.items()
            if any(since < moment <= now for each in holidays for moment in (each.starts, each.ends))
            for table_id in self._store.memory.live.of_user(user)
        ]

    async def _change(self, user_id: int, change: Callable[[tuple[Holiday, ...]], tuple[Holiday, ...]]) -> list[int]:
        async with self._changing:
            before = await self.all_of(user_id)
            after = change(before)
            stored = [each.stored() for each in after] or None
            tables = await self._whereabouts.of_user(user_id)
            choices: dict[str, Any] = {}

            async def planned_too(tx: Transaction) -> None:
                for former in await tx.people.aliases([user_id]):  # theirs again, so that they are counted together
                    await tx.settings.set_of_user(former, HOLIDAYS, None)
                await tx.settings.set_of_user(user_id, HOLIDAYS, stored)
                await tx.say("member", user_id)
                choices.update(await tx.settings.of_user(user_id))

            moved = partial(holidays_changed, user_id=user_id, before=before, after=after)
            await self._store.change_together(tables, moved, planned_too)
            self._store.preferences.member_chose(user_id, choices)
            return tables
