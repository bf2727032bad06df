"""The moves of house players, who think outside the event loop and never keep a table waiting."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Final

from bot.engine import Phase, View
from bot.engine.events import Passed
from bot.house.chance import Purpose
from bot.house.honour import something_to_do
from bot.house.players import Method
from bot.house.roster import HOUSE, SEARCHING, Level
from bot.tables.decisions.occasion import Done
from bot.tables.service import Tables
from bot.tables.values.clocks import Due
from bot.tables.values.refused import Refused
from bot.tables.values.table import Table

from . import thinking
from .thinking import Thinking, seed_of

log = logging.getLogger(__name__)

_THINKERS: Final = frozenset(player.user_id for player in HOUSE.values() if player.level in SEARCHING)

_REST_SECONDS: Final = 15
"""Seconds without thinking at a table where an act of the house has failed."""
_AT_ONCE: Final = 100
"""Number of tables at which the house thinks at once; others wait, those of a server in the order of their turns."""
_LEFT_TO_OTHERS: Final = 25
"""Number of those places that one server alone can never use, however many tables it has."""
_THOUGHTS: Final = (1.0, 2.25, 3.25)
"""Time in which the house acts after so many passes of its own side, in multiples of its usual thinking time.

It is the time that the house needs if it can declare: to think about declaring, draw, and think again.
"""


class HouseMoves:
    """The driver that lets house players act in their turn, for themselves or for an absent member."""

    def __init__(self, tables: Tables, moved: Callable[[int], Awaitable[object]], thinking: Thinking) -> None:
        self._tables = tables
        self._moved = moved
        self._thinking = thinking
        self._acting: dict[int, asyncio.Task[None]] = {}
        self._not_before: dict[int, float] = {}
        """The tables where an act of the house failed, each with the time before which it does not think again."""
        self._undecided: set[int] = set()
        """The tables where the house is still thinking; a decided act is always done and shown."""

    def tick(self) -> None:
        """Let house players on move begin to think; call it every second, which also makes a natural pause."""
        live = self._tables.memory.live
        for table_id in [each for each in self._undecided if each not in live]:
            self._acting[table_id].cancel()
        if any(live.sits_somewhere(user) for user in _THINKERS):
            self._thinking.warm()
        now = time.monotonic()
        self._not_before = {table_id: at for table_id, at in self._not_before.items() if at > now}
        turns = {server: at for server, at in live.house_turns_of_each().items() if self._tables.memory.owns(server)}
        for table_id in next_to_act(turns, self._acting, self._not_before):
            task = asyncio.create_task(self._act(table_id), name="house player")
            self._acting[table_id] = task
            task.add_done_callback(partial(self._done, table_id))

    def _done(self, table_id: int, task: asyncio.Task[None]) -> None:
        self._acting.pop(table_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a house player failed: %s", type(error).__name__, extra={"table": table_id})
            self._rest(table_id)

    def _rest(self, table_id: int) -> None:
        self._not_before[table_id] = time.monotonic() + _REST_SECONDS

    async def close(self) -> None:
        """Stop thinking."""
        acting = list(self._acting.values())
        for task in acting:
            task.cancel()
        await asyncio.gather(*acting, return_exceptions=True)

    async def _act(self, table_id: int) -> None:
        """Do the house's act at a table; after an unseen draw also the lead, so that the draw is not noticed."""
        since = asyncio.get_running_loop().time()
        try:
            table = await self._tables.get(table_id)
        except Refused:  # the table is gone, or its record is broken
            return
        if not self._tables.memory.owns(table.guild_id):
            return
        if house_to_act(table) is None:  # the table waits for people alone
            self._tables.memory.live.house_turns.pop(table_id, None)
            return
        while (done := await self._act_once(table, since)) is not None and not done.stale:
            table = done.table
            if _needs_no_thought(table):  # showing the table in between would only keep the players waiting
                continue
            if house_to_act(table) is None or not table.unseen_passes or not _drew(done):
                await self._moved(table.id)
                return

    async def _act_once(self, table: Table, since: float) -> Done | None:
        """Think and act once, no sooner than usual after the house came on move; None if nothing was done."""
        user = house_to_act(table)
        level = table.house_level(table.seat_of(user) or 0) if user is not None else None
        view = table.view(user)
        if user is None or level is None or view is None or not view.offered:
            return None
        self._undecided.add(table.id)
        try:
            seed = seed_of(table, user, Purpose.MOVE)
            decision = await self._thinking.decide(level, view, seed, server=table.guild_id)
            # The duration of a search would reveal how close the decision was, and so something about the hand.
            searched = decision.method is Method.SAMPLED
            if searched or table.unseen_passes or _may_declare(view, level):
                alone = table.human_partner(view.turn) is None
                usual = thinking.THINKING_SECONDS * _THOUGHTS[table.unseen_passes if alone else 0]
                elapsed = asyncio.get_running_loop().time() - since
                await asyncio.sleep(max(0.0, usual - elapsed))
        finally:
            self._undecided.discard(table.id)
        if not self._tables.memory.owns(table.guild_id):
            return None
        words = decision.action.text.split(" ", 1)[1]
        try:
            return await self._tables.act(table.id, user, words, table.ply_for(user), by_house=True)
        except Refused:
            if (await self._tables.get(table.id)).live:
                log.exception("a house player was refused", extra={"table": table.id})
                self._rest(table.id)
            return None


def next_to_act(
    turns: Mapping[int, Sequence[int]], acting: Collection[int], resting: Collection[int], *, at_once: int = _AT_ONCE
) -> list[int]:
    """Return the tables at which the house begins to act now, taken from the waiting servers in rotation."""
    found: list[tuple[int, int, int]] = []
    for server in turns.values():
        busy = sum(table_id in acting for table_id in server)
        free = [table_id for table_id in server if table_id not in acting and table_id not in resting]
        most = max(0, at_once - _LEFT_TO_OTHERS - busy)
        found += [(busy + nth, len(found) + nth, table_id) for nth, table_id in enumerate(free[:most])]
    return [table_id for *_, table_id in sorted(found)[: max(0, at_once - len(acting))]]


def house_to_act(table: Table) -> int | None:
    """Return the user for whom the house is to act now, or None if the table waits for people alone."""
    waited = table.seats_waited_for
    if not waited or Due.ITSELF in table.due:  # it hesitates
        return None
    if not table.is_honour:
        return table.users[waited[0]] if table.house_level(waited[0]) is not None else None
    n = len(table.seats)
    for seat in ((waited[0] + step) % n for step in range(n)):
        level = table.house_level(seat)
        if level is None:
            continue
        view = table.view(table.users[seat])
        if view is not None and something_to_do(level, view):
            return table.users[seat]
    return None


def _needs_no_thought(table: Table) -> bool:
    """Tell whether the house's next act at an honour table is just a draw in its turn, which everybody can see."""
    user = house_to_act(table) if table.is_honour else None
    view = table.view(user) if user is not None else None
    if view is None or view.honour is None or view.seat is None:
        return False
    return view.honour.to_draw == view.seat and not view.honour.chances[view.seat]


def _may_declare(view: View, level: Level) -> bool:
    """Tell whether the thinking time could reveal whether the house has anything to declare."""
    if view.seat is None or level not in SEARCHING:
        return False
    return view.phase is Phase.DECLARE if view.honour is None else view.honour.chances[view.seat]


def _drew(done: Done) -> bool:
    """Tell whether the act was only a draw, which must stay hidden from the others."""
    return isinstance(done.events[0], Passed) if done.events else False
