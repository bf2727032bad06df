"""The cross table of a tournament in which everybody meets everybody: who got what against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.ui.pictures.palette import BRASS_LIGHT, INK, IVORY

from .pen import width_of, writable
from .podium import LONGEST, heading, place
from .sheet import BAND, EDGE, FAINT, FIELD, GROUND, LOST, WIDTH, WON, box, fitted, framed, packed, write, write_fitted

_TOP: Final = 190
_LINE: Final = 68
_CELL: Final = 58
_NAME_AT: Final = 148
_POINTS_AT: Final = WIDTH - EDGE - 22
_SIZE: Final = 46
OWN: Final = "×"
"""The cell of an entry against itself."""


class CrossLine(NamedTuple):
    """An entry's line."""

    place: int
    name: str
    cells: tuple[str, ...]
    """By opponent, in the order of the lines: ``1``, ``½``, ``0``, ``+`` or ``−`` without a game, empty before it."""
    points: str


def cross_picture(title: str, lines: Sequence[CrossLine]) -> bytes:
    """Draw a cross table of at most eight entries, the best first, and return a PNG 1100 pixels wide.

    A name with a letter that the typeface lacks is left out of its line; no name is cut.

    Args:
        title: The tournament's name.
        lines: A line for each entry.
    """
    picture = framed(_TOP + _LINE * len(lines) + EDGE)
    heading(picture, title)
    wide = max((width_of(line.points, _SIZE) for line in lines), default=0)
    left = _POINTS_AT - wide - 20 - _CELL * len(lines)
    for at in range(len(lines)):
        write(picture, (left + at * _CELL + _CELL // 2, _TOP - 26), str(at + 1), 42, FAINT, align="middle")
    for at, line in enumerate(lines):
        top = _TOP + at * _LINE
        middle, ground = top + _LINE // 2, GROUND if at % 2 else BAND
        box(picture, (EDGE + 8, top + 2, WIDTH - EDGE - 8, top + _LINE - 3), ground, 10)
        ink = BRASS_LIGHT if line.place == 1 else IVORY
        place(picture, (EDGE + 58, middle), line.place, 0.95, ground)
        name = fitted(writable(line.name, LONGEST), left - _NAME_AT - 14, (48, 44, 40), two_lines=29)
        write_fitted(picture, (_NAME_AT, middle), name, ink, ground)
        for across, cell in enumerate(line.cells):
            _cell(picture, (left + across * _CELL, middle), cell)
        write(picture, (_POINTS_AT, middle), line.points, _SIZE, ink, ground, "right")
    return packed(picture)


def _cell(picture: Image.Image, at: tuple[int, int], cell: str) -> None:
    """Draw one result: won light, lost dark, an entry against itself as a bar."""
    x, y = at
    ground, ink = {
        "1": (WON, INK), "+": (WON, INK), "½": (FIELD, IVORY), "0": (LOST, IVORY), "−": (LOST, IVORY),
    }.get(cell, (GROUND, FAINT))  # fmt: skip
    box(picture, (x + 3, y - 27, x + _CELL - 4, y + 27), ground, 8)
    if cell == OWN:
        box(picture, (x + 16, y - 3, x + _CELL - 17, y + 3), FAINT)
    else:
        write(picture, (x + _CELL // 2, y), cell, 44, ink, ground, "middle")
