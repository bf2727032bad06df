"""The points that hands are expected to bring from the end of a sample on, learned from deals played on from there.

There is one row for each kind of table and for some numbers of tricks left; between these the numbers are interpolated.
``benchmarks/judgement.py`` plays the deals and finds the rows.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple

from bot.engine.law import Law

_FILE: Final = "judged.jsonl"


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


WIDTH: Final = 53
"""Numbers in a row."""


def flat(row: Judged) -> list[float]:
    """Return the numbers of a row one after another."""
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
    """Return the kind of table that selects the rows: "partners", or the number of players."""
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


@lru_cache(maxsize=256)
def judged(table: str, turns: int) -> Judged:
    """Return the row for a kind of table with `turns` tricks of the first stage left."""
    return shaped(row_of(_FILE, table, turns))
