"""Sheets of dark cloth for charts and tables of figures: their colours, writing that is never cut, and packing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw

from bot.ui.pictures.cardface import font
from bot.ui.pictures.drawing import OVERSAMPLING, Colour
from bot.ui.pictures.palette import BRASS_DARK, BRASS_LIGHT, CLOTH, CLOTH_DARK, INK, IVORY, PAPER, SEATS, mix, png
from bot.ui.pictures.pen import width_of

WIDTH: Final = 1100
EDGE: Final = 34
"""The width of the rim around a sheet."""
_STEPS: Final = 6
GROUND: Final = CLOTH_DARK
BAND: Final = mix(CLOTH_DARK, CLOTH, 0.45)
FIELD: Final = mix(CLOTH_DARK, CLOTH, 0.7)
GRID: Final = mix(CLOTH_DARK, PAPER, 0.22)
FAINT: Final = mix(CLOTH_DARK, PAPER, 0.7)
WON: Final[Colour] = (112, 206, 132)
LOST: Final = mix(CLOTH_DARK, INK, 0.75)
MEDALS: Final[tuple[Colour, ...]] = (BRASS_LIGHT, (206, 212, 218), (206, 142, 92))
_INKS: Final = (FAINT, BRASS_LIGHT, IVORY, BRASS_DARK)
_RAMPS: Final = (
    *((ground, ink) for ground in (GROUND, BAND, FIELD, LOST) for ink in _INKS),
    *((ground, medal) for ground in (GROUND, BAND, FIELD) for medal in MEDALS),
    *((ground, INK) for ground in (*SEATS, *MEDALS, WON)),
)
"""The colours between which edges are made smooth."""
_COLOURS: Final = tuple(
    dict.fromkeys(
        [
            *(GROUND, BAND, FIELD, GRID, LOST, WON, INK, *_INKS, *MEDALS, *SEATS),
            *(mix(ground, ink, step / (_STEPS - 1)) for ground, ink in _RAMPS for step in range(_STEPS)),
        ]
    )
)
assert len(_COLOURS) <= 256
_PLTE: Final = bytes(chain.from_iterable(_COLOURS))
_MEASURED: Final = 48
_PACKING: Final = 2
"""Compression level: for writing, each further level takes half as much time again for a twentieth fewer bytes."""
_INKED: Final = [255 * (value >= 26) for value in range(256)]


@lru_cache(maxsize=256)
def index_of(colour: Colour) -> int:
    """Return the number of a colour in the palette of sheets."""
    return _COLOURS.index(colour)


def blank(height: int) -> Image.Image:
    picture = Image.new("P", (WIDTH, height), index_of(GROUND))
    picture.putpalette(list(_PLTE))
    return picture


def framed(height: int) -> Image.Image:
    return _framed(height).copy()


@lru_cache(maxsize=24)
def _framed(height: int) -> Image.Image:
    picture = blank(height)
    cover = Image.new("L", (WIDTH * OVERSAMPLING, height * OVERSAMPLING))
    for inset, light in ((10, False), (18, False), (14, True)):
        pen = ImageDraw.Draw(cover)
        pen.rectangle((0, 0, *cover.size), fill=0)
        at = inset * OVERSAMPLING
        pen.rounded_rectangle(
            (at, at, cover.width - at, cover.height - at),
            radius=(36 - inset) * OVERSAMPLING, outline=255, width=4 * OVERSAMPLING,
        )  # fmt: skip
        thick = cover.reduce(OVERSAMPLING)
        picture.paste(_inked(thick, BRASS_LIGHT if light else BRASS_DARK, GROUND), (0, 0), thick.point(_INKED, "1"))
    return picture


def packed(picture: Image.Image) -> bytes:
    return png(picture, _PACKING, plte=_PLTE)


def box(picture: Image.Image, area: tuple[int, int, int, int], colour: Colour, radius: int = 0) -> None:
    """Fill a rectangle: left, upper, right and lower edge, all within."""
    left, top, right, bottom = area
    cover = _rounded(right - left + 1, bottom - top + 1, radius)
    picture.paste(index_of(colour), (left, top, right + 1, bottom + 1), cover)


@lru_cache(maxsize=128)
def _rounded(wide: int, tall: int, radius: int) -> Image.Image:
    cover = Image.new("1", (wide, tall))
    ImageDraw.Draw(cover).rounded_rectangle((0, 0, wide - 1, tall - 1), radius, fill=1)
    return cover


def medal(picture: Image.Image, middle: tuple[int, int], radius: int, colour: Colour, ground: Colour) -> None:
    disc, cover = _disc(radius, colour, ground)
    picture.paste(disc, (middle[0] - radius, middle[1] - radius), cover)


@lru_cache(maxsize=32)
def _disc(radius: int, colour: Colour, ground: Colour) -> tuple[Image.Image, Image.Image]:
    size = 2 * radius * OVERSAMPLING
    large = Image.new("L", (size, size))
    ImageDraw.Draw(large).ellipse((0, 0, size - 1, size - 1), fill=255)
    cover = large.reduce(OVERSAMPLING)
    return _inked(cover, colour, ground), cover.point(_INKED, "1")


def _inked(cover: Image.Image, ink: Colour, ground: Colour) -> Image.Image:
    return Image.frombytes("P", cover.size, cover.tobytes().translate(_ramp(ink, ground)))


@lru_cache(maxsize=128)
def _ramp(ink: Colour, ground: Colour) -> bytes:
    """Return for each thickness, 0 to 255, the number of the colour between a ground and an ink."""
    numbers = [index_of(mix(ground, ink, step / (_STEPS - 1))) for step in range(_STEPS)]
    return bytes(numbers[round(value * (_STEPS - 1) / 255)] for value in range(256))


class Label(NamedTuple):
    """Writing on its ground."""

    image: Image.Image
    above: int
    """How far it reaches above the line on which the letters stand."""


@lru_cache(maxsize=512)
def label(text: str, size: int, ink: Colour, ground: Colour) -> Label:
    """Write one line on a ground; each letter of a size is drawn once and kept, as that takes most of the time."""
    at, places = 0.0, list[tuple[int, _Letter]]()
    for each, following in zip(text, [*text[1:], ""], strict=True):
        places.append((max(0, round(at)), _letter(each, size)))
        at += _step(each, following, size)
    above = max((letter.above for _, letter in places), default=1)
    below = max((letter.below for _, letter in places), default=1)
    cover = Image.new("L", (max((x + letter.right for x, letter in places), default=1), above + below))
    for x, letter in places:
        left, top = max(0, x + letter.left), above - letter.above
        # Pillow's public way takes four times as long as its inner images.
        cover.im.paste(255, (left, top, left + letter.right - letter.left, above + letter.below), letter.ink)
    return Label(_inked(cover, ink, ground), above)


class _Letter(NamedTuple):
    """A letter, and how far its ink reaches from where it stands, below 0 if it reaches under the letter before."""

    ink: Any
    left: int
    above: int
    right: int
    below: int


@lru_cache(maxsize=4096)
def _letter(letter: str, size: int) -> _Letter:
    face = font(size)
    left, top, right, bottom = (round(each) for each in face.getbbox(letter, anchor="ls"))
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    cover = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(cover).text((-left, -top), letter, font=face, fill=255, anchor="ls")
    return _Letter(cover.im, left, -top, right, bottom)


@lru_cache(maxsize=8192)
def _step(letter: str, following: str, size: int) -> float:
    """Return how far the next letter stands from a letter."""
    return font(size).getlength(letter + following) - font(size).getlength(following)


def write(
    picture: Image.Image,
    at: tuple[int, int],
    text: str,
    size: int,
    ink: Colour = IVORY,
    ground: Colour = GROUND,
    align: str = "left",
) -> None:
    """Write one line, whose ``left``, ``middle`` or ``right`` (`align`) is at that point, and a capital's middle."""
    if not text:
        return
    image, above = label(text, size, ink, ground)
    left = at[0] - {"left": 0, "middle": image.width // 2, "right": image.width}[align]
    picture.paste(image, (left, at[1] + size // 3 - above))


class Fitted(NamedTuple):
    """A text that fits into a room."""

    lines: tuple[str, ...]
    size: int


@lru_cache(maxsize=2048)
def fitted(text: str, room: int, sizes: Sequence[int], *, two_lines: int = 0) -> Fitted:
    """Return a text as large as it fits into a room; none of it is cut.

    Args:
        sizes: The sizes that are tried, the largest first; the type is made smaller still if need be.
        two_lines: The largest size of two lines, if the text may be broken before it is made smaller than `sizes`.
    """
    for size in sizes:
        if _width(text, size) <= room:
            return Fitted((text,), size)
    lines = _broken(text) if two_lines else (text,)
    size = min(two_lines or sizes[-1], sizes[-1])
    fits = room * size // max(1, *(_width(line, size) for line in lines))
    return Fitted(lines, size if fits >= size else max(1, fits // 2 * 2))  # even sizes, so that fewer letters are drawn


def _width(text: str, size: int) -> int:
    """Return about how wide a text is in pixels, at most a little too much, measured at one size."""
    return round(width_of(text, _MEASURED) * size / _MEASURED * 1.02) + 4


def _broken(text: str) -> tuple[str, ...]:
    """Break a text into two lines near its middle, if possible between words."""
    half = len(text) / 2
    ends = [found.end() for found in re.finditer(r"[\s-]+", text)]
    if not ends or min(abs(end - half) for end in ends) > half / 2:
        ends = [round(half)]
    end = min(ends, key=lambda each: abs(each - half))
    return tuple(line for line in (text[:end].rstrip(), text[end:].lstrip()) if line)


def write_fitted(
    picture: Image.Image,
    at: tuple[int, int],
    words: Fitted,
    ink: Colour = IVORY,
    ground: Colour = GROUND,
    align: str = "left",
) -> None:
    """Write a text that may have two lines, around a height."""
    apart = round(words.size * 1.06)
    first = at[1] - apart * (len(words.lines) - 1) // 2
    for line, text in enumerate(words.lines):
        write(picture, (at[0], first + line * apart), text, words.size, ink, ground, align)
