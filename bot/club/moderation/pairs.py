"""Finding pairs of members whose rated games look odd, as far as figures can tell."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from db.moderation import PairRow

FEWEST: Final = 6
"""Smallest number of rated games of two members in the period for which they are judged."""
MOSTLY: Final = 0.8
"""Share of a member's rated games played against one other member from which on it looks odd."""
FEWEST_MOSTLY: Final = 12
"""Smallest number of a member's rated games for which `MOSTLY` is checked."""
EARLY: Final = 0.25
"""Share of games given up early from which on it looks odd."""
ONE_SIDED: Final = 0.9
"""Share of the games against each other won by one of the two from which on it looks odd."""


class Oddity(StrEnum):
    """A reason why the rated games of two members look odd."""

    MOSTLY = "mostly"
    EARLY = "early"
    ONE_SIDED = "one-sided"


def oddities(row: PairRow) -> list[Oddity]:
    """Return the reasons why the rated games of two members look odd."""
    found = []
    if any(total >= FEWEST_MOSTLY and row.opposed >= MOSTLY * total for total in (row.one_games, row.other_games)):
        found.append(Oddity.MOSTLY)
    if row.early >= max(2, EARLY * row.games):
        found.append(Oddity.EARLY)
    if row.opposed >= FEWEST and max(row.one_wins, row.other_wins) >= ONE_SIDED * row.opposed:
        found.append(Oddity.ONE_SIDED)
    return found


def oddest(rows: Iterable[PairRow], most: int) -> list[PairRow]:
    """Return at most `most` odd pairs, ordered by number of oddities, then by number of games."""
    odd = [row for row in rows if row.games >= FEWEST and oddities(row)]
    return sorted(odd, key=lambda row: (-len(oddities(row)), -row.games, row.one_id, row.other_id))[:most]
