"""Woven patterns for the robes of the courts; each covers an area around the origin, and the canvas cuts it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.ui.pictures.drawing import Canvas, Colour, box, ring
from bot.ui.pictures.palette import INK

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
