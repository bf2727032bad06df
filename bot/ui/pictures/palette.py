"""Writing a picture as PNG with a fixed palette: small, quick, and the same bytes every time."""

from __future__ import annotations

import io
from functools import lru_cache
from itertools import chain

from PIL import Image

from . import inks
from .drawing import Colour
from .inks import mix

_COMPRESSION = 6
"""Where a step more costs milliseconds and saves next to nothing."""
DIMMING: tuple[Colour, float] = ((44, 58, 54), 0.40)
"""What a card that cannot be played is tinted with, and how much."""

_Ramp = tuple[Colour, Colour, int]
# A picture is drawn at twice the size it is seen at. One or two steps between two colours make an edge smooth there,
# and whatever is between two other colours may take the nearest: fewer colours pack smaller.
_INKS: tuple[Colour, ...] = (
    inks.PAPER,
    inks.GROUND,
    inks.INK,
    inks.RED,
    inks.BLUE,
    inks.YELLOW,
    inks.SKIN,
    inks.BLUSH,
    inks.STEEL,
    inks.LEAF,
    inks.HAIR_DARK,
    inks.HAIR_BROWN,
    inks.HAIR_GREY,
    inks.BRASS,
    inks.EDGE,
)
_EDGES: tuple[_Ramp, ...] = (
    (inks.PAPER, inks.INK, 4),
    (inks.PAPER, inks.RED, 3),
    (inks.PAPER, inks.BLUE, 3),
    (inks.PAPER, inks.YELLOW, 3),
    (inks.PAPER, inks.CLUB_GREEN, 3),
    (inks.PAPER, inks.DIAMOND_BLUE, 3),
)
_TABLE: tuple[_Ramp, ...] = (
    (inks.SHADE, inks.CLOTH_DARK, 3),
    (inks.CLOTH, inks.PAPER, 4),
    (inks.BRASS_DARK, inks.BRASS_LIGHT, 4),
    (inks.BRASS_LIGHT, inks.CLOTH, 3),
)
_RAIL: tuple[_Ramp, ...] = (
    (inks.WOOD_DARK, inks.WOOD_LIGHT, 4),
    (inks.IVORY, inks.INK, 4),
    (inks.WOOD_DARK, inks.IVORY, 3),
    (inks.IVORY, inks.RED, 3),
    *((seat, inks.PAPER, 3) for seat in inks.SEATS),
    (inks.SEATS[3], inks.INK, 3),
)


def _colours(ramps: tuple[_Ramp, ...]) -> list[Colour]:
    return [mix(one, other, step / (count - 1)) for one, other, count in ramps for step in range(count)]


@lru_cache(maxsize=3)
def _palette(kind: str) -> Image.Image:
    cards = [*_INKS, *_colours(_EDGES)]
    table = [*inks.CLOTHS, *_colours(_TABLE)]
    colours = {
        "cards": cards,
        "hand": [*cards, *table, *(mix(c, *DIMMING) for c in cards)],
        "board": [*cards, *table, inks.WOOD, *inks.WOOD_GRAIN, *_colours(_RAIL)],
    }[kind]
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain.from_iterable(dict.fromkeys(colours))))
    return image


def indexed(picture: Image.Image, kind: str) -> Image.Image:
    """Return a picture with each colour replaced by the nearest of a fixed palette.

    Args:
        picture: In true colour.
        kind: ``cards`` for the inks of the cards alone, which both others hold too: ``hand`` and ``board``.
    """
    # A copy, because Pillow keeps a search table in the palette while it works, and throws it away after that:
    # two threads must not share one.
    return picture.quantize(palette=_palette(kind).copy(), dither=Image.Dither.NONE)


def png(picture: Image.Image, kind: str) -> bytes:
    """Write a picture as PNG in the fixed palette of a ``hand`` or a ``board``."""
    file = io.BytesIO()
    indexed(picture, kind).save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def full_png(picture: Image.Image) -> bytes:
    """Write a picture as PNG in all its colours and its transparency, packed as small as can be."""
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
