"""The holdings of a process: its line to the database, the leases on it, and its entry for the other processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.shards.decisions import Heir, Member, Situation
from bot.shards.duties import Disagreement
from bot.shards.wish import Wish
from db import DatabaseError, Line, ProcessRow, Store, Word
from db.line import UNKNOWN

log = logging.getLogger(__name__)

_TURN_SECONDS: Final = 20.0
"""Most seconds that a process waits for others that are just joining."""


class Hold:
    """The line of one process, and the leases that it holds there.

    Args:
        store: The PostgreSQL database.
        wish: How many shards there are, and which are preferred.
        name: The name of the process, for the operator.
        version: The version of the bot.
        fell: Called at once when the line is lost, and every lease with it.
        heard: Called with each word of another process.
    """

    def __init__(
        self,
        store: Store,
        wish: Wish,
        name: str,
        version: str,
        fell: Callable[[], object],
        heard: Callable[[Word], object],
    ) -> None:
        self._store = store
        self._fell = fell
        self._heard = heard
        now = datetime.now(UTC)
        self._row = ProcessRow(store.process, now, name, version, now, str(wish), wish.count)
        self._line: Line | None = None
        self._watching: asyncio.Task[None] | None = None
        self.me = store.process
        self.count = wish.count
        self.leases: set[int] = set()
        """The shards whose leases it holds, whether or not it answers for them yet."""
        self.alone = True
        """Whether no other process could take over."""
        self.last_seen: dict[int, datetime] = {}
        """By shard, when a process last answered for it, as read when a lease was last taken."""

    @property
    def line(self) -> Line:
        """The open line.

        Raises:
            DatabaseError: There is none at the moment.
        """
        if self._line is None or self._line.lost.is_set():
            raise DatabaseError("There is no line to the database.")
        return self._line

    @property
    def is_open(self) -> bool:
        """Whether there is a line."""
        return self._line is not None and not self._line.lost.is_set()

    async def open(self) -> None:
        """Open a line, in place of a lost one if there is one.

        Raises:
            DatabaseError: The database is a file, or does not answer.
        """
        if self._line is not None:
            await self._line.close()
        self._line = line = await self._store.line()
        line.heard = self._heard
        self._watching = asyncio.create_task(self._watch(line), name="line")

    async def agree(self) -> None:
        """Check that all running processes have the same number of shards.

        Raises:
            Disagreement: They do not; the line is closed again.
        """
        rows = await self._store.ask(lambda reader: reader.shards.processes())
        there = await self.line.look(0, [row.id for row in rows])
        for row in rows:
            if row.id in there.living and row.shards != self.count:
                line, self._line = self.line, None  # so that it does not count as lost
                await line.close()
                raise Disagreement(
                    f"The processes that run share {row.shards} shards, and this one is to share {self.count}:"
                    " give all of them the same number, or stop those first."
                )

    async def join_agreed(self) -> None:
        """Register this process if all running ones have the same number of shards; joining processes take turns.

        Raises:
            Disagreement: They do not; the line is closed again.
            DatabaseError: The line is lost, or others take too long.
        """
        async with self.line.turn("join", _TURN_SECONDS):
            await self.agree()
            await self.join()

    async def join(self, *, leaving: bool | None = None) -> None:
        """Register this process, or with `leaving` declare that its shards must go to others."""
        self._row = replace(self._row, leaving=self._row.leaving if leaving is None else leaving)
        row = replace(self._row, last_seen=datetime.now(UTC))

        async def join(tx: Any) -> None:  # noqa: ANN401
            await tx.shards.join(row)
            await tx.say("shards", 0)

        await self._store.do(join)

    async def beat(self, answered: Iterable[int]) -> None:
        """Store that this process is alive, and which shards it answers for at this moment."""
        now = datetime.now(UTC)
        row, answered = replace(self._row, last_seen=now), set(answered)

        async def beat(tx: Any) -> None:  # noqa: ANN401
            await tx.shards.join(row)
            await tx.shards.saw(answered, self.count, now)

        await self._store.do(beat)

    async def situation(self, share: Iterable[int]) -> Situation:
        """Return the living processes and the holders of the shards.

        Args:
            share: The shards that this process answers for.

        Raises:
            DatabaseError: The database cannot be read, or the line is lost.
        """
        async with self._store.read() as reader:
            rows, shards = await reader.shards.processes(), await reader.shards.all()
        there = await self.line.look(self.count, [row.id for row in rows])
        members = tuple(
            Member(row.id, _preferred(row.wants), row.leaving)
            for row in rows
            if row.id in there.living and row.shards == self.count
        )
        self.alone = all(each.id == self.me or each.leaving for each in members)
        # A lease that the server still ties to a lost line of this process belongs to no process.
        gone = {shard for shard, by in there.shards.items() if by == self.me} - self.leases
        held = {shard: UNKNOWN if shard in gone else by for shard, by in there.shards.items()}
        heirs = {
            row.id: Heir(row.heir, row.heir_ready)
            for row in shards
            if row.heir is not None and row.heir in there.living and row.id < self.count
        }
        served = {row.id for row in shards if row.since is not None and row.process == held.get(row.id)}
        own = {shard for shard, by in held.items() if by == self.me}
        return Situation(self.count, members, held, heirs, frozenset((served - own) | (own & set(share))))

    async def take(self, free: Iterable[int]) -> set[int]:
        """Take the leases of free shards and return those obtained, as other processes may have been faster.

        Raises:
            DatabaseError: The line is lost.
        """
        line = self.line
        came = {shard for shard in free if await line.take(shard)}
        if line.lost.is_set():
            return set()
        self.leases |= came
        if came:  # the last holder has stored until when it answered
            async with self._store.read() as reader:
                self.last_seen = {row.id: row.last_seen for row in await reader.shards.all() if row.last_seen}
        return came

    async def release(self, shard: int, answered: datetime | None) -> None:
        """Release a shard's lease and tell the other processes.

        Args:
            shard: The shard.
            answered: Until when this process has answered for it; None if it did not.

        Raises:
            DatabaseError: The others could not be told; the lease is free all the same.
        """
        line = self.line

        async def gave_up(tx: Any) -> None:  # noqa: ANN401
            if answered is not None:
                await tx.shards.saw({shard}, self.count, answered)
            await tx.shards.gave_up({shard}, self.me)

        try:
            await self._store.do(gave_up, beside=True)
        finally:
            self.leases.discard(shard)
            await line.release(shard)
        await self._store.do(lambda tx: tx.say("shards", shard), beside=True)

    async def end(self, answered: Iterable[int]) -> None:
        """Release all leases and close the line for good; it is safe if no line was opened.

        Args:
            answered: The shards that this process has answered for until now.
        """
        line, self._line = self._line, None
        if line is None:
            return
        last, answered = set(self.leases), set(answered)
        self.leases.clear()
        with suppress(DatabaseError):
            async with self._store.write() as tx:
                await tx.shards.saw(last & answered, self.count, datetime.now(UTC))
                await tx.shards.gave_up(last, self.me)
                await tx.processes.ended(self.me)
        await line.close()
        with suppress(DatabaseError):
            await self._store.do(lambda tx: tx.say("shards", 0))
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def _watch(self, line: Line) -> None:
        """Drop all leases as soon as a line is lost."""
        await line.lost.wait()
        if line is self._line:  # otherwise it was closed on purpose
            log.error("the line to the database is lost; nothing is answered without it")
            self.leases.clear()
            self._fell()


def _preferred(wants: str) -> frozenset[int]:
    """Return the shards that a process prefers; none if another version wrote them in another form."""
    try:
        return Wish.read(wants).preferred
    except ValueError:
        return frozenset()
