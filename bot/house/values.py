"""The points of a game's combinations, in the form that the evaluation reads."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.cards import ACE, KING, KNAVE, QUEEN
from bot.engine.combinations import Kind
from bot.engine.law import Law

FOURS: Final = (
    (KNAVE, int(Kind.FOUR_KNAVES), "four-knaves"),
    (QUEEN, int(Kind.FOUR_QUEENS), "four-queens"),
    (KING, int(Kind.FOUR_KINGS), "four-kings"),
    (ACE, int(Kind.FOUR_ACES), "four-aces"),
)
"""The ranks of which four count, each with the class and the name of its combination."""


class Values(NamedTuple):
    """The points of a game's combinations; 0 for those that it does not have."""

    common: int
    royal: int
    sequence: int
    beziques: tuple[int, int, int]
    """Single, double, treble."""
    fours: tuple[int, ...]
    """In the order of :data:`FOURS`."""


@lru_cache(maxsize=256)
def values_of(law: Law) -> Values:
    """Return the points of a game's combinations."""

    def points(name: str) -> int:
        return law.rows[name].points if name in law.rows else 0

    return Values(
        common=points("common-marriage"),
        royal=points("royal-marriage"),
        sequence=points("sequence"),
        beziques=(
            points("single-bezique"),
            points("double-bezique"),
            points("treble-bezique") if law.rules.treble else 0,
        ),
        fours=tuple(points(name) for _, _, name in FOURS),
    )
