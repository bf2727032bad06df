"""What the courts hold, at their left hand: upright around x = 56, held at y = -32."""

from __future__ import annotations

from .drawing import Canvas, box
from .inks import BLUE, INK, LEAF, PAPER, RED, STEEL, YELLOW

_LINE = 1.3


def sword(canvas: Canvas) -> None:
    """Draw a broad sword, point up."""
    canvas.fill("M 51.5 -50 L 52.5 -86 L 56 -94 L 59.5 -86 L 60.5 -50 Z", STEEL, edge=INK, width=_LINE)
    canvas.line("M 56 -88 L 56 -50", INK, 0.9)
    canvas.fill(box(54, -50, 4, 40), RED, edge=INK, width=_LINE)
    canvas.fill("M 43 -53 Q 56 -48 69 -53 L 69 -47.5 Q 56 -43 43 -47.5 Z", YELLOW, edge=INK, width=_LINE)
    canvas.disc(56, -9, 4.6, YELLOW, edge=INK, width=_LINE)


def rapier(canvas: Canvas) -> None:
    """Draw a slender sword with a basket."""
    canvas.fill("M 54 -50 L 55 -88 L 56 -94 L 57 -88 L 58 -50 Z", STEEL, edge=INK, width=1.1)
    canvas.fill(box(54.4, -50, 3.2, 38), INK)
    canvas.fill("M 46 -50 C 46 -42 66 -42 66 -50 Z", YELLOW, edge=INK, width=_LINE)
    canvas.line("M 66 -50 C 70 -36 66 -22 57 -14", INK, 3.6)
    canvas.line("M 66 -50 C 70 -36 66 -22 57 -14", YELLOW, 1.8)
    canvas.disc(56, -11, 3.8, YELLOW, edge=INK, width=_LINE)


def sceptre(canvas: Canvas) -> None:
    """Draw a sceptre with a lily."""
    canvas.fill(box(54, -76, 4, 90), YELLOW, edge=INK, width=_LINE)
    canvas.disc(56, -58, 3.6, RED, edge=INK, width=1.0)
    canvas.fill("M 51 -74 L 61 -74 L 60 -69 L 52 -69 Z", YELLOW, edge=INK, width=1.1)
    canvas.fill(
        "M 53 -74 C 51 -79 44 -77 45 -84 C 48 -88 51 -85 52 -82 C 50 -88 53 -92 56 -96 C 59 -92 62 -88 60 -82 "
        "C 61 -85 64 -88 67 -84 C 68 -77 61 -79 59 -74 Z",
        YELLOW, edge=INK, width=_LINE,
    )  # fmt: skip


def orb(canvas: Canvas) -> None:
    """Draw an orb with a cross, carried on the hand."""
    canvas.fill(
        "M 54 -66 L 54 -74 L 48 -74 L 48 -79 L 54 -79 L 54 -86 L 58 -86 L 58 -79 L 64 -79 L 64 -74 L 58 -74 L 58 -66 Z",
        YELLOW,
        edge=INK,
        width=_LINE,
    )
    canvas.disc(56, -53, 14, BLUE, edge=INK, width=_LINE)
    canvas.fill("M 42.4 -55 Q 56 -49 69.6 -55 L 69.6 -50 Q 56 -44 42.4 -50 Z", YELLOW, edge=INK, width=1.0)
    canvas.fill("M 53.6 -66.6 L 58.4 -66.6 L 58 -52 L 54 -52 Z", YELLOW, edge=INK, width=1.0)
    canvas.line("M 47 -58 Q 48 -62 51 -64", PAPER, 2.0)


def axe(canvas: Canvas) -> None:
    """Draw a battle axe."""
    with canvas.at(112, 0, flip=True):
        canvas.fill(box(54, -88, 4, 100), RED, edge=INK, width=_LINE)
        canvas.fill(
            "M 58 -82 C 64 -84 66 -88 69 -91 C 74 -80 74 -68 69 -58 C 66 -62 64 -65 58 -67 Z",
            STEEL,
            edge=INK,
            width=_LINE,
        )
        canvas.fill("M 54 -79 L 46 -75 L 54 -70 Z", STEEL, edge=INK, width=_LINE)
        canvas.fill(box(52.6, -83, 6.8, 3.6), YELLOW, edge=INK, width=1.0)
        canvas.fill(box(52.6, -69, 6.8, 3.6), YELLOW, edge=INK, width=1.0)
        canvas.disc(56, -90, 3.4, YELLOW, edge=INK, width=1.0)


def halberd(canvas: Canvas) -> None:
    """Draw a halberd with a tassel."""
    with canvas.at(112, 0, flip=True):
        canvas.fill(box(54.2, -80, 3.6, 92), YELLOW, edge=INK, width=_LINE)
        canvas.fill("M 53 -78 L 56 -96 L 59 -78 Z", STEEL, edge=INK, width=_LINE)
        canvas.fill("M 58 -80 C 66 -80 70 -76 72 -70 C 68 -66 64 -64 58 -64 Z", STEEL, edge=INK, width=_LINE)
        canvas.fill("M 54 -77 L 44 -72 L 48 -68 L 54 -67 Z", STEEL, edge=INK, width=_LINE)
        canvas.fill("M 52 -62 L 60 -62 L 62 -50 L 56 -53 L 50 -50 Z", RED, edge=INK, width=1.1)


def arrow(canvas: Canvas) -> None:
    """Draw an arrow, point up."""
    canvas.fill(box(54.6, -82, 2.8, 94), YELLOW, edge=INK, width=1.1)
    canvas.fill("M 56 -96 L 64 -78 L 56 -82 L 48 -78 Z", STEEL, edge=INK, width=_LINE)
    for y in (-16, -9, -2):
        canvas.fill(
            f"M 56 {y} L 64 {y + 7} L 64 {y + 12} L 56 {y + 6} L 48 {y + 12} L 48 {y + 7} Z", RED, edge=INK, width=1.0
        )


def _stalk(canvas: Canvas) -> None:
    canvas.line("M 56 -70 C 54 -56 58 -40 56 -12", INK, 4.0)
    canvas.line("M 56 -70 C 54 -56 58 -40 56 -12", LEAF, 2.4)
    canvas.fill("M 56 -52 C 62 -60 68 -58 70 -60 C 70 -52 64 -46 56 -48 Z", LEAF, edge=INK, width=1.0)
    canvas.fill("M 55.6 -46 C 50 -54 46 -52 43 -54 C 43 -46 49 -41 56 -43 Z", LEAF, edge=INK, width=1.0)


def rose(canvas: Canvas) -> None:
    """Draw a rose."""
    _stalk(canvas)
    for x, y in ((0, -8), (7.6, -2.5), (4.7, 6.5), (-4.7, 6.5), (-7.6, -2.5)):
        canvas.disc(56 + x, -78 + y, 6.4, RED, edge=INK, width=1.1)
    canvas.disc(56, -78, 5.0, RED)
    canvas.disc(56, -78, 4.4, YELLOW, edge=INK, width=1.0)


def lily(canvas: Canvas) -> None:
    """Draw a lily."""
    _stalk(canvas)
    for turn in (-58, 58, -30, 30, 0):
        with canvas.at(56, -68, turn=turn):
            canvas.fill("M 0 0 C -7 -8 -6 -18 0 -26 C 6 -18 7 -8 0 0 Z", PAPER, edge=INK, width=1.2)
            canvas.line("M 0 -4 L 0 -16", RED, 1.2)
    canvas.disc(56, -68, 3.6, YELLOW, edge=INK, width=1.0)


def fan(canvas: Canvas) -> None:
    """Draw an open fan."""
    for blade in range(-4, 5):
        with canvas.at(56, -46, turn=blade * 10, size=0.92):
            canvas.fill(
                "M -1.4 0 L -5.4 -40 Q 0 -45 5.4 -40 L 1.4 0 Z", YELLOW if blade % 2 else RED, edge=INK, width=1.0
            )
            canvas.disc(0, -36, 2.0, BLUE if blade % 2 else YELLOW)
    canvas.fill(box(54.4, -48, 3.2, 26), YELLOW, edge=INK, width=1.0)


def leaf(canvas: Canvas) -> None:
    """Draw a great leaf on a stalk."""
    canvas.line("M 56 -60 L 56 10", INK, 4.4)
    canvas.line("M 56 -60 L 56 10", LEAF, 2.6)
    canvas.fill(
        "M 56 -96 C 66 -88 70 -78 66 -68 C 64 -60 59 -58 56 -52 C 53 -58 48 -60 46 -68 C 42 -78 46 -88 56 -96 Z",
        LEAF,
        edge=INK,
        width=_LINE,
    )
    canvas.line(
        "M 56 -90 L 56 -56 M 56 -80 L 62 -86 M 56 -80 L 50 -86 M 56 -70 "
        "L 64 -78 M 56 -70 L 48 -78 M 56 -62 L 62 -68 M 56 -62 L 50 -68",
        YELLOW,
        1.2,
    )
