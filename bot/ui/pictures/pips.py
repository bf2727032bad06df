"""The four suit signs as outlines."""

from __future__ import annotations

from bot.engine import Suit
from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES

from .drawing import Canvas, Colour, ring
from .inks import CLUB_GREEN, DIAMOND_BLUE, INK, RED

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


def pip(canvas: Canvas, suit: Suit, x: float, y: float, size: float, colour: Colour, *, turn: float = 0.0) -> None:
    """Draw a suit sign of a size around a point."""
    with canvas.at(x, y, size=size, turn=turn):
        draw_pip(canvas, suit, colour)
