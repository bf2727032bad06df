"""A player's hand as a picture: a fan of cards."""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.engine import Card, CardSet, Verb, View
from bot.engine.cards import kind_of
from bot.ui.text.faces import sorted_hand

from .cardface import card_mask, laid_face
from .cloth import cloth, soft
from .drawing import Canvas
from .inks import BRASS_DARK, BRASS_LIGHT, SHADE
from .palette import DIMMING, png

_WIDTH, _HEIGHT = 480, 132
_CARD = 92
_MARGIN = 16
_TURN = 2.0
"""Degrees from a card to the next."""
_MOST_STEP = 62
_RAISE = 13
_TOP = 24
_SHADOW = 3
MOST_CARDS = 12


class Held(NamedTuple):
    """A seat's hand as it is drawn."""

    cards: tuple[Card, ...]
    """In the order they are held in."""
    exposed: CardSet
    playable: CardSet
    """Those that may be played now; empty when it is not the seat's turn to play."""


def held(view: View) -> Held:
    """Return what a seat's hand picture shows.

    Raises:
        ValueError: The view is a spectator's, who holds nothing.
    """
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    exposed = view.tables[view.seat]
    playable = CardSet.of(action.cards[0] for action in view.legal if action.verb is Verb.PLAY)
    return Held(tuple(sorted_hand(view.hand | exposed)), exposed, playable)


def own_hand_picture(view: View, *, four_colour: bool = False, scale: int = 2) -> bytes:
    """Draw the hand of the seat whose view it is, and return a PNG.

    Raises:
        ValueError: The view is a spectator's.
    """
    mine = held(view)
    return hand_picture(mine.cards, exposed=mine.exposed, playable=mine.playable, four_colour=four_colour, scale=scale)


def hand_picture(
    cards: Sequence[Card],
    *,
    exposed: Container[Card] = (),
    playable: Container[Card] = (),
    four_colour: bool = False,
    scale: int = 2,
) -> bytes:
    """Draw cards as a fan held in the hand, in the order given, and return a PNG.

    Args:
        cards: Up to twelve cards; none gives the empty cloth.
        exposed: Those that lie on the table: they carry a brass clip.
        playable: Those that may be played now: they stand higher than the others, which are dimmed. Where
            none may be played, no card is dimmed.
        four_colour: Whether clubs are green and diamonds blue.
        scale: Pixels for each unit; the picture is 480 by 132 units.

    Raises:
        ValueError: More cards than anyone can hold.
    """
    if len(cards) > MOST_CARDS:
        raise ValueError(f"a hand has at most {MOST_CARDS} cards, not {len(cards)}")
    picture = cloth(_WIDTH * scale, _HEIGHT * scale).copy()
    width = _CARD * scale
    step = min(_MOST_STEP, (_WIDTH - 2 * _MARGIN - _CARD) / max(1, len(cards) - 1))
    middle = (len(cards) - 1) / 2
    choice = any(card in playable for card in cards)
    for place, card in enumerate(cards):
        turn = (place - middle) * _TURN
        raised = card in playable
        x = _WIDTH / 2 + (place - middle) * step
        y = _TOP + _CARD * 0.75 + _bow(turn, step) - (_RAISE if raised else 0)
        mask = _turned_mask(width, turn)
        image = laid_face(kind_of(card), width, turn, four_colour=four_colour).convert("RGB")
        if choice and not raised:
            image = Image.blend(image, Image.new("RGB", image.size, DIMMING[0]), DIMMING[1])
        left, top = round(x * scale - mask.width / 2), round(y * scale - mask.height / 2)
        blur = _SHADOW * scale
        shadow = _shadow(width, turn, blur)
        picture.paste(SHADE, (left - 2 * blur - scale, top - 2 * blur + scale), shadow)
        picture.paste(image, (left, top), mask)
        if card in exposed:
            clip, where = brass_clip(width // 2)
            angle = math.radians(turn)
            dx, dy = (0.32 - 0.5) * width, -0.75 * width
            at = (
                x * scale + dx * math.cos(angle) - dy * math.sin(angle),
                y * scale + dx * math.sin(angle) + dy * math.cos(angle),
            )
            picture.paste(clip, (round(at[0] - clip.width / 2), round(at[1] - clip.height * 0.52)), where)
    return png(picture, "hand")


def _bow(turn: float, step: float) -> float:
    """Return how far below the fan's highest point a card stands: on a circle that its turn is a tangent of."""
    radius = step / math.radians(_TURN)
    return radius * (1 - math.cos(math.radians(turn)))


@lru_cache(maxsize=64)
def _turned_mask(width: int, turn: float) -> Image.Image:
    return card_mask(width).rotate(-turn, Image.Resampling.BICUBIC, expand=True)


@lru_cache(maxsize=64)
def _shadow(width: int, turn: float, blur: int) -> Image.Image:
    return soft(_turned_mask(width, turn), blur)


_WIRE = "M 28 14 L 28 34 C 28 44 16 44 16 34 L 16 9 C 16 -2 34 -2 34 9 L 34 30"


@lru_cache(maxsize=4)
def brass_clip(width: int) -> tuple[Image.Image, Image.Image]:
    """Draw the brass clip; return it and where it is opaque."""
    size = (width * 44 // 100, width * 44 // 100)
    images = []
    for solid in (False, True):
        canvas = Canvas((44, 44), size, (0, 0, 0))
        canvas.line(_WIRE, (255, 255, 255) if solid else BRASS_DARK, 6.6)
        if not solid:
            canvas.line(_WIRE, BRASS_LIGHT, 3.3)
        images.append(canvas.finished())
    colour, solid_image = images
    return colour, solid_image.getchannel(0)
