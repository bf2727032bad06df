"""Within reach of the target the game counts, not the points: how likely it is won from where a sample was judged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from bot.engine.law import Law

LAST_EIGHT: Final = 43.0
"""What the last eight tricks bring each seat on average, in points; fitted with :func:`uncertainty` by 150 deals."""
TRICK: Final = 10.0
"""What each trick of the first stage brings each seat on average, what is declared included."""
IN_REACH: Final = 1.6
"""The target is in reach of so many times what the rest of a deal brings on average."""
DEAL: Final = 190.0
"""The standard deviation of a whole deal's lead, in points a seat."""
POINTS: Final = 0.2
"""What a point counts besides: it decides where the game is as good as won or lost."""

_ROOT: Final = math.sqrt(2.0)


def normal(value: float) -> float:
    """Return how likely a normal variable is below a value."""
    return 0.5 * (1.0 + math.erf(value / _ROOT))


def to_come(turns: int) -> float:
    """Return what a seat still gets in a deal on average, with so many tricks of the first stage to come."""
    return LAST_EIGHT + TRICK * turns


def uncertainty(turns: int, players: int) -> float:
    """Return the standard deviation of a lead as it was judged, with so many tricks of the first stage to come."""
    if turns:
        return math.sqrt(4500.0 + 1350.0 * turns)
    return 13.0 if players == 2 else 45.0


class Race:
    """The chance to win a game, in points: as many as it takes to win it as much more often at an even score."""

    __slots__ = ("_open", "_size", "_target", "_unit", "law")

    def __init__(self, law: Law, turns: int) -> None:
        """Take the rules, and the tricks of the first stage that are to come where samples are judged."""
        self.law = law
        self._size = len(law.side_seats[0])
        self._target = float(law.target)
        self._open = not law.one_deal
        # A lead of one point makes winning likelier by so much where nothing is decided yet.
        self._unit = uncertainty(turns, law.players) * self._size * math.sqrt(2.0 * math.pi)

    def value(self, sides: Sequence[float], ahead: Sequence[float], own: int, turns: int, *, over: bool) -> float:
        """Return the chance to win, less one half, in points.

        Args:
            sides: By side, the points that are counted.
            ahead: By side, those with what its cards may still bring; only their differences count.
            own: The side that wants to win.
            turns: The tricks of the first stage to come.
            over: Whether the deal has ended, the game not.
        """
        size = self._size
        spread = 1.0 if over else uncertainty(turns, self.law.players) * size
        more = 0.0 if over else to_come(turns) * size
        chance = 1.0
        for side, points in enumerate(sides):
            if side != own:
                lead = ahead[own] - ahead[side]
                middle = (sides[own] + points) / 2.0 + more
                chance = min(chance, self._wins(lead, middle, spread, turns))
        return (chance - 0.5) * self._unit

    def _wins(self, lead: float, middle: float, spread: float, turns: int) -> float:
        """Return how likely a side wins that is expected to lead by so many points, both about some middle."""
        now = normal(lead / spread)
        if not self._open:
            return now
        most = middle + abs(lead) / 2.0
        total = math.hypot(spread / 2.0, 8.0 + 60.0 * min(1.0, math.sqrt(turns / 8.0)))
        on = normal((self._target - most) / total)
        if on < 0.001:
            return now
        deals = max(1.0, (self._target - most) / (to_come(self.law.first_stage) * self._size))
        later = normal(lead / math.sqrt(spread * spread + deals * (DEAL * self._size) ** 2))
        return (1.0 - on) * now + on * later

    @property
    def won(self) -> float:
        """What a game won is worth; lost it is as much less than nothing."""
        return 0.5 * self._unit


def race_for(law: Law, sides: Sequence[float], left: int, judged: int) -> Race | None:
    """Return how to judge samples where the target is in reach, or None where points are what counts.

    Args:
        law: The rules.
        sides: By side, the points that are counted.
        left: The tricks of the first stage to come.
        judged: The same where samples are judged.
    """
    if law.one_deal:
        return Race(law, judged)
    best = max(sides) + IN_REACH * to_come(left) * len(law.side_seats[0])
    return Race(law, judged) if best >= law.target else None
