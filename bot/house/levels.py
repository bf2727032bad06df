"""How well house players play: words that need no player to be thought."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """How well a house player plays, the weakest first; stored tables name a level by its value."""

    BEGINNER = "beginner"
    NOVICE = "novice"
    REGULAR = "regular"
    SKILLED = "skilled"
    STRONG = "strong"


SEARCHING: Final = frozenset({Level.SKILLED, Level.STRONG})
"""The levels that look ahead, which takes time: they think in a process of their own."""
