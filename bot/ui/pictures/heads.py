"""The heads and robes of the courts: faces, hair, beards, crowns and caps, and the woven patterns of their robes.

Units are those of a card (200 by 300), the chin at (0, -60). ``facing`` is 1 for a look to the right, -1 to the left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.ui.pictures.drawing import Canvas, Colour, box, ring
from bot.ui.pictures.palette import BLUSH, INK, PAPER, RED, SKIN, YELLOW

Pattern: TypeAlias = Callable[[Canvas, Colour, Colour], None]
"""A function that draws with a first and a second colour over a ground that is painted already."""
_WIDE, _TALL = 84, 72


def _steps(end: int, step: float) -> list[float]:
    count = int(end / step) + 1
    return [k * step for k in range(-count, count + 1)]


def stripes(canvas: Canvas, one: Colour, other: Colour) -> None:
    for x in _steps(_WIDE, 14):
        canvas.fill(box(x - 3.5, -_TALL, 7, 2 * _TALL), one)
        canvas.line(f"M {x - 3.5} -{_TALL} L {x - 3.5} {_TALL} M {x + 3.5} -{_TALL} L {x + 3.5} {_TALL}", INK, 1.0)
        canvas.line(f"M {x + 7} -{_TALL} L {x + 7} {_TALL}", other, 1.6)


def bends(canvas: Canvas, one: Colour, other: Colour) -> None:
    for x in _steps(_WIDE + _TALL, 18):
        canvas.fill((((x, -_TALL), (x + 8, -_TALL), (x + 8 - _TALL, _TALL), (x - _TALL, _TALL)),), one)
        for at in (0, 8):
            canvas.line((((x + at, -_TALL), (x + at - _TALL, _TALL)),), INK, 1.0)
        canvas.line((((x + 13, -_TALL), (x + 13 - _TALL, _TALL)),), other, 1.6)


def chevrons(canvas: Canvas, one: Colour, other: Colour) -> None:
    for y in _steps(_TALL + 20, 15):
        for x in _steps(_WIDE, 24):
            canvas.fill(
                f"M {x - 12} {y} L {x} {y - 9} L {x + 12} {y} L {x + 12} {y + 6} L {x} {y - 3} L {x - 12} {y + 6} Z",
                one,
            )
            canvas.line(f"M {x - 12} {y} L {x} {y - 9} L {x + 12} {y}", INK, 1.0)
            canvas.line(f"M {x - 12} {y + 6} L {x} {y - 3} L {x + 12} {y + 6}", INK, 1.0)
            canvas.disc(x, y + 2.6, 1.5, other)


def lozenges(canvas: Canvas, one: Colour, other: Colour) -> None:
    for row, y in enumerate(_steps(_TALL, 9)):
        for x in _steps(_WIDE, 14):
            shift = 7 * (row % 2)
            canvas.fill(
                f"M {x + shift} {y - 7} L {x + shift + 5.4} {y} L {x + shift} {y + 7} L {x + shift - 5.4} {y} Z",
                one,
                edge=INK,
                width=0.9,
            )
            canvas.disc(x + shift, y, 1.6, other)


def dots(canvas: Canvas, one: Colour, other: Colour) -> None:
    for row, y in enumerate(_steps(_TALL, 11)):
        for x in _steps(_WIDE, 15):
            shift = 7.5 * (row % 2)
            canvas.disc(x + shift, y, 3.8, one, edge=INK, width=0.9)
            canvas.disc(x + shift, y, 1.4, other)


def scales(canvas: Canvas, one: Colour, other: Colour) -> None:
    for row, y in enumerate(_steps(_TALL, 7)):
        for x in _steps(_WIDE, 14):
            shift = 7 * (row % 2)
            canvas.fill(ring(x + shift, y, 7.2, steps=24), one if row % 2 else other, edge=INK, width=1.0)


def checks(canvas: Canvas, one: Colour, other: Colour) -> None:
    for row, y in enumerate(_steps(_TALL, 7)):
        for x in _steps(_WIDE, 14):
            shift = 7 * (row % 2)
            canvas.fill(
                f"M {x + shift} {y - 7} L {x + shift + 7} {y} L {x + shift} {y + 7} L {x + shift - 7} {y} Z",
                one if row % 2 else other,
            )
            canvas.line(f"M {x + shift} {y - 7} L {x + shift + 7} {y} L {x + shift} {y + 7}", INK, 0.8)


def blossoms(canvas: Canvas, one: Colour, other: Colour) -> None:
    for row, y in enumerate(_steps(_TALL, 12)):
        for x in _steps(_WIDE, 17):
            at = x + 8.5 * (row % 2)
            for dx, dy in ((0, -2.7), (2.7, 0), (0, 2.7), (-2.7, 0)):
                canvas.disc(at + dx, y + dy, 2.3, one)
            canvas.disc(at, y, 1.4, other)


def ermine(canvas: Canvas, one: Colour, other: Colour) -> None:  # noqa: ARG001 - fur has one colour
    for row, y in enumerate(_steps(_TALL, 10)):
        for x in _steps(_WIDE, 13):
            at = x + 6.5 * (row % 2)
            canvas.fill(
                f"M {at} {y - 3.4} Q {at + 2.6} {y + 2} {at + 1.4} {y + 4} L {at} {y + 2.4} "
                f"L {at - 1.4} {y + 4} Q {at - 2.6} {y + 2} {at} {y - 3.4} Z",
                one,
            )


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
    canvas.fill(
        "M -14 -58 C -30 -56 -42 -50 -48 -40 L -30 -26 L 0 -32 L 30 -26 L 48 -40 C 42 -50 30 -56 14 -58 L 0 -46 Z",
        colour,
        edge=INK,
        width=LINE,
    )
    canvas.line("M -44 -41 L -29 -30 L 0 -36 L 29 -30 L 44 -41", trim, 2.2)
    canvas.disc(0, -33, 3.6, YELLOW, edge=INK, width=1.1)


LINE = 1.5
"""The width of the outlines."""

_FACE = "M -18 -102 C -20 -82 -17 -67 0 -59 C 17 -67 20 -82 18 -102 Z"
_FACE_LADY = "M -16.5 -102 C -18 -80 -13 -66 0 -59.5 C 13 -66 18 -80 16.5 -102 Z"


def neck(canvas: Canvas) -> None:
    canvas.fill("M -8 -70 C -8 -58 -9 -54 -11 -50 L 11 -50 C 9 -54 8 -58 8 -70 Z", SKIN)
    canvas.line("M -8 -66 C -8 -58 -9 -54 -11 -50 M 8 -66 C 8 -58 9 -54 11 -50", INK, LINE)


def face(canvas: Canvas, facing: int, *, lady: bool = False, brow: Colour = INK) -> None:
    """Draw neck, face and features."""
    neck(canvas)
    canvas.fill(_FACE_LADY if lady else _FACE, SKIN, edge=INK, width=LINE)
    with canvas.at(0, 0, flip=facing < 0):
        for x in (-9.5, 11.0):
            canvas.disc(x, -75.5, 3.2, BLUSH)
        for x in (-6.2, 8.6):
            canvas.fill(f"M {x - 4.2} -85.4 Q {x} -90 {x + 4.2} -85.4 Q {x} -82.6 {x - 4.2} -85.4 Z", PAPER)
            canvas.disc(x + 0.7, -85.9, 1.9, INK)
            canvas.line(f"M {x - 4.4} -85.4 Q {x} -90.4 {x + 4.4} -85.2", INK, 1.3)
            arch = 96.8 if lady else 95.4
            canvas.line(f"M {x - 5.2} -92 Q {x} -{arch} {x + 5} -91.6", brow, 1.2 if lady else 1.7)
        canvas.line("M 2.2 -86.5 Q 2.8 -82 4.9 -77.6 Q 4.4 -75.2 .6 -75.6", INK, 1.2)
        if lady:
            canvas.fill("M -3.4 -69.6 Q -1 -72 1 -70.8 Q 3 -72 5.4 -69.8 Q 1 -65.6 -3.4 -69.6 Z", RED)
        else:
            canvas.line("M -3.6 -69.6 Q 1.2 -68.2 5.6 -70", RED, 2.0)


def profile(canvas: Canvas, facing: int) -> None:
    """Draw a one-eyed head: neck and face seen from the side."""
    neck(canvas)
    with canvas.at(0, 0, flip=facing < 0):
        canvas.fill(
            "M -18 -102 L 12.5 -102 C 13.5 -97 14.5 -95 13.4 -90.5 "
            "C 14 -87 18 -82 20.6 -77.4 C 20.8 -75.4 18 -74.8 15.4 -74.8 "
            "C 15.2 -73.4 17.4 -72.4 17 -70.8 L 14.2 -69.2 "
            "C 16.6 -68.6 16.4 -66.6 14.2 -65.2 C 14.6 -62 15 -60 12 -57.6 "
            "C 8 -55.4 2 -57.4 -4 -60.6 C -12 -65 -18 -74 -18 -90 Z",
            SKIN, edge=INK, width=LINE,
        )  # fmt: skip
        canvas.disc(4.5, -74.5, 3.4, BLUSH)
        canvas.fill("M 4.4 -86 Q 8.6 -90 11.4 -86.8 Q 9.4 -83 4.4 -86 Z", PAPER)
        canvas.disc(9.2, -86.4, 1.9, INK)
        canvas.line("M 4 -85.8 Q 8.4 -90.6 11.8 -87", INK, 1.3)
        canvas.line("M 3.4 -92.4 Q 8 -96 12.4 -93", INK, 1.7)
        canvas.line("M 16.4 -76.4 Q 14.6 -77.6 15 -79.6", INK, 1.0)
        canvas.line("M 9.6 -68.8 L 14.6 -69.2", RED, 2.2)


def profile_hair(canvas: Canvas, facing: int, colour: Colour) -> None:
    """Draw the hair of a head seen from the side: it falls over the ear and rolls up in the neck."""
    with canvas.at(0, 0, flip=facing < 0):
        canvas.fill(
            "M 3 -104 C 3 -97 -1 -95 -2 -88 C -2 -82 -6 -80 -6 -74 C -6 -67 -4 -62 -9 -57 C -15 -51 -31 -52 -32 -62 "
            "C -32 -69 -26 -69 -26 -76 C -29 -88 -27 -102 -14 -107 Z",
            colour, edge=INK, width=LINE,
        )  # fmt: skip
        canvas.line("M -8 -101 C -14 -92 -10 -84 -14 -75 M -16 -102 C -22 -92 -18 -84 -20 -75", INK, 1.0)
        canvas.line("M -25 -62 C -24 -56 -16 -56 -16 -62 C -17 -66 -21 -65 -21 -62", INK, 1.0)


def profile_beard(canvas: Canvas, facing: int, colour: Colour) -> None:
    """Draw the beard and moustache of a king seen from the side."""
    with canvas.at(0, 0, flip=facing < 0):
        canvas.fill(
            "M -16 -88 C -6 -84 -2 -76 6 -73.6 L 16 -74.6 C 20 -73 18 -70.6 15 -69.4 L 15.6 -65 C 18 -56 18 -46 22 -38 "
            "C 8 -38 -4 -46 -10 -58 C -14 -66 -17 -76 -16 -88 Z",
            colour, edge=INK, width=LINE,
        )  # fmt: skip
        canvas.line("M 8 -69.6 L 15 -69.2", RED, 2.2)
        canvas.line(
            "M -4 -70 C 0 -58 6 -50 14 -43 M 3 -66 C 5 -58 9 -52 16 -45 M 9.6 -63 C 10 -57 13 -52 17 -48", INK, 1.0
        )


def beard(canvas: Canvas, colour: Colour, style: str) -> None:
    """Draw a king's beard and moustache: ``full``, ``forked``, ``pointed`` or ``square``."""
    shapes = {
        "full": "M -18.6 -90 C -21 -70 -17 -48 0 -42 C 17 -48 21 -70 18.6 -90 "
        "C 16 -78 10 -73 1 -73 C -9 -73 -16 -78 -18.6 -90 Z",
        "forked": "M -18.6 -90 C -23 -68 -19 -48 -9 -39 C -8 -46 -4 -49 0 -50 "
        "C 4 -49 8 -46 9 -39 C 19 -48 23 -68 18.6 -90 "
        "C 16 -78 10 -73 1 -73 C -9 -73 -16 -78 -18.6 -90 Z",
        "pointed": "M -18.6 -90 C -19 -72 -13 -56 0 -36 C 13 -56 19 -72 18.6 -90 "
        "C 16 -78 10 -73 1 -73 C -9 -73 -16 -78 -18.6 -90 Z",
        "square": "M -18.6 -90 C -21 -72 -19 -52 -16 -46 Q 0 -40 16 -46 "
        "C 19 -52 21 -72 18.6 -90 C 16 -78 10 -73 1 -73 C -9 -73 -16 -78 -18.6 -90 Z",
    }
    canvas.fill(shapes[style], colour, edge=INK, width=LINE)
    for x in (-11.5, -6, 6, 11.5):
        canvas.line(f"M {x} -66 Q {x * 0.9} -58 {x * 0.62} -51", INK, 1.0)
    canvas.line("M 0 -64 L 0 -52", INK, 1.0)
    canvas.fill("M -4 -67.6 Q 1 -71 6 -67.8 Q 1 -63.4 -4 -67.6 Z", RED)
    for side in (False, True):
        with canvas.at(1, 0, flip=side):
            canvas.fill(
                "M -.5 -74.6 C 5 -76 9 -71 15.5 -74.5 C 13 -66.6 4 -67 -.5 -70.6 Z", colour, edge=INK, width=1.2
            )


def curls(canvas: Canvas, colour: Colour, *, long: bool = False) -> None:
    """Draw a king's or a knave's hair: a roll at each side of the face."""
    for side in (False, True):
        with canvas.at(0, 0, flip=side):
            end = -52 if long else -60
            canvas.fill(
                f"M 15 -104 C 26 -102 29 -86 26.5 -74 C 34 -72 34 {end} 25 {end} "
                f"C 17 {end} 15 -66 18 -72 C 17 -84 17 -94 15 -104 Z",
                colour, edge=INK, width=LINE,
            )  # fmt: skip
            canvas.line(
                f"M 20 -98 C 24 -90 23 -80 21.4 -74 M 27.6 -64 C 27.4 {end - 8} 21 {end - 9} 21.6 -63", INK, 1.0
            )


def tresses(canvas: Canvas, colour: Colour) -> None:
    """Draw a queen's long hair behind her face."""
    for side in (False, True):
        with canvas.at(0, 0, flip=side):
            canvas.fill(
                "M 0 -108 C 20 -110 26 -94 24 -80 C 23 -70 30 -62 30 -50 "
                "C 29 -42 20 -40 14 -44 C 10 -52 15 -62 15 -72 L 0 -90 Z",
                colour, edge=INK, width=LINE,
            )  # fmt: skip
            canvas.line("M 19 -84 C 18 -70 25 -60 23.6 -47 M 22.6 -68 C 22 -62 20 -56 19.4 -48", INK, 1.0)


def parting(canvas: Canvas, colour: Colour) -> None:
    """Draw a queen's hair over her brow."""
    canvas.fill(
        "M 0 -104 C -2 -96 -10 -93 -17 -82 C -22 -94 -19 -106 0 -108 C 19 -106 22 -94 17 -82 C 10 -93 2 -96 0 -104 Z",
        colour, edge=INK, width=LINE,
    )  # fmt: skip


def crown(canvas: Canvas, style: str, velvet: Colour, jewel: Colour) -> None:
    """Draw a king's crown: ``arched``, ``points``, ``lilies`` or ``towers``."""
    if style == "arched":
        canvas.fill("M -20 -104 C -32 -128 -12 -132 0 -124 C 12 -132 32 -128 20 -104 Z", velvet, edge=INK, width=LINE)
        canvas.fill("M -4 -104 L -3 -126 L 3 -126 L 4 -104 Z", YELLOW, edge=INK, width=1.1)
        canvas.line("M -20 -104 C -33 -128 -12 -133 0 -124 C 12 -133 33 -128 20 -104", YELLOW, 4.2)
        canvas.line("M -22 -104 C -36 -130 -12 -135 0 -126 C 12 -135 36 -130 22 -104", INK, 1.1)
        canvas.disc(0, -128, 3.6, jewel, edge=INK, width=1.1)
    elif style == "points":
        canvas.fill("M -18 -102 L -18 -116 Q 0 -124 18 -116 L 18 -102 Z", velvet, edge=INK, width=LINE)
        canvas.fill(
            "M -22 -101 L -27 -124 L -15.5 -112 L -11 -130 L -4.5 -113 "
            "L 0 -132 L 4.5 -113 L 11 -130 L 15.5 -112 L 27 -124 L 22 -101 Z",
            YELLOW, edge=INK, width=LINE,
        )  # fmt: skip
        for x, y in ((-27.0, -124.0), (-11.0, -129.0), (0.0, -131.0), (11.0, -129.0), (27.0, -124.0)):
            canvas.disc(x, y, 2.4, jewel, edge=INK, width=0.9)
    elif style == "lilies":
        canvas.fill(
            "M -20 -101 C -24 -112 -24 -118 -20 -122 L 20 -122 C 24 -118 24 -112 20 -101 Z",
            velvet,
            edge=INK,
            width=LINE,
        )
        for x in (-20.0, 0.0, 20.0):
            with canvas.at(x * 1.04, -111 if x else -113, turn=x * 0.5):
                canvas.fill(
                    "M -3 8 C -5 2 -11 4 -9 -3 C -7 -6 -4 -4 -3.6 -1 C -5 -8 -3 -13 0 -17 C 3 -13 5 -8 3.6 -1 "
                    "C 4 -4 7 -6 9 -3 C 11 4 5 2 3 8 Z",
                    YELLOW, edge=INK, width=1.1,
                )  # fmt: skip
    else:
        canvas.fill("M -17 -102 L -17 -120 Q 0 -130 17 -120 L 17 -102 Z", velvet, edge=INK, width=LINE)
        for x in (-20, -6.7, 6.7, 20):
            canvas.fill(
                f"M {x - 4.6} -101 L {x * 1.12 - 4.6} -121 Q {x * 1.14} -130 {x * 1.12 + 4.6} -121 L {x + 4.6} -101 Z",
                YELLOW,
                edge=INK,
                width=1.2,
            )
            canvas.disc(x * 1.08, -117, 1.9, jewel)
    canvas.fill("M -23 -107 Q 0 -102 23 -107 L 21.5 -97 Q 0 -92 -21.5 -97 Z", YELLOW, edge=INK, width=LINE)
    for x, y in ((-15, -100.6), (-5, -99.4), (5, -99.4), (15, -100.6)):
        canvas.disc(x, y, 2.1, jewel if abs(x) < 10 else velvet, edge=INK, width=0.7)


def coronet(canvas: Canvas, style: str, velvet: Colour, jewel: Colour) -> None:
    """Draw a queen's crown: ``pearls``, ``hearts``, ``fan`` or ``trefoils``."""
    if style == "pearls":
        canvas.fill(
            "M -17 -105 L -20 -120 L -9 -112 L 0 -126 L 9 -112 L 20 -120 L 17 -105 Z", YELLOW, edge=INK, width=LINE
        )
        for x, y in ((-20.0, -121.0), (0.0, -127.0), (20.0, -121.0)):
            canvas.disc(x, y, 3.2, PAPER, edge=INK, width=1.1)
        canvas.disc(0, -114, 2.6, jewel, edge=INK, width=0.8)
    elif style == "hearts":
        canvas.fill(
            "M -17 -105 C -30 -120 -12 -128 -6 -116 C -10 -132 10 -132 6 -116 C 12 -128 30 -120 17 -105 Z",
            YELLOW,
            edge=INK,
            width=LINE,
        )
        canvas.fill(
            "M -13 -107 C -20 -116 -12 -120 -9 -111 Z M 13 -107 "
            "C 20 -116 12 -120 9 -111 Z M -4 -108 C -7 -126 7 -126 4 -108 Z",
            velvet,
            edge=INK,
            width=0.9,
        )
    elif style == "fan":
        canvas.fill(
            "M -18 -105 C -25 -112 -25 -119 -20 -122 Q 0 -136 20 -122 C 25 -119 25 -112 18 -105 Z",
            velvet,
            edge=INK,
            width=LINE,
        )
        for x in (-20, -10.5, 0, 10.5, 20):
            y = -122 - (20 - abs(x)) * 0.38
            canvas.line(f"M {x * 0.72} -106 L {x} {y}", YELLOW, 2.2)
            canvas.disc(x, y, 2.7, YELLOW, edge=INK, width=1.0)
    else:
        for x in (-16, 0, 16):
            for dx, dy in ((0, -6), (-4.4, 0), (4.4, 0)):
                canvas.disc(x * 1.05 + dx, -115 - (4 if not x else 0) + dy, 3.6, YELLOW, edge=INK, width=1.1)
            canvas.fill(box(x * 1.05 - 1.8, -117, 3.6, 12), YELLOW)
            canvas.disc(x * 1.05, -116 - (4 if not x else 0), 1.6, velvet)
    canvas.fill("M -19 -108 Q 0 -103.5 19 -108 L 17.6 -99.5 Q 0 -95.5 -17.6 -99.5 Z", YELLOW, edge=INK, width=LINE)
    for x, y in ((-11.5, -102.8), (0, -101.6), (11.5, -102.8)):
        canvas.disc(x, y, 2.0, jewel if x else velvet, edge=INK, width=0.7)


def cap(canvas: Canvas, style: str, colour: Colour, trim: Colour, plume: Colour) -> None:
    """Draw a knave's cap with its feather: ``beret``, ``flat``, ``turned`` or ``slashed``."""
    feather = (
        "M 6 -108 C 16 -128 34 -134 46 -124 C 40 -122 44 -118 38 -114 C 34 -116 32 -108 24 -108 Q 14 -104 8 -104 Z"
    )
    quill = "M 8 -105 C 18 -118 28 -124 42 -124"
    if style == "beret":
        canvas.fill("M -22 -103 C -38 -112 -28 -130 -4 -129 C 22 -130 32 -114 22 -103 Z", colour, edge=INK, width=LINE)
        canvas.line("M -12 -106 Q -16 -118 -4 -127 M 10 -106 Q 14 -118 4 -127", INK, 1.0)
        canvas.fill("M -23 -105 Q 0 -100 23 -105 L 22 -97 Q 0 -92 -22 -97 Z", trim, edge=INK, width=LINE)
    elif style == "flat":
        canvas.fill("M -18 -104 C -22 -122 -12 -128 0 -128 C 12 -128 22 -122 18 -104 Z", colour, edge=INK, width=LINE)
        canvas.fill(
            "M -30 -108 Q 0 -116 30 -108 Q 33 -102 27 -99 Q 0 -107 -27 -99 Q -33 -102 -30 -108 Z",
            trim,
            edge=INK,
            width=LINE,
        )
    elif style == "turned":
        canvas.fill("M -19 -100 C -24 -120 -10 -130 4 -129 C 20 -128 24 -112 19 -100 Z", colour, edge=INK, width=LINE)
        canvas.fill(
            "M -25 -112 C -12 -104 10 -103 26 -114 L 22 -97 C 8 -91 -10 -91 -22 -97 Z", trim, edge=INK, width=LINE
        )
        canvas.line("M -20 -105 C -8 -98 8 -98 21 -106", INK, 1.0)
    else:
        canvas.fill(
            "M -21 -101 L -28 -118 Q -14 -126 -9 -122 Q 0 -134 9 -122 Q 14 -126 28 -118 L 21 -101 Z",
            colour,
            edge=INK,
            width=LINE,
        )
        canvas.line("M -12 -104 L -10 -120 M 0 -103 L 0 -126 M 12 -104 L 10 -120", trim, 2.4)
        canvas.fill("M -23 -105 Q 0 -100 23 -105 L 22 -97 Q 0 -92 -22 -97 Z", trim, edge=INK, width=LINE)
    with canvas.at(0, 0, flip=True):
        canvas.fill(feather, plume, edge=INK, width=LINE)
        canvas.line(quill, INK, 1.0)
        canvas.disc(9, -104.4, 3.2, YELLOW, edge=INK, width=1.0)
