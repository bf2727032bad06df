"""The sources of exercises, and a member's progress."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Source(StrEnum):
    """A source of exercises."""

    ANY = "any"
    """Own games first, then the project's own."""
    OWN = "own"
    MODERN = "modern"
    BRITANNICA = "britannica"
    ENQUIRE = "enquire"
    PARLOUR = "parlour"


class Progress(NamedTuple):
    """A member's answers so far; only the first answer to an exercise counts."""

    tried: Mapping[str, bool]
    """Whether the first answer was right, by exercise, in the order of the answers."""
    streak: int
    """Number of latest exercises in a row whose first answer was right."""
    longest: int
    """The longest such streak."""

    @property
    def found(self) -> int:
        """The number of exercises whose first answer was right."""
        return sum(self.tried.values())
