"""The odds of drawing cards that have not been seen: all that an evaluation knows of what is to come."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final

from bot.engine.cards import MOST_PACKS

MOST_COPIES: Final = 4 * MOST_PACKS
"""So many cards of one rank there are at most."""


@lru_cache(maxsize=4096)
def draw_odds(draws: int, unseen: int) -> tuple[tuple[float, ...], ...]:
    """Return, by how many copies are unseen and how many are wanted (0 to 4), the chance to draw as many."""
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
