"""Loading the tables of a shard when this process gets it, and dropping them when it loses it; downtime.

Tables of other processes are not kept here. A change to one reads it, decides, commits under its version, and sends a
word to its holder to read it anew.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.tables.memory import Adopted
from bot.tables.values.due import FIXED, Due
from db import BoardRow, DeadlineRow, LiveRow, Part, Reader, Transaction

if TYPE_CHECKING:
    from bot.members import Members
    from bot.tables import Tables

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
            now: The wall clock.
            able: Whether people can act at this moment.
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
        """Note that lost time has been given back."""
        self._lost -= lost

    def pass_over(self) -> None:
        """Treat the next look as the first, so that the time before it does not count as lost."""
        self._last = None


RESULTS_SINCE: Final = timedelta(days=1)
"""Time after a game's end within which its result is still posted if a crash prevented that."""

_WORTH: Final = timedelta(seconds=1)
"""Shortest time that is given back when a shard moves between processes, as giving back blocks all other writers."""
_ANY: Final = timedelta(microseconds=1)
"""Shortest time that is given back where this process runs alone."""


class Ownership:
    """Loads the tables of shards into memory, and drops them."""

    def __init__(self, tables: Tables, members: Members) -> None:
        self.tables = tables
        self.members = members
        self._store = tables.store
        self._memory = tables.store.memory
        self._share = tables.share
        self._made_by = ""

    async def load(self, made_by: str = "") -> list[int]:
        """Load the members' choices after a start, and every live table too if this process runs alone.

        Args:
            made_by: A fingerprint of everything besides the tables that determines the look of boards.

        Returns:
            The tables whose boards may be outdated.
        """
        self._made_by = made_by
        await self._store.member_choices.read(self._store.db)
        return [*await self.adopt(0), *await self.left_over(0)] if self._share.alone else []

    async def adopt(self, shard: int) -> list[int]:
        """Load every live table of a shard as asleep, and give back the time during which no process served it.

        Returns:
            The live tables whose boards may be outdated.

        Raises:
            DatabaseError: They could not be read, or the time could not be given back; none of them is kept.
        """
        self._memory.begin(shard)
        try:
            return await self._adopt(shard)
        except BaseException:
            self._memory.end(shard)
            raise

    async def _adopt(self, shard: int) -> list[int]:
        store, part = self._store, self._share.part({shard})
        async with store.rescheduling.moving():
            now = store.now()
            seen = await store.db.ask(lambda reader: _last_seen(reader, part))
            lost = timedelta() if seen is None else max(timedelta(), now - seen)
            if lost >= (_WORTH if part is not None else _ANY):
                async with store.db.write() as tx:
                    await tx.schedule.shift(lost, FIXED, part)
                    await _saw(tx, part, now)
            else:
                await store.db.do(lambda tx: _saw(tx, part, now), beside=True)
            rows, deadlines, noted = await store.db.ask(lambda reader: _live(reader, part))
            self._memory.fill(rows, deadlines, now, store.limits)
        self._memory.adopted_shards[shard] = Adopted(now, seen)
        # A handover loses only a moment, which is no reason to edit boards.
        tell = seen is not None and (part is None or lost >= SLACK)
        moved = {row.game_id for row in deadlines if row.kind != Due.ABANDON.value} if tell else set()
        outdated = store.boards.begin(rows, noted, moved, self._made_by)
        turned = [] if seen is None else self.members.holidays.turned_since(seen)
        return list(dict.fromkeys([*outdated, *await self.members.turn_messages.adopt(part), *turned]))

    async def left_over(self, shard: int) -> list[int]:
        """Return the tables of a shard that are over and whose end has not been fully announced."""
        part = self._share.part({shard})
        found = await self.tables.archive.left_over(self._store.now() - RESULTS_SINCE, part)
        return list(dict.fromkeys(found))

    async def disown(self, shard: int) -> list[int]:
        """Drop the tables of a shard that goes to another process, and return them.

        The notes of what their boards show are stored; if that fails, the next holder checks the boards.
        """
        gone = self._memory.end(shard)
        self.members.turn_messages.disown(gone)
        await self._store.boards.let_go(gone)
        return gone

    async def give_back(self, lost: timedelta, shard: int | None = None) -> list[int]:
        """Move all deadlines later by a time in which nobody could act.

        Args:
            lost: The lost time.
            shard: The shard whose tables are meant; None: all of this process.

        Returns:
            The tables whose boards show a deadline that has moved.

        Raises:
            DatabaseError: The change could not be stored; nothing has moved.
        """
        store, memory = self._store, self._memory
        shards = self._share.held if shard is None else self._share.held & {shard}
        part = self._share.part(shards)
        async with AsyncExitStack() as held:
            ours = memory.of_shards(shards)
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


async def _last_seen(reader: Reader, part: Part | None) -> datetime | None:
    """Return when any process last answered for a part of all servers, or None if none ever did."""
    return await (reader.shards.last_of_all() if part is None else reader.shards.last_seen(part.shards, part.of))


async def _live(reader: Reader, part: Part | None) -> tuple[list[LiveRow], list[DeadlineRow], list[BoardRow]]:
    """Read the live tables of a part of all servers, with their deadlines and board notes, at one moment."""
    return await reader.live.games(part), await reader.schedule.deadlines(part=part), await reader.live.boards(part)


async def _saw(tx: Transaction, part: Part | None, now: datetime) -> None:
    """Store that this process answers for a part of all servers at this moment."""
    await (tx.schedule.beat(now) if part is None else tx.shards.saw(part.shards, part.of, now))
