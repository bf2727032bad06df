"""A limit on the number of times that a member may do something within a window of time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import Final

_REMEMBERED: Final = 10_000
"""Number of keys that are remembered; the one that has not asked for longest is forgotten first."""


class Pace:
    """A counter that allows each key, such as a member, a number of times within a window.

    A restart of the process resets the counts. Nothing is awaited between check and count, so two clicks at once cannot
    both use the last place.
    """

    def __init__(self, most: int, within: timedelta) -> None:
        self.most = most
        self.within = within
        self._asked: OrderedDict[Hashable, list[datetime]] = OrderedDict()

    def wait(self, key: Hashable, now: datetime) -> timedelta | None:
        """Count a key's request and return None; if there were too many, count nothing and return the time to wait.

        If the clock was set back, earlier requests count as made now, so the wait is never longer than the window.
        """
        lately = [min(at, now) for at in self._asked.pop(key, ()) if now - at < self.within]
        wait = None if len(lately) < self.most else self.within - (now - lately[0])
        self._asked[key] = lately if wait is not None else [*lately, now]
        while len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        return wait

    def give_back(self, key: Hashable) -> None:
        """Remove a key's latest request from the count, as it had no effect."""
        noted = self._asked.get(key)
        if noted:
            noted.pop()
