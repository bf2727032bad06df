"""The one palette of all pictures of a table, and drawing in it: small, quick, and the same bytes every time.

A picture is put together in the numbers of this palette from pieces that were converted to it once. No colours are
mixed while a picture is drawn: an edge is smooth because its piece was laid on cloth when it was made.
"""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple
from zlib import crc32

from PIL import Image
from zlib_ng import zlib_ng

from . import inks
from .drawing import Colour
from .inks import mix

QUICKLY: Final = 3
"""Compression level for a picture that is looked at only until the next card."""
SMALL: Final = 5
"""Compression level for a picture that is kept and shown again: a seventh smaller, for half as much time again."""
_DIMMING: Final[tuple[Colour, float]] = ((38, 62, 54), 0.56)
_SHADOW: Final[tuple[Colour, float]] = (inks.SHADE, 0.42)
_Ramp = tuple[Colour, Colour, int]


def _ramps(*ramps: _Ramp) -> list[Colour]:
    return [mix(one, other, step / (count - 1)) for one, other, count in ramps for step in range(count)]


# One or two steps between two colours make an edge smooth, and points between other colours may take the nearest: fewer
# colours pack smaller.
_CARDS: Final = [
    inks.PAPER, inks.INK, inks.RED, inks.BLUE, inks.YELLOW, inks.SKIN, inks.BLUSH,
    inks.HAIR_DARK, inks.HAIR_BROWN, inks.HAIR_GREY, inks.EDGE,
    *_ramps(
        (inks.PAPER, inks.INK, 5),
        (inks.PAPER, inks.RED, 4),
        (inks.PAPER, inks.BLUE, 3),
        (inks.PAPER, inks.YELLOW, 3),
        (inks.PAPER, inks.CLUB_GREEN, 4),
        (inks.PAPER, inks.DIAMOND_BLUE, 4),
    ),
]  # fmt: skip
_DIM: Final = [mix(colour, *_DIMMING) for colour in dict.fromkeys(_CARDS)]
_CLOTH: Final = [*inks.CLOTHS, *(mix(colour, *_SHADOW) for colour in inks.CLOTHS[::3])]
_TABLE: Final = [
    *_ramps(
        (inks.PAPER, inks.CLOTH, 5),
        (inks.EDGE, inks.CLOTH, 3),
        (inks.BRASS_DARK, inks.BRASS_LIGHT, 4),
        (inks.BRASS_LIGHT, inks.CLOTH, 4),
        (inks.BRASS_DARK, inks.CLOTH, 3),
        (inks.IVORY, inks.INK, 5),
        (inks.IVORY, inks.RED, 3),
    ),
    inks.WOOD,
    *inks.WOOD_GRAIN,
    *_ramps(*((seat, inks.INK, 5) for seat in inks.SEATS), *((seat, inks.CLOTH, 3) for seat in inks.SEATS)),
    *_ramps(*((inks.SEATS[seat], inks.PAPER, 4) for seat in (0, 2))),
    *(mix(colour, *_SHADOW) for colour in (inks.PAPER, inks.EDGE, *_DIM[:1], inks.IVORY)),
]
COLOURS: Final[tuple[Colour, ...]] = tuple(dict.fromkeys([*_CARDS, *_DIM, *_CLOTH, *_TABLE]))
assert len(COLOURS) <= 256
_PLTE: Final = bytes(chain.from_iterable(COLOURS))


def nearest(colour: Colour) -> int:
    """Return the number of the palette's nearest colour."""
    return min(range(len(COLOURS)), key=lambda at: sum((a - b) ** 2 for a, b in zip(COLOURS[at], colour, strict=True)))


@lru_cache(maxsize=64)
def number(colour: Colour) -> int:
    """Return the number of a colour of the palette.

    Raises:
        ValueError: The colour is not in the palette.
    """
    return COLOURS.index(colour)


def _table(tint: tuple[Colour, float]) -> bytes:
    found = [nearest(mix(colour, *tint)) for colour in COLOURS]
    return bytes(found + [0] * (256 - len(found)))


DIMMED: Final = _table(_DIMMING)
"""For each colour's number, the number of its dimmed colour on a card that cannot be played."""
SHADED: Final = _table(_SHADOW)
"""For each colour's number, the number of its colour in a card's shadow."""


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain.from_iterable(COLOURS)))
    return image


def blank(size: tuple[int, int], colour: Colour) -> Image.Image:
    """Return a picture of one colour of the palette."""
    image = Image.new("P", size, number(colour))
    image.putpalette(list(chain.from_iterable(COLOURS)))
    return image


def in_palette(picture: Image.Image) -> Image.Image:
    """Return a picture in true colour with each colour replaced by the nearest of the palette."""
    # Two threads must not share a palette, hence the copy: Pillow keeps a search table in it while it works.
    return picture.quantize(palette=_palette().copy(), dither=Image.Dither.NONE)


def tinted(picture: Image.Image, tint: bytes) -> Image.Image:
    """Return a picture with every colour of the palette replaced by another one, to be laid on another picture.

    Args:
        picture: The picture.
        tint: For each colour's number, the new number. Pillow's own way, ``point``, rounds all 256 numbers each time.
    """
    return Image.frombytes("P", picture.size, picture.tobytes().translate(tint))


def tint(picture: Image.Image, area: tuple[int, int, int, int], tint: bytes) -> None:
    """Replace every colour in a part of a picture by another one of the palette.

    Args:
        picture: The picture.
        area: The part: left, upper, right and lower edge.
        tint: For each colour's number, the new number.
    """
    # Every card has a shadow or two, and Pillow's public way takes four times as long as its inner images.
    picture.im.paste(picture.im.crop(area).point(list(tint), None), area)


class Piece(NamedTuple):
    """A small picture in the palette, and where it is opaque."""

    image: Image.Image
    mask: Image.Image


_OPAQUE: Final = 56
"""Least coverage, of 255, at which a piece shows on a point; below it the point keeps what lies under the piece."""


def piece(image: Image.Image, coverage: Image.Image) -> Piece:
    """Cut a piece out of a picture in true colour, its edges smooth as on cloth.

    Args:
        image: The picture; outside of the piece it has the colour of the piece's edge.
        coverage: How much of each point the piece covers, 0 to 255.
    """
    laid = Image.composite(image, Image.new("RGB", image.size, inks.CLOTH), coverage)
    return Piece(in_palette(laid), coverage.point([255 * (value >= _OPAQUE) for value in range(256)], "1"))


def png(picture: Image.Image, packing: int = QUICKLY) -> bytes:
    """Write a picture in the palette as PNG.

    Pillow's own writer hands the packer one line after the other, and its choice of packer depends on how Pillow was
    built; with the whole picture in one piece this takes a third of the time.

    Args:
        picture: The picture.
        packing: ``QUICKLY`` or ``SMALL``.
    """
    lines = Image.new("P", (picture.width + 1, picture.height))  # each line begins with a 0: no filter from other lines
    lines.paste(picture, (1, 0))
    head = struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)  # eight bits a point, a number of the palette
    parts = ((b"IHDR", head), (b"PLTE", _PLTE), (b"IDAT", zlib_ng.compress(lines.tobytes(), packing)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(data, crc32(name)))


def full_png(picture: Image.Image) -> bytes:
    """Write a picture as PNG in all its colours and its transparency, packed as small as possible."""
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
