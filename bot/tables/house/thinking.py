"""The thinking of house players: in a fixed number of processes for levels that search, in a thread for the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from bot.coach.hints import Hint, hint, rule_of_thumb
from bot.coach.positions import Asked, Verdict, measured_verdict
from bot.coach.review import Charge, Done, SampleGroups, charge_of
from bot.engine import View
from bot.house.chance import Purpose, seed_for
from bot.house.players import Decision, Method, Option
from bot.house.roster import SEARCHING, Level
from bot.house.search import Effort
from bot.house.worker import weigh
from bot.rota import Rota
from bot.tables.decisions.daily import house_seed
from bot.tables.values.table import Table

from .pool import Pool, ThinkingFailedError

log = logging.getLogger(__name__)

THINKING_SECONDS = 0.45
"""Seconds that the strong player seems to think: 95 of 100 decisions are found sooner and then delayed."""
EFFORT: Effort | None = None
"""Effort of the strong player for a decision (None: the usual one for the number of seats); independent of time."""
PATIENCE_SECONDS = 10.0
"""Seconds after which a move is decided without the pool, whatever the reason for its delay.

This is the longest time that players wait for a house player on a busy machine; they can see that it is thinking.
"""
HINT_PATIENCE_SECONDS = 25.0
"""Seconds to wait for a hint; on a busy machine it comes late, but it is the same hint."""
REVIEW_PATIENCE_SECONDS = 60.0
"""Seconds for which a review waits for one decision before it leaves that decision out."""
_MOST_BEFORE: Final = 16
"""Number of turns per process, done in some four seconds, from which on a move is left to *regular* at once."""
_IN_GOOD_TIME: Final = 5.0
"""Expected seconds until a move is found, from which on it is left to *regular* at once.

Otherwise players would wait :data:`PATIENCE_SECONDS` for many moves of an overloaded pool, without getting them.
"""
_MOVES_NICENESS: Final = 5
"""Niceness of the processes for moves, which give way to the bot itself.

At 10, four busy programs on two cores leave them so little time that hardly any move is found in time.
"""
_ASKED_NICENESS: Final = 0
"""Niceness of the process for members' requests, which gives way to nothing because a member is waiting."""


def seed_of(table: Table, user_id: int, purpose: Purpose) -> int:
    """Return the random seed for a user's question now, which depends only on the game, the moment and the purpose.

    A moment that recurs after an undo gets the same seed, and so does the same moment of a daily deal for everyone.
    """
    if table.daily is not None and purpose is Purpose.MOVE:
        return house_seed(table)
    return seed_for(table.id, table.ply_for(user_id) - table.undone, table.seat_of(user_id) or 0, purpose)


class Thinking:
    """Decisions made outside the event loop, with an answer even if a pool fails."""

    def __init__(self, workers: int = 1) -> None:
        self._moves = Pool(workers, _MOVES_NICENESS)
        """The pool for moves, and for reviews, which take turns with them."""
        self._asked = Pool(1, _ASKED_NICENESS)
        """The pool for members' requests; they and moves do not wait for each other."""
        self._members: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """The locks that keep each member to one request at a time, by user."""
        self._in_thread = Rota(1)
        self.timed: Callable[[str, float], object] = lambda _level, _seconds: None
        """Called after each decision with its level and the seconds that it took, including waiting."""
        self.wanted: Callable[[], object] = lambda: None
        """Called before each search, so that work that can wait gives way."""

    async def decide(self, level: Level, view: View, seed: int, *, server: int = 0) -> Decision:
        """Return a level's decision from the view alone, or *regular*'s if the pool is overloaded, slow or broken."""
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
        """Tell whether a move would be found in good time at the present pace; a free process always tries."""
        before = self._moves.turns_before(server)
        return before < 1 or (before < _MOST_BEFORE and (before + 1) * self._moves.pace < _IN_GOOD_TIME)

    async def hint(self, view: View, seeds: dict[Purpose, int], *, user: int, server: int = 0) -> Hint:
        """Return what *strong* would do, and why; because a person asked, the wait is longer than for a move.

        If no answer comes in that time, it is a rule of thumb and says so.
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

    async def look_back(self, done: Done, groups: SampleGroups, *, server: int = 0) -> Charge | None:
        """Return the charge for a decision, or None if its cost does not stand out from chance."""
        self.wanted()
        return await self._moves.do(REVIEW_PATIENCE_SECONDS, server, partial(charge_of, done, groups))

    async def weigh_answer(self, asked: Asked, *, user: int, server: int = 0) -> Verdict:
        """Return the verdict on an answer to an exercise, for which a person waits."""
        async with self._own_turn(user):
            self.wanted()
            return await self._asked.do(HINT_PATIENCE_SECONDS, server, partial(measured_verdict, asked))

    def _own_turn(self, user: int) -> asyncio.Lock:
        """Return the lock for a member's requests."""
        return self._members.setdefault(user, asyncio.Lock())

    @property
    def idle(self) -> bool:
        """Whether nobody waits for a search."""
        return self._moves.idle and self._asked.idle

    def warm(self) -> None:
        """Start the processes for moves before the first decision needs them; do nothing if they run."""
        self._moves.warm()

    def close(self) -> None:
        """End the processes and drop their work."""
        self._moves.close()
        self._asked.close()

    async def _quickly(self, level: Level, view: View, seed: int, server: int) -> Decision:
        """Decide in a thread, in milliseconds; one decision at a time, so that they do not slow down the event loop."""
        async with self._in_thread.of(server):
            try:
                return await asyncio.to_thread(weigh, level, view, seed, EFFORT)
            except Exception:
                log.exception("the house could not think")
        action = view.offered[0]
        return Decision(action, Method.ONLY, (Option(action, 0.0),))
