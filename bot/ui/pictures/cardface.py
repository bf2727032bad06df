"""Cards in pictures: an index as large as possible beside a pip or a court, and the back.

Where cards overlap, only their indices are visible, and a phone shows the picture 330 pixels wide. Each face is drawn
once for each size and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.engine import Card, Suit
from bot.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KING, KNAVE, QUEEN, SPADES, rank_of, suit_of
from bot.lazy import dataclass
from bot.ui.pictures import heads
from bot.ui.pictures.drawing import OVERSAMPLING, Canvas, Colour, box, ring
from bot.ui.pictures.heads import (
    Pattern,
    beard,
    cap,
    cape,
    collar,
    coronet,
    crown,
    curls,
    face,
    lace,
    panel,
    parting,
    profile,
    profile_beard,
    profile_hair,
    robe,
    tresses,
)
from bot.ui.pictures.palette import (
    BLUE,
    BRASS_DARK,
    CLUB_GREEN,
    DIAMOND_BLUE,
    DIMMED,
    EDGE,
    HAIR_BROWN,
    HAIR_DARK,
    HAIR_GREY,
    INK,
    PAPER,
    RED,
    YELLOW,
    Piece,
    blank,
    full_png,
    in_palette,
    mix,
    piece,
    tinted,
)
from bot.ui.text.faces import RANK_SIGNS

_STEM = "M 0 .02 C .02 .28 .10 .42 .25 .5 L -.25 .5 C -.10 .42 -.02 .28 0 .02 Z"
_HEART = (
    "M 0 .5 C -.06 .30 -.48 .10 -.48 -.20 C -.48 -.38 -.36 -.48 -.24 -.48 C -.12 -.48 -.03 -.40 0 -.26 "
    "C .03 -.40 .12 -.48 .24 -.48 C .36 -.48 .48 -.38 .48 -.20 C .48 .10 .06 .30 0 .5 Z"
)
_DIAMOND = "M 0 -.5 Q .16 -.19 .43 0 Q .16 .19 0 .5 Q -.16 .19 -.43 0 Q -.16 -.19 0 -.5 Z"
_SPADE = (
    "M 0 -.5 C .05 -.30 .48 -.10 .48 .16 C .48 .31 .37 .38 .26 .38 C .14 .38 .05 .32 0 .20 "
    "C -.05 .32 -.14 .38 -.26 .38 C -.37 .38 -.48 .31 -.48 .16 C -.48 -.10 -.05 -.30 0 -.5 Z"
)
_CLUB_HEART = "M 0 -.32 L .24 .16 L -.24 .16 Z"


def suit_colour(suit: Suit, *, four_colour: bool) -> Colour:
    """Return the colour a suit is printed in: red and black, or one for each suit."""
    if four_colour and suit == CLUBS:
        return CLUB_GREEN
    if four_colour and suit == DIAMONDS:
        return DIAMOND_BLUE
    return RED if suit in (DIAMONDS, HEARTS) else INK


def draw_pip(canvas: Canvas, suit: Suit, colour: Colour) -> None:
    """Draw a suit sign, one unit high, around the origin."""
    if suit == HEARTS:
        canvas.fill(_HEART, colour)
    elif suit == DIAMONDS:
        canvas.fill(_DIAMOND, colour)
    elif suit == SPADES:
        canvas.fill(_SPADE, colour)
        canvas.fill(_STEM, colour)
    else:
        canvas.fill(_CLUB_HEART, colour)
        for x, y in ((0.0, -0.275), (-0.255, 0.115), (0.255, 0.115)):
            canvas.fill(ring(x, y, 0.225), colour)
        canvas.fill(_STEM, colour)


def pip(canvas: Canvas, suit: Suit, x: float, y: float, size: float, colour: Colour) -> None:
    """Draw a suit sign of a size around a point."""
    with canvas.at(x, y, size=size):
        draw_pip(canvas, suit, colour)


_HEAD_SIZE, _HEAD_DOWN = 1.1, 9.5


@dataclass(frozen=True, slots=True)
class Look:
    """One court's dress: the robe's three colours and pattern, those of its front, and all personal features."""

    facing: int
    hair: Colour
    ground: Colour
    one: Colour
    other: Colour
    weave: Pattern
    front: tuple[Colour, Colour, Colour, Pattern]
    head: str
    """The style of crown, coronet or cap."""
    velvet: Colour
    jewel: Colour
    beard: str = ""
    trim: Colour = YELLOW
    """The edge of a knave's cap."""
    collar: tuple[Colour, Colour] = (RED, YELLOW)
    """A knave's collar and its edge."""
    one_eyed: bool = False


LOOKS: dict[tuple[int, Suit], Look] = {
    (KING, SPADES): Look(1, HAIR_DARK, BLUE, YELLOW, RED, heads.lozenges, (RED, YELLOW, PAPER, heads.chevrons),
                         "arched", RED, BLUE, "full"),
    (KING, HEARTS): Look(-1, YELLOW, RED, YELLOW, BLUE, heads.blossoms, (BLUE, YELLOW, PAPER, heads.dots),
                         "lilies", BLUE, RED, "forked"),
    (KING, CLUBS): Look(-1, HAIR_GREY, YELLOW, RED, BLUE, heads.bends, (BLUE, RED, YELLOW, heads.lozenges),
                        "towers", BLUE, RED, "square"),
    (KING, DIAMONDS): Look(1, HAIR_BROWN, BLUE, RED, YELLOW, heads.stripes, (YELLOW, RED, BLUE, heads.scales),
                           "points", RED, BLUE, one_eyed=True),
    (QUEEN, SPADES): Look(1, HAIR_DARK, RED, YELLOW, PAPER, heads.dots, (BLUE, YELLOW, PAPER, heads.lozenges),
                          "pearls", RED, BLUE),
    (QUEEN, HEARTS): Look(-1, YELLOW, BLUE, YELLOW, RED, heads.blossoms, (RED, YELLOW, PAPER, heads.chevrons),
                          "hearts", RED, BLUE),
    (QUEEN, CLUBS): Look(1, HAIR_BROWN, YELLOW, BLUE, RED, heads.scales, (RED, YELLOW, BLUE, heads.dots),
                         "trefoils", BLUE, RED),
    (QUEEN, DIAMONDS): Look(-1, HAIR_BROWN, RED, BLUE, YELLOW, heads.checks, (YELLOW, BLUE, RED, heads.blossoms),
                            "fan", BLUE, RED),
    (KNAVE, SPADES): Look(1, HAIR_BROWN, YELLOW, BLUE, RED, heads.bends, (RED, YELLOW, PAPER, heads.dots),
                          "beret", BLUE, YELLOW, collar=(BLUE, YELLOW), trim=RED, one_eyed=True),
    (KNAVE, HEARTS): Look(-1, YELLOW, RED, PAPER, BLUE, heads.stripes, (BLUE, YELLOW, RED, heads.blossoms),
                          "slashed", RED, YELLOW, collar=(BLUE, PAPER), trim=BLUE, one_eyed=True),
    (KNAVE, CLUBS): Look(-1, HAIR_DARK, BLUE, RED, YELLOW, heads.chevrons, (YELLOW, RED, BLUE, heads.checks),
                         "flat", RED, BLUE, collar=(RED, YELLOW), trim=YELLOW),
    (KNAVE, DIAMONDS): Look(-1, YELLOW, RED, YELLOW, BLUE, heads.scales, (BLUE, YELLOW, RED, heads.lozenges),
                            "turned", BLUE, RED, collar=(BLUE, RED), trim=RED),
}  # fmt: skip
"""The dress by rank and suit; the bézique pair, queen of spades and knave of diamonds, look at each other."""


def draw_bust(canvas: Canvas, rank: int, suit: Suit) -> None:
    """Draw a court's upper half, its waist at the origin: head and shoulders are 139 units high, 172 wide."""
    look = LOOKS[rank, suit]
    if rank == QUEEN:
        with canvas.at(0, _HEAD_DOWN, size=_HEAD_SIZE):
            tresses(canvas, look.hair)
    robe(canvas, look.ground, look.one, look.other, look.weave)
    panel(canvas, *look.front)
    if rank == KING:
        cape(canvas)
    elif rank == QUEEN:
        lace(canvas, PAPER, look.jewel)
    else:
        collar(canvas, *look.collar)
    with canvas.at(0, _HEAD_DOWN, size=_HEAD_SIZE):
        _head(canvas, rank, look)


def _head(canvas: Canvas, rank: int, look: Look) -> None:
    if rank != QUEEN and not look.one_eyed:
        curls(canvas, look.hair, long=rank == KING)
    if look.one_eyed:
        profile(canvas, look.facing)
    else:
        face(canvas, look.facing, lady=rank == QUEEN)
    if rank == KING:
        if look.one_eyed:
            profile_beard(canvas, look.facing, look.hair)
        else:
            beard(canvas, look.hair, look.beard)
    if look.one_eyed:
        profile_hair(canvas, look.facing, look.hair)
    if rank == KING:
        crown(canvas, look.head, look.velvet, look.jewel)
    elif rank == QUEEN:
        parting(canvas, look.hair)
        coronet(canvas, look.head, look.velvet, look.jewel)
    else:
        cap(canvas, look.head, look.velvet, look.trim, look.jewel)


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
    """Draw a card (0 to 31) in the palette, half as high again as wide; :func:`card_outline` rounds the corners."""
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


@lru_cache(maxsize=48)
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


_EMOJI = 128
_GOLD: Final = (244, 170, 24)
"""The edge of a card that lies on the table: strong, as an emoji is 22 pixels high."""


def emoji_picture(
    card: Card, *, four_colour: bool = False, letters: Sequence[str] = RANK_SIGNS, lies: bool = False
) -> bytes:
    """Draw a card readable at the height of a line, rank above suit, gold-edged if it lies: a PNG of 128 by 128."""
    rank, suit = rank_of(card), suit_of(card)
    colour = suit_colour(suit, four_colour=four_colour)
    canvas = Canvas((128, 128), (_EMOJI, _EMOJI), EDGE)
    shape = box(11, 1, 106, 126, 20)
    canvas.fill(shape, _GOLD if lies else PAPER, edge=BRASS_DARK if lies else EDGE, width=3)
    if lies:
        canvas.fill(box(25, 15, 78, 98, 12), PAPER)
    tail = 8 if letters[rank] == "Q" else 0
    canvas.text(letters[rank], font(400, "Black"), (18, 9, 92, 54 + tail), colour)
    pip(canvas, suit, 64, 95, 54 - tail / 2, colour)
    mask = Canvas((128, 128), (_EMOJI, _EMOJI), (0, 0, 0))
    mask.fill(shape, (255, 255, 255), edge=(255, 255, 255), width=3)
    picture = canvas.finished().convert("RGBA")
    picture.putalpha(mask.finished().getchannel(0))
    # A palette with transparency takes a quarter of the bytes of true colour.
    return full_png(picture.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
