"""Numbers for choosing in the first stage, learned from what searches found of every card that could be played.

``benchmarks/choosing.py`` runs the search on moments of deals and fits these numbers to its answers. They come in rows
like those of :mod:`bot.house.judged`, one for each kind of table and for some numbers of tricks left.
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
    """The numbers for the worth of playing a card or declaring a combination, in points."""

    hand: Judged
    """Worth of keeping each part of the hand."""
    tempo: tuple[float, ...]
    """Worth of taking a trick by itself: for a seat that follows, and for one that leads."""
    ready: float
    """Share of the declarable points that taking a trick is worth."""
    deny: float
    """Share of what the others may come to declare that taking a trick is worth."""
    points: tuple[float, ...]
    """Share of the trick's points that counts: for a seat that follows, and for one that leads."""
    exposed: float
    """Worth of playing a card from the table instead of one from the closed hand."""
    exposing: float
    """Worth of laying a card open (negative)."""
    leads: tuple[float, ...]
    """Additional worth of leading a card, by rank: plain suits first, then trumps."""
    wins: tuple[float, ...]
    """Additional worth of taking a trick with a card, in the same order."""
    doubt: tuple[float, ...]
    """Error of these numbers, for playing a card and for declaring: the standard deviation by which the difference of
    two actions is off from a long search's, divided by the root of two."""


WIDTH: Final = HANDS + 8 + 32 + 2
"""Numbers in a row."""


def listed(row: Learned) -> list[float]:
    """Return the numbers of a row one after another."""
    return [
        *flat(row.hand), *row.tempo, row.ready, row.deny, *row.points, row.exposed, row.exposing, *row.leads, *row.wins,
        *row.doubt,
    ]  # fmt: skip


def formed(numbers: list[float]) -> Learned:
    """Return the row that these numbers, one after another, stand for."""
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
    """Return the row for a kind of table with `turns` tricks of the first stage left, at least one."""
    return formed(row_of(FILE, table, turns))


_ANY: Final = {"target": 0, "length": "", "partners": False}
"""Rules that may differ: the length of the game, and partners, who have rows of their own."""


@lru_cache(maxsize=256)
def familiar(law: Law) -> bool:
    """Tell whether the numbers were learned at tables with these rules."""
    return {**law.rules.values(), **_ANY} == {**PRESETS["modern"].rules(law.players).values(), **_ANY}
