"""What lies on the table besides cards: badges, the dealer's button, dials, plates, the sign of trumps."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.engine import Suit
from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, NO_SUIT, SPADES

from .cardface import font
from .drawing import Canvas, Colour, Shape, box, ring
from .inks import BLUE, BRASS, BRASS_DARK, BRASS_LIGHT, EDGE, INK, IVORY, PAPER, RED, SEATS, WOOD_DARK, mix
from .pips import pip, suit_colour


class Piece(NamedTuple):
    """A small picture and where it is opaque."""

    image: Image.Image
    mask: Image.Image


def _piece(
    units: tuple[float, float], scale: float, silhouette: Shape, paint: Callable[[Canvas], None], edge: Colour
) -> Piece:
    size = (round(units[0] * scale), round(units[1] * scale))
    canvas, mask = Canvas(units, size, edge), Canvas(units, size, (0, 0, 0))
    paint(canvas)
    mask.fill(silhouette, (255, 255, 255))
    return Piece(canvas.finished(), mask.finished().getchannel(0))


@lru_cache(maxsize=32)
def badge(seat: int, scale: int, *, lit: bool = False, small: bool = False) -> Piece:
    """Draw a seat's number on its colour; lit with brass where the seat is on move; small ones lie on cards."""
    colour = SEATS[seat]

    def paint(canvas: Canvas) -> None:
        canvas.disc(16, 16, 16, BRASS_LIGHT if lit else INK)
        if lit:
            canvas.disc(16, 16, 14.2, BRASS_DARK)
        canvas.disc(16, 16, 12.6, colour, edge=PAPER, width=1.8)
        canvas.text(str(seat + 1), font(80), (8, 9.4, 16, 13.2), PAPER if seat != 3 else INK)

    r = 16 if lit else 14
    return _piece((32, 32), scale * (0.68 if small else 0.875), ring(16, 16, r), paint, INK)


@lru_cache(maxsize=4)
def dealer_button(scale: int) -> Piece:
    """Draw the dealer's button."""

    def paint(canvas: Canvas) -> None:
        canvas.disc(10, 10, 10, BRASS_DARK)
        canvas.disc(10, 10, 8.8, IVORY)
        canvas.text("D", font(80), (4, 5, 12, 10), INK)

    return _piece((20, 20), scale, ring(10, 10, 10), paint, BRASS_DARK)


@lru_cache(maxsize=8)
def seven_tag(suit: Suit, scale: int, *, four_colour: bool, small: bool = False) -> Piece:
    """Draw the tag of a seven that its player has shown and still holds; a small one is as high as a badge."""
    colour = suit_colour(suit, four_colour=four_colour)

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, 26, 38, 5), BRASS_DARK)
        canvas.fill(box(1, 1, 24, 36, 4), BRASS_LIGHT)
        canvas.fill(box(3, 3, 20, 32, 3), PAPER)
        canvas.text("7", font(80), (6, 5.5, 14, 14), colour)
        pip(canvas, suit, 13, 26.5, 12.5, colour)

    return _piece((26, 38), scale * (0.74 if small else 1), box(0, 0, 26, 38, 5), paint, BRASS_DARK)


@lru_cache(maxsize=4)
def pin(scale: int) -> Piece:
    """Draw the brass pin on the cards of an announced combination: a star."""

    def paint(canvas: Canvas) -> None:
        canvas.disc(8, 8, 8, BRASS_DARK)
        canvas.disc(8, 8, 7, BRASS_LIGHT)
        for step in range(5):
            with canvas.at(8, 8, turn=72 * step):
                canvas.fill("M 0 -5.6 L 1.9 -1.6 L 0 1 L -1.9 -1.6 Z", INK)

    return _piece((16, 16), scale, ring(8, 8, 8), paint, BRASS_DARK)


@lru_cache(maxsize=64)
def dial(digit: int, diameter: int) -> Piece:
    """Draw a dial of the marker, its hand on a digit.

    Args:
        digit: 0 to 9.
        diameter: In pixels.
    """

    def paint(canvas: Canvas) -> None:
        canvas.disc(50, 50, 50, BRASS_DARK)
        canvas.disc(50, 50, 48, BRASS)
        canvas.disc(50, 50, 43, IVORY)
        for number in range(10):
            with canvas.at(50, 50, turn=36 * number), canvas.at(0, -32, turn=-36 * number):
                chosen = number == digit
                canvas.text(str(number), font(80), (-8, -8, 16, 16), RED if chosen else INK)
        with canvas.at(50, 50, turn=36 * digit):
            canvas.fill("M -4 13 L -2.6 -17 L 0 -22 L 2.6 -17 L 4 13 Q 0 17 -4 13 Z", BLUE)
        canvas.disc(50, 50, 5.6, BRASS)

    return _piece((100, 100), diameter / 100, ring(50, 50, 50, steps=72), paint, BRASS_DARK)


@lru_cache(maxsize=96)
def plate(number: int, width: int, scale: int) -> Piece:
    """Engrave a score on an ivory plate of a width in units."""

    def paint(canvas: Canvas) -> None:
        canvas.fill(box(0, 0, width, 26, 5), BRASS_DARK)
        canvas.fill(box(1, 1, width - 2, 24, 4.4), BRASS_LIGHT)
        canvas.fill(box(2.4, 2.4, width - 4.8, 21.2, 3.6), IVORY)
        canvas.text(str(number), font(80), (5, 5.4, width - 10, 15.2), INK)

    return _piece((width, 26), scale, box(0, 0, width, 26, 5), paint, BRASS_DARK)


@lru_cache(maxsize=32)
def pegs(count: int, holes: int, scale: int) -> Piece:
    """Set brass pegs for the thousands into a row of holes."""
    holes = max(holes, count)

    def paint(canvas: Canvas) -> None:
        for hole in range(holes):
            x = 6 + 11 * hole
            canvas.disc(x, 6, 4.6, WOOD_DARK)
            if hole < count:
                canvas.disc(x, 6, 4.4, BRASS, edge=BRASS_DARK, width=1.0)
                canvas.disc(x - 1.2, 4.8, 1.4, BRASS_LIGHT)

    silhouette = [ring(6 + 11 * hole, 6, 4.6)[0] for hole in range(holes)]
    return _piece((11 * holes + 1, 12), scale, silhouette, paint, WOOD_DARK)


@lru_cache(maxsize=64)
def counter(number: int, scale: int) -> Piece:
    """Draw the count of the stock on a round tag."""

    def paint(canvas: Canvas) -> None:
        canvas.disc(16, 16, 16, BRASS_DARK)
        canvas.disc(16, 16, 14.8, BRASS_LIGHT)
        canvas.disc(16, 16, 13.2, IVORY)
        canvas.text(str(number), font(80), (4.6, 9, 22.8, 14), INK)

    return _piece((32, 32), scale, ring(16, 16, 16), paint, BRASS_DARK)


@lru_cache(maxsize=16)
def trump_sign(suit: Suit, scale: int, *, four_colour: bool) -> Piece:
    """Draw the sign of trumps on a medal; before trumps are made, all four suits small and pale."""

    def paint(canvas: Canvas) -> None:
        canvas.disc(40, 40, 40, BRASS_DARK)
        canvas.disc(40, 40, 38.6, BRASS_LIGHT)
        canvas.disc(40, 40, 34, PAPER, edge=BRASS_DARK, width=1.2)
        if suit != NO_SUIT:
            pip(canvas, suit, 40, 40.5, 42, suit_colour(suit, four_colour=four_colour))
            return
        for each, x, y in ((SPADES, -11, -11), (HEARTS, 11, -11), (CLUBS, 11, 11), (DIAMONDS, -11, 11)):
            pip(canvas, each, 40 + x, 40 + y, 17, mix(PAPER, INK, 0.35))

    return _piece((80, 80), scale * 0.8, ring(40, 40, 40, steps=72), paint, BRASS_DARK)


@lru_cache(maxsize=8)
def pile_edge(width: int, layers: int) -> Piece:
    """Draw the edges of the cards below the uppermost one of a pile."""
    height = width * 3 // 2
    step = 2
    units = (float(width + layers * step), float(height + layers * step))

    def paint(canvas: Canvas) -> None:
        for layer in range(layers, 0, -1):
            canvas.fill(
                box(layer * step + 0.5, layer * step + 0.5, width - 1, height - 1, width * 0.065),
                PAPER,
                edge=EDGE,
                width=1.0,
            )

    silhouette = [box(layer * step, layer * step, width, height, width * 0.065)[0] for layer in range(1, layers + 1)]
    return _piece(units, 1.0, silhouette, paint, EDGE)
