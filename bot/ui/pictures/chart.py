"""Curves, and the chart of a game's course: each side's points by trick through all deals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.engine import Game
from bot.ui.pictures.drawing import Colour
from bot.ui.pictures.palette import BRASS_LIGHT, INK, SEATS
from bot.ui.pictures.pen import width_of
from bot.ui.pictures.sheet import BAND, FAINT, GRID, blank, box, index_of, packed, write
from bot.ui.text.scoring import unit_of

HEIGHT = 700
LEFT, RIGHT, TOP, BOTTOM = 190, 868, 40, 610
_SIZE: Final = 58
"""Type size at which a figure is 38 pixels high, 11 where the picture is shown 330 wide."""
LINE: Final = 66
"""The least distance between two labels, one below the other."""
_STROKE: Final = 10
_SCALES: Final = (50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)
_NEAR: Final = 1.25
"""How many times the points that were reached the target may be, to be in the chart; else it would be mostly empty."""
_MOST_LINES: Final = 5
"""Most lines of the grid; more would leave no room for their numbers."""


def step_of(span: int) -> int:
    """Return the distance between the lines of a grid over a number of points."""
    return next((each for each in _SCALES if span // each <= _MOST_LINES), _SCALES[-1])


def line(pen: ImageDraw.ImageDraw, at: Sequence[tuple[int, int]], colour: Colour, stroke: int = _STROKE) -> None:
    """Draw a line that rises in steps, as points come at once."""
    half, fill = stroke // 2, index_of(colour)
    begun, level = at[0]
    for x, y in at[1:]:
        if y != level or (x, y) == at[-1]:
            pen.rectangle((begun - half, level - half, x + half, level + half), fill=fill)
            pen.rectangle((x - half, min(y, level) - half, x + half, max(y, level) + half), fill=fill)
            begun, level = x, y


def _plate(picture: Image.Image, text: str, colour: Colour, middle: int) -> None:
    """Write a side's final points on a plate of its colour."""
    wide, left, half = width_of(text, _SIZE), RIGHT + 20, LINE // 2 - 3
    box(picture, (left, middle - half, left + wide + 28, middle + half), colour, 14)
    write(picture, (left + 14, middle), text, _SIZE, INK, colour)


def _number(picture: Image.Image, text: str, ink: Colour, *, right: int, middle: int) -> None:
    """Write figures on the ground, with a given right end and middle."""
    write(picture, (right, middle), text, _SIZE, ink, align="right")


class Course(NamedTuple):
    """The course of a game."""

    points: tuple[tuple[int, ...], ...]
    """By side: its points at the beginning and after each trick of all deals."""
    deals: tuple[int, ...]
    """By deal: the number of tricks of the whole game after which it was over."""
    target: int | None
    """The target of the game; None if the game was one deal."""
    unit: int = 1
    """How many points are spoken of as one."""


def course_of(game: Game) -> Course:
    """Return the course of a game, from the points marked in it.

    Points counted at the end of a deal belong to its last trick, and points marked before the first trick to its
    beginning.
    """
    sides = game.law.side_seats
    points: list[list[int]] = [[0] for _ in sides]
    ends = []
    for deal in game.deals:
        tricks = max(1, len(deal.tricks))
        for side, seats in enumerate(sides):
            begun = points[side][-1]
            marks = [mark for mark in deal.score.marks if mark.seat in seats]
            points[side] += [
                begun + sum(m.points for m in marks if m.trick <= trick or trick == tricks)
                for trick in range(1, tricks + 1)
            ]
        ends.append(len(points[0]) - 1)
    target = game.rules.target if game.rules.length == "target" else None
    return Course(tuple(map(tuple, points)), tuple(ends), target, unit_of(game.rules))


def chart_picture(course: Course) -> bytes:
    """Draw a game's course, and return a PNG of 1100 by 700 pixels; each side has the colour of its first seat."""
    picture = blank(HEIGHT)
    pen = ImageDraw.Draw(picture)
    length = max(1, len(course.points[0]) - 1)
    reached = max([100, *chain.from_iterable(course.points)])
    target = course.target if course.target is not None and course.target <= reached * _NEAR else None
    top = max(reached, target or 0)

    def across(trick: int) -> int:
        return LEFT + round((RIGHT - LEFT) * trick / length)

    def up(points: int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * max(points, 0) / top)

    _deals(picture, pen, [across(end) for end in course.deals])
    _grid(picture, pen, course, top, up(target) if target is not None else None)
    if target is not None:
        y = up(target)
        pen.rectangle((LEFT, y - 2, RIGHT, y + 2), fill=index_of(BRASS_LIGHT))
        _number(picture, str(target // course.unit), BRASS_LIGHT, right=LEFT - 16, middle=y)
    order = sorted(range(len(course.points)), key=lambda side: course.points[side][-1])
    for side in order:
        line(pen, [(across(at), up(points)) for at, points in enumerate(course.points[side])], SEATS[side])
    heights = _apart([up(course.points[side][-1]) for side in reversed(order)])
    for side, y in zip(reversed(order), heights, strict=True):
        _plate(picture, str(course.points[side][-1] // course.unit), SEATS[side], y)
    return packed(picture)


def _deals(picture: Image.Image, pen: ImageDraw.ImageDraw, ends: Sequence[int]) -> None:
    """Draw every second deal on a lighter band, and number the deals below as far as there is room."""
    last, free = LEFT, 0
    for number, end in enumerate(ends, start=1):
        if number % 2:
            pen.rectangle((last, TOP - 20, end, BOTTOM), fill=index_of(BAND))
        middle, wide = (last + end) // 2, width_of(str(number), _SIZE)
        if len(ends) > 1 and middle - wide // 2 > free:
            _number(picture, str(number), FAINT, right=middle + wide // 2, middle=BOTTOM + 48)
            free = middle + wide // 2 + 16
        last = end


def _grid(picture: Image.Image, pen: ImageDraw.ImageDraw, course: Course, top: int, taken: int | None) -> None:
    """Draw the lines of the grid, with their points except next to the target's, whose height is taken."""
    for points in range(0, top + 1, step_of(top)):
        y = BOTTOM - round((BOTTOM - TOP) * points / top)
        pen.rectangle((LEFT, y - 1, RIGHT, y), fill=index_of(GRID))
        if taken is None or abs(y - taken) >= LINE:
            _number(picture, str(points // course.unit), FAINT, right=LEFT - 16, middle=y)


def _apart(heights: Sequence[int]) -> list[int]:
    """Move labels, given from the top down, so that none overlaps another or lies outside."""
    moved: list[int] = []
    for y in heights:
        moved.append(max(y, moved[-1] + LINE if moved else LINE // 2))
    lowest = HEIGHT - LINE // 2
    for at in range(len(moved) - 1, -1, -1):
        moved[at] = min(moved[at], lowest)
        lowest = moved[at] - LINE
    return moved
