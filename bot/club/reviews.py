"""Looks back at games before anybody asks, while the house has nothing to think about: servers and members in turn.

Whoever then opens the review of their game sees it at once. A process of its own does the measuring, which is ended the
moment somebody waits for the house; what has been measured by then is kept, and it goes on later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final, ParamSpec, Protocol, TypeVar

from bot.coach.review import looked_back
from bot.tables import Refused
from bot.tables.decisions import house_seats
from bot.tables.house import reviews
from bot.tables.house.aside import Aside, InterruptedWorkError
from bot.tables.house.reviews import LookingBack, to_look_back
from db import DatabaseError

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

QUIET: Final = 15
"""For so many ticks nobody has waited for the house before it begins."""
NEWEST: Final = 20
"""Number of games of each member that are looked at, the newest."""
LATELY: Final = timedelta(days=1)
"""Which have ended no longer ago than that: older ones are hardly ever opened."""
_SERVERS: Final = 10
"""So many servers are asked for their games in a tick."""
_REST: Final = 60
"""So many ticks nothing is looked for where no server had anything."""
_MOST: Final = 10_000
"""Of so many games it is remembered that nothing is left to do."""


class Place(Protocol):
    """Where decisions are measured, one at a time: a process of its own, or anything else that can be interrupted."""

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do some work, or raise that it was interrupted."""
        ...

    def stop(self) -> None:
        """Interrupt what is being done."""
        ...


class Reviews:
    """Takes the servers in turn, of each the members in turn, and of each member the newest game without a review."""

    def __init__(self, store: Store, tables: Tables, aside: Place | None = None) -> None:
        self._store = store
        self._tables = tables
        self._aside: Place = aside or Aside()
        self.servers: Callable[[], Sequence[int]] = tuple
        """Those whose games are looked back at: none, unless told otherwise."""
        self._begun: LookingBack | None = None
        self._settled: dict[tuple[int, int], None] = {}
        """Games and players of whose reviews nothing is left to do."""
        self._last = 0
        """The server that had its turn."""
        self._served: OrderedDict[tuple[int, int], None] = OrderedDict()
        """Servers with the members whose games were looked back at, the latest last."""
        self._quiet = 0
        self._asked = 0
        """So many servers in a row had nothing."""
        self._at_it = False

    def is_time(self, *, idle: bool) -> bool:
        """Tell whether to go on now: nobody has waited for the house for some ticks; ask with each tick of the clock.

        Args:
            idle: Whether nobody waits for the house now.
        """
        self._quiet = self._quiet + 1 if idle else 0
        return self._quiet >= QUIET and not self._at_it and (self._begun is not None or bool(self.servers()))

    async def use_time(self) -> None:
        """Look back at the next game, until somebody waits for the house."""
        self._at_it = True
        try:
            with suppress(DatabaseError):  # the clock tells of it; a later tick tries again
                await self._go_on()
        finally:
            self._at_it = False

    def interrupt(self) -> None:
        """Leave the processor to whoever waits for the house; what was being measured is measured again later."""
        self._quiet = 0
        self._aside.stop()

    def taken(self, table_id: int, seat: int) -> LookingBack | None:
        """Return the review that somebody opens now, for them to go on with, if it has been begun."""
        found = self._begun
        if found is None or (found.table_id, found.seat) != (table_id, seat):
            return None
        self._begun = None
        self.interrupt()
        return found

    async def _go_on(self) -> None:
        """Measure until a review is whole or somebody waits."""
        if self._begun is None:
            self._begun = await self._next()
        looking = self._begun
        if looking is None:
            return
        while (done := looking.next()) is not None:
            if not self._quiet or self._begun is not looking:
                return
            try:
                charge = await self._aside.do(looked_back, done, reviews.PAINS)
            except InterruptedWorkError:
                if self._quiet:  # nobody waits: the process has ended by itself, and would do so again
                    looking.pass_over()
                self._quiet = 0
                return
            except Exception:  # one decision that cannot be measured holds up none behind it
                log.exception("a decision could not be looked back at", extra={"table": looking.table_id})
                looking.pass_over()
                continue
            if self._begun is not looking:  # somebody has opened it, and goes on with it
                return
            looking.note(charge)
        with suppress(Refused):  # it is gone meanwhile
            await self._tables.ask(looking.table_id, house_seats.keep_review, looking.review)
        if self._begun is looking:
            self._begun = None

    async def _next(self) -> LookingBack | None:
        servers = self.servers()
        for server in _in_turn(servers, self._last)[:_SERVERS]:
            self._last = server
            found = await self._of(server)
            if found is not None:
                self._asked = 0
                return found
            self._asked += 1
        if self._asked >= len(servers):
            self._asked, self._quiet = 0, QUIET - _REST
            self._aside.stop()
        return None

    async def _of(self, server: int) -> LookingBack | None:
        """Return the newest game without a review of the member of a server whose turn it is."""
        since = self._tables.now() - LATELY
        pairs = await self._store.ask(lambda reader: reader.games.newest_of_each(server, since, NEWEST))
        games: dict[int, list[int]] = {}
        for user, game in pairs:
            if (game, user) not in self._settled:
                games.setdefault(user, []).append(game)
        for user in self._members_in_turn(server, games):
            for game in games[user]:
                looking = await self._for(user, game)
                if looking is not None:
                    self._note_turn(server, user)
                    return looking
        return None

    def _members_in_turn(self, server: int, users: Iterable[int]) -> list[int]:
        """Return members in the order of their turns: who has had none first, then who has waited for longest."""
        turns = {user: at for at, (known, user) in enumerate(self._served) if known == server}
        return sorted(users, key=lambda user: turns.get(user, -1))  # with equal turns the newest game comes first

    def _note_turn(self, server: int, user: int) -> None:
        self._served[server, user] = None
        self._served.move_to_end((server, user))
        if len(self._served) > _MOST:
            self._served.popitem(last=False)

    async def _for(self, user: int, game: int) -> LookingBack | None:
        """Return a game as its player looks back at it; None where nothing is left to do."""
        try:
            table = await self._tables.get(game)
            seat = table.seat_of(user)
            if seat is not None and seat in to_look_back(table):
                return await asyncio.to_thread(LookingBack, table, seat)
        except Refused:  # its record is broken
            pass
        except DatabaseError:
            raise
        except Exception:  # it would be come upon again every second, and hold up all games behind it
            log.exception("a game cannot be looked back at", extra={"table": game})
        self._settled[game, user] = None
        if len(self._settled) > _MOST:
            self._settled.pop(next(iter(self._settled)))
        return None


def _in_turn(servers: Sequence[int], last: int) -> list[int]:
    """Return servers in a round that begins after one of them."""
    known = sorted(servers)
    return [each for each in known if each > last] + [each for each in known if each <= last]
