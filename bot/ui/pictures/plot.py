"""Shared parts of charts: their ground and palette, lines that rise in steps, and figures that a phone can show."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from PIL import Image, ImageDraw

from .cardface import font
from .drawing import Colour
from .inks import BRASS_LIGHT, CLOTH, CLOTH_DARK, INK, PAPER, SEATS, mix

WIDTH, HEIGHT = 1100, 700
LEFT, RIGHT, TOP, BOTTOM = 190, 868, 40, 610
_SIZE: Final = 58
"""Type size at which a figure is 38 pixels high, 11 where the picture is shown 330 wide."""
LINE: Final = 66
"""The least distance between two labels, one below the other."""
_STROKE: Final = 10
_STEPS: Final = 6
_SCALES: Final = (50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)
_MOST_LINES: Final = 5
"""Most lines of the grid; more would leave no room for their numbers."""
GROUND: Final = CLOTH_DARK
BAND: Final = mix(CLOTH_DARK, CLOTH, 0.45)
GRID: Final = mix(CLOTH_DARK, PAPER, 0.22)
FAINT: Final = mix(CLOTH_DARK, PAPER, 0.7)
_RAMPS: Final = tuple(
    (ground, ink)
    for ground, ink in (
        (GROUND, FAINT),
        (GROUND, BRASS_LIGHT),
        *((seat, INK) for seat in SEATS),
    )
)
_COLOURS: Final = tuple(
    dict.fromkeys(
        [
            *(GROUND, BAND, GRID, BRASS_LIGHT, INK, *SEATS),
            *(mix(ground, ink, step / (_STEPS - 1)) for ground, ink in _RAMPS for step in range(_STEPS)),
        ]
    )
)


def blank() -> Image.Image:
    """Return an empty chart in the palette."""
    picture = Image.new("P", (WIDTH, HEIGHT), index_of(GROUND))
    picture.putpalette(list(chain.from_iterable(_COLOURS)))
    return picture


def packed(picture: Image.Image) -> bytes:
    """Return a chart as a PNG."""
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=3)
    return file.getvalue()


def step_of(span: int) -> int:
    """Return the distance between the lines of a grid over a number of points."""
    return next((each for each in _SCALES if span // each <= _MOST_LINES), _SCALES[-1])


def line(pen: ImageDraw.ImageDraw, at: Sequence[tuple[int, int]], colour: Colour, stroke: int = _STROKE) -> None:
    """Draw a line that rises in steps, as points come at once."""
    half, fill = stroke // 2, index_of(colour)
    begun, level = at[0]
    for x, y in at[1:]:
        if y != level or (x, y) == at[-1]:
            pen.rectangle((begun - half, level - half, x + half, level + half), fill=fill)
            pen.rectangle((x - half, min(y, level) - half, x + half, max(y, level) + half), fill=fill)
            begun, level = x, y


def plate(picture: Image.Image, pen: ImageDraw.ImageDraw, text: str, colour: Colour, middle: int) -> None:
    """Write a side's final points on a plate of its colour."""
    wide = label(text, INK, colour).width
    left = RIGHT + 20
    half = LINE // 2 - 3
    pen.rounded_rectangle((left, middle - half, left + wide + 28, middle + half), 14, fill=index_of(colour))
    write(picture, text, INK, colour, right=left + 14 + wide, middle=middle)


def write(picture: Image.Image, text: str, ink: Colour, ground: Colour, *, right: int, middle: int) -> None:
    """Write figures with a given right end and middle."""
    image = label(text, ink, ground)
    picture.paste(image, (right - image.width, middle - image.height // 2))


@lru_cache(maxsize=256)
def label(text: str, ink: Colour, ground: Colour) -> Image.Image:
    """Write figures on their ground, in the palette."""
    face = font(_SIZE)
    _, top, right, bottom = face.getbbox(text)
    mask = Image.new("L", (int(right) + 1, int(bottom - top) + 2))
    ImageDraw.Draw(mask).text((0, 1 - top), text, font=face, fill=255)
    numbers = [index_of(mix(ground, ink, step / (_STEPS - 1))) for step in range(_STEPS)]
    drawn = mask.point([numbers[round(value * (_STEPS - 1) / 255)] for value in range(256)])
    return Image.frombytes("P", drawn.size, drawn.tobytes())


def index_of(colour: Colour) -> int:
    """Return the number of a colour in the palette."""
    return _COLOURS.index(colour)
