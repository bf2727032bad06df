"""Loading the tables at a start, and giving back the time in which nobody could act."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.members import Members
from bot.tables import Tables
from bot.tables.memory import Loaded
from bot.tables.values.clocks import FIXED, Due
from db import BoardRow, DeadlineRow, LiveRow, Part, Reader, Transaction

SLACK: Final = timedelta(seconds=10)
"""Shortest time that is given back; shorter losses add up until they reach it."""


class Downtime:
    """A watch that looks at the wall clock again and again, and notices when people could not act between two looks.

    People cannot act while the bot has no gateway, or does not run because the laptop sleeps or the process is stopped
    or gets no processor time. A wall clock that jumps, either way, looks the same and is compensated in the same way.
    """

    def __init__(self) -> None:
        self._last: datetime | None = None
        self._was_able = True
        self._lost = timedelta()

    def look(self, now: datetime, *, able: bool, after: timedelta) -> timedelta:
        """Return the time to be given back now, which may be negative; zero while nobody can act.

        Each look returns it again until :meth:`given` is called.

        Args:
            after: The intended time between the last look and this one.
        """
        last, was_able = self._last, self._was_able
        self._last, self._was_able = now, able
        if last is not None:
            gap = now - last
            if not (able and was_able) or gap <= -SLACK:
                self._lost += gap
            elif gap - after >= SLACK:
                self._lost += gap - after
        return self._lost if able and abs(self._lost) >= SLACK else timedelta()

    def given(self, lost: timedelta) -> None:
        self._lost -= lost

    def pass_over(self) -> None:
        """Treat the next look as the first, so that the time before it does not count as lost."""
        self._last = None


RESULTS_SINCE: Final = timedelta(days=1)
"""Time after a game's end within which its result is still posted if a crash prevented that."""


class Loading:
    """Loads the tables of this process into memory, and moves their deadlines when time was lost."""

    def __init__(self, tables: Tables, members: Members) -> None:
        self.tables = tables
        self.members = members
        self._store = tables.store
        self._memory = tables.memory

    async def load(self, made_by: str = "") -> list[int]:
        """Load what people have chosen, and every live table as asleep, and give back the time since the last process.

        Returns:
            The live tables whose boards may be outdated, and those that are over and not fully announced.
        """
        store, part = self._store, self._memory.part
        await store.preferences.load()
        async with store.rescheduling.moving():
            now = store.now()
            seen = await store.db.ask(
                lambda reader: (
                    reader.shards.last_of_all() if part is None else reader.shards.last_seen(part.shards, part.of)
                )
            )
            lost = timedelta() if seen is None else max(timedelta(), now - seen)
            async with store.db.write() as tx:
                if lost:
                    await tx.schedule.shift(lost, FIXED, part)
                await _saw(tx, part, now)
            rows, deadlines, noted = await store.db.ask(lambda reader: _live(reader, part))
            self._memory.fill(rows, deadlines, now, store.limits)
        self._memory.loaded = Loaded(now, seen)
        moved = {row.game_id for row in deadlines if row.kind != Due.ABANDON.value} if seen is not None else set()
        outdated = self.tables.boards.begin(rows, noted, moved, made_by)
        turned = [] if seen is None else self.members.holidays.turned_since(seen)
        over = await self.tables.archive.left_over(store.now() - RESULTS_SINCE, part)
        return list(dict.fromkeys([*outdated, *await self.members.turn_messages.load(), *turned, *over]))

    async def read_anew(self) -> None:
        """Read what people have chosen again, and every table before its next use, as words of others may be missed."""
        await self._store.preferences.load()
        self._memory.doubt_all()

    async def give_back(self, lost: timedelta, part: Part | None = None) -> list[int]:
        """Move a part's deadlines later by a time in which nobody could act; return the tables whose boards show it."""
        store, memory = self._store, self._memory
        async with AsyncExitStack() as held:
            ours = memory.of_part(part)
            for table_id in ours:
                await held.enter_async_context(store.lock(table_id))
            await held.enter_async_context(store.rescheduling.moving())  # so that no table wakes with old deadlines
            now = store.now()
            async with store.db.write() as tx:
                await tx.schedule.shift(lost, FIXED, part)
                await tx.games.begin_turns_by(now, part)
                await _saw(tx, part, now)
            memory.shift(lost, ours)
            for table in memory.awake():
                if table.turn_since is not None and table.turn_since > now:  # the clock has been set back
                    memory.put(replace(table, turn_since=now, version=table.version + 1), now)
                    memory.doubt(table.id)
        return [table_id for table_id in memory.with_running_clocks(store.now()) if table_id in set(ours)]


async def _live(reader: Reader, part: Part | None) -> tuple[list[LiveRow], list[DeadlineRow], list[BoardRow]]:
    """Read the live tables of a part of all servers, with their deadlines and board notes, at one moment."""
    return await reader.live.games(part), await reader.schedule.deadlines(part=part), await reader.live.boards(part)


async def _saw(tx: Transaction, part: Part | None, now: datetime) -> None:
    """Store that this process answers for a part of all servers at this moment."""
    await (tx.schedule.heartbeat(now) if part is None else tx.shards.saw(part.shards, part.of, now))
