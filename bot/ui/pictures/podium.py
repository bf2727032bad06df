"""The final table of a tournament as a picture to keep: the places, the names and the points of the first eight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.ui.pictures.palette import BRASS_DARK, BRASS_LIGHT, CLOTH, CLOTH_DARK, INK, IVORY, PAPER, mix

from .cardface import font
from .drawing import Colour
from .palette import full_png
from .pen import names_in, writable

WIDTH, HEIGHT = 1100, 700
MOST_LINES: Final = 8
_FINE: Final = 2
"""How many times larger than shown the picture is drawn; making it smaller smooths its edges."""
_TITLE: Final = 132
"""The height of the heading."""
_EDGE: Final = 34
_SIZE: Final = 54
"""Type size at which a figure is more than 37 pixels high at scale one, 11 where the picture is shown 330 wide."""
_NAME_ROOM: Final = 640
"""Most pixels of a name at scale one."""
_TALLEST: Final = 130
"""The greatest height of a line."""
_LARGEST: Final = 1.5
_MEDALS: Final[tuple[Colour, ...]] = (BRASS_LIGHT, (206, 212, 218), (206, 142, 92))
_FAINT: Final = mix(CLOTH_DARK, PAPER, 0.7)


class Line(NamedTuple):
    """A line of the table."""

    place: int
    name: str
    points: str
    """The points as text: 3½."""


def podium_picture(title: str, lines: Sequence[Line]) -> bytes:
    """Draw a final table; a name with a letter that the typeface lacks is left out of its line.

    Args:
        title: The tournament's name.
        lines: The best first; more than eight are not drawn.
    """
    shown = list(lines[:MOST_LINES])
    picture = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), CLOTH_DARK)
    pen = ImageDraw.Draw(picture)
    _frame(pen)
    _heading(pen, title)
    room = HEIGHT - _TITLE - _EDGE - 12
    tall = min(_TALLEST, room // max(1, len(shown)))
    scale = min(_LARGEST, tall / 65)  # few lines are drawn large
    names = names_in(tuple(line.name for line in shown), round(_NAME_ROOM / scale))
    above = _TITLE + (room - tall * len(shown)) // 2
    for at, (line, name) in enumerate(zip(shown, names, strict=True)):
        top = above + at * tall
        if at % 2 == 0:
            _box(pen, (_EDGE + 16, top + 2, WIDTH - _EDGE - 16, top + tall - 2), mix(CLOTH_DARK, CLOTH, 0.7))
        middle = top + tall // 2
        _place(pen, line.place, middle, scale)
        ink = BRASS_LIGHT if line.place == 1 else IVORY
        _write(pen, (196, middle), name.text, round(scale * (name.size + 6)), ink, "lm")
        _write(pen, (WIDTH - _EDGE - 48, middle), line.points, round(scale * _SIZE), ink, "rm")
    return full_png(picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))


def _frame(pen: ImageDraw.ImageDraw) -> None:
    """Draw the rim of brass around the cloth."""
    for inset, colour in ((10, BRASS_DARK), (14, BRASS_LIGHT), (18, BRASS_DARK)):
        at = inset * _FINE
        pen.rounded_rectangle(
            (at, at, WIDTH * _FINE - at, HEIGHT * _FINE - at), radius=26 * _FINE, outline=colour, width=3 * _FINE
        )


def _heading(pen: ImageDraw.ImageDraw, title: str) -> None:
    """Write the tournament's name as large as it fits, with a line of brass below it."""
    text = writable(title[:32]) if len(title) <= 32 else writable(f"{title[:31]}…")
    for size in (64, 56, 48, 40, 34):
        if font(size).getlength(text) <= WIDTH - 2 * (_EDGE + 40):
            break
    _write(pen, (WIDTH // 2, 72), text, size, BRASS_LIGHT, "mm")
    _box(pen, (WIDTH // 2 - 150, _TITLE - 16, WIDTH // 2 + 150, _TITLE - 12), BRASS_DARK)


def _place(pen: ImageDraw.ImageDraw, place: int, middle: int, scale: float) -> None:
    """Draw a medal for the first three places, and the number alone for the others."""
    x, radius = _EDGE + 86, round(30 * scale)
    if place <= len(_MEDALS):
        colour = _MEDALS[place - 1]
        for grown, ink in ((0, mix(colour, INK, 0.45)), (3, colour)):
            near = (radius - grown) * _FINE
            centre = (x * _FINE, middle * _FINE)
            pen.ellipse((centre[0] - near, centre[1] - near, centre[0] + near, centre[1] + near), fill=ink)
    _write(pen, (x, middle), str(place), round(46 * scale), INK if place <= len(_MEDALS) else _FAINT, "mm")


def _write(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, ink: Colour, anchor: str) -> None:
    pen.text((at[0] * _FINE, at[1] * _FINE), text, fill=ink, font=font(size * _FINE), anchor=anchor)


def _box(pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], ink: Colour) -> None:
    left, top, right, bottom = (each * _FINE for each in box)
    pen.rectangle((left, top, right, bottom), fill=ink)
