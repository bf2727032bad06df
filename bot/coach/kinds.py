"""The kinds and outlines of exercises: what there is to decide, and in which game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.engine import Card, Phase


class Kind(StrEnum):
    """The decision to take in an exercise."""

    LEAD = "lead"
    """Which card to lead, while the stock lasts."""
    FOLLOW = "follow"
    """Which card to play to a trick, while the stock lasts."""
    DECLARE = "declare"
    """What to declare after a trick, if anything."""
    EIGHT = "eight"
    """Which card to play in the last eight tricks."""


class Outline(NamedTuple):
    """A summary of a position, read without building the position."""

    id: str
    preset: str
    players: int
    partners: bool
    kind: Kind


def kind_at(phase: Phase, trick: Sequence[Card], left: int) -> Kind:
    """Return the kind of decision that the seat on turn has to take.

    Args:
        phase: The phase of the deal.
        trick: The cards played to the trick.
        left: Cards left in the stock.
    """
    if phase is Phase.DECLARE:
        return Kind.DECLARE
    if not left:
        return Kind.EIGHT
    return Kind.FOLLOW if trick else Kind.LEAD
