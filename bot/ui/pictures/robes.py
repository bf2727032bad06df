"""The robes of the courts.

Units are those of a card (200 by 300) with the origin in its middle; the shoulders begin at -58.
"""

from __future__ import annotations

from .drawing import Canvas, Colour, box
from .heads import LINE
from .inks import INK, PAPER, SKIN, YELLOW
from .patterns import Pattern, ermine

_BODY = (
    "M -12 -58 C -36 -55 -66 -50 -78 -34 C -84 -24 -86 10 -86 40 L 86 40 C 86 10 84 -24 78 -34 C 66 -50 36 -55 12 -58 Z"
)
_CAPE = (
    "M -14 -60 C -38 -58 -66 -50 -78 -30 C -62 -18 -40 -18 -24 -30 L 0 -12 "
    "L 24 -30 C 40 -18 62 -18 78 -30 C 66 -50 38 -58 14 -60 L 0 -42 Z"
)


def robe(canvas: Canvas, ground: Colour, one: Colour, other: Colour, pattern: Pattern) -> None:
    """Draw shoulders and body in a woven pattern."""
    with canvas.inside(_BODY):
        canvas.fill(box(-90, -80, 180, 160), ground)
        pattern(canvas, one, other)
    canvas.line(_BODY, INK, LINE + 0.4, closed=True)


def panel(canvas: Canvas, ground: Colour, one: Colour, other: Colour, pattern: Pattern, *, width: float = 17) -> None:
    """Draw the front of the robe, bordered with gold."""
    shape = f"M {-width + 4} -56 L {width - 4} -56 L {width} 40 L {-width} 40 Z"
    with canvas.inside(shape):
        canvas.fill(box(-90, -80, 180, 160), ground)
        pattern(canvas, one, other)
    for side in (-1, 1):
        edge = f"M {side * (width - 4)} -56 L {side * width} 40"
        canvas.line(edge, INK, 6.4)
        canvas.line(edge, YELLOW, 3.8)


def cape(canvas: Canvas) -> None:
    """Draw a king's cape of ermine."""
    with canvas.inside(_CAPE):
        canvas.fill(box(-90, -80, 180, 160), PAPER)
        ermine(canvas, INK, INK)
    canvas.line(_CAPE, INK, LINE + 0.3, closed=True)


def lace(canvas: Canvas, colour: Colour, jewel: Colour) -> None:
    """Draw a queen's neckline, collar and necklace."""
    canvas.fill("M -10 -56 L 10 -56 L 22 -44 L 0 -22 L -22 -44 Z", SKIN, edge=INK, width=LINE)
    for side in (False, True):
        with canvas.at(0, 0, flip=side):
            canvas.fill(
                "M 8 -60 C 22 -62 40 -54 48 -44 C 40 -40 38 -34 30 -34 C 24 -28 12 -22 0 -12 L 0 -22 L 20 -44 Z",
                colour,
                edge=INK,
                width=LINE,
            )
            for x, y in ((38.0, -44.0), (29.0, -39.0), (20.0, -33.0), (10.0, -25.0)):
                canvas.disc(x, y, 2.0, INK)
                canvas.disc(x, y, 1.0, PAPER)
    for x, y in ((-11.4, -46.5), (-6.4, -42.4), (0, -40.8), (6.4, -42.4), (11.4, -46.5)):
        canvas.disc(x, y, 2.0, PAPER, edge=INK, width=0.8)
    canvas.fill("M 0 -39.4 L 3 -33.8 L 0 -28 L -3 -33.8 Z", jewel, edge=INK, width=0.9)


def collar(canvas: Canvas, colour: Colour, trim: Colour) -> None:
    """Draw a knave's collar."""
    canvas.fill(
        "M -14 -58 C -30 -56 -42 -50 -48 -40 L -30 -26 L 0 -32 L 30 -26 L 48 -40 C 42 -50 30 -56 14 -58 L 0 -46 Z",
        colour,
        edge=INK,
        width=LINE,
    )
    canvas.line("M -44 -41 L -29 -30 L 0 -36 L 29 -30 L 44 -41", trim, 2.2)
    canvas.disc(0, -33, 3.6, YELLOW, edge=INK, width=1.1)
