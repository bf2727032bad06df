"""Cards in a row: apart if there is room, otherwise so close that only the indices are visible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .cardface import STRIP


@lru_cache(maxsize=1024)
def spread(groups: tuple[int, ...], room: int, card: int) -> tuple[int, ...]:
    """Return the places of the cards of groups in a row, from 0 in pixels.

    Args:
        groups: How many cards each group has.
        room: The width of the row.
        card: The width of a card.
    """
    for share in range(21):
        found = _places(groups, card, 1 - share / 20)
        if not found or found[-1] + card <= room:
            return tuple(found)
    squeeze = max(0, room - card) / found[-1]
    return tuple(int(at * squeeze) for at in found)


def _places(groups: Sequence[int], card: int, ease: float) -> list[int]:
    """Return the places of the cards, as far apart as possible (``ease`` 1) or as close as possible (0)."""
    inner = round(card * STRIP) + round(card * 0.16 * ease)
    outer = round(card * STRIP) + round((card * (1 - STRIP) + 12) * ease)
    found: list[int] = []
    at = 0
    for count in groups:
        for within in range(count):
            if found:
                at += inner if within else outer
            found.append(at)
    return found


def narrowest(groups: tuple[int, ...], card: int) -> int:
    """Return the room that a row needs to show every index."""
    return round(card * STRIP) * (sum(groups) - 1) + card if groups else 0


def two_rows(groups: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Divide groups between two rows: at a group's end if that makes the rows equal, otherwise in the middle."""
    total = sum(groups)
    middle = (total + 1) // 2
    ends = [sum(groups[:cut]) for cut in range(1, len(groups))]
    cut = min(ends, key=lambda end: abs(end - middle), default=middle)
    if max(cut, total - cut) > middle:
        cut = middle
    rows: list[list[int]] = [[], []]
    at = 0
    for count in groups:
        upper = max(0, min(count, cut - at))
        at += count
        for row, part in zip(rows, (upper, count - upper), strict=True):
            if part:
                row.append(part)
    return tuple(tuple(row) for row in rows if row)
