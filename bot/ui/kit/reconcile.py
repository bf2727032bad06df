"""The loop that brings what people see in step with what is true, for boards, panels, tournaments and announcements.

Where somebody waits for a call to Discord, the waits that Discord asks for count towards the call's limit, and a longer
one fails at once with `discord.RateLimited`. What nobody waits for is done aside, *at leisure*: it takes as long as
Discord asks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import field
from datetime import timedelta
from typing import Any, Final, Generic, TypeVar

import aiohttp
import discord

from bot.lazy import dataclass
from bot.tables import DatabaseError

DISCORD_TROUBLE: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
"""The errors of a call that was refused, not answered, or not made as Discord asks to wait for too long.

The library passes on those of a broken connection as they are.
"""


def reason(error: Exception) -> str:
    """Name such an error for the log, without the content that was being sent."""
    return f"{error.status} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


_ACKNOWLEDGED: Final = 40060


def is_answered_already(error: Exception) -> bool:
    """Tell whether Discord refuses an answer as it has one: another process's, or an earlier one that seemed lost."""
    return isinstance(error, discord.HTTPException) and error.code == _ACKNOWLEDGED


async def all_done(*work: Awaitable[Any]) -> list[Any]:
    """Do several things at once and return what came of each; where some failed, raise the first failure at the end."""
    found = await asyncio.gather(*work, return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException):
            raise each
    return found


log = logging.getLogger(__name__)

_LONGEST_WAIT: Final = timedelta(minutes=5)
"""Longest wait after a temporary failure; the first one is a second, and each further one twice as long."""
_BARRED_WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))

Key = TypeVar("Key", bound=Hashable)


def barred_wait(times: int) -> timedelta:
    """Return the wait after a number of tries where the bot may not post; the last one repeats."""
    return _BARRED_WAITS[min(times, len(_BARRED_WAITS) - 1)]


@dataclass(slots=True)
class Barred:
    """The state of something that the bot may not show, or whose channel is gone."""

    until: float
    """The moment of the next try, by the monotonic clock; tries before it neither count nor postpone it."""
    times: int = 0
    """Number of tries in a row."""
    told: set[int] = field(default_factory=set)
    """The users who were told why."""


class Reconciler(Generic[Key]):
    """A loop that brings things up to date, by key, one round at a time for each key.

    Requests that come during a round are merged into one more round, so the last change is always shown. After a
    failure the thing is planned again, after a longer wait each time. What is up to date is forgotten. All waits are
    measured by the monotonic clock, so a wall clock that is set changes none of them.
    """

    def __init__(
        self,
        once: Callable[[Key], Awaitable[timedelta | None]],
        details: Callable[[Key], Mapping[str, object]],
        *,
        name: str,
        barring: Collection[int] = (),
        most_barred: int | None = None,
        clock: Callable[[], float] = lambda: time.monotonic(),  # noqa: PLW0108 - so that simulations can replace it
    ) -> None:
        """Begin with nothing to do.

        Args:
            once: Makes one round, at any moment and however often; it returns after how long to look again, or None.
            barring: Discord's error codes that bar the bot like a missing permission or channel does.
            most_barred: Largest number of tries in a row where the bot is barred; None: no limit.
        """
        self._once, self._details, self._name, self._now = once, details, name, clock
        self._barring, self._most_barred = barring, most_barred
        self._running: dict[Key, bool] = {}
        """The keys whose rounds are under way, and whether another round is to follow."""
        self._planned: dict[Key, float] = {}
        self._failures: dict[Key, int] = {}
        self.barred: dict[Key, Barred] = {}
        self.failed = 0
        """Number of rounds that failed since the start, except where the bot is barred."""
        self._since: dict[Key, float] = {}
        """The beginning of the first round since a thing was last up to date."""

    def __len__(self) -> int:
        """Return the number of things that are not known to be up to date."""
        return len({*self._running, *self._planned, *self._failures, *self.barred})

    def longest_wait(self) -> timedelta:
        """Return for how long the oldest thing has waited to be shown, except where the bot is barred."""
        now = self._now()
        waits = [now - since for key, since in self._since.items() if key not in self.barred]
        return timedelta(seconds=max(waits, default=0.0))

    def is_running(self, *keys: Key) -> bool:
        """Tell whether a round is under way for one of these keys, or for any key if none is given."""
        return any(key in self._running for key in keys) if keys else bool(self._running)

    def is_repeated(self, key: Key) -> bool:
        """Tell whether the round under way is to be followed by another."""
        return self._running.get(key, False)

    def repeat(self, key: Key) -> None:
        if key in self._running:
            self._running[key] = True

    def is_planned(self, key: Key) -> bool:
        """Tell whether a thing is to be brought up to date at some moment."""
        return key in self._planned

    def plan(self, key: Key, wait: timedelta = timedelta()) -> None:
        """Have `take_due` return a key after a wait, or earlier if it was planned earlier."""
        at = self._now() + wait.total_seconds()
        self._planned[key] = min(at, self._planned.get(key, at))

    def take_due(self, candidates: Iterable[Key] = ()) -> list[Key]:
        """Return the keys whose moment has come, and the candidates that are neither under way nor planned."""
        now = self._now()
        due = [key for key, at in self._planned.items() if at <= now]
        due += [key for key in candidates if key not in self._running and key not in self._planned]
        for key in due:
            self._planned.pop(key, None)
        return due

    def forget(self, key: Key) -> None:
        """Drop what is planned and known for a key; a round under way goes on."""
        self._planned.pop(key, None)
        self._failures.pop(key, None)
        self._since.pop(key, None)
        self.barred.pop(key, None)

    async def sync(self, key: Key) -> bool:
        """Bring a thing up to date; return False at once if a round is under way, which another then follows."""
        self._planned.pop(key, None)
        merged = key in self._running
        self._running[key] = True
        self._since.setdefault(key, self._now())
        if merged:
            return False
        later = None
        try:
            while self._running[key]:
                self._running[key] = False
                later = await self._once(key)
        except Exception as error:  # noqa: BLE001 - it is logged; a failure with one thing must not stop others
            self._failed(key, error)
        except BaseException:  # it was broken off, so what is shown is unknown
            self._planned[key] = self._now()
            raise
        else:
            self._failures.pop(key, None)
            self._since.pop(key, None)
            self.barred.pop(key, None)
            if later is not None:
                self.plan(key, later)
        finally:
            del self._running[key]
        return True

    async def ended(self, keys: Collection[Key], seconds: float) -> None:
        """Wait until no round is under way for any of these keys, or until the seconds are over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while keys and self.is_running(*keys):  # noqa: ASYNC110 - rare
                    await asyncio.sleep(seconds / 100)

    def _failed(self, key: Key, error: Exception) -> None:
        """Plan the next try after a failed one; no event tells when the bot may post again."""
        now = self._now()
        if isinstance(error, discord.Forbidden | discord.NotFound) or getattr(error, "code", None) in self._barring:
            barred = self.barred.setdefault(key, Barred(now))
            if barred.until <= now:
                barred.until, barred.times = now + barred_wait(barred.times).total_seconds(), barred.times + 1
            if self._most_barred is None or barred.times <= self._most_barred:
                self._planned[key] = barred.until
            return
        if isinstance(error, discord.RateLimited):
            log.info("%s waits %.0f s, as Discord asks", self._name, error.retry_after, extra=self._details(key))
            self._planned[key] = now + error.retry_after
            return
        if isinstance(error, DISCORD_TROUBLE):
            log.warning("%s could not be shown: %s", self._name, reason(error), extra=self._details(key))
        elif not isinstance(error, DatabaseError):  # of that the clock tells once for all
            log.error("%s could not be shown", self._name, exc_info=error, extra=self._details(key))
        self.failed += 1
        failures = self._failures.get(key, 0)
        self._failures[key] = min(failures + 1, 10)
        self._planned[key] = now + min(2.0**failures, _LONGEST_WAIT.total_seconds())


_AT_LEISURE: ContextVar[bool] = ContextVar("at_leisure", default=False)


def is_at_leisure() -> bool:
    """Tell whether nobody waits for the calls that are made here."""
    return _AT_LEISURE.get()


@contextmanager
def at_leisure() -> Iterator[None]:
    """Let the calls inside the block, and those of the tasks begun there, wait for as long as Discord asks."""
    before = _AT_LEISURE.set(True)
    try:
        yield
    finally:
        _AT_LEISURE.reset(before)


class Aside:
    """Work that nobody waits for, each piece in a task of its own; what the end interrupts is dropped."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, object]) -> None:
        with at_leisure():
            task = asyncio.create_task(work, name="aside")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
