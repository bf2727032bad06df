"""The leases of a process's shards: it looks every second which processes live, takes free shards, hands over others.

A process answers for a shard only if three things hold: it holds the lease, it has a session with Discord, and it knows
the shard's tables. Only then is the shard in its share.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from bot.shards.decisions import Heir, Situation, Steps, steps
from bot.shards.duties import Duties, Tally
from bot.shards.hold import Hold
from bot.shards.share import Share
from bot.shards.wish import Wish
from db import DatabaseError, Store, Word

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at the processes and leases, if no word comes."""
BEAT_SECONDS: Final = 15.0
"""Seconds between two notes that this process answers for its shards."""
PATIENCE: Final = 3.0
"""Seconds after which a free shard that is planned for another process is taken, as players wait."""
GRACE: Final = 5.0
"""Seconds during which a process that lost its line takes only shards that it has a session for.

If the database server was restarted, all processes have lost their lines, and each comes back for its own shards."""


class Leases:
    """The leases of one process.

    Args:
        store: The PostgreSQL database.
        wish: How many shards there are, and which are preferred.
        share: The shards that the process answers for; nothing else changes it.
        duties: The process's duties for its shards.
        name: The name of the process, for the operator.
        version: The version of the bot.
        clock: A monotonic clock in seconds.
    """

    def __init__(
        self,
        store: Store,
        wish: Wish,
        share: Share,
        duties: Duties,
        name: str = "",
        version: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._share = share
        self._duties = duties
        self._clock = clock
        self.hold = Hold(store, wish, name, version, self._fell, self._hear)
        self._served: set[int] = set()
        """The shards whose tables are known here."""
        self._closing: dict[int, asyncio.Task[None]] = {}
        """Sessions that are being ended, by shard."""
        self._free_since: dict[int, float] = {}
        self._grace_until = clock()
        self._beaten_at = clock()
        self._woken = asyncio.Event()
        self._looked = asyncio.Event()
        self._trouble = ""
        self._behind = False
        """Whether words may have been missed while the line was lost, and their data is not yet read again."""
        self.tally = Tally()

    def counted(self) -> dict[str, int]:
        """Return the number of all shards, of those held here and of those answered here."""
        return {"all": self.hold.count, "held": len(self.hold.leases), "answered": len(self._share.held)}

    def trouble(self) -> str | None:
        """Return why this process can hold no lease, or None."""
        return None if self.hold.is_open else "no line to the database"

    def wake(self) -> None:
        """Look at once, because something has changed."""
        self._woken.set()

    async def begin(self) -> None:
        """Open the line and register this process, which has no shard yet.

        Raises:
            Disagreement: The running processes have another number of shards.
            DatabaseError: The database is a file, or does not answer.
        """
        await self.hold.open()
        await self.hold.join_agreed()

    async def run(self) -> None:
        """Look repeatedly until cancelled; failures are logged and tried again."""
        while True:
            self._woken.clear()
            try:
                await self._look()
                self._trouble = ""
            except DatabaseError as error:
                if str(error) != self._trouble:
                    log.error("the leases wait for the database: %s", error)  # noqa: TRY400 - the sentence says it all
                self._trouble = str(error)
            except Exception:  # the other shards go on in any case
                log.exception("the leases stumbled")
            self._looked.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._woken.wait()

    async def leave(self, patience: float) -> None:
        """Hand every shard to other processes as they get ready; return at once if there are none.

        Args:
            patience: Most seconds to wait for them.
        """
        try:
            await self.hold.join(leaving=True)
        except DatabaseError as error:
            log.warning("nobody can be told that this process leaves: %s", error)
            return
        until = self._clock() + patience
        self._woken.set()
        while self.hold.leases and self._clock() < until and self.trouble() is None:
            self._looked.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(0.0, until - self._clock())):
                    await self._looked.wait()
            if self.hold.alone:
                break
        if self.hold.leases and not self.hold.alone:
            log.warning("not handed over in time", extra={"shards": len(self.hold.leases)})

    async def end(self) -> None:
        """Release all leases for good; nothing may be under way any more. It is safe if nothing was begun."""
        self._answer_for_nothing()
        await self.hold.end(shard for shard in self._served if self._duties.is_ready(shard))
        closing = list(self._closing.values())
        for task in closing:
            task.cancel()
        await asyncio.gather(*closing, return_exceptions=True)

    # ------------------------------------------------------------ the line

    def _fell(self) -> None:
        self._answer_for_nothing()
        self.tally.lines_lost += 1
        self._woken.set()

    def _answer_for_nothing(self) -> None:
        for shard in self._share.held:
            self._share.give_up(shard)

    async def _come_back(self) -> None:
        """Open a new line if it is lost, and read what has changed since; no shard is taken before that."""
        if self.trouble() is not None:
            self._behind = True
            for shard in tuple(self._served):
                await self._disown(shard)
            await self.hold.open()
            self._grace_until = self._clock() + GRACE
        if not self._behind:
            return
        await self.hold.join_agreed()
        await self._duties.read_anew()
        warm = [shard for shard in self._duties.sessions() if self._is_ready(shard)]
        await self._store.do(lambda tx: tx.shards.court(warm, self.hold.count, self.hold.me, ready=True))
        self._behind = False
        log.info("the line to the database is there again")

    def _hear(self, word: Word) -> None:
        if word.about == "shards":
            self._woken.set()
        else:
            self._duties.heard(word)

    # ------------------------------------------------------------ one look

    async def _look(self) -> None:
        await self._come_back()
        situation = await self.hold.situation(self._share.held)
        if self._clock() - self._beaten_at >= BEAT_SECONDS:
            self._beaten_at = self._clock()
            await self.hold.beat(shard for shard in self._share.held if self._is_ready(shard))
        await self._act(situation, steps(situation, self.hold.me))

    async def _act(self, situation: Situation, found: Steps) -> None:
        for shard in found.let_go:
            await self._release(shard, None)
        done = await asyncio.gather(*(self._hand_over(shard) for shard in found.hand_over), return_exceptions=True)
        if failed := [each for each in done if each is not None]:
            raise failed[0]
        came = await self._take(self._takable(found), situation)
        unserved = await self._serve_ready()
        if cold := came - self._share.held:
            await self._store.do(lambda tx: tx.shards.took(cold, self.hold.count, self.hold.me), beside=True)
        for shard in (*sorted(self.hold.leases), *found.court):
            if shard not in self._closing:
                self._duties.open(shard)
        await self._court(situation, found.court)
        unserved = await self._serve_ready() or unserved
        if self.trouble() is None and self._clock() >= self._grace_until:  # until then shards may come back to sessions
            for shard in set(self._duties.sessions()) - self.hold.leases - set(found.court):
                await self._forgo(shard, situation)
        if unserved is not None:
            raise unserved

    def _is_ready(self, shard: int) -> bool:
        """Tell whether a shard has a session that is ready and not being closed."""
        return shard not in self._closing and self._duties.is_ready(shard)

    async def _serve_ready(self) -> Exception | None:
        """Answer for every shard that is ready, and return the first error; a failure keeps no other shard waiting."""
        unserved: Exception | None = None
        for shard in sorted(self.hold.leases - self._share.held):
            if self._is_ready(shard):
                try:
                    await self._serve(shard)
                except Exception as error:  # noqa: BLE001 - it is raised after the other shards
                    unserved = unserved or error
        return unserved

    def _takable(self, found: Steps) -> list[int]:
        """Return the free shards to take now."""
        now = self._clock()
        self._free_since = {shard: self._free_since.get(shard, now) for shard in found.seize}
        if now < self._grace_until:
            return [shard for shard in found.take if self._is_ready(shard)]
        lying = [shard for shard, since in self._free_since.items() if now - since >= PATIENCE]
        return sorted([*found.take, *lying])

    # ------------------------------------------------------------ steps for one shard

    async def _take(self, free: Iterable[int], situation: Situation) -> set[int]:
        came = await self.hold.take(free)
        handed = {shard for shard in came if situation.heirs.get(shard) == Heir(self.hold.me, ready=True)}
        self.tally.received += len(handed)
        self.tally.taken += len(came - handed)
        if came:
            log.info("shards taken", extra={"shards": sorted(came), "handed": len(handed)})
        return came

    async def _serve(self, shard: int) -> None:
        """Answer for a shard from now on."""
        await self._disown(shard)  # a handover may have broken off
        self._served.add(shard)
        try:
            await self._duties.adopt(shard)
        except BaseException:
            self._served.discard(shard)
            raise
        if shard not in self.hold.leases:  # the line was lost meanwhile
            await self._disown(shard)
            return
        self._share.take(shard)
        now, last = datetime.now(UTC), self.hold.last_seen.get(shard)
        waited = 0.0 if last is None else max(0.0, (now - last).total_seconds())
        self.tally.unanswered(waited)
        log.info("answering for a shard", extra={"shard": shard, "unanswered": round(waited, 1)})

        async def answers(tx: Any) -> None:  # noqa: ANN401
            await tx.shards.answers(shard, self.hold.count, self.hold.me, now)
            await tx.say("shards", shard)  # so that the process handing over goes on with the next shard

        await self._store.do(answers, beside=True)

    async def _hand_over(self, shard: int) -> None:
        """Finish what is under way for a shard, and release it to its heir."""
        self._share.give_up(shard)
        await self._duties.finish(shard)
        # Without a session time is already being lost, and the heir gives it back to the players.
        await self._release(shard, datetime.now(UTC) if self._is_ready(shard) else None)
        self.tally.handed += 1
        log.info("shard handed over", extra={"shard": shard})

    async def _release(self, shard: int, answered: datetime | None) -> None:
        """Release a shard that this process no longer answers for or never did."""
        self._share.give_up(shard)
        await self._disown(shard)
        try:
            await self.hold.release(shard, answered)
        finally:
            self._close(shard)

    async def _disown(self, shard: int) -> None:
        if shard in self._served:
            self._served.discard(shard)
            await self._duties.disown(shard)

    async def _court(self, situation: Situation, courted: Iterable[int]) -> None:
        """Store for which shards this process prepares, and for which it is ready."""
        me, count = self.hold.me, self.hold.count
        for shard in courted:
            heir = Heir(me, self._is_ready(shard))
            if situation.heirs.get(shard) == heir:
                continue

            async def court(tx: Any, shard: int = shard, heir: Heir = heir) -> None:  # noqa: ANN401
                await tx.shards.court({shard}, count, me, ready=heir.ready)
                await tx.say("shards", shard)

            await self._store.do(court, beside=True)

    async def _forgo(self, shard: int, situation: Situation) -> None:
        """End a session that is no longer needed."""
        me = self.hold.me
        heir = situation.heirs.get(shard)
        if heir is not None and heir.process == me:
            await self._store.do(lambda tx: tx.shards.forgo(shard, me), beside=True)
        self._close(shard)

    def _close(self, shard: int) -> None:
        """End a session in its own task; no new session is begun for the shard until it has ended."""

        def closed(task: asyncio.Task[None]) -> None:
            del self._closing[shard]
            self._woken.set()
            if not task.cancelled() and (error := task.exception()) is not None:
                log.error("a session did not end as it should", exc_info=error)

        if shard not in self._closing:
            self._closing[shard] = task = asyncio.create_task(self._duties.close(shard), name="session")
            task.add_done_callback(closed)
