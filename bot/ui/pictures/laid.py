"""Cards as they lie in the pictures of a table: an index as large as can be, and a portrait or a pip beside it.

Where cards overlap an index is all that one sees of them, and a phone shows the picture 330 pixels wide.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.engine.cards import ACE, rank_of, suit_of
from bot.ui.text.faces import RANK_SIGNS

from .cardface import COURTS, card_back, card_mask, card_size, font
from .courts import draw_bust
from .drawing import Canvas, box
from .inks import EDGE, PAPER, YELLOW
from .palette import DIMMED, Piece, blank, in_palette, piece, tinted
from .pips import pip, suit_colour

_UNITS: Final = (100.0, 150.0)
STRIP: Final = 0.48
"""So much of a card's width its index takes."""
INDEX: Final = 0.96
"""So much of a card's width its index is high, the margin above it included."""
RANK: Final = 0.43
"""So much of a card's width the figure or letter of its index is high."""
_CORNER: Final = 6.5


class Print(NamedTuple):
    """How a pack of cards is printed."""

    four_colour: bool = False
    """Whether clubs are green and diamonds blue."""
    letters: tuple[str, ...] = RANK_SIGNS
    """What stands on the cards, by rank."""


@lru_cache(maxsize=512)
def laid(kind: int, width: int, cards: Print, *, dim: bool = False) -> Image.Image:
    """Draw a card in the palette, square at the corners: what rounds them is :func:`outline`.

    Args:
        kind: The card apart from its pack, 0 to 31.
        width: In pixels; the height is half as much again.
        cards: How they are printed.
        dim: Whether it cannot be played now.
    """
    if dim:
        picture = blank(card_size(width), PAPER)
        picture.paste(tinted(laid(kind, width, cards), DIMMED))
        return picture
    rank, suit = rank_of(kind), suit_of(kind)
    colour = suit_colour(suit, four_colour=cards.four_colour)
    canvas = Canvas(_UNITS, card_size(width), PAPER)
    if rank in COURTS:
        with canvas.inside(box(1.6, 1.6, 96.8, 146.8, _CORNER)), canvas.at(67, 150, size=0.62):
            draw_bust(canvas, rank, suit)
    else:
        size = 62 if rank == ACE else 50
        pip(canvas, suit, 65, 112, size, colour)
        if rank == ACE:
            canvas.inlay(lambda pen: pip(pen, suit, 65, 112, size, (255, 255, 255)), PAPER, 2.4)
            canvas.disc(65, 112 + {0: 1.0, 1: 0.0, 2: -5.0, 3: 3.0}[suit], 4.6, YELLOW, edge=PAPER, width=1.4)
    text = cards.letters[rank]
    tail = 5 if text == "Q" else 0  # what hangs below the line does not make the letter smaller
    canvas.text(text, font(400), (5.5, 6.5, 41, 100 * RANK + tail), colour)
    pip(canvas, suit, 26, 74.5, 42, colour)
    canvas.line(box(0.4, 0.4, 99.2, 149.2, _CORNER), EDGE, 1.0, closed=True)
    return in_palette(canvas.finished())


@lru_cache(maxsize=256)
def top(kind: int, width: int, cards: Print, tall: int) -> Image.Image:
    """Return so much of a card from above, in pixels."""
    return laid(kind, width, cards).crop((0, 0, width, tall))


@lru_cache(maxsize=16)
def outline(width: int, tall: int = 0) -> Image.Image:
    """Return where a card of a width is opaque, or so much of it from above."""
    mask = piece(Image.new("RGB", card_size(width)), card_mask(width)).mask
    return mask.crop((0, 0, width, tall)) if tall else mask


@lru_cache(maxsize=4)
def back(width: int) -> Piece:
    """Draw the back of a card."""
    return piece(card_back(width), card_mask(width))
