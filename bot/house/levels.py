"""The levels of the house players, in a module that imports no player."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """A house player's level of play, the weakest first; stored tables name a level by its value."""

    BEGINNER = "beginner"
    NOVICE = "novice"
    REGULAR = "regular"
    SKILLED = "skilled"
    STRONG = "strong"


SEARCHING: Final = frozenset({Level.SKILLED, Level.STRONG})
"""The levels that look ahead; as this takes time, they think in a separate process."""
