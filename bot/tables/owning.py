"""Which tables are this process's: those of its shards, taken note of when it gets a shard, forgotten when it loses it.

Of a table that belongs to another process nothing is kept here. It is read, decided, committed under its version, and
its holder is told by word to read it anew.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.tables.downtime import SLACK
from bot.tables.member_choices import KEYS
from db import BoardRow, DeadlineRow, LiveRow, Part, Reader, Transaction

from .values.due import FIXED, Due
from .values.refused import Refused

if TYPE_CHECKING:
    from bot.shards.share import Share
    from bot.tables.turn_messages import Turns

    from .archive import Archive
    from .holidays import Holidays
    from .store import TableStore

RESULTS_SINCE: Final = timedelta(days=1)
"""A result that a crash kept back is posted no later than that."""

_WORTH: Final = timedelta(seconds=1)
"""A shorter time is not given back where a shard goes from one process to another: all others would wait to write."""
_ANY: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Adopted:
    """When a shard came to this process, and from when."""

    at: datetime
    last_seen: datetime | None
    """When a process before this one last answered for it; None where there was none, as far as is known."""


def part_of(share: Share, shards: Collection[int] | None = None) -> Part | None:
    """Return of which servers something is asked: of those of some shards, or of all of a process's; None: of all."""
    return None if share.count is None else Part(share.held if shards is None else shards, share.count)


class Owning:
    """Takes note of the tables of a shard, and forgets them."""

    def __init__(self, store: TableStore, archive: Archive, holidays: Holidays, turns: Turns) -> None:
        self._store = store
        self._archive = archive
        self._holidays = holidays
        self._turns = turns
        self._memory = store.memory
        self._share = store.memory.share
        self.made_by = ""
        """What the look of boards follows from besides their tables."""
        self._adopted: dict[int, Adopted] = {}

    async def read_choices(self) -> None:
        """Read what all members have chosen, also again, as words about it may have been missed."""
        self._store.chosen.fill(await self._store.db.ask(lambda reader: reader.settings.by_member(KEYS)))

    def since(self, guild_id: int) -> Adopted | None:
        """Return when a server's tables came to this process, and who had them before; None where they are not its."""
        return self._adopted.get(self._share.shard_of(guild_id))

    async def adopt(self, shard: int) -> list[int]:
        """Take note of every live table of a shard, all of them asleep, giving back the time nobody answered for it.

        Returns:
            The live tables of which something else may be shown than is so.

        Raises:
            DatabaseError: It could not be read, or the time not be given back; nothing is known of them.
        """
        self._memory.begin(shard)
        try:
            return await self._adopt(shard)
        except BaseException:
            self._memory.end(shard)
            raise

    async def _adopt(self, shard: int) -> list[int]:
        store, part = self._store, part_of(self._share, {shard})
        async with store.shifts.moving():
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
        self._adopted[shard] = Adopted(now, seen)
        # A handover takes a moment, for which alone no board has to be edited.
        tell = seen is not None and (part is None or lost >= SLACK)
        moved = {row.game_id for row in deadlines if row.kind != Due.ABANDON.value} if tell else set()
        outdated = store.boards.begin(rows, noted, moved, self.made_by)
        turned = [] if seen is None else self._holidays.turned_since(seen)
        return list(dict.fromkeys([*outdated, *await self._turns.adopt(part), *turned]))

    async def left_over(self, shard: int) -> list[int]:
        """Return the tables of a shard that are over and of which something has yet to be said; nobody waits for it."""
        part = part_of(self._share, {shard})
        found = await self._archive.left_over(self._store.now() - RESULTS_SINCE, part)
        return list(dict.fromkeys(found))

    async def disown(self, shard: int) -> list[int]:
        """Forget the tables of a shard, which another process has or will have, and return which they were.

        What their boards show is stored; where that fails, whoever comes next looks at them.
        """
        gone = self._memory.end(shard)
        self._adopted.pop(shard, None)
        self._turns.disown(gone)
        await self._store.boards.let_go(gone)
        return gone

    async def heard(self, table_id: int) -> bool:
        """Read a table anew that another process has changed, and tell whether it is this one's.

        Raises:
            DatabaseError: It cannot be read now; it is read anew before its next use.
        """
        memory = self._memory
        if table_id not in memory.register and memory.known(table_id) is None:
            server = await self._store.db.ask(lambda reader: reader.games.server(table_id))
            if server is None or not memory.keeps(server):
                return False
        memory.doubt(table_id)
        with suppress(Refused):
            await self._store.get(table_id)
        memory.schedule.none_put_off(table_id)
        return True

    async def give_back(self, lost: timedelta, shard: int | None = None) -> list[int]:
        """Move all that is due later by a time in which nobody could act, and return whose boards say so.

        Args:
            lost: How long it was.
            shard: At whose tables; None: at all of this process.

        Raises:
            DatabaseError: It could not be stored; nothing has moved.
        """
        store, memory = self._store, self._memory
        shards = self._share.held if shard is None else self._share.held & {shard}
        part = part_of(self._share, shards)
        async with AsyncExitStack() as held:
            ours = memory.of_shards(shards)
            for table_id in ours:
                await held.enter_async_context(store.lock(table_id))
            await held.enter_async_context(store.shifts.moving())  # nobody wakes with the deadlines from before
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
    """Return when any process last answered for a part of all servers; None where none ever did."""
    return await (reader.shards.last_of_all() if part is None else reader.shards.last_seen(part.shards, part.of))


async def _live(reader: Reader, part: Part | None) -> tuple[list[LiveRow], list[DeadlineRow], list[BoardRow]]:
    """Return what stands in memory of the live tables of a part of all servers, as it was at one moment."""
    return await reader.live.games(part), await reader.schedule.deadlines(part=part), await reader.live.boards(part)


async def _saw(tx: Transaction, part: Part | None, now: datetime) -> None:
    """Note that this process answers for a part of all servers at this moment."""
    await (tx.schedule.beat(now) if part is None else tx.shards.saw(part.shards, part.of, now))
