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

from PIL import Image, ImageDraw
from zlib_ng import zlib_ng

from bot.ui.pictures.drawing import Colour

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


def cloth(width: int, height: int) -> Image.Image:
    """Draw baize, lit from above its middle; grounds are kept in the palette, in a quarter of its three megabytes."""
    # The light falls off only upwards and downwards, as a PNG packs rows of one colour best.
    ground = Image.new("RGB", (width, height))
    pen = ImageDraw.Draw(ground)
    for y in range(height):
        away = abs((y + 0.5) / height - 0.45)
        pen.line((0, y, width, y), fill=CLOTHS[round(10.2 - 9 * away**1.5)])
    return ground


QUICKLY: Final = 2
"""Compression level for a picture that is looked at only until the next card."""
SMALL: Final = 5
"""Compression level for a picture that is kept and shown again: a seventh smaller, for half as much time again."""
MOST_BYTES: Final = 60_000
"""Size above which a picture is packed again, small: few are, those of four hands with much on the table."""
_DIMMING: Final[tuple[Colour, float]] = ((38, 62, 54), 0.56)
_SHADOW: Final[tuple[Colour, float]] = (SHADE, 0.42)
_Ramp = tuple[Colour, Colour, int]


def _ramps(*ramps: _Ramp) -> list[Colour]:
    return [mix(one, other, step / (count - 1)) for one, other, count in ramps for step in range(count)]


# One or two steps between two colours make an edge smooth, and points between other colours may take the nearest: fewer
# colours pack smaller.
_CARDS: Final = [
    PAPER, INK, RED, BLUE, YELLOW, SKIN, BLUSH,
    HAIR_DARK, HAIR_BROWN, HAIR_GREY, EDGE,
    *_ramps(
        (PAPER, INK, 5),
        (PAPER, RED, 4),
        (PAPER, BLUE, 3),
        (PAPER, YELLOW, 3),
        (PAPER, CLUB_GREEN, 4),
        (PAPER, DIAMOND_BLUE, 4),
    ),
]  # fmt: skip
_DIM: Final = [mix(colour, *_DIMMING) for colour in dict.fromkeys(_CARDS)]
_CLOTH: Final = [*CLOTHS, *(mix(colour, *_SHADOW) for colour in CLOTHS[::3])]
_TABLE: Final = [
    *_ramps(
        (PAPER, CLOTH, 5),
        (EDGE, CLOTH, 3),
        (BRASS_DARK, BRASS_LIGHT, 4),
        (BRASS_LIGHT, CLOTH, 4),
        (BRASS_DARK, CLOTH, 3),
        (IVORY, INK, 5),
        (IVORY, RED, 3),
    ),
    WOOD,
    *WOOD_GRAIN,
    *_ramps(*((seat, INK, 5) for seat in SEATS), *((seat, CLOTH, 3) for seat in SEATS)),
    *_ramps(*((SEATS[seat], PAPER, 4) for seat in (0, 2))),
    *(mix(colour, *_SHADOW) for colour in (PAPER, EDGE, *_DIM[:1], IVORY)),
]
COLOURS: Final[tuple[Colour, ...]] = tuple(dict.fromkeys([*_CARDS, *_DIM, *_CLOTH, *_TABLE]))
assert len(COLOURS) <= 256
_PLTE: Final = bytes(chain.from_iterable(COLOURS))


def nearest(colour: Colour) -> int:
    """Return the number of the palette's nearest colour."""
    red, green, blue = colour
    far = [(r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 for r, g, b in COLOURS]
    return far.index(min(far))


@lru_cache(maxsize=64)
def number(colour: Colour) -> int:
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
    image = Image.new("P", size, number(colour))
    image.putpalette(list(chain.from_iterable(COLOURS)))
    return image


def in_palette(picture: Image.Image) -> Image.Image:
    """Return a picture in true colour with each colour replaced by the nearest of the palette."""
    # Two threads must not share a palette, hence the copy: Pillow keeps a search table in it while it works.
    found = picture.quantize(palette=_palette().copy(), dither=Image.Dither.NONE)
    found.palette = None  # else each piece, and each piece of a piece, keeps a list of the colours
    return found


def tinted(picture: Image.Image, tint: bytes) -> Image.Image:
    """Return a picture with every colour of the palette replaced by another one, to be laid on another picture.

    Args:
        tint: For each colour's number, the new number. Pillow's own way, ``point``, rounds all 256 numbers each time.
    """
    return Image.frombytes("P", picture.size, picture.tobytes().translate(tint))


def tint(picture: Image.Image, area: tuple[int, int, int, int], tint: bytes) -> None:
    """Replace every colour in a part of a picture by another one of the palette."""
    # Every card has a shadow or two, and Pillow's public way takes four times as long as its inner images.
    picture.im.paste(picture.im.crop(area).point(list(tint), None), area)


def lay(picture: Image.Image, image: Image.Image, at: tuple[int, int], mask: Image.Image) -> None:
    """Lay an image on a picture, both in the palette, where the mask is opaque; the edges may cut it.

    A picture has fifty pieces, and Pillow's public way looks four times at each whether it is loaded.
    """
    x, y = at
    picture.im.paste(image.im, (x, y, x + image.width, y + image.height), mask.im)


class Piece(NamedTuple):
    """A small picture in the palette, and where it is opaque."""

    image: Image.Image
    mask: Image.Image


_OPAQUE: Final = 56
"""Least coverage, of 255, at which a piece shows on a point; below it the point keeps what lies under the piece."""


def piece(image: Image.Image, coverage: Image.Image) -> Piece:
    """Cut a piece out of a picture in true colour, its edges smooth as on cloth."""
    laid = Image.composite(image, Image.new("RGB", image.size, CLOTH), coverage)
    return Piece(in_palette(laid), coverage.point([255 * (value >= _OPAQUE) for value in range(256)], "1"))


def png(picture: Image.Image, packing: int = QUICKLY, *, plte: bytes = _PLTE) -> bytes:
    """Write a picture in the palette as PNG.

    Pillow's own writer hands the packer one line after the other, and its choice of packer depends on how Pillow was
    built; with the whole picture in one piece this takes a third of the time.

    Args:
        packing: ``QUICKLY`` or ``SMALL``; what is large all the same is packed again.
    """
    lines = Image.new("P", (picture.width + 1, picture.height))  # each line begins with a 0: no filter from other lines
    lines.paste(picture, (1, 0))
    head = struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)  # eight bits a point, a number of the palette
    points = lines.tobytes()
    packed = zlib_ng.compress(points, packing)
    if len(packed) > MOST_BYTES and packing < SMALL:
        packed = zlib_ng.compress(points, SMALL)
    parts = ((b"IHDR", head), (b"PLTE", plte), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(data, crc32(name)))


def full_png(picture: Image.Image) -> bytes:
    """Write a picture as PNG in all its colours and its transparency, packed as small as possible."""
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
