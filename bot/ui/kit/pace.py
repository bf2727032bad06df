"""How often somebody may ask for what costs much: so often within a time, and then a kind answer."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

_REMEMBERED: Final = 10_000
"""So many people are remembered; who has not asked for longest is forgotten."""


class Pace:
    """Lets each person do something so often within a time; a restart begins to count anew."""

    def __init__(self, most: int, within: timedelta) -> None:
        self.most = most
        self.within = within
        self._asked: OrderedDict[int, list[datetime]] = OrderedDict()

    def wait(self, user_id: int, now: datetime) -> timedelta | None:
        """Note that somebody asks, and return None; where it is too often, note nothing and return how long to wait."""
        lately = [at for at in self._asked.pop(user_id, ()) if now - at < self.within]
        wait = None if len(lately) < self.most else max(self.within - (now - lately[0]), timedelta())
        self._asked[user_id] = lately if wait is not None else [*lately, now]
        while len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        return wait
