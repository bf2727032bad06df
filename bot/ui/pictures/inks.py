"""The colours of the pictures, and the green cloth that everything lies on."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from .drawing import Colour

PAPER: Colour = (253, 251, 245)
INK: Colour = (26, 24, 30)
RED: Colour = (196, 26, 44)
BLUE: Colour = (34, 72, 156)
YELLOW: Colour = (246, 196, 58)
SKIN: Colour = (253, 232, 208)
BLUSH: Colour = (244, 176, 150)
HAIR_DARK: Colour = (58, 44, 52)
HAIR_BROWN: Colour = (168, 88, 34)
HAIR_GREY: Colour = (226, 226, 230)
CLUB_GREEN: Colour = (18, 120, 62)
DIAMOND_BLUE: Colour = (22, 92, 190)
EDGE: Colour = (128, 124, 118)
"""The cut edge of a card."""

BRASS_LIGHT: Colour = (247, 221, 150)
BRASS_DARK: Colour = (138, 98, 34)
CLOTH: Colour = (24, 98, 68)
CLOTH_DARK: Colour = (12, 52, 38)
WOOD: Colour = (104, 52, 30)
WOOD_GRAIN: tuple[Colour, Colour] = ((116, 61, 35), (90, 45, 26))
IVORY: Colour = (246, 238, 214)
SHADE: Colour = (6, 26, 19)
"""The shadow of a card on the cloth."""

SEATS: tuple[Colour, ...] = ((58, 122, 214), (236, 138, 40), (150, 92, 196), (232, 200, 64))
"""By seat: the colour of its badge, that of 🔵 🟠 🟣 🟡."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two: ``share`` 0 is the first, 1 the second."""
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )


CLOTHS: tuple[Colour, ...] = tuple(mix(CLOTH_DARK, mix(CLOTH, PAPER, 0.06), step / 11) for step in range(12))
"""The cloth's colours from dark to light; the cloth has only these, so that they pack into long runs."""


@lru_cache(maxsize=12)
def cloth(width: int, height: int) -> Image.Image:
    """Return baize, lit from above its middle; copy it before you draw on it."""
    # The light falls off only upwards and downwards, as a PNG packs rows of one colour best.
    ground = Image.new("RGB", (width, height))
    pen = ImageDraw.Draw(ground)
    for y in range(height):
        away = abs((y + 0.5) / height - 0.45)
        pen.line((0, y, width, y), fill=CLOTHS[round(10.2 - 9 * away**1.5)])
    return ground
