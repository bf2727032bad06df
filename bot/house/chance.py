"""The seeds of the house players' chance: they follow from the question, so equal questions have equal answers."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256


class Purpose(StrEnum):
    """The purpose of a decision; each has a seed of its own, so that one measurement can test another."""

    MOVE = "move"
    HINT = "hint"
    COMPARE = "compare"
    """Measuring how much better a hint's action is than another."""
    GLANCE = "glance"
    """Finding the decisions of a game that are worth a second look."""
    REVIEW = "review"
    CONFIRM = "confirm"
    LUCK = "luck"
    EXERCISE = "exercise"
    """Measuring an answer to an exercise that is none of those already measured."""


def seed_for(game: int | str, ply: int, seat: int, purpose: Purpose) -> int:
    """Return the seed for a question, the same on every machine and in any order of questions.

    It follows only from what everybody at the table knows: from no card, no secret of a shuffle, no clock.
    """
    return int.from_bytes(sha256(f"{game}:{ply}:{seat}:{purpose.value}".encode()).digest()[:8])
