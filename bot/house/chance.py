"""Where a house player's chance comes from: what is asked, so that equal questions have equal answers."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256


class Purpose(StrEnum):
    """What a decision is thought about for; each has chance of its own, so that one measurement tests another."""

    MOVE = "move"
    HINT = "hint"
    COMPARE = "compare"
    """How much better what a hint names is than something else."""
    GLANCE = "glance"
    """Which decisions of a game are worth a second look."""
    REVIEW = "review"
    CONFIRM = "confirm"
    LUCK = "luck"
    EXERCISE = "exercise"
    """What another answer to an exercise than those of the review is worth."""


def seed_for(game: int | str, ply: int, seat: int, purpose: Purpose) -> int:
    """Return the state of chance for a question, the same on every machine and in any order of questions.

    Nothing goes in but what everybody at the table knows: no card, no secret of a shuffle, no clock.

    Args:
        game: What the game is called: its table's number, or anything else that follows from no card.
        ply: How many actions came before, as the seat knows it.
        seat: Who asks.
        purpose: What for.
    """
    return int.from_bytes(sha256(f"{game}:{ply}:{seat}:{purpose.value}".encode()).digest()[:8])
