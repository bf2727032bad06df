"""What is due when, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .table import Table


class Due(StrEnum):
    """Kinds of deadline."""

    LOBBY = "lobby"
    CHALLENGE = "challenge"
    DEAL = "deal"
    NUDGE = "nudge"
    CLOCK = "clock"
    """The player on move has run out of time."""
    ABANDON = "abandon"
    """Everybody has left the game."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A deadline that has passed, and the table as it stands after it."""

    due: Due
    table: Table
