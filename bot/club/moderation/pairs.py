"""Finding pairs of members, and members, whose rated games look odd, as far as figures can tell."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from db.moderation import FEW_OTHERS, MemberRow, PairRow

__all__ = ["FEW_OTHERS", "Oddity", "oddest", "oddest_members", "oddities", "shares"]

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

FEWEST_OF_MEMBER: Final = 10
"""Smallest number of a member's wins, or of the games not won, for which it is judged where they came from."""
EASY: Final = 0.5
"""Share of those from which on it looks odd: given up early, against accounts with few other games, or spared."""


class Oddity(StrEnum):
    """A reason why the rated games of two members, or of one, look odd."""

    MOSTLY = "mostly"
    EARLY = "early"
    ONE_SIDED = "one-sided"
    NEWCOMERS = "newcomers"
    SPARED = "spared"


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


def shares(row: MemberRow) -> dict[Oddity, float]:
    """Return what looks odd of where a member's wins came from, each with its share; most members have none."""
    lost, found = row.games - row.wins, dict[Oddity, float]()
    if row.wins >= FEWEST_OF_MEMBER:
        found = {Oddity.EARLY: row.early / row.wins, Oddity.NEWCOMERS: row.newcomers / row.wins}
    if lost >= FEWEST_OF_MEMBER:
        found[Oddity.SPARED] = row.spared / lost
    return {oddity: share for oddity, share in found.items() if share >= EASY}


def oddest_members(rows: Iterable[MemberRow], most: int) -> list[MemberRow]:
    """Return at most `most` members whose wins look odd, ordered by number of oddities, then by number of wins."""
    odd = [row for row in rows if shares(row)]
    return sorted(odd, key=lambda row: (-len(shares(row)), -row.wins, row.user_id))[:most]
