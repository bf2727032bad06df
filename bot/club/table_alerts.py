"""Members who want to be told when somebody opens a table in their server."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.tables import Tables
from bot.tables.values.clocks import day_begins
from db import Reader, Store, Transaction
from db.settings import TableAlertRow

MOST: Final = 5
"""Largest number of members told of one table."""
A_DAY: Final = 2
"""Largest number of times that a member is told in a day (:func:`bot.tables.values.clocks.day_begins`)."""
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def in_turn(rows: Iterable[TableAlertRow], now: datetime, but: Collection[int] = ()) -> list[int]:
    """Return the users who may be told of a table now, `but` some: first those who never were, then the longest ago."""
    free = [row for row in rows if row.user_id not in but and _times(row, now) < A_DAY]
    return [row.user_id for row in sorted(free, key=lambda row: (row.last_at or _NEVER, row.since, row.user_id))]


def told(row: TableAlertRow, now: datetime) -> TableAlertRow | None:
    """Return a member's new row if they are told now; None if that would be too often."""
    times = _times(row, now)
    return None if times >= A_DAY else replace(row, last_at=now, day=_day(now), times=times + 1)


def _times(row: TableAlertRow, now: datetime) -> int:
    return row.times if row.day == _day(now) else 0


def _day(now: datetime) -> str:
    return f"{day_begins(now):%Y-%m-%d}"


LOOKED_AT: Final = 3 * MOST
"""Number of members considered for one table, as some may not see the channel or may have left the server."""


class TableAlerts:
    """Stores which members want to be told of new tables in a server, and finds whose turn it is."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._preferences = tables.preferences

    async def wants(self, guild_id: int, user_id: int) -> bool:
        return await self._store.ask(lambda reader: reader.table_alerts.of_member(guild_id, user_id)) is not None

    async def choose(self, guild_id: int, user_id: int, *, on: bool) -> None:
        """Turn messages to a member about new tables in a server on or off."""
        now = self._tables.now()

        async def stored(tx: Transaction) -> None:
            if not on:
                await tx.table_alerts.end(guild_id, user_id)
            elif await tx.table_alerts.of_member(guild_id, user_id) is None:
                await tx.table_alerts.put(TableAlertRow(guild_id, user_id, now))

        await self._store.do(stored)

    async def candidates(self, guild_id: int, opener_id: int, seated: Collection[int]) -> list[int]:
        """Return the members to be told of a new table, in the order of their turns, without those in quiet hours.

        Members who have blocked the opener, or whom the opener has blocked, are left out.
        """

        async def looked(reader: Reader) -> tuple[list[TableAlertRow], set[int]]:
            rows = await reader.table_alerts.of_server(guild_id)
            return rows, await reader.blocks.shunned(opener_id, [row.user_id for row in rows])

        rows, shunned = await self._store.ask(looked)
        waiting = in_turn(rows, self._tables.now(), {opener_id, *seated, *shunned})
        return (await self._preferences.awake(waiting[: 2 * LOOKED_AT], self._tables.now()))[:LOOKED_AT]

    async def count(self, guild_id: int, users: Sequence[int]) -> list[int]:
        """Store that members are told now, before they are told, and return those of them who may be told."""
        now = self._tables.now()

        async def stored(tx: Transaction) -> list[int]:
            counted = []
            for user in users[:MOST]:
                row = await tx.table_alerts.of_member(guild_id, user)
                after = None if row is None else told(row, now)
                if after is not None:
                    await tx.table_alerts.put(after)
                    counted.append(user)
            return counted

        return await self._store.do(stored)
