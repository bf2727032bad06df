"""How often somebody may do something: so many times within a window, and then a kind answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime, timedelta
from typing import Final

_REMEMBERED: Final = 10_000
"""Number of keys that are remembered; the one that has not asked for longest is forgotten first."""


class Pace:
    """Lets each key, such as a member, through so many times within a window; a restart begins to count anew.

    Nothing waits between looking and noting, so that two clicks at once cannot share a place.
    """

    def __init__(self, most: int, within: timedelta) -> None:
        self.most = most
        self.within = within
        self._asked: OrderedDict[Hashable, list[datetime]] = OrderedDict()

    def wait(self, key: Hashable, now: datetime) -> timedelta | None:
        """Note that a key asks, and return None; where it is too often, note nothing and return how long to wait.

        Where the clock was set back, what was noted before counts from now on, so that nobody waits longer than the
        window.
        """
        lately = [min(at, now) for at in self._asked.pop(key, ()) if now - at < self.within]
        wait = None if len(lately) < self.most else self.within - (now - lately[0])
        self._asked[key] = lately if wait is not None else [*lately, now]
        while len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        return wait

    def give_back(self, key: Hashable) -> None:
        """Forget the latest time that was noted for a key, as it came to nothing."""
        noted = self._asked.get(key)
        if noted:
            noted.pop()
