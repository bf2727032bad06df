"""How to choose in the first stage: numbers learned from what searches found of every card that could be played.

``benchmarks/choosing.py`` asks the search about moments of deals, and fits these numbers to its answers. They stand in
rows like those of :mod:`bot.house.judged`, one for each kind of table and for some numbers of tricks left.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine import PRESETS
from bot.engine.law import Law

from .judged import WIDTH as HANDS
from .judged import Judged, flat, row_of, shaped

FILE: Final = "learned.jsonl"


class Learned(NamedTuple):
    """What a card played, or a combination declared, is worth, in points."""

    hand: Judged
    """What each thing in the hand is worth keeping."""
    tempo: tuple[float, ...]
    """What taking a trick is worth by itself: for who follows; for who leads."""
    ready: float
    """The share of the declarable points that taking a trick is worth."""
    deny: float
    """The share of what the others may come to declare that taking a trick is worth."""
    points: tuple[float, ...]
    """The share of the trick's points that counts: for who follows; for who leads."""
    exposed: float
    """What playing a card from the table is worth, beside one from the closed hand."""
    exposing: float
    """What laying a card open is worth (less than nothing)."""
    leads: tuple[float, ...]
    """What leading a card is worth besides: by rank, plain suits first, then trumps."""
    wins: tuple[float, ...]
    """What taking a trick with a card is worth besides, in the same order."""
    doubt: tuple[float, ...]
    """By how much what these numbers say of two actions differs from what a long search would (a standard deviation,
    over the root of two): where a card is played; where something is declared."""


WIDTH: Final = HANDS + 8 + 32 + 2
"""How many numbers a row has."""


def listed(row: Learned) -> list[float]:
    """Return the numbers of a row one after another."""
    return [
        *flat(row.hand), *row.tempo, row.ready, row.deny, *row.points, row.exposed, row.exposing, *row.leads, *row.wins,
        *row.doubt,
    ]  # fmt: skip


def formed(numbers: list[float]) -> Learned:
    """Return a row of its numbers one after another."""
    n = tuple(numbers[HANDS:])
    return Learned(
        hand=shaped(numbers[:HANDS]),
        tempo=n[:2],
        ready=n[2],
        deny=n[3],
        points=n[4:6],
        exposed=n[6],
        exposing=n[7],
        leads=n[8:24],
        wins=n[24:40],
        doubt=n[40:],
    )


@lru_cache(maxsize=256)
def learned(table: str, turns: int) -> Learned:
    """Return the row for a kind of table with so many tricks of the first stage left, at least one."""
    return formed(row_of(FILE, table, turns))


_ANY: Final = {"target": 0, "length": "", "partners": False}
"""What may be otherwise: how far a game goes; partners have rows of their own."""


@lru_cache(maxsize=256)
def familiar(law: Law) -> bool:
    """Tell whether the numbers come from tables with these rules."""
    return {**law.rules.values(), **_ANY} == {**PRESETS["modern"].rules(law.players).values(), **_ANY}
