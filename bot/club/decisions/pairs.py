"""Which two members' rated games look odd, as far as figures can tell."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from db.fair_play import PairRow

FEWEST: Final = 6
"""Rated games two must have played in the period before anything is said of them."""
MOSTLY: Final = 0.8
"""Share of all rated games of a member from which on games against one other member are much."""
FEWEST_MOSTLY: Final = 12
"""Rated games a member must have for that."""
EARLY: Final = 0.25
"""Share of the games given up early from which on that is much."""
ONE_SIDED: Final = 0.9
"""Share of the games against each other that one of the two has won, from which on that is one-sided."""


class Oddity(StrEnum):
    """What looks odd about the rated games of two members."""

    MOSTLY = "mostly"
    EARLY = "early"
    ONE_SIDED = "one-sided"


def oddities(row: PairRow) -> list[Oddity]:
    """Return what looks odd about the rated games of two members."""
    found = []
    if any(total >= FEWEST_MOSTLY and row.opposed >= MOSTLY * total for total in (row.one_games, row.other_games)):
        found.append(Oddity.MOSTLY)
    if row.early >= max(2, EARLY * row.games):
        found.append(Oddity.EARLY)
    if row.opposed >= FEWEST and max(row.one_wins, row.other_wins) >= ONE_SIDED * row.opposed:
        found.append(Oddity.ONE_SIDED)
    return found


def oddest(rows: Iterable[PairRow], most: int) -> list[PairRow]:
    """Return the pairs that look odd, those with most oddities first, then those with most games."""
    odd = [row for row in rows if row.games >= FEWEST and oddities(row)]
    return sorted(odd, key=lambda row: (-len(oddities(row)), -row.games, row.one_id, row.other_id))[:most]
