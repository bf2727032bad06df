"""The picture of a table: a player's from the own seat, with the hand below; everybody's from the first seat.

Besides cards there are marks: names, numbers, the medal of trumps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.engine import Suit
from bot.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, NO_SUIT, SPADES, TEN
from bot.ui.pictures.arrange import (
    APART,
    COUNTER,
    DISC,
    FIGURE,
    HELD,
    MARGIN,
    RIM,
    TAB,
    TICK,
    CardAt,
    EmptyAt,
    MedalAt,
    NameAt,
    NumberAt,
    PileAt,
    SignAt,
    Thing,
    arranged,
    name_at,
    plan_of,
)
from bot.ui.pictures.cardface import INDEX, Print, card_back, card_face, card_outline, card_top, font, pip, suit_colour
from bot.ui.pictures.drawing import OVERSAMPLING, Canvas, Colour, Shape, box, ring
from bot.ui.pictures.palette import (
    BRASS_DARK,
    BRASS_LIGHT,
    CLOTH,
    CLOTH_DARK,
    EDGE,
    INK,
    IVORY,
    PAPER,
    RED,
    SEATS,
    SHADED,
    SMALL,
    WOOD,
    WOOD_GRAIN,
    Piece,
    cloth,
    in_palette,
    lay,
    mix,
    nearest,
    piece,
    png,
    tint,
    tinted,
)
from bot.ui.pictures.pen import Written, width_of
from bot.ui.pictures.plan import HEIGHT, WIDTH, Box, Plan, spread
from bot.ui.pictures.tableface import OpenHand, TableFace
from bot.ui.text.faces import sorted_hand


@lru_cache(maxsize=12)
def held(number: int) -> Piece:
    """Draw the number of cards that a seat has, on a row of cards with their backs to the reader."""
    width, height = HELD

    def paint(canvas: Canvas) -> None:
        for at in (0.0, 8.0):
            canvas.fill(box(at, 0, width - 16, height, 7), PAPER)
            canvas.fill(box(at + 2, 2, width - 20, height - 4, 6), RED)
        canvas.fill(box(16, 0, width - 16, height, 7), BRASS_DARK)
        canvas.fill(box(17.5, 1.5, width - 19, height - 3, 6), IVORY)
        canvas.text(str(number), font(400), (19, (height - FIGURE) / 2, width - 22, FIGURE), INK)

    return made((width, height), box(0, 0, width, height, 7), paint, BRASS_DARK)


@lru_cache(maxsize=1)
def padlock() -> Piece:
    """Draw the sign before cards that have to stay where they lie."""
    width, height = APART
    middle = width / 2

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, width, height, 10), BRASS_DARK)
        canvas.fill(box(2, 2, width - 4, height - 4, 8), IVORY)
        canvas.fill(ring(middle, 24, 10), INK)
        canvas.fill(ring(middle, 24, 5.5), IVORY)
        canvas.fill(box(6, 25, width - 12, 24, 4), INK)
        canvas.disc(middle, 36, 4, BRASS_LIGHT)

    return made(APART, box(0, 0, width, height, 10), paint, BRASS_DARK)


@lru_cache(maxsize=1)
def eye() -> Piece:
    """Draw the sign before cards that lie faced."""
    width, height = APART
    middle, half = width / 2, height / 2

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, width, height, 10), BRASS_DARK)
        canvas.fill(box(2, 2, width - 4, height - 4, 8), IVORY)
        left, right = 4, width - 4
        lids = f"M {left} {half} Q {middle} {half - 22} {right} {half} Q {middle} {half + 22} {left} {half} Z"
        canvas.fill(lids, INK)
        canvas.fill(f"M {left + 5} {half} Q {middle} {half - 14} {right - 5} {half} "
                    f"Q {middle} {half + 14} {left + 5} {half} Z", PAPER)  # fmt: skip
        canvas.disc(middle, half, 6.5, INK)
        canvas.disc(middle - 2, half - 2, 1.8, PAPER)

    return made(APART, box(0, 0, width, height, 10), paint, BRASS_DARK)


_BASELINE: Final = 34


def made(
    size: tuple[int, int],
    silhouette: Shape,
    paint: Callable[[Canvas], None],
    edge: Colour,
) -> Piece:
    units = (float(size[0]), float(size[1]))
    canvas, mask = Canvas(units, size, edge), Canvas(units, size, (0, 0, 0))
    paint(canvas)
    mask.fill(silhouette, (255, 255, 255))
    return piece(canvas.finished(), mask.finished().getchannel(0))


def ink_on(seat: int) -> Colour:
    """Return the colour of writing on a seat's colour."""
    return PAPER if seat in (0, 2) else INK


@lru_cache(maxsize=512)
def tab(name: Written, seat: int, width: int, *, lit: bool = False, took: bool = False) -> Piece:
    """Draw a name on its seat's colour, or the seat's disc if there is no name.

    Names come in great numbers if many play, so the tab is cut out of a kept blank one, and the letters, which are
    what takes time, are kept by themselves.
    """
    if not name.text:
        return disc(seat, lit=lit)
    blank = _blank_tab(seat, max(width, _WIDEST), lit=lit, took=took)
    image = _shortened(blank.image, width)
    middle = width + TICK * took
    letters = _letters(name, middle % 2)
    image.paste(tinted(letters, _written(seat)), (middle // 2 - letters.width // 2, 0), letters.point(_INKED, "1"))
    return Piece(image, _tab_mask(width))


@lru_cache(maxsize=128)
def _tab_mask(width: int) -> Image.Image:
    """Return where a tab is opaque, which is the same for all of a width."""
    return _shortened(_blank_tab(0, max(width, _WIDEST), lit=False, took=False).mask, width)


@lru_cache(maxsize=512)
def _letters(name: Written, half: int) -> Image.Image:
    """Draw how much of each point a name's letters cover, their middle in the middle or half a pixel to the right."""
    cover = Image.new("L", (2 * (width_of(name.text, name.size) // 2 + MARGIN), TAB))
    at = ((cover.width + half) / 2, _BASELINE - (40 - name.size) // 3)
    ImageDraw.Draw(cover).text(at, name.text, font=font(name.size), fill=255, anchor="ms")
    return cover


_WIDEST: Final = 360
_INKED: Final = [255 * (covered >= 32) for covered in range(256)]
"""The mask of a point, 255 or 0 (letter visible or not), by the share of it that the letter covers, 0 to 255."""


@lru_cache(maxsize=32)
def _blank_tab(seat: int, width: int, *, lit: bool, took: bool) -> Piece:
    colour = SEATS[seat]

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, width, TAB, 13), BRASS_DARK if lit else mix(colour, INK, 0.5))
        if lit:
            canvas.fill(box(1, 1, width - 2, TAB - 2, 12), BRASS_LIGHT)
        rim = 4 if lit else 1.5
        canvas.fill(box(rim, rim, width - 2 * rim, TAB - 2 * rim, 12 - rim), colour)
        if took:
            canvas.line(f"M {MARGIN} 24 L {MARGIN + 8} 33 L {MARGIN + 22} 13", ink_on(seat), 6)

    return made((width, TAB), box(0, 0, width, TAB, 13), paint, BRASS_DARK)


def _shortened(image: Image.Image, width: int) -> Image.Image:
    """Shorten a blank tab to a width by taking out part of its middle."""
    end = min(20, width // 2)
    short = image.crop((0, 0, width, TAB))
    short.paste(image.crop((image.width - end, 0, image.width, TAB)), (width - end, 0))
    return short


@lru_cache(maxsize=4)
def _written(seat: int) -> bytes:
    """Return the palette's colours of writing on a seat's colour, by the share of a point that the letter covers."""
    return bytes(nearest(mix(SEATS[seat], ink_on(seat), covered / 255)) for covered in range(256))


@lru_cache(maxsize=16)
def disc(seat: int, *, lit: bool = False) -> Piece:
    """Draw a seat's number on its colour."""

    def paint(canvas: Canvas) -> None:
        half = DISC / 2
        canvas.disc(half, half, half, BRASS_DARK if lit else mix(SEATS[seat], INK, 0.5))
        if lit:
            canvas.disc(half, half, half - 1.5, BRASS_LIGHT)
        canvas.disc(half, half, half - (4.5 if lit else 2), SEATS[seat])
        canvas.text(str(seat + 1), font(400), (8, half - FIGURE / 2, DISC - 16, FIGURE), ink_on(seat))

    return made((DISC, DISC), ring(DISC / 2, DISC / 2, DISC / 2, steps=72), paint, BRASS_DARK)


@lru_cache(maxsize=384)
def plate(number: int, width: int, height: int) -> Piece:
    """Engrave a number on an ivory plate, its figures as high as the plate allows."""
    figure = max(FIGURE, height - 18)

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, width, height, 9), BRASS_DARK)
        canvas.fill(box(1.5, 1.5, width - 3, height - 3, 8), BRASS_LIGHT)
        canvas.fill(box(4, 4, width - 8, height - 8, 6), IVORY)
        canvas.text(str(number).replace("-", "\u2212"), font(400), (9, (height - figure) / 2, width - 18, figure), INK)

    return made((width, height), box(0, 0, width, height, 9), paint, BRASS_DARK)


@lru_cache(maxsize=64)
def won(number: int, width: int, height: int) -> Piece:
    """Draw the number of brisques that a side has taken, on cards that lie face down."""
    figure = min(height - 12, 46)

    def paint(canvas: Canvas) -> None:
        for at in (0.0, 7.0, 14.0):
            canvas.fill(box(at, 0, width - 14, height, 7), EDGE)
            canvas.fill(box(at + 1.5, 1.5, width - 17, height - 3, 6), PAPER)
        canvas.text(str(number), font(400), (20, (height - figure) / 2, width - 26, figure), INK)

    return made((width, height), box(0, 0, width, height, 7), paint, EDGE)


@lru_cache(maxsize=96)
def counter(number: int) -> Piece:
    """Draw the count of the stock on a round tag."""
    half = COUNTER / 2

    def paint(canvas: Canvas) -> None:
        for less, colour in ((0, BRASS_DARK), (2, BRASS_LIGHT), (6, IVORY)):
            canvas.disc(half, half, half - less, colour)
        canvas.text(str(number), font(400), (9, half - FIGURE / 2, COUNTER - 18, FIGURE), INK)

    return made((COUNTER, COUNTER), ring(half, half, half, steps=80), paint, BRASS_DARK)


@lru_cache(maxsize=24)
def medal(suit: Suit, size: int, *, four_colour: bool) -> Piece:
    """Draw the sign of trumps; before trumps are made, all four suits small and pale."""
    half = size / 2

    def paint(canvas: Canvas) -> None:
        canvas.disc(half, half, half, BRASS_DARK)
        canvas.disc(half, half, half * 0.965, BRASS_LIGHT)
        canvas.disc(half, half, half * 0.85, PAPER, edge=BRASS_DARK, width=1.6)
        if suit != NO_SUIT:
            pip(canvas, suit, half, half * 1.01, half * 1.05, suit_colour(suit, four_colour=four_colour))
            return
        step = half * 0.3
        for each, x, y in ((SPADES, -1, -1), (HEARTS, 1, -1), (CLUBS, 1, 1), (DIAMONDS, -1, 1)):
            pip(canvas, each, half + x * step, half + y * step, half * 0.44, mix(PAPER, INK, 0.35))

    return made((size, size), ring(half, half, half, steps=96), paint, BRASS_DARK)


@lru_cache(maxsize=1)
def flag() -> Piece:
    width, height = 52, 50

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, 6, height), IVORY)
        for row in range(3):
            for column in range(4):
                canvas.fill(box(6 + 11 * column, 2 + 11 * row, 11, 11), INK if (row + column) % 2 else IVORY)

    shape = [box(0, 0, 6, height)[0], box(6, 2, 44, 33)[0]]
    return made((width, height), shape, paint, INK)


@lru_cache(maxsize=4)
def brisques(letters: tuple[str, ...]) -> Piece:
    """Draw an ace and a ten, the sign above the numbers of brisques."""
    width, height = 104, 50

    def paint(canvas: Canvas) -> None:
        for x, rank in ((0, ACE), (50, TEN)):
            canvas.fill(box(x, 0, 54, height, 7), EDGE)
            canvas.fill(box(x + 1.5, 1.5, 51, height - 3, 6), PAPER)
            canvas.text(letters[rank], font(400), (x + 6, (height - FIGURE) / 2, 42, FIGURE), INK)

    shape = [box(x, 0, 54, height, 7)[0] for x in (0, 50)]
    return made((width, height), shape, paint, EDGE)


@lru_cache(maxsize=12)
def rim(width: int) -> Piece:
    """Draw the rim of brass that makes a card of a width stand out; it leaves the index free."""
    height, edge = width * 3 // 2, 1 + width // 24
    image, cover = (
        Image.new("RGB", (width, height), BRASS_DARK),
        Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING)),
    )
    area, corner = (0, 0, cover.width - 1, cover.height - 1), width * OVERSAMPLING * 65 // 1000
    ImageDraw.Draw(cover).rounded_rectangle(area, corner, outline=255, width=edge * OVERSAMPLING)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(
        (1, 1, width - 2, height - 2), corner // OVERSAMPLING - 1, outline=BRASS_LIGHT, width=edge - 1
    )
    return piece(image, cover.reduce(OVERSAMPLING))


@lru_cache(maxsize=12)
def empty(width: int, *, lit: bool) -> Piece:
    """Draw the place of a card that is still to be played."""
    height, line = width * 3 // 2, 5 if lit else 3
    size = (width * OVERSAMPLING, height * OVERSAMPLING)
    cover = Image.new("L", size)
    edge = (0, 0, size[0] - 1, size[1] - 1)
    ImageDraw.Draw(cover).rounded_rectangle(edge, 12 * OVERSAMPLING, outline=255, width=line * OVERSAMPLING)
    colour = BRASS_LIGHT if lit else mix(CLOTH, PAPER, 0.25)
    return piece(Image.new("RGB", (width, height), colour), cover.reduce(OVERSAMPLING))


_SHADOW: Final = 4
FIELD: Final = mix(CLOTH, CLOTH_DARK, 0.55)
HEM: Final = mix(CLOTH, CLOTH_DARK, 0.9)
PLAIN: Final = Print()


def table_picture(face: TableFace, cards: Print = PLAIN) -> bytes:
    """Draw a table, and return a PNG of 1100 by 700 pixels."""
    on_move = [face.around(seat) for seat, each in enumerate(face.seats) if each.on_move]
    picture = _ground(plan_of(face), on_move[0] if len(on_move) == 1 else None).copy()
    lay_all(picture, arranged(face), cards)
    return png(picture)


def lay_all(picture: Image.Image, things: tuple[Thing, ...], cards: Print) -> None:
    """Lay things on a picture in the palette, one after the other."""
    for thing in things:
        match thing:
            case CardAt():
                lay_card(picture, thing, cards)
                continue
            case PileAt():
                back = card_back(thing.width)
                for layer in range(thing.layers - 1, -1, -1):
                    lay(picture, back.image, (thing.x + 3 * layer, thing.y + 3 * layer), back.mask)
                continue
            case EmptyAt():
                piece, at = empty(thing.width, lit=thing.lit), (thing.x, thing.y)
            case NameAt(box=box):
                piece, at = tab(thing.name, thing.seat, box.width, lit=thing.lit, took=thing.took), (box.x, box.y)
            case NumberAt(box=box):
                piece, at = _number(thing), (box.x, box.y)
            case SignAt(box=box):
                piece, at = _sign(thing.what, cards), (box.x, box.y)
            case MedalAt(box=box):
                piece, at = medal(thing.trump, box.width, four_colour=cards.four_colour), (box.x, box.y)
        lay(picture, piece.image, at, piece.mask)


def lay_card(picture: Image.Image, card: CardAt, cards: Print) -> None:
    """Lay a card and its shadow, or its rim."""
    x, y, bottom = card.x, card.y, card.y + (card.tall or card.width * 3 // 2)
    _shade(picture, x - _SHADOW, y + 10, x, bottom - 2)
    if not card.tall:
        _shade(picture, x, bottom, x + card.width - 6, bottom + _SHADOW)
    kind = card.card & 31
    face = (
        card_top(kind, card.width, cards, card.tall) if card.tall else card_face(kind, card.width, cards, dim=card.dim)
    )
    lay(picture, face, (x, y), card_outline(card.width, card.tall))
    if card.rimmed:
        around = rim(card.width)
        lay(picture, around.image, (x, y), around.mask)


def _number(thing: NumberAt) -> Piece:
    if thing.what == "stock":
        return counter(thing.number)
    if thing.what == "held":
        return held(thing.number)
    draw = won if thing.what == "brisques" else plate
    return draw(thing.number, thing.box.width, thing.box.height)


def _sign(what: str, cards: Print) -> Piece:
    match what:
        case "lying":
            return padlock()
        case "faced":
            return eye()
        case "flag":
            return flag()
        case _:
            return brisques(cards.letters)


def _shade(picture: Image.Image, left: int, upper: int, right: int, lower: int) -> None:
    left, lower = max(0, left), min(picture.height, lower)
    if right > left and lower > upper:
        tint(picture, (left, upper, right, lower), SHADED)


@lru_cache(maxsize=16)
def _ground(plan: Plan, lit: int | None) -> Image.Image:
    """Draw what seldom changes: cloth, the seats' fields, the lit field of the seat on move, and the marker's wood."""
    picture = cloth(WIDTH, HEIGHT)
    for around, field in enumerate(plan.fields):
        under = Box(*field[:3], HEIGHT - field.y + 40) if around == 0 and plan.hand else field
        lay_field(picture, under, FIELD, *((BRASS_LIGHT, 4) if around == lit else (HEM, 2)))
    lay_field(picture, plan.marker, WOOD, BRASS_DARK, 3)
    inner = plan.marker.inside(4)
    pen = ImageDraw.Draw(picture)
    grain = (WOOD, WOOD_GRAIN[0], WOOD, WOOD_GRAIN[1], WOOD, WOOD)  # whole lines of one colour pack well
    for y in range(inner.y + 12, inner.bottom - 12):
        pen.line((inner.x, y, inner.right - 1, y), fill=grain[(y // 3 * 5 + y // 7) % len(grain)])
    return in_palette(picture)


def lay_field(picture: Image.Image, box: Box, colour: Colour, edge: Colour, width: int) -> None:
    """Lay a part of one colour on a picture in true colour, with round corners and an edge of a width in pixels."""
    for inner, each in ((0, edge), (width, colour)):
        part = box.inside(inner)
        mask = Image.new("L", (part.width * OVERSAMPLING, part.height * OVERSAMPLING))
        area = (0, 0, mask.width - 1, mask.height - 1)
        ImageDraw.Draw(mask).rounded_rectangle(area, (16 - inner) * OVERSAMPLING, fill=255)
        picture.paste(each, (part.x, part.y), mask.reduce(OVERSAMPLING))


_GAP: Final = 4
_NAME: Final = 230
_SMALL: Final = 88
_LARGEST: Final = 140
_STRIP: Final = int(_SMALL * INDEX)
"""The height of the visible part of drawn cards: their indices."""


def hands_picture(hands: Sequence[OpenHand], names: Sequence[str], cards: Print = PLAIN) -> bytes:
    """Draw every seat's cards, one seat below the other, first seat first, and return a PNG of 1100 by 700 pixels.

    Exposed cards stand apart with a rim of brass; the cards drawn later stand below the hand, in order.
    """
    picture = _open_ground(len(hands)).copy()
    lay_all(picture, arranged_hands(hands, names), cards)
    return png(picture, SMALL)


def fields_for(players: int) -> tuple[Box, ...]:
    high = (HEIGHT - _GAP) // players - _GAP
    return tuple(Box(_GAP, _GAP + seat * (high + _GAP), WIDTH - 2 * _GAP, high) for seat in range(players))


def arranged_hands(hands: Sequence[OpenHand], names: Sequence[str]) -> tuple[Thing, ...]:
    fields, things = fields_for(len(hands)), list[Thing]()
    drew = any(hand.drew for hand in hands)
    for seat, (hand, area) in enumerate(zip(hands, fields, strict=True)):
        room = area.height - 2
        below = _STRIP if drew else 0
        card = min(_LARGEST, max(_SMALL, (room - below - 2 * RIM) * 2 // 3))
        tall = min(card * 3 // 2, room - below)
        top = area.y + 1 + (room - below - tall) // 2
        name = name_at(tuple(names), seat, Box(area.x + 10, top, _NAME - 10, tall))
        things.append(name)
        closed, exposed = sorted_hand(hand.held - hand.exposed), sorted_hand(hand.exposed)
        left = area.x + _NAME + 12
        sizes = tuple(len(part) for part in (closed, exposed) if part)
        for each, x in zip([*closed, *exposed], spread(sizes, area.right - 3 * RIM - left, card), strict=True):
            things.append(CardAt(each, left + x, top, card, rimmed=each in hand.exposed, tall=tall))
        steps = spread((len(hand.drew),) if hand.drew else (), area.width - 4 * RIM, _SMALL)
        y = area.bottom - _STRIP - 1
        things += [
            CardAt(each, area.x + 2 * RIM + x, y, _SMALL, tall=_STRIP) for each, x in zip(hand.drew, steps, strict=True)
        ]
    return tuple(things)


@lru_cache(maxsize=4)
def _open_ground(players: int) -> Image.Image:
    picture = cloth(WIDTH, HEIGHT)
    for field in fields_for(players):
        lay_field(picture, field, FIELD, HEM, 2)
    return in_palette(picture)
