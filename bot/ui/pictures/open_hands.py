"""All hands of a deal that is over in one picture; never used for a deal that is still being played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.engine import Card, CardSet
from bot.ui.pictures.palette import cloth
from bot.ui.pictures.plan import spread
from bot.ui.text.faces import sorted_hand

from .arrange import RIM, CardAt, Thing, name_at
from .cardface import INDEX, Print
from .palette import SMALL, in_palette, png
from .plan import HEIGHT, WIDTH, Box
from .table import FIELD, HEM, PLAIN, lay_all, lay_field

_GAP: Final = 4
_NAME: Final = 230
_SMALL: Final = 88
_LARGEST: Final = 140
_STRIP: Final = int(_SMALL * INDEX)
"""The height of the visible part of drawn cards: their indices."""


class OpenHand(NamedTuple):
    """One seat's cards."""

    held: CardSet
    exposed: CardSet = CardSet()
    drew: tuple[Card, ...] = ()
    """The cards drawn later, in that order."""


def hands_picture(hands: Sequence[OpenHand], names: Sequence[str], cards: Print = PLAIN) -> bytes:
    """Draw every seat's cards, one seat below the other, first seat first, and return a PNG of 1100 by 700 pixels.

    Exposed cards stand apart with a rim of brass; the cards drawn later stand below the hand, in order.

    Args:
        hands: By seat.
        names: By seat.
        cards: How the cards are printed.
    """
    picture = _ground(len(hands)).copy()
    lay_all(picture, arranged_hands(hands, names), cards)
    return png(picture, SMALL)


def fields_for(players: int) -> tuple[Box, ...]:
    """Return the areas of the seats' cards, by seat."""
    high = (HEIGHT - _GAP) // players - _GAP
    return tuple(Box(_GAP, _GAP + seat * (high + _GAP), WIDTH - 2 * _GAP, high) for seat in range(players))


def arranged_hands(hands: Sequence[OpenHand], names: Sequence[str]) -> tuple[Thing, ...]:
    """Lay out all hands."""
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
def _ground(players: int) -> Image.Image:
    picture = cloth(WIDTH, HEIGHT).copy()
    for field in fields_for(players):
        lay_field(picture, field, FIELD, HEM, 2)
    return in_palette(picture)
