"""The quantities of a game: how many cards, in which packets, and what everything counts.

They are what sets the members of the family apart where the rules agree. Nothing else in the engine, the house or the
pictures knows these numbers; :func:`~bot.engine.law.law_for` compiles them into the law.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .combinations import COMBINATIONS, Combination


@dataclass(frozen=True, slots=True)
class Quantities:
    """What is dealt and what it counts, in cards and points; the defaults are those of Bézique."""

    packets: tuple[int, ...] = (3, 2, 3)
    """Ruling 3: how a hand is dealt. A full hand has as many cards as its packets together."""
    packs: int | None = None
    """Packs of 32 cards, or None for one a player (ruling 1)."""
    combinations: tuple[Combination, ...] = COMBINATIONS
    """What may be declared and what it counts; names and classes are those of the notation."""
    brisque: int = 10
    """An ace or a ten taken in a trick (ruling 19)."""
    last_trick: int = 10
    seven: int = 10
    """A seven of trumps, shown or played (ruling 10)."""
    exchange: int = 10
    """A seven exchanged for the turn-up (ruling 9)."""
    dealer_seven: int = 10
    """A seven turned up, for the dealer (ruling 4)."""

    @property
    def hand(self) -> int:
        """Cards in a full hand."""
        return sum(self.packets)


BEZIQUE: Final = Quantities()
