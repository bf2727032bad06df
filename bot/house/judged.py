"""What hands are expected to bring from where a sample ends: numbers learned from deals that were played on from there.

One row for each kind of table and for some numbers of tricks left; between these the numbers go over into each other.
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
    """What each thing in a hand brings by the end of the deal, in points, or as a share of what it may count."""

    plain: tuple[float, ...]
    """By rank, a card that is no trump, besides combinations."""
    trumps: tuple[float, ...]
    """The same of a trump."""
    common: tuple[float, ...]
    """By how many cards a marriage in a plain suit lacks: the share of its points times the chance to draw these."""
    royal: tuple[float, ...]
    """The same of the royal marriage."""
    sequence: tuple[float, ...]
    """The same of the sequence; what lacks more than there are numbers counts as the last."""
    fours: tuple[tuple[float, ...], ...]
    """The same of each four, knaves to aces; without a single card of it nothing."""
    single: tuple[float, ...]
    """The same of bézique."""
    double: tuple[float, ...]
    """The same of double (and treble) bézique."""
    exchange: tuple[float, ...]
    """What a seven that can be exchanged brings: for a card below the ten; for the ten or the ace."""
    lead: tuple[float, ...]
    """The lead (one number)."""


WIDTH: Final = 53
"""How many numbers a row has."""


def flat(row: Judged) -> list[float]:
    """Return the numbers of a row one after another."""
    return [
        *row.plain, *row.trumps, *row.common, *row.royal, *row.sequence, *(each for four in row.fours for each in four),
        *row.single, *row.double, *row.exchange, *row.lead,
    ]  # fmt: skip


def shaped(numbers: list[float]) -> Judged:
    """Return a row of its numbers one after another."""
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
    """Return the kind of table by which rows are told apart."""
    return "partners" if law.rules.partners else str(law.players)


@lru_cache(maxsize=4)
def _rows(file: str) -> dict[str, dict[int, list[float]]]:
    """Read the rows of a file: by kind of table and tricks of the first stage that are left."""
    found: dict[str, dict[int, list[float]]] = {}
    for line in resources.files("bot.house").joinpath(file).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["table"], {})[row["turns"]] = [float(each) for each in row["numbers"]]
    return found


def row_of(file: str, table: str, turns: int) -> list[float]:
    """Return the numbers that a file has for a kind of table with so many tricks of the first stage left."""
    rows = _rows(file)[table]
    low = max((each for each in rows if each <= turns), default=min(rows))
    high = min((each for each in rows if each >= turns), default=low)
    if low == high:
        return rows[low]
    share = (turns - low) / (high - low)
    return [a + share * (b - a) for a, b in zip(rows[low], rows[high], strict=True)]


@lru_cache(maxsize=256)
def judged(table: str, turns: int) -> Judged:
    """Return the row for a kind of table with so many tricks of the first stage left."""
    return shaped(row_of(_FILE, table, turns))
