"""The points of a game's combinations and the odds of drawing them, as the evaluation reads them."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from bot.engine.cards import ACE, KING, KNAVE, MOST_PACKS, QUEEN
from bot.engine.combinations import Kind
from bot.engine.law import Law

FOURS: Final = (
    (KNAVE, int(Kind.FOUR_KNAVES), "four-knaves"),
    (QUEEN, int(Kind.FOUR_QUEENS), "four-queens"),
    (KING, int(Kind.FOUR_KINGS), "four-kings"),
    (ACE, int(Kind.FOUR_ACES), "four-aces"),
)
"""The ranks of which four count, each with the class and the name of its combination."""
FOUR_OF: Final = {
    rank: next((kind for four, kind, _ in FOURS if four == rank), int(Kind.MARRIAGE)) for rank in range(8)
}
"""By rank, the class of its four; a rank without a four has no worth as one, so its class does not matter."""


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


MOST_COPIES: Final = 4 * MOST_PACKS
"""Most cards of one rank at any table."""


@lru_cache(maxsize=4096)
def draw_odds(draws: int, unseen: int) -> tuple[tuple[float, ...], ...]:
    """Return, by copies unseen and by copies wanted (0 to 4), the chance to draw at least as many as wanted.

    Args:
        draws: How many cards are drawn.
        unseen: How many cards they are drawn from.
    """
    draws = min(draws, unseen)
    rows = []
    for copies in range(MOST_COPIES + 1):
        exactly = [
            comb(copies, got) * comb(unseen - copies, draws - got) / comb(unseen, draws)
            if unseen >= copies and draws >= got
            else 0.0
            for got in range(4)
        ]
        row = [1.0]
        for got in range(4):
            row.append(max(0.0, row[-1] - exactly[got]) if unseen >= copies else row[-1])
        rows.append(tuple(row))
    return tuple(rows)
