"""From where exercises are taken, and what somebody has answered so far."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Source(StrEnum):
    """From where exercises are taken."""

    ANY = "any"
    """Own games first, then the project's own."""
    OWN = "own"
    MODERN = "modern"
    BRITANNICA = "britannica"
    ENQUIRE = "enquire"
    PARLOUR = "parlour"


class Progress(NamedTuple):
    """What a member has answered so far; only the first answer to an exercise counts."""

    tried: Mapping[str, bool]
    """By exercise, in their order: whether it was found at the first try."""
    streak: int
    """So many in a row up to now."""
    longest: int

    @property
    def found(self) -> int:
        """How many were found at the first try."""
        return sum(self.tried.values())
