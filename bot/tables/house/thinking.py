"""Where house players think: processes of a fixed number for those that look ahead, a thread for the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from bot.coach.answers import Asked, Verdict, measured
from bot.coach.hints import Hint, hint, rule_of_thumb
from bot.coach.review import Charge, Done, Pains, looked_back
from bot.engine import View
from bot.house.chance import Purpose, seed_for
from bot.house.levels import SEARCHING, Level
from bot.house.players import Decision, Method, Option
from bot.house.search import Effort
from bot.house.worker import weigh
from bot.rota import Rota
from bot.tables.decisions.daily import house_seed
from bot.tables.values.table import Table

from .pool import Pool, ThinkingFailedError

log = logging.getLogger(__name__)

THINKING_SECONDS = 0.45
"""How long the strong player thinks, to look at: 95 of 100 decisions are found sooner, and those wait."""
EFFORT: Effort | None = None
"""What the strong player spends on a decision (None: what is usual for so many seats). No clock ever changes it."""
PATIENCE_SECONDS = 10.0
"""After so long a decision is taken without the pool, whatever has happened to it. On a machine with other things to do
players wait so long for a house player at most: it thinks, as they can see."""
HINT_PATIENCE_SECONDS = 25.0
"""How long a hint is waited for: on a machine with other things to do it comes late, but it is the same."""
REVIEW_PATIENCE_SECONDS = 60.0
"""How long a review waits for one decision; then it is not looked at."""
_MOST_BEFORE: Final = 16
"""So many turns of each process may come before a decision's, as are done in some four seconds; of one that would come
later *regular* takes care at once."""
_IN_GOOD_TIME: Final = 5.0
"""Seconds. A move that would probably come later is *regular*'s at once: else, where the pool has more to do than it
can, many would be waited for to the end of all patience, and in vain."""
_MOVES_NICENESS: Final = 5
"""By so much the processes for moves give way to whoever answers people. With 10, four busy programs on two cores leave
them so little that hardly any move comes in time."""
_ASKED_NICENESS: Final = 0
"""A process in which something is measured for which somebody has asked gives way to nobody: they are waiting."""


def seed_of(table: Table, user_id: int, purpose: Purpose) -> int:
    """Return the state of chance for what a user at a table asks now: it follows from game, moment and purpose alone.

    A moment that comes again after an undoing is the same question, and one of a daily deal is the same for everyone.
    """
    if table.daily is not None and purpose is Purpose.MOVE:
        return house_seed(table)
    return seed_for(table.id, table.ply_for(user_id) - table.undone, table.seat_of(user_id) or 0, purpose)


class Thinking:
    """Decisions outside the event loop; whatever happens to a pool, an answer comes."""

    def __init__(self, workers: int = 1) -> None:
        self._moves = Pool(workers, _MOVES_NICENESS)
        """Moves, and looking back, which takes its turns among them."""
        self._asked = Pool(1, _ASKED_NICENESS)
        """What a member has just asked for: it neither waits for moves nor are they held up by it."""
        self._members: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Held by each member's thought: whoever asks at many tables at once waits for themselves."""
        self._in_thread = Rota(1)
        self.timed: Callable[[str, float], object] = lambda _level, _seconds: None
        """Told of each decision's level, and of the seconds that it took, waiting included."""
        self.wanted: Callable[[], object] = lambda: None
        """Told whenever something is to be searched: what can wait gives way."""

    async def decide(self, level: Level, view: View, seed: int, *, server: int = 0) -> Decision:
        """Return what a player of a level does; where the pool is full, slow or broken, what *regular* would do.

        Args:
            level: The level; only those that search use the pool.
            view: What the seat on turn sees; nothing else is sent to the pool.
            seed: The source of chance.
            server: For which: one with many strong players does not make those of others wait.
        """
        began = time.monotonic()
        try:
            if level in SEARCHING and self._in_reach(server):
                self.wanted()
                with contextlib.suppress(ThinkingFailedError):
                    return await self._moves.do(PATIENCE_SECONDS, server, partial(weigh, level, view, seed, EFFORT))
            return await self._quickly(Level.REGULAR if level in SEARCHING else level, view, seed, server)
        finally:
            self.timed(level.value, time.monotonic() - began)

    def _in_reach(self, server: int) -> bool:
        """Tell whether a move would be found in good time, as turns have gone lately; a free process tries."""
        before = self._moves.turns_before(server)
        return before < 1 or (before < _MOST_BEFORE and (before + 1) * self._moves.pace < _IN_GOOD_TIME)

    async def hint(self, view: View, seeds: dict[Purpose, int], *, user: int, server: int = 0) -> Hint:
        """Return what *strong* would do, and why; a person waits for it, so longer than for a move.

        Only where no answer comes in all that time it is a rule of thumb, and says so.

        Args:
            view: What the seat sees; nothing else is sent to the pool.
            seeds: The sources of chance.
            user: Who asks: of each one thought at a time.
            server: For which: each has its turn.
        """
        began = time.monotonic()
        try:
            async with asyncio.timeout(HINT_PATIENCE_SECONDS), self._own_turn(user):
                left = HINT_PATIENCE_SECONDS - (time.monotonic() - began)
                self.wanted()
                return await self._asked.do(left, server, partial(hint, view, seeds, EFFORT))
        except (ThinkingFailedError, TimeoutError):
            async with self._in_thread.of(server):
                return await asyncio.to_thread(rule_of_thumb, view, seeds[Purpose.HINT])
        finally:
            self.timed("hint", time.monotonic() - began)

    async def look_back(self, done: Done, pains: Pains, *, server: int = 0) -> Charge | None:
        """Return what a decision cost, or None for nothing that could be told.

        Raises:
            ThinkingFailedError: No answer came.
        """
        self.wanted()
        return await self._moves.do(REVIEW_PATIENCE_SECONDS, server, partial(looked_back, done, pains))

    async def weigh_answer(self, asked: Asked, *, user: int, server: int = 0) -> Verdict:
        """Return what an answer to an exercise is worth; a person waits for it.

        Raises:
            ThinkingFailedError: No answer came.
        """
        async with self._own_turn(user):
            self.wanted()
            return await self._asked.do(HINT_PATIENCE_SECONDS, server, partial(measured, asked))

    def _own_turn(self, user: int) -> asyncio.Lock:
        """Return what a member's thought holds."""
        return self._members.setdefault(user, asyncio.Lock())

    @property
    def idle(self) -> bool:
        """Whether nobody waits for anything that is searched."""
        return self._moves.idle and self._asked.idle

    def warm(self) -> None:
        """Start the processes before the first decision needs them; nothing happens where they run."""
        self._moves.warm()

    def close(self) -> None:
        """End the processes; what they are at is dropped."""
        self._moves.close()
        self._asked.close()

    async def _quickly(self, level: Level, view: View, seed: int, server: int) -> Decision:
        """Decide in a thread, which takes milliseconds; one at a time, so that they do not crowd the event loop."""
        async with self._in_thread.of(server):
            try:
                return await asyncio.to_thread(weigh, level, view, seed, EFFORT)
            except Exception:
                log.exception("the house could not think")
        action = view.offered[0]
        return Decision(action, Method.ONLY, (Option(action, 0.0),))
