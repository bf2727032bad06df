"""The picture of a table: a player's from the own seat, with the hand below; everybody's from the first seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.pictures.arrange import (
    RIM,
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
from bot.ui.pictures.cardface import INDEX, Print, card_back, card_face, card_outline, card_top
from bot.ui.pictures.drawing import OVERSAMPLING, Colour
from bot.ui.pictures.marks import brisques, counter, empty, eye, flag, held, medal, padlock, plate, rim, tab, won
from bot.ui.pictures.palette import (
    BRASS_DARK,
    BRASS_LIGHT,
    CLOTH,
    CLOTH_DARK,
    SHADED,
    SMALL,
    WOOD,
    WOOD_GRAIN,
    Piece,
    cloth,
    in_palette,
    lay,
    mix,
    png,
    tint,
)
from bot.ui.pictures.plan import HEIGHT, WIDTH, Box, Plan, spread
from bot.ui.pictures.tableface import OpenHand, TableFace
from bot.ui.text.faces import sorted_hand

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
    picture = cloth(WIDTH, HEIGHT).copy()
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
    picture = cloth(WIDTH, HEIGHT).copy()
    for field in fields_for(players):
        lay_field(picture, field, FIELD, HEM, 2)
    return in_palette(picture)
