"""One card as an emoji for buttons and text."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.engine import Card
from bot.engine.cards import rank_of, suit_of
from bot.ui.pictures.cardface import pip, suit_colour
from bot.ui.pictures.palette import EDGE, PAPER
from bot.ui.text.faces import RANK_SIGNS

from .cardface import font
from .drawing import Canvas, box
from .palette import full_png

_EMOJI = 128


def emoji_picture(card: Card, *, four_colour: bool = False, letters: Sequence[str] = RANK_SIGNS) -> bytes:
    """Draw a card that can be read at the height of a line: rank above suit, on white; a PNG of 128 by 128.

    Args:
        card: A card of any pack.
        four_colour: Whether clubs are green and diamonds blue.
        letters: The sign of each rank.
    """
    rank, suit = rank_of(card), suit_of(card)
    colour = suit_colour(suit, four_colour=four_colour)
    canvas = Canvas((128, 128), (_EMOJI, _EMOJI), EDGE)
    shape = box(11, 1, 106, 126, 20)
    canvas.fill(shape, PAPER, edge=EDGE, width=3)
    tail = 8 if letters[rank] == "Q" else 0
    canvas.text(letters[rank], font(400, "Black"), (18, 9, 92, 54 + tail), colour)
    pip(canvas, suit, 64, 95, 54 - tail / 2, colour)
    mask = Canvas((128, 128), (_EMOJI, _EMOJI), (0, 0, 0))
    mask.fill(shape, (255, 255, 255), edge=(255, 255, 255), width=3)
    picture = canvas.finished().convert("RGBA")
    picture.putalpha(mask.finished().getchannel(0))
    # A palette with transparency takes a quarter of the bytes of true colour.
    return full_png(picture.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
