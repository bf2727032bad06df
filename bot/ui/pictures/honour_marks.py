"""Marks of an honour table's picture: the number of a seat's cards, and the signs before cards that lie apart."""

from __future__ import annotations

from functools import lru_cache

from .arrange import APART, FIGURE, HELD
from .cardface import font
from .drawing import Canvas, box, ring
from .inks import BRASS_DARK, BRASS_LIGHT, INK, IVORY, PAPER, RED
from .marks import made
from .palette import Piece


@lru_cache(maxsize=12)
def held(number: int) -> Piece:
    """Draw the number of cards that a seat has, on a row of cards with their backs to the reader."""
    width, height = HELD

    def paint(canvas: Canvas) -> None:
        for at in (0.0, 8.0):
            canvas.fill(box(at, 0, width - 16, height, 7), PAPER)
            canvas.fill(box(at + 2, 2, width - 20, height - 4, 6), RED)
        canvas.fill(box(16, 0, width - 16, height, 7), BRASS_DARK)
        canvas.fill(box(17.5, 1.5, width - 19, height - 3, 6), IVORY)
        canvas.text(str(number), font(400), (19, (height - FIGURE) / 2, width - 22, FIGURE), INK)

    return made((width, height), box(0, 0, width, height, 7), paint, BRASS_DARK)


@lru_cache(maxsize=1)
def padlock() -> Piece:
    """Draw the sign before cards that have to stay where they lie."""
    width, height = APART
    middle = width / 2

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, width, height, 10), BRASS_DARK)
        canvas.fill(box(2, 2, width - 4, height - 4, 8), IVORY)
        canvas.fill(ring(middle, 24, 10), INK)
        canvas.fill(ring(middle, 24, 5.5), IVORY)
        canvas.fill(box(6, 25, width - 12, 24, 4), INK)
        canvas.disc(middle, 36, 4, BRASS_LIGHT)

    return made(APART, box(0, 0, width, height, 10), paint, BRASS_DARK)


@lru_cache(maxsize=1)
def eye() -> Piece:
    """Draw the sign before cards that lie faced."""
    width, height = APART
    middle, half = width / 2, height / 2

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, width, height, 10), BRASS_DARK)
        canvas.fill(box(2, 2, width - 4, height - 4, 8), IVORY)
        left, right = 4, width - 4
        lids = f"M {left} {half} Q {middle} {half - 22} {right} {half} Q {middle} {half + 22} {left} {half} Z"
        canvas.fill(lids, INK)
        canvas.fill(f"M {left + 5} {half} Q {middle} {half - 14} {right - 5} {half} "
                    f"Q {middle} {half + 14} {left + 5} {half} Z", PAPER)  # fmt: skip
        canvas.disc(middle, half, 6.5, INK)
        canvas.disc(middle - 2, half - 2, 1.8, PAPER)

    return made(APART, box(0, 0, width, height, 10), paint, BRASS_DARK)
