"""The quantities of a game: how many cards, in which packets, and what everything counts.

Members of the family whose rules agree differ in these quantities alone. Nothing else in the engine, the house players
or the pictures knows these numbers; :func:`~bot.engine.law.law_for` compiles them into the law.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .combinations import COMBINATIONS, Combination


@dataclass(frozen=True, slots=True)
class Quantities:
    """The numbers of cards dealt and the points that they score; the defaults are those of Bézique."""

    packets: tuple[int, ...] = (3, 2, 3)
    """Numbers of cards in which a hand is dealt (ruling 3); a full hand is their sum."""
    packs: int | None = None
    """Number of packs of 32 cards, or None for one per player (ruling 1)."""
    combinations: tuple[Combination, ...] = COMBINATIONS
    """The combinations that may be declared, with their points; names and classes are those of the notation."""
    brisque: int = 10
    """Points for an ace or a ten taken in a trick (ruling 19)."""
    last_trick: int = 10
    seven: int = 10
    """Points for a seven of trumps, shown or played (ruling 10)."""
    exchange: int = 10
    """Points for a seven exchanged for the turn-up (ruling 9)."""
    dealer_seven: int = 10
    """Points for the dealer if a seven is turned up (ruling 4)."""

    @property
    def hand(self) -> int:
        return sum(self.packets)


BEZIQUE: Final = Quantities()
