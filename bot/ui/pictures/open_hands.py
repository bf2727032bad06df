"""All hands of a deal that is over in one picture: for whoever looks back, never for a game that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from bot.engine import Card, CardSet
from bot.engine.cards import kind_of
from bot.ui.text.faces import sorted_hand

from .board import card_shadow, lay_field, lay_piece
from .cardface import card_mask, laid_face
from .cloth import cloth
from .fan import brass_clip
from .inks import CLOTH_DARK, SHADE
from .palette import png
from .pieces import badge
from .places import WIDTH, Zone, spread

_CARD = 52
"""The width of a card: that of the board for four, whose faces are kept already."""
_STRIP = 30
"""So much is seen of the drawn ones: rank and suit."""
_EDGE, _LEFT = 6, 48


class OpenHand(NamedTuple):
    """One seat's cards."""

    held: CardSet
    exposed: CardSet = CardSet()
    drew: tuple[Card, ...] = ()
    """What it drew later, in that order."""


def hands_picture(hands: Sequence[OpenHand], *, four_colour: bool = False, scale: int = 2) -> bytes:
    """Draw every seat's cards below each other, first seat first, and return a PNG.

    Exposed cards stand apart with a brass clip; below the hand stands what was drawn later, in order.

    Args:
        hands: By seat.
        four_colour: Whether clubs are green and diamonds blue.
        scale: Pixels for each unit; the picture is 480 units wide.
    """
    drew = any(hand.drew for hand in hands)
    high = 5 + _CARD * 3 // 2 + 5 + (_STRIP + 4 if drew else 0)
    height = _EDGE + len(hands) * (high + _EDGE)
    picture = cloth(WIDTH * scale, height * scale).copy()
    for seat, hand in enumerate(hands):
        top = _EDGE + seat * (high + _EDGE)
        zone = Zone(_EDGE, top, WIDTH - 2 * _EDGE, high, 1)
        lay_field(picture, zone, scale, 0, CLOTH_DARK, 0.35)
        lay_field(picture, zone, scale, 8, CLOTH_DARK, 1)
        lay_piece(picture, badge(seat, scale), (_EDGE + 20) * scale, (top + 22) * scale)
        closed, exposed = sorted_hand(hand.held - hand.exposed), sorted_hand(hand.exposed)
        cards = [*closed, *exposed]
        groups = [len(part) for part in (closed, exposed) if part]
        for card, x in zip(cards, spread(tuple(groups), WIDTH - _EDGE - 6 - _LEFT, _CARD), strict=True):
            at = (round((_LEFT + x) * scale), (top + 5) * scale)
            _lay(picture, card, _CARD * scale, at, scale, four_colour)
            if card in hand.exposed:
                clip, where = brass_clip(_CARD * scale // 2)
                picture.paste(clip, (at[0] + _CARD * scale // 5, at[1] - 3 * scale), where)
        steps = max(1, len(hand.drew) - 1)
        step = min(_CARD * 0.42, (WIDTH - _EDGE - 6 - _LEFT - _CARD) / steps)
        for number, card in enumerate(hand.drew):
            at = (round((_LEFT + number * step) * scale), (top + 9 + _CARD * 3 // 2) * scale)
            _lay(picture, card, _CARD * scale, at, scale, four_colour, _STRIP * scale)
    return png(picture, "board")


def _lay(
    picture: Image.Image,
    card: Card,
    width: int,
    at: tuple[int, int],
    scale: int,
    four_colour: bool,  # noqa: FBT001
    height: int | None = None,
) -> None:
    """Lay a card with its left upper corner at a point, or only so much of its top."""
    face, mask = laid_face(kind_of(card), width, 0.0, four_colour=four_colour).convert("RGB"), card_mask(width)
    if height is not None:
        face, mask = face.crop((0, 0, width, height)), mask.crop((0, 0, width, height))
    blur = 2 * scale
    shadow = card_shadow(width, 0.0, blur)
    if height is not None:
        shadow = shadow.crop((0, 0, shadow.width, height + 2 * blur - scale))
    picture.paste(SHADE, (at[0] - 2 * blur, at[1] - 2 * blur + scale), shadow)
    picture.paste(face, at, mask)
