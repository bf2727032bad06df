"""Rows of cards, and the places of everything in a table's picture, for two to four seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.ui.pictures.cardface import STRIP


@lru_cache(maxsize=1024)
def spread(groups: tuple[int, ...], room: int, card: int) -> tuple[int, ...]:
    """Return the places of the cards of groups in a row, from 0 in pixels."""
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


WIDTH: Final = 1100
HEIGHT: Final = 700
"""Eleven to seven is the shape of the box that Discord gives a picture; a wider one moves the page while it loads."""


class Box(NamedTuple):
    """A part of the picture."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column that does not belong to it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row that does not belong to it."""
        return self.y + self.height

    def inside(self, margin: int) -> Box:
        """Return the part of it that a margin leaves."""
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)


class Plan(NamedTuple):
    """All places of a picture; seats count from the lower edge to the left."""

    fields: tuple[Box, ...]
    """By seat: the area of its exposed cards."""
    card: int
    """The width of an exposed card."""
    trick: tuple[tuple[int, int], ...]
    """By seat: the left upper corner of its card of the trick."""
    trick_card: int
    stock: Box
    stock_card: int
    before: Box
    """The area of the previous trick."""
    before_card: int
    marker: Box
    """The board on which the score is kept."""
    hand: Box | None
    hand_card: int = 140
    column: int = 300
    """Greatest width of a field that stands upright, with two rows of cards."""


_EDGE: Final = 14
_GAP: Final = 16
_RIGHT: Final = WIDTH - _EDGE
_WIDE: Final = WIDTH - 2 * _EDGE
_TOP: Final = 10
_MARKER: Final = Box(714, 400, 372, 288)
_LOW: Final = _MARKER.x - _GAP - _EDGE
"""The width of the area beside the marker board."""
_HAND: Final = Box(_EDGE, 520, _LOW, 180)
_SIDE: Final = Box(_EDGE, _TOP, 262, 232)
"""The field of the seat at the left of four."""
_ABOVE: Final = 8
"""The gap between areas that lie one above the other."""
_SMALL: Final = 88
"""The width of a card whose index is just as large as a phone needs it."""


@lru_cache(maxsize=8)
def plan_for(players: int, *, hand: bool) -> Plan:
    """Return the places."""
    if players not in (2, 3, 4):
        raise ValueError(f"there is no table for {players} players")
    return _with_hand(players) if hand else _for_all(players)


def _with_hand(players: int) -> Plan:
    """Return the places of a player's picture: from top to bottom the others, the trick, the player's own cards."""
    high = _SMALL * 3 // 2 + 12
    own = Box(_EDGE, _MARKER.y, _LOW, high)
    top, bottom = _TOP + high + _ABOVE, own.y - _ABOVE
    card = 120 if players == 4 else 140
    left = (WIDTH - players * (card + 8) + 8) // 2
    y = (top + bottom - card * 3 // 2) // 2
    # By seat: its place from left to right, and how much lower its card lies than the others.
    order = {2: ((0, 0), (1, 0)), 3: ((1, 8), (0, -4), (2, -4)), 4: ((2, 12), (0, 0), (1, -12), (3, 0))}[players]
    trick = tuple((left + at * (card + 8), y + lower) for at, lower in order)
    side = left - _GAP - _EDGE
    if players == 4:
        top, side = _SIDE.bottom + _ABOVE, _SIDE.width
    stock = Box(_EDGE, top, side, bottom - top)
    return Plan(
        fields=(own, *_others(players, high)),
        card=_SMALL,
        trick=trick,
        trick_card=card,
        stock=stock,
        stock_card=_SMALL,
        before=stock._replace(x=_RIGHT - side),
        before_card=_SMALL,
        marker=_MARKER,
        hand=_HAND,
    )


def _for_all(players: int) -> Plan:
    """Return the places of everybody's picture: without a hand, the trick has room left of the marker."""
    small = 112 if players == 2 else _SMALL
    high = small * 3 // 2 + 12
    own = Box(_EDGE, _MARKER.bottom - high, _LOW, high)
    top, bottom = _TOP + high + _ABOVE, own.y - _ABOVE
    stock = Box(_EDGE, top, 196, bottom - top)
    before = Box(_MARKER.x, top, _MARKER.width, _MARKER.y - _ABOVE - top)
    if players == 4:
        stock = Box(_EDGE, _SIDE.bottom + _ABOVE, _SIDE.width, bottom - _SIDE.bottom - _ABOVE)
        before = Box(_RIGHT - _SIDE.width, stock.y, _SIDE.width, _MARKER.y - _ABOVE - stock.y)
    card = {2: 168, 3: 150, 4: 120}[players]
    across, down = (stock.right + _MARKER.x) // 2, (top + bottom) // 2
    y, half = down - card * 3 // 4, card // 2
    trick = {
        2: ((across - card - 8, y), (across + 8, y)),
        3: ((across - half, y + 16), (across - half - card - 8, y - 8), (across + half + 8, y - 8)),
        4: (
            (across - half, down + 3),
            (across - half - card - 8, y),
            (across - half, down - 3 - card * 3 // 2),
            (across + half + 8, y),
        ),
    }[players]
    return Plan(
        fields=(own, *_others(players, high)),
        card=small,
        trick=trick,
        trick_card=card,
        stock=stock,
        stock_card=small,
        before=before,
        before_card=_SMALL,
        marker=_MARKER,
        hand=None,
    )


def _others(players: int, high: int) -> tuple[Box, ...]:
    """Return the fields of all but the seat at the lower edge."""
    if players == 2:
        return (Box(_EDGE, _TOP, _WIDE, high),)
    if players == 3:
        half = (_WIDE - _GAP) // 2
        return (Box(_EDGE, _TOP, half, high), Box(_RIGHT - half, _TOP, half, high))
    middle = Box(_SIDE.right + _GAP, _TOP, _WIDE - 2 * _SIDE.width - 2 * _GAP, high)
    return (_SIDE, middle, _SIDE._replace(x=_RIGHT - _SIDE.width))
