"""The 32 faces and the back of a card, drawn once for each size and kept."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

from bot.engine import Suit
from bot.engine.cards import ACE, KING, KNAVE, QUEEN, rank_of, suit_of
from bot.ui.text.faces import RANK_SIGNS

from .courts import draw_court
from .drawing import OVERSAMPLING, Canvas, Colour, box, ring
from .inks import BRASS, EDGE, INK, PAPER, RED, YELLOW, mix
from .pips import LAYOUTS, pip, suit_colour

UNITS = (200.0, 300.0)
"""A card in units."""
_CORNER = 13.0
_LATTICE = mix(RED, INK, 0.45)
COURTS = frozenset({KNAVE, QUEEN, KING})
_ACROSS, _DOWN, _PIP = 32.0, 105.0, 40.0


def card_size(width: int) -> tuple[int, int]:
    """Return width and height in pixels of a card of a width."""
    return width, width * 3 // 2


@lru_cache(maxsize=8)
def font(size: int, weight: str = "Bold") -> ImageFont.FreeTypeFont:
    """Return the project's typeface, Source Serif Pro (SIL Open Font License), as it was installed."""
    path = files("font_source_serif_pro") / "files" / f"SourceSerifPro-{weight}.ttf"
    return ImageFont.truetype(str(path), size)


def card_face(kind: int, width: int, *, four_colour: bool) -> Image.Image:
    """Draw a face, square at the corners: what rounds them is :func:`card_mask`.

    Args:
        kind: The card apart from its pack, 0 to 31.
        width: In pixels; the height is half as much again.
        four_colour: Whether clubs are green and diamonds blue.
    """
    rank, suit = rank_of(kind), suit_of(kind)
    colour = suit_colour(suit, four_colour=four_colour)
    canvas = Canvas(UNITS, card_size(width), PAPER)
    tail = 5 if rank == QUEEN else 0  # what hangs below the line does not make the letter smaller
    canvas.text(RANK_SIGNS[rank], font(400), (7, 10, 38, 50 + tail), colour)
    pip(canvas, suit, 26, 82.5, 33, colour)
    with canvas.at(100, 150):
        if rank in COURTS:
            draw_court(canvas, rank, suit, colour)
        else:
            canvas.mirror_top()
            if rank == ACE:
                _ace(canvas, suit, colour)
            else:
                for x, y in LAYOUTS[rank]:
                    pip(canvas, suit, _ACROSS * x, _DOWN * y, _PIP, colour, turn=180 if y > 0 else 0)
    canvas.line(box(0.6, 0.6, 198.8, 298.8, _CORNER), EDGE, 1.8, closed=True)
    return canvas.finished()


_SCROLL = (
    "M 0 -104 C 14 -104 20 -92 34 -92 C 48 -92 54 -104 46 -111 C 40 -116 32 -111 34 -104 "
    "M 34 -92 C 46 -90 60 -84 63 -70 C 64 -62 56 -58 52 -63"
)


def _ace(canvas: Canvas, suit: Suit, colour: Colour) -> None:
    """Draw the great pip: a line inside its edge, a flower at its heart, scrolls above and below."""
    for turn in (0, 180):
        with canvas.at(0, 0, turn=turn), canvas.at(0, -30, size=0.74):
            for side in (False, True):
                with canvas.at(0, 0, flip=side):
                    canvas.line(_SCROLL, BRASS, 3.0)
                    canvas.disc(52, -64, 3.2, colour)
            pip(canvas, suit, 0, -113, 17, colour)
            for x in (-11, 11):
                canvas.disc(x, -92, 2.0, colour)
    pip(canvas, suit, 0, 0, 128, colour)
    canvas.inlay(lambda pen: pip(pen, suit, 0, 0, 128, (255, 255, 255)), PAPER, 4.6)
    y = {0: 2.0, 1: 0.0, 2: -12.0, 3: 4.0}[suit]
    for step in range(8):
        with canvas.at(0, y, turn=45 * step):
            canvas.fill("M 0 0 C -5 -6 -4 -13 0 -18 C 4 -13 5 -6 0 0 Z", YELLOW if step % 2 else PAPER)
    canvas.disc(0, y, 5.0, YELLOW, edge=colour, width=1.4)


@lru_cache(maxsize=8)
def card_back(width: int) -> Image.Image:
    """Draw the back of the pack: a red lattice in a frame, with a white medal."""
    canvas = Canvas(UNITS, card_size(width), PAPER)
    canvas.fill(ring(100, 150, 42), RED)
    canvas.fill(ring(100, 150, 38), PAPER)
    for step, suit in enumerate((3, 2, 0, 1)):
        with canvas.at(100, 150, turn=90 * step):
            pip(canvas, suit, 0, -18, 22, RED if suit in (1, 2) else INK)
    canvas.line(box(0.6, 0.6, 198.8, 298.8, _CORNER), EDGE, 1.8, closed=True)
    image = canvas.finished()
    medal = Canvas(UNITS, card_size(width), (255, 255, 255))
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
    return image


def _lattice(image: Image.Image, step: int) -> None:
    """Weave a lattice with a stud in each lozenge, which repeats after whole pixels: that packs to next to nothing."""
    tile = Image.new("RGB", (step, step), RED)
    for at in range(step):
        tile.putpixel((at, at), _LATTICE)
        tile.putpixel((step - 1 - at, at), _LATTICE)
    for x, y in ((step // 2 - 1, 0), (step // 2, 0)):
        tile.putpixel((x, y), YELLOW)
    for top in range(0, image.height, step):
        for left in range(0, image.width, step):
            image.paste(tile, (left, top))


@lru_cache(maxsize=8)
def card_mask(width: int) -> Image.Image:
    """Return where a card of a width is opaque: everywhere but outside its round corners."""
    size = card_size(width)
    mask = Image.new("L", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING))
    radius = _CORNER * size[0] / UNITS[0] * OVERSAMPLING
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius, fill=255)
    return mask.reduce(OVERSAMPLING)
