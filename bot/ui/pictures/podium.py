"""Places, names and points as a picture: the final table of a tournament, and the first ten of a leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.ui.pictures.drawing import Colour
from bot.ui.pictures.palette import BRASS_DARK, BRASS_LIGHT, INK, IVORY

from .pen import width_of, writable
from .sheet import (
    EDGE,
    FAINT,
    FIELD,
    GROUND,
    MEDALS,
    WIDTH,
    box,
    fitted,
    framed,
    medal,
    packed,
    write,
    write_fitted,
)

MOST_LINES: Final = 10
LONGEST: Final = 72
"""The number of characters of the longest title or name: those of two partners."""
_ROOM: Final = 522
"""The height that is divided among the lines, as far as their least and greatest height allow."""
_TITLE: Final = 132
"""The height of the heading."""
_LEAST, _MOST = 66, 130
"""The least and the greatest height of a line."""
_SIZE: Final = 54
"""Type size at which a figure is more than 37 pixels high at scale one, 11 where the picture is shown 330 wide."""
_LARGEST: Final = 1.5
_NAME_AT: Final = 196
_POINTS_AT: Final = WIDTH - EDGE - 44
_TITLES: Final = (64, 56, 48)


class Line(NamedTuple):
    """A line of the table."""

    place: int
    name: str
    points: str
    """The points as text: 3½."""


def podium_picture(title: str, lines: Sequence[Line]) -> bytes:
    """Draw a table of places; a name with a letter that the typeface lacks is left out of its line, and none is cut.

    Args:
        title: The tournament's or the leaderboard's name.
        lines: The best first; more than ten are not drawn.
    """
    shown = list(lines[:MOST_LINES])
    tall = max(_LEAST, min(_MOST, _ROOM // max(1, len(shown))))
    scale = min(_LARGEST, tall / _LEAST)  # few lines are drawn large
    size = round(scale * _SIZE)
    picture = framed(_TITLE + tall * len(shown) + EDGE + 6)
    heading(picture, title)
    for at, line in enumerate(shown):
        top = _TITLE + at * tall
        ground = GROUND if at % 2 else FIELD
        box(picture, (EDGE + 12, top + 2, WIDTH - EDGE - 12, top + tall - 3), ground, 10)
        middle, ink = top + tall // 2, BRASS_LIGHT if line.place == 1 else IVORY
        place(picture, (EDGE + 86, middle), line.place, scale, ground)
        write(picture, (_POINTS_AT, middle), line.points, size, ink, ground, "right")
        name = fitted(
            writable(line.name, LONGEST), _POINTS_AT - 24 - width_of(line.points, size) - _NAME_AT,
            tuple(round(scale * each) for each in (50, 46, 42)), two_lines=round(scale * 31),
        )  # fmt: skip
        write_fitted(picture, (_NAME_AT, middle), name, ink, ground)
    return packed(picture)


def heading(picture: Image.Image, title: str) -> None:
    """Write a title as large as it fits, with a line of brass below it."""
    words = fitted(writable(title, LONGEST), WIDTH - 2 * (EDGE + 24), _TITLES, two_lines=42)
    write_fitted(picture, (WIDTH // 2, 70), words, BRASS_LIGHT, GROUND, "middle")
    box(picture, (WIDTH // 2 - 150, _TITLE - 14, WIDTH // 2 + 150, _TITLE - 11), BRASS_DARK)


def place(picture: Image.Image, at: tuple[int, int], number: int, scale: float, ground: Colour) -> None:
    """Draw a medal for the first three places, and the number alone for the others, around a point."""
    size = round(46 * scale)
    if number <= len(MEDALS):
        colour = MEDALS[number - 1]
        medal(picture, at, round(30 * scale), colour, ground)
        write(picture, at, str(number), size, INK, colour, "middle")
    else:
        write(picture, at, str(number), size, FAINT, ground, "middle")
