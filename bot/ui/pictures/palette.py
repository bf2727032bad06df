"""Writing a picture as PNG with a fixed palette: small, quick, and the same bytes every time."""

from __future__ import annotations

import io
from functools import lru_cache
from itertools import chain

from PIL import Image

from . import inks
from .drawing import Colour
from .inks import mix

_COMPRESSION = {"hand": 6, "board": 5}
"""Where a step more costs milliseconds and saves next to nothing."""
DIMMING: tuple[Colour, float] = ((44, 58, 54), 0.40)
"""What a card that cannot be played is tinted with, and how much."""

_Ramp = tuple[Colour, Colour, int]
# Edges are drawn at twice the size they are seen at: few steps between two colours are smooth enough, and small.
_CARDS: tuple[_Ramp, ...] = (
    (inks.PAPER, inks.INK, 8),
    (inks.PAPER, inks.RED, 4),
    (inks.PAPER, inks.BLUE, 3),
    (inks.PAPER, inks.YELLOW, 3),
    (inks.INK, inks.YELLOW, 3),
    (inks.INK, inks.RED, 3),
    (inks.INK, inks.BLUE, 3),
    (inks.INK, inks.SKIN, 3),
    (inks.RED, inks.YELLOW, 3),
    (inks.BLUE, inks.YELLOW, 3),
    (inks.RED, inks.BLUE, 3),
    (inks.INK, inks.STEEL, 3),
    (inks.LEAF, inks.GROUND, 3),
    (inks.INK, inks.HAIR_BROWN, 3),
    (inks.SKIN, inks.BLUSH, 3),
    (inks.BRASS, inks.PAPER, 3),
    (inks.HAIR_DARK, inks.HAIR_GREY, 3),
)
_FOUR_COLOUR: tuple[_Ramp, ...] = (
    (inks.PAPER, inks.CLUB_GREEN, 4),
    (inks.PAPER, inks.DIAMOND_BLUE, 4),
)
_TABLE: tuple[_Ramp, ...] = (
    (inks.CLOTH_DARK, mix(inks.CLOTH, inks.PAPER, 0.06), 12),
    ((6, 26, 19), inks.CLOTH_DARK, 4),
    (inks.CLOTH, inks.PAPER, 5),
    (inks.BRASS_DARK, inks.BRASS_LIGHT, 6),
)
_RAIL: tuple[_Ramp, ...] = (
    (inks.WOOD_DARK, inks.WOOD_LIGHT, 10),
    (inks.IVORY, inks.INK, 8),
    (inks.WOOD_DARK, inks.IVORY, 5),
    (inks.IVORY, inks.RED, 4),
    *((seat, inks.PAPER, 4) for seat in inks.SEATS),
    *((seat, inks.INK, 4) for seat in inks.SEATS),
)


def _colours(ramps: tuple[_Ramp, ...]) -> list[Colour]:
    return [mix(one, other, step / (count - 1)) for one, other, count in ramps for step in range(count)]


@lru_cache(maxsize=2)
def _palette(kind: str) -> Image.Image:
    cards, table = _colours(_CARDS + _FOUR_COLOUR), _colours(_TABLE)
    colours = [*cards, *table, *(_colours(_RAIL) if kind == "board" else [mix(c, *DIMMING) for c in cards])]
    colours = list(dict.fromkeys(colours))
    if len(colours) > 256:
        raise ValueError(f"{len(colours)} colours do not fit into a palette")
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain.from_iterable(colours)))
    return image


def indexed(picture: Image.Image, kind: str) -> Image.Image:
    """Return a picture with each colour replaced by the nearest of the fixed palette of a ``hand`` or a ``board``."""
    # A copy, because Pillow keeps a search table in the palette while it works, and throws it away after that:
    # two threads must not share one.
    return picture.quantize(palette=_palette(kind).copy(), dither=Image.Dither.NONE)


def png(picture: Image.Image, kind: str) -> bytes:
    """Write a picture as PNG in the fixed palette of a ``hand`` or a ``board``."""
    file = io.BytesIO()
    indexed(picture, kind).save(file, "PNG", compress_level=_COMPRESSION[kind])
    return file.getvalue()


def full_png(picture: Image.Image) -> bytes:
    """Write a picture as PNG in all its colours and its transparency, packed as small as can be."""
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
