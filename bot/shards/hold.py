"""What a process holds: its line, the leases on it, and what it says of itself to the others."""

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
"""So long a process waits at most for others to say that they are there."""


class Hold:
    """The line of one process, and the leases that it holds there.

    Args:
        store: The database, of PostgreSQL's.
        wish: How many shards there are, and which are preferred.
        name: Which process it is, for the operator.
        version: Of the bot.
        fell: Told at once when the line is lost, and every lease with it.
        heard: Told of words of other processes.
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
        """The shards whose leases it holds, whether it answers for them already or not."""
        self.alone = True
        """Whether no other process could take over."""
        self.last_seen: dict[int, datetime] = {}
        """When somebody last answered for a shard, as of the moment in which a lease came."""

    @property
    def line(self) -> Line:
        """The line.

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
        """Open a line, in place of one that is lost.

        Raises:
            DatabaseError: The database is a file, or does not answer.
        """
        if self._line is not None:
            await self._line.close()
        self._line = line = await self._store.line()
        line.heard = self._heard
        self._watching = asyncio.create_task(self._watch(line), name="line")

    async def agree(self) -> None:
        """See that the processes that run count the same shards.

        Raises:
            Disagreement: They do not; the line is closed again.
        """
        rows = await self._store.ask(lambda reader: reader.shards.processes())
        there = await self.line.look(0, [row.id for row in rows])
        for row in rows:
            if row.id in there.living and row.shards != self.count:
                line, self._line = self.line, None  # so that it is not taken for one that was lost
                await line.close()
                raise Disagreement(
                    f"The processes that run share {row.shards} shards, and this one is to share {self.count}:"
                    " give all of them the same number, or stop those first."
                )

    async def join_agreed(self) -> None:
        """Say that this process is there, where those that run count the same shards; two that come at once take turns.

        Raises:
            Disagreement: They do not; the line is closed again.
            DatabaseError: The line is lost, or others take too long.
        """
        async with self.line.turn("join", _TURN_SECONDS):
            await self.agree()
            await self.join()

    async def join(self, *, leaving: bool | None = None) -> None:
        """Say that this process is there, or with `leaving` that its shards are to go to others."""
        self._row = replace(self._row, leaving=self._row.leaving if leaving is None else leaving)
        row = replace(self._row, last_seen=datetime.now(UTC))

        async def join(tx: Any) -> None:  # noqa: ANN401
            await tx.shards.join(row)
            await tx.say("shards", 0)

        await self._store.do(join)

    async def beat(self, answered: Iterable[int]) -> None:
        """Note that this process is there, and for which shards it answers at this moment."""
        now = datetime.now(UTC)
        row, answered = replace(self._row, last_seen=now), set(answered)

        async def beat(tx: Any) -> None:  # noqa: ANN401
            await tx.shards.join(row)
            await tx.shards.saw(answered, self.count, now)

        await self._store.do(beat)

    async def situation(self, share: Iterable[int]) -> Situation:
        """Return who lives and who holds what.

        Args:
            share: What this process answers for.

        Raises:
            DatabaseError: It cannot be known.
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
        # A lease that the server still ties to a line this process has lost is nobody's.
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
        """Take free shards' leases, and return those that came: others may have been faster.

        Raises:
            DatabaseError: The line is lost.
        """
        line = self.line
        came = {shard for shard in free if await line.take(shard)}
        if line.lost.is_set():
            return set()
        self.leases |= came
        if came:  # who has let them go has written to which moment it answered
            async with self._store.read() as reader:
                self.last_seen = {row.id: row.last_seen for row in await reader.shards.all() if row.last_seen}
        return came

    async def release(self, shard: int, answered: datetime | None) -> None:
        """Let a shard's lease go, and tell the others.

        Args:
            shard: Which.
            answered: To which moment this process has answered for it; None where it did not.

        Raises:
            DatabaseError: It could not be told; the lease is free all the same.
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
        """Let everything go, for good; safe where nothing was begun.

        Args:
            answered: The shards for which this process has answered to this moment.
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
        """Hold nothing any more from the moment in which a line is lost."""
        await line.lost.wait()
        if line is self._line:  # else it was closed at the end
            log.error("the line to the database is lost; nothing is answered without it")
            self.leases.clear()
            self._fell()


def _preferred(wants: str) -> frozenset[int]:
    """Return which shards a process prefers; none where another version says it in another way."""
    try:
        return Wish.read(wants).preferred
    except ValueError:
        return frozenset()
