"""Where everything lies on the board's picture, in units, for two, three and four seats."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

WIDTH = 480
FRAME = 5
"""The wooden frame around the cloth."""
MIDDLE = WIDTH / 2


class Zone(NamedTuple):
    """A seat's place on the table."""

    x: float
    y: float
    width: float
    height: float
    rows: int
    """How many rows of cards find room in it."""


class Place(NamedTuple):
    """Where a seat's card of the trick lies: its middle, and how far it is turned in degrees."""

    x: float
    y: float
    turn: float


class Marker(NamedTuple):
    """Where things are in one side's part of the marker board, from its left upper corner."""

    badge: tuple[float, float]
    plate: tuple[float, float]
    plate_width: int
    pegs: tuple[float, float]
    """The left end of the row of pegs."""
    holes: int
    dials: tuple[tuple[float, float], tuple[float, float]]
    """Hundreds and tens."""
    dial: int
    """The width of a dial."""


_MARKERS = {
    2: Marker(badge=(20, 50), plate=(46, 20), plate_width=74, pegs=(68, 50), holes=3,
              dials=((142, 34), (203, 34)), dial=58),
    3: Marker(badge=(18, 49), plate=(30, 19), plate_width=52, pegs=(35, 49), holes=2,
              dials=((84, 34), (131, 34)), dial=45),
    4: Marker(badge=(17, 18), plate=(78, 18), plate_width=60, pegs=(33, 18), holes=1,
              dials=((33, 61), (84, 61)), dial=48),
}  # fmt: skip


class Places(NamedTuple):
    """All places of a board."""

    table: int
    """The height of the table without the marker board."""
    rail: int
    """The height of the marker board."""
    zones: tuple[Zone, ...]
    trick: tuple[Place, ...]
    trick_card: int
    """The width of a card of the trick."""
    card: int
    """The width of an exposed card."""
    stock: tuple[float, float]
    """The left upper corner of turn-up and stock."""
    trump: tuple[float, float]
    """The middle of the sign of trumps."""
    marker: Marker

    @property
    def height(self) -> int:
        """The height of the whole picture."""
        return self.table + self.rail


@lru_cache(maxsize=8)
def places_for(players: int, sides: int) -> Places:
    """Return the places: seat 1 sits below, the others follow clockwise as they play.

    Raises:
        ValueError: There is no table for so many.
    """
    rail = 90 if sides == 4 else 70
    marker = _MARKERS[sides]
    across = WIDTH - 2 * 12
    if players == 2:
        return Places(
            table=322, rail=rail, zones=(Zone(12, 218, across, 94, 1), Zone(12, 12, across, 94, 1)),
            trick=(Place(MIDDLE - 36, 166, -2), Place(MIDDLE + 36, 156, 2)), trick_card=62, card=56,
            stock=(24, 119), trump=(432, 161), marker=marker,
        )  # fmt: skip
    if players == 3:
        half = (across - 8) / 2
        return Places(
            table=330, rail=rail,
            zones=(Zone(12, 226, across, 94, 1), Zone(12, 12, half, 94, 1), Zone(20 + half, 12, half, 94, 1)),
            trick=(Place(MIDDLE, 176, -1), Place(MIDDLE - 68, 158, -4), Place(MIDDLE + 68, 158, 4)),
            trick_card=60, card=56, stock=(20, 123), trump=(436, 165), marker=marker,
        )  # fmt: skip
    if players == 4:
        return Places(
            table=406, rail=rail,
            zones=(Zone(12, 308, across, 88, 1), Zone(12, 106, 122, 196, 2),
                   Zone(128, 12, 224, 88, 1), Zone(346, 106, 122, 196, 2)),
            trick=(Place(MIDDLE, 251, -1), Place(MIDDLE - 62, 205, -4),
                   Place(MIDDLE, 159, 2), Place(MIDDLE + 62, 205, 4)),
            trick_card=56, card=52, stock=(18, 17), trump=(412, 56), marker=marker,
        )  # fmt: skip
    raise ValueError(f"there is no table for {players} players")


@lru_cache(maxsize=512)
def spread(groups: tuple[int, ...], room: float, card: float) -> tuple[float, ...]:
    """Return where the cards of groups lie in a row, from 0: apart where there is room, close where there is not.

    Args:
        groups: How many cards each group has.
        room: The width of the row.
        card: The width of a card.
    """

    def places(inner: float, outer: float) -> tuple[float, ...]:
        found: list[float] = []
        at = 0.0
        for count in groups:
            for number in range(count):
                if found:
                    at += inner if number else outer
                found.append(at)
        return tuple(found)

    wide, close = (card * 0.42, card + 9), (card * 0.25, card * 0.36)
    for step in range(21):
        share = step / 20
        found = places(*(w + (c - w) * share for w, c in zip(wide, close, strict=True)))
        if not found or found[-1] + card <= room:
            return found
    squeeze = max(0.0, room - card) / found[-1]
    return tuple(at * squeeze for at in found)


def two_rows(groups: list[int]) -> list[list[int]]:
    """Divide groups between two rows: at a group's end where that leaves both short, else in the middle."""
    total = sum(groups)
    if len(groups) <= 1 and total <= 4:
        return [groups] if groups else []
    ends = [sum(groups[:cut]) for cut in range(1, len(groups))]
    middle = (total + 1) // 2
    cut = min(ends, key=lambda end: abs(2 * end - total), default=middle)
    if max(cut, total - cut) > 5:
        cut = middle
    rows: list[list[int]] = [[], []]
    at = 0
    for count in groups:
        upper = max(0, min(count, cut - at))
        at += count
        for row, part in zip(rows, (upper, count - upper), strict=True):
            if part:
                row.append(part)
    return rows
