"""The odds of drawing cards that have not been seen; an evaluation knows nothing else of the coming draws."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

from bot.engine.cards import MOST_PACKS

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
