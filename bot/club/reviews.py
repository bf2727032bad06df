"""Preparing reviews of games before anybody asks, while the house is idle: servers and members in turn.

A member who then opens the review of a game sees it at once. A separate process does the measuring. It is stopped as
soon as somebody waits for the house; what has been measured is kept, and the work continues later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final, ParamSpec, Protocol, TypeVar

from bot.coach.review import charge_of
from bot.tables import Refused, Tables
from bot.tables.decisions import house_seats
from bot.tables.house import reviews
from bot.tables.house.pool import Aside, InterruptedWorkError
from bot.tables.house.reviews import LookingBack, to_look_back
from db import DatabaseError, Store

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

QUIET: Final = 15
"""Ticks for which nobody must have waited for the house before a review begins."""
NEWEST: Final = 20
"""Number of each member's newest games that are considered."""
LATELY: Final = timedelta(days=1)
"""Largest age of a finished game that is considered; reviews of older games are hardly ever opened."""
_SERVERS: Final = 10
"""Number of servers searched for games in a tick."""
_REST: Final = 60
"""Ticks until the next search when no server had a game to review."""
_MOST: Final = 10_000
"""Largest number of finished reviews, and of members' turns, that are remembered."""


class Place(Protocol):
    """A place where decisions are measured, one at a time: a separate process, or anything that can be interrupted."""

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of some work, or raise `InterruptedWorkError`."""
        ...

    def stop(self) -> None: ...


class Reviews:
    """Prepares reviews, taking servers in turn, then their members in turn, then each member's newest game."""

    def __init__(self, store: Store, tables: Tables, aside: Place | None = None) -> None:
        self._store = store
        self._tables = tables
        self._aside: Place = aside or Aside()
        self.servers: Callable[[], Sequence[int]] = tuple
        """Returns the servers whose games are reviewed ahead; none by default."""
        self._begun: LookingBack | None = None
        self._settled: dict[tuple[int, int], None] = {}
        """Pairs of game and player whose review needs no more work."""
        self._last = 0
        """The server that had the last turn."""
        self._served: OrderedDict[tuple[int, int], None] = OrderedDict()
        """Pairs of server and member who had a turn, the latest last."""
        self._quiet = 0
        self._asked = 0
        """Number of servers in a row that had no game to review."""
        self._at_it = False

    def is_time(self, *, idle: bool) -> bool:
        """Return whether to continue in this tick of the clock, `QUIET` ticks after anybody waited for the house."""
        self._quiet = self._quiet + 1 if idle else 0
        return self._quiet >= QUIET and not self._at_it and (self._begun is not None or bool(self.servers()))

    async def use_time(self) -> None:
        """Review the next game until somebody waits for the house."""
        self._at_it = True
        try:
            with suppress(DatabaseError):  # the clock logs database failures; a later tick tries again
                await self._go_on()
        finally:
            self._at_it = False

    def interrupt(self) -> None:
        """Stop measuring, as somebody waits for the house; the decision under way is measured again later."""
        self._quiet = 0
        self._aside.stop()

    def taken(self, table_id: int, seat: int) -> LookingBack | None:
        """Hand over the review under way, if it is the one that a member opens now; else return None."""
        found = self._begun
        if found is None or (found.table_id, found.seat) != (table_id, seat):
            return None
        self._begun = None
        self.interrupt()
        return found

    async def _go_on(self) -> None:
        """Measure until a review is complete or somebody waits for the house."""
        if self._begun is None:
            self._begun = await self._next()
        looking = self._begun
        if looking is None:
            return
        while (done := looking.next()) is not None:
            if not self._quiet or self._begun is not looking:
                return
            try:
                charge = await self._aside.do(charge_of, done, reviews.SAMPLE_GROUPS)
            except InterruptedWorkError:
                if self._quiet:  # nobody waits, so the process has died by itself, and would do so again
                    looking.pass_over()
                self._quiet = 0
                return
            except Exception:  # a decision that cannot be measured must not hold up those behind it
                log.exception("a decision could not be looked back at", extra={"table": looking.table_id})
                looking.pass_over()
                continue
            if self._begun is not looking:  # a member has opened the review, which continues there
                return
            looking.charged(charge)
        with suppress(Refused):  # the table is gone meanwhile
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
        """Return the newest game without a review of the next member of a server, or None."""
        since = self._tables.now() - LATELY
        pairs = await self._store.ask(lambda reader: reader.games.newest_of_each(server, since, NEWEST))
        games: dict[int, list[int]] = {}
        for user, game in pairs:
            if (game, user) not in self._settled:
                games.setdefault(user, []).append(game)
        turns = {user: at for at, (known, user) in enumerate(self._served) if known == server}
        # Members who had no turn come first, then the longest waiting; with equal turns the newest game comes first.
        for user in sorted(games, key=lambda user: turns.get(user, -1)):
            for game in games[user]:
                looking = await self._for(user, game)
                if looking is not None:
                    self._served.pop((server, user), None)
                    self._served[server, user] = None
                    if len(self._served) > _MOST:
                        self._served.popitem(last=False)
                    return looking
        return None

    async def _for(self, user: int, game: int) -> LookingBack | None:
        """Return the review of a game by its player, ready to be continued; None where nothing is left to do."""
        try:
            table = await self._tables.get(game)
            seat = table.seat_of(user)
            if seat is not None and seat in to_look_back(table):
                return await asyncio.to_thread(LookingBack, table, seat)
        except Refused:  # its record is broken
            pass
        except DatabaseError:
            raise
        except Exception:  # otherwise the game would fail every second and hold up all games behind it
            log.exception("a game cannot be looked back at", extra={"table": game})
        self._settled[game, user] = None
        if len(self._settled) > _MOST:
            self._settled.pop(next(iter(self._settled)))
        return None


def _in_turn(servers: Sequence[int], last: int) -> list[int]:
    """Return all servers in rotating order, beginning after the server `last`."""
    known = sorted(servers)
    return [each for each in known if each > last] + [each for each in known if each <= last]
