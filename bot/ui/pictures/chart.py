"""A chart of a game's course: each side's points by trick through all deals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.engine import Game
from bot.ui.text.scoring import unit_of

from .inks import BRASS_LIGHT, SEATS
from .plot import (
    BAND,
    BOTTOM,
    FAINT,
    GRID,
    GROUND,
    HEIGHT,
    LEFT,
    LINE,
    RIGHT,
    TOP,
    blank,
    index_of,
    label,
    line,
    packed,
    plate,
    step_of,
    write,
)


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
    picture = blank()
    pen = ImageDraw.Draw(picture)
    length = max(1, len(course.points[0]) - 1)
    top = max([course.target or 0, 100, *chain.from_iterable(course.points)])

    def across(trick: int) -> int:
        return LEFT + round((RIGHT - LEFT) * trick / length)

    def up(points: int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * max(points, 0) / top)

    _deals(picture, pen, [across(end) for end in course.deals])
    _grid(picture, pen, course, top, [up(points) for points in _marks_of(top)])
    if course.target is not None:
        y = up(course.target)
        pen.rectangle((LEFT, y - 2, RIGHT, y + 2), fill=index_of(BRASS_LIGHT))
        write(picture, str(course.target // course.unit), BRASS_LIGHT, GROUND, right=LEFT - 16, middle=y)
    order = sorted(range(len(course.points)), key=lambda side: course.points[side][-1])
    for side in order:
        line(pen, [(across(at), up(points)) for at, points in enumerate(course.points[side])], SEATS[side])
    heights = _apart([up(course.points[side][-1]) for side in reversed(order)])
    for side, y in zip(reversed(order), heights, strict=True):
        plate(picture, pen, str(course.points[side][-1] // course.unit), SEATS[side], y)
    return packed(picture)


def _marks_of(top: int) -> list[int]:
    """Return the points at which the grid has lines."""
    return list(range(0, top + 1, step_of(top)))


def _deals(picture: Image.Image, pen: ImageDraw.ImageDraw, ends: Sequence[int]) -> None:
    """Draw every second deal on a lighter band, and number the deals below as far as there is room."""
    last, free = LEFT, 0
    for number, end in enumerate(ends, start=1):
        if number % 2:
            pen.rectangle((last, TOP - 20, end, BOTTOM), fill=index_of(BAND))
        middle, wide = (last + end) // 2, label(str(number), FAINT, GROUND).width
        if len(ends) > 1 and middle - wide // 2 > free:
            write(picture, str(number), FAINT, GROUND, right=middle + wide // 2, middle=BOTTOM + 48)
            free = middle + wide // 2 + 16
        last = end


def _grid(picture: Image.Image, pen: ImageDraw.ImageDraw, course: Course, top: int, heights: Sequence[int]) -> None:
    """Draw the lines of the grid, with their points except next to the target's."""
    taken = None if course.target is None else BOTTOM - round((BOTTOM - TOP) * course.target / top)
    for points, y in zip(_marks_of(top), heights, strict=True):
        pen.rectangle((LEFT, y - 1, RIGHT, y), fill=index_of(GRID))
        if taken is None or abs(y - taken) >= LINE:
            write(picture, str(points // course.unit), FAINT, GROUND, right=LEFT - 16, middle=y)


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
