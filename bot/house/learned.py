"""The numbers that were learned from deals: what hands bring by the end of a sample, and how to choose.

Both come in rows, one for each kind of table and for some numbers of tricks left, between which they are interpolated.
``benchmarks/fitting/judgement.py`` plays deals on from the ends of samples and finds the rows of ``judged.jsonl``;
``benchmarks/fitting/choosing.py`` runs the search on moments of deals and fits those of ``learned.jsonl`` to it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

from bot.engine import PRESETS
from bot.engine.law import Law

_JUDGED: Final = "judged.jsonl"


class Judged(NamedTuple):
    """The worth of each part of a hand by the end of the deal, in points or as a share of what it may count."""

    plain: tuple[float, ...]
    """Points of a card of a plain suit, by rank, apart from combinations."""
    trumps: tuple[float, ...]
    """The same for a trump."""
    common: tuple[float, ...]
    """By missing cards, a marriage in a plain suit: a share of its points times the chance to draw these cards."""
    royal: tuple[float, ...]
    """The same for the royal marriage."""
    sequence: tuple[float, ...]
    """The same for the sequence; the last number also stands for more missing cards."""
    fours: tuple[tuple[float, ...], ...]
    """The same for each four, knaves to aces; a four of which the hand has no card counts nothing."""
    single: tuple[float, ...]
    """The same for bézique."""
    double: tuple[float, ...]
    """The same for double (and treble) bézique."""
    exchange: tuple[float, ...]
    """Points of a seven that can be exchanged: for a card below the ten, and for the ten or the ace."""
    lead: tuple[float, ...]
    """Points of the lead (one number)."""


JUDGED_WIDTH: Final = 53
"""Numbers in a row of judged hands."""


def flat(row: Judged) -> list[float]:
    return [
        *row.plain, *row.trumps, *row.common, *row.royal, *row.sequence, *(each for four in row.fours for each in four),
        *row.single, *row.double, *row.exchange, *row.lead,
    ]  # fmt: skip


def shaped(numbers: list[float]) -> Judged:
    """Return the row that these numbers, one after another, stand for."""
    n = tuple(numbers)
    return Judged(
        plain=n[:8],
        trumps=n[8:16],
        common=n[16:19],
        royal=n[19:22],
        sequence=n[22:27],
        fours=(n[27:31], n[31:35], n[35:39], n[39:43]),
        single=n[43:46],
        double=n[46:50],
        exchange=n[50:52],
        lead=n[52:],
    )


def kind_of(law: Law) -> str:
    """Return the kind of table that selects the rows: a game with rows of its own, "partners", or the players."""
    if is_judged(law.rules.game):
        return law.rules.game
    return "partners" if law.rules.partners else str(law.players)


@lru_cache(maxsize=4)
def _rows(file: str) -> dict[str, dict[int, list[float]]]:
    """Read the rows of a file, by kind of table and by tricks of the first stage that are left."""
    found: dict[str, dict[int, list[float]]] = {}
    for line in resources.files("bot.house").joinpath(file).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["table"], {})[row["turns"]] = [float(each) for each in row["numbers"]]
    return found


def row_of(file: str, table: str, turns: int) -> list[float]:
    """Return a file's numbers for a kind of table with `turns` tricks of the first stage left, interpolated."""
    rows = _rows(file)[table]
    low = max((each for each in rows if each <= turns), default=min(rows))
    high = min((each for each in rows if each >= turns), default=low)
    if low == high:
        return rows[low]
    share = (turns - low) / (high - low)
    return [a + share * (b - a) for a, b in zip(rows[low], rows[high], strict=True)]


def is_judged(table: str) -> bool:
    """Tell whether a kind of table has rows of judged hands."""
    return table in _rows(_JUDGED)


@lru_cache(maxsize=256)
def judged(table: str, turns: int) -> Judged:
    """Return the row for a kind of table with `turns` tricks of the first stage left."""
    return shaped(row_of(_JUDGED, table, turns))


_LEARNED: Final = "learned.jsonl"


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


LEARNED_WIDTH: Final = JUDGED_WIDTH + 8 + 32 + 2
"""Numbers in a row for choosing."""


def listed(row: Learned) -> list[float]:
    return [
        *flat(row.hand), *row.tempo, row.ready, row.deny, *row.points, row.exposed, row.exposing, *row.leads, *row.wins,
        *row.doubt,
    ]  # fmt: skip


def formed(numbers: list[float]) -> Learned:
    """Return the row that these numbers, one after another, stand for."""
    n = tuple(numbers[JUDGED_WIDTH:])
    return Learned(
        hand=shaped(numbers[:JUDGED_WIDTH]),
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
    return formed(row_of(_LEARNED, table, turns))


_ANY: Final = {"target": 0, "length": "", "partners": False}
"""Rules that may differ: the length of the game, and partners, who have rows of their own."""


@lru_cache(maxsize=256)
def familiar(law: Law) -> bool:
    """Tell whether the numbers were learned at tables with these rules."""
    return {**law.rules.values(), **_ANY} == {**PRESETS["modern"].rules(law.players).values(), **_ANY}
