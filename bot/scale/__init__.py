"""All that only several processes need: locks of shards, turns to identify, words of others.

A lock of the database's session says that nobody else answers for a shard. A process whose shards are taken waits as a
standby, and goes on the moment the locks are free. Whoever starts, places and replaces processes is the supervisor
(compose, systemd, Kubernetes).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from bot.members.loading import Downtime
from db import Busy, DatabaseError, OtherCount, Part, Unreachable

if TYPE_CHECKING:
    from bot.gateway import Gateway
    from db import Line, Store, Word

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at the locks of a standby, and between two checks of the line."""
GHOST_SECONDS: Final = 20.0
"""Seconds after which the server has noticed that this process's own lost line is gone, and released its locks."""
APART_SECONDS: Final = 5.2
"""Seconds between two shards of a bucket that identify themselves: Discord wants five, and delays vary."""
_TURN_SECONDS: Final = 60.0


class Taken(Busy):
    """Another process answers for the shards of this one."""


class Shards:
    """The shards of this process."""

    def __init__(self, part: Part, gateway: Gateway) -> None:
        self.part = part
        self.lines_lost = 0
        self.waited = 0.0
        """Seconds for which shards have waited for their turns to identify themselves."""
        self._heard: Callable[[Word], object] | None = None
        self._read_anew: Callable[[], Awaitable[object]] | None = None
        self._suspended: Callable[[bool], object] = lambda _lost: None
        self._early: dict[Word, None] = {}
        """Words that came before anybody could follow them."""
        self._gateway = gateway
        self._line: Line | None = None
        self._holds = False
        self._buckets: dict[int, asyncio.Lock] = {}
        self._turns: set[asyncio.Task[None]] = set()
        self._downtimes: dict[int, Downtime] = {shard: Downtime() for shard in part.shards}

    # ------------------------------------------------------------ holding the locks

    async def begin(self, store: Store) -> None:
        """Open the line, and return once this process holds its shards; until then it is a standby.

        Raises:
            OtherCount: Running processes share another number of shards.
            DatabaseError: The database is a file, or does not answer.
        """
        self._store = store
        self._line = await self._opened()
        told = False
        while not await self._line.take(self.part):
            if not told:
                log.info("standby: another process answers", extra={"shards": self._name()})
            told = True
            await asyncio.sleep(LOOK_SECONDS)
        await self._took()
        log.info("shards taken", extra={"shards": self._name()})

    async def keep(self, connecting: Coroutine[Any, Any, None]) -> None:
        """Run the connection to Discord for as long as this process holds its shards.

        Raises:
            Taken: Another process has taken them; this one must end, and its supervisor starts it as a standby.
        """
        tasks = [asyncio.create_task(connecting, name="gateway"), asyncio.create_task(self._watch(), name="line")]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def end(self) -> None:
        """Release the shards, after all work has ended; safe to call if nothing was begun."""
        for task in self._turns:
            task.cancel()
        if self._line is None:
            return
        with suppress(DatabaseError):
            if self._holds:
                await self.heartbeat()
        await self._line.close()

    async def _opened(self) -> Line:
        line = await self._store.line()
        line.heard = self._hear
        try:
            others = await line.agree(self.part.of)
        except BaseException:
            await line.close()
            raise
        if others != self.part.of:
            await line.close()
            raise OtherCount(
                f"The processes that run share {others} shards, and this one is to share {self.part.of}:"
                " give all of them the same number, or stop those first."
            )
        return line

    async def _took(self) -> None:
        now = self._store.now()
        await self._store.do(lambda tx: tx.shards.took(self.part, self._store.process, now))
        self._holds = True

    async def _watch(self) -> None:
        while True:
            line = self._line
            assert line is not None
            with suppress(Unreachable):
                await line.check()
            if line.lost.is_set():
                log.error("the line to the database is lost; nothing is done without it but to answer")
                self._holds = False
                self.lines_lost += 1
                self._suspended(True)
                await line.close()
                await self._come_back()
                self._suspended(False)
                log.info("the line to the database is there again")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await line.lost.wait()

    async def _come_back(self) -> None:
        """Open a new line and take the same shards again, unless another process has taken them meanwhile."""
        while not self._holds:
            try:
                self._line = await self._opened()
                async with asyncio.timeout(GHOST_SECONDS):
                    while not await self._line.take(self.part):
                        await self._see_that_nobody_came()
                        await asyncio.sleep(LOOK_SECONDS)
                await self._see_that_nobody_came()  # and went: what is in memory may be outdated then
                if self._read_anew is not None:
                    await self._read_anew()
                await self._took()
            except (Taken, TimeoutError) as error:
                raise self._taken() from error
            except DatabaseError:  # the server is away
                if self._line is not None:
                    await self._line.close()
                await asyncio.sleep(LOOK_SECONDS)

    async def _see_that_nobody_came(self) -> None:
        holders = await self._store.ask(lambda reader: reader.shards.holders(self.part))
        if holders - {self._store.process}:
            raise self._taken()

    def _taken(self) -> Taken:
        return Taken(f"Another process answers for the shards {self._name()} now.")

    def _hear(self, word: Word) -> None:
        if self._heard is None:
            self._early[word] = None
        else:
            self._heard(word)

    def follow(
        self,
        heard: Callable[[Word], object],
        read_anew: Callable[[], Awaitable[object]],
        suspended: Callable[[bool], object],
    ) -> None:
        """Have words followed from now on, those first that came during the start; after a lost line, read all anew."""
        for word in self._early:
            heard(word)
        self._heard, self._read_anew, self._suspended = heard, read_anew, suspended

    # ------------------------------------------------------------ turns among the processes

    @asynccontextmanager
    async def turn(self, what: str) -> AsyncIterator[None]:
        """Hold a turn among the processes for start-up work, or go on without it after a minute."""
        async with AsyncExitStack() as held:
            try:
                assert self._line is not None
                await held.enter_async_context(self._line.turn(what, _TURN_SECONDS))
            except DatabaseError as error:  # doing the start-up work twice does no harm
                log.warning("nobody can be kept from doing the same: %s", error, extra={"what": what})
            yield

    async def identify(self, shard: int) -> None:
        """Return once a shard may identify itself: no other of its bucket does within five seconds, in any process."""
        began = asyncio.get_running_loop().time()
        bucket = shard % await self._gateway.until_a_start_is_left()
        # The server lets one session take a lock twice, so a process needs one of its own.
        await self._buckets.setdefault(bucket, asyncio.Lock()).acquire()
        held = AsyncExitStack()
        held.callback(self._buckets[bucket].release)
        try:
            while True:
                with suppress(Busy, Unreachable):  # it comes again once there is a line
                    assert self._line is not None
                    await held.enter_async_context(self._line.turn(f"identify {bucket}", _TURN_SECONDS))
                    break
                await asyncio.sleep(LOOK_SECONDS)
        except BaseException:
            await held.aclose()
            raise
        self.waited += asyncio.get_running_loop().time() - began
        self._turns.add(task := asyncio.create_task(self._after(held), name="turn"))
        task.add_done_callback(self._turns.discard)

    async def _after(self, held: AsyncExitStack) -> None:
        async with held:
            await asyncio.sleep(APART_SECONDS)

    # ------------------------------------------------------------ what the clock asks

    def counted(self) -> dict[str, int]:
        """Return the number of all shards, of those held here and of those that are connected."""
        connected = sum(self._gateway.is_ready(shard) for shard in self.part.shards)
        return {"all": self.part.of, "held": len(self.part.shards) * self._holds, "connected": connected}

    def trouble(self) -> str | None:
        """Return why this process cannot do its part, or None."""
        if self._line is None:
            return "not opened yet"
        if self._line.lost.is_set():
            return "no line to the database"
        if not self._holds:
            return f"standby: another process answers for the shards {self._name()}"
        return self._gateway.trouble()

    async def heartbeat(self) -> None:
        """Store that this process answers for those of its shards that are connected."""
        ready, now = [shard for shard in self.part.shards if self._gateway.is_ready(shard)], self._store.now()
        await self._store.do(lambda tx: tx.shards.saw(ready, self.part.of, now))

    def lost(self, now: datetime, after: timedelta) -> dict[Part | None, timedelta]:
        """Return by shard the time in which nobody could act, which is to be given back."""
        found: dict[Part | None, timedelta] = {}
        for shard, downtime in self._downtimes.items():
            if lost := downtime.look(now, able=self._gateway.is_ready(shard), after=after):
                found[Part((shard,), self.part.of)] = lost
        return found

    def given(self, part: Part, lost: timedelta) -> None:
        """Note that lost time has been given back to a shard's tables."""
        for shard in part.shards:
            self._downtimes[shard].given(lost)

    def _name(self) -> str:
        return f"{_ranges(self.part.shards)} of {self.part.of}"


def _ranges(numbers: Iterable[int]) -> str:
    """Return numbers as in the setting: `0-3,8`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
