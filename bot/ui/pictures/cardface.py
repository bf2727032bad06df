"""Cards in pictures: an index as large as possible with a portrait or a pip beside it, and the back.

Where cards overlap, only their indices are visible, and a phone shows the picture 330 pixels wide. Each face is drawn
once for each size and kept.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.engine.cards import ACE, KING, KNAVE, QUEEN, rank_of, suit_of
from bot.ui.text.faces import RANK_SIGNS

from .courts import draw_bust
from .drawing import OVERSAMPLING, Canvas, box, ring
from .inks import EDGE, INK, PAPER, RED, YELLOW, mix
from .palette import DIMMED, Piece, blank, in_palette, piece, tinted
from .pips import pip, suit_colour

_UNITS: Final = (100.0, 150.0)
STRIP: Final = 0.48
"""The width of a card's index, as a share of the card's width."""
INDEX: Final = 0.96
"""The height of a card's index with the margin above it, as a share of the card's width."""
RANK: Final = 0.43
"""The height of the figure or letter of an index, as a share of the card's width."""
_CORNER: Final = 6.5
_BACK_UNITS: Final = (200.0, 300.0)
_LATTICE: Final = mix(RED, INK, 0.45)
_COURTS: Final = frozenset({KNAVE, QUEEN, KING})


class Print(NamedTuple):
    """How a pack of cards is printed."""

    four_colour: bool = False
    """Whether clubs are green and diamonds blue."""
    letters: tuple[str, ...] = RANK_SIGNS
    """The signs on the cards, by rank."""


@lru_cache(maxsize=512)
def card_face(kind: int, width: int, cards: Print, *, dim: bool = False) -> Image.Image:
    """Draw a card in the palette, square at the corners; :func:`card_outline` rounds them.

    Args:
        kind: The card apart from its pack, 0 to 31.
        width: In pixels; the height is half as much again.
        cards: How they are printed.
        dim: Whether it cannot be played now.
    """
    if dim:
        picture = blank(card_size(width), PAPER)
        picture.paste(tinted(card_face(kind, width, cards), DIMMED))
        return picture
    rank, suit = rank_of(kind), suit_of(kind)
    colour = suit_colour(suit, four_colour=cards.four_colour)
    canvas = Canvas(_UNITS, card_size(width), PAPER)
    if rank in _COURTS:
        with canvas.inside(box(1.6, 1.6, 96.8, 146.8, _CORNER)), canvas.at(67, 150, size=0.62):
            draw_bust(canvas, rank, suit)
    else:
        size = 62 if rank == ACE else 50
        pip(canvas, suit, 65, 112, size, colour)
        if rank == ACE:
            canvas.inlay(lambda pen: pip(pen, suit, 65, 112, size, (255, 255, 255)), PAPER, 2.4)
            canvas.disc(65, 112 + {0: 1.0, 1: 0.0, 2: -5.0, 3: 3.0}[suit], 4.6, YELLOW, edge=PAPER, width=1.4)
    text = cards.letters[rank]
    tail = 5 if text == "Q" else 0  # the tail of a Q does not make the letter smaller
    canvas.text(text, font(400), (5.5, 6.5, 41, 100 * RANK + tail), colour)
    pip(canvas, suit, 26, 74.5, 42, colour)
    canvas.line(box(0.4, 0.4, 99.2, 149.2, _CORNER), EDGE, 1.0, closed=True)
    return in_palette(canvas.finished())


@lru_cache(maxsize=256)
def card_top(kind: int, width: int, cards: Print, tall: int) -> Image.Image:
    """Return the top of a card, with a height in pixels."""
    return card_face(kind, width, cards).crop((0, 0, width, tall))


@lru_cache(maxsize=16)
def card_outline(width: int, tall: int = 0) -> Image.Image:
    """Return the mask of a card of a width, opaque within its round corners, or the top of that mask."""
    mask = piece(Image.new("RGB", card_size(width)), _mask(width)).mask
    return mask.crop((0, 0, width, tall)) if tall else mask


def card_size(width: int) -> tuple[int, int]:
    """Return width and height in pixels of a card of a width."""
    return width, width * 3 // 2


@lru_cache(maxsize=8)
def font(size: int, weight: str = "Bold") -> ImageFont.FreeTypeFont:
    """Return the project's typeface, Source Serif Pro (SIL Open Font License), as it was installed."""
    path = files("font_source_serif_pro") / "files" / f"SourceSerifPro-{weight}.ttf"
    return ImageFont.truetype(str(path), size)


@lru_cache(maxsize=4)
def card_back(width: int) -> Piece:
    """Draw the back of the pack: a red lattice in a frame, with a white medal."""
    canvas = Canvas(_BACK_UNITS, card_size(width), PAPER)
    canvas.fill(ring(100, 150, 42), RED)
    canvas.fill(ring(100, 150, 38), PAPER)
    for step, suit in enumerate((3, 2, 0, 1)):
        with canvas.at(100, 150, turn=90 * step):
            pip(canvas, suit, 0, -18, 22, RED if suit in (1, 2) else INK)
    canvas.line(box(0.6, 0.6, 198.8, 298.8, 2 * _CORNER), EDGE, 1.8, closed=True)
    image = canvas.finished()
    medal = Canvas(_BACK_UNITS, card_size(width), (255, 255, 255))
    medal.fill(ring(100, 150, 42), (0, 0, 0))
    around = medal.finished().getchannel(0)
    rim, line = max(3, width // 16), max(1, width // 56)
    inner = (rim, rim, image.width - rim, image.height - rim)
    woven = Image.new("RGB", image.size, RED)
    _lattice(woven, max(4, width // 14))
    pen = ImageDraw.Draw(woven)
    pen.rectangle((0, 0, woven.width - 1, woven.height - 1), outline=PAPER, width=rim)
    pen.rectangle([each + 2 * line * side for each, side in zip(inner, (1, 1, -1, -1), strict=True)],
                  outline=PAPER, width=line)  # fmt: skip
    field = Image.new("L", image.size)
    field.paste(around.crop(inner), inner)
    image.paste(woven, (0, 0), field)
    return piece(image, _mask(width))


def _lattice(image: Image.Image, step: int) -> None:
    """Weave a lattice with a stud in each lozenge; it repeats after whole pixels, so it packs very small."""
    tile = Image.new("RGB", (step, step), RED)
    for at in range(step):
        tile.putpixel((at, at), _LATTICE)
        tile.putpixel((step - 1 - at, at), _LATTICE)
    for x, y in ((step // 2 - 1, 0), (step // 2, 0)):
        tile.putpixel((x, y), YELLOW)
    for top in range(0, image.height, step):
        for left in range(0, image.width, step):
            image.paste(tile, (left, top))


def _mask(width: int) -> Image.Image:
    """Return the mask of a card of a width: opaque everywhere but outside its round corners."""
    size = card_size(width)
    mask = Image.new("L", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING))
    radius = _CORNER * size[0] / _UNITS[0] * OVERSAMPLING
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius, fill=255)
    return mask.reduce(OVERSAMPLING)
