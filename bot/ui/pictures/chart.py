"""How a game ran, as a chart: each side's points by trick through all deals."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.engine import Game
from bot.ui.text.reckoning import unit_of

from .cardface import font
from .drawing import Colour
from .inks import BRASS_LIGHT, CLOTH, CLOTH_DARK, INK, PAPER, SEATS, mix

WIDTH, HEIGHT = 1100, 700
_LEFT, _RIGHT, _TOP, _BOTTOM = 190, 868, 40, 610
_SIZE: Final = 58
"""At this size a figure is 38 pixels high, 11 where the picture is shown 330 wide."""
_LINE: Final = 66
"""From one label to the next below it."""
_STROKE: Final = 10
_STEPS: Final = 6
_SCALES: Final = (50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)
_MOST_LINES: Final = 5
"""Of the grid; more would not leave room for their numbers."""
_GROUND: Final = CLOTH_DARK
_BAND: Final = mix(CLOTH_DARK, CLOTH, 0.45)
_GRID: Final = mix(CLOTH_DARK, PAPER, 0.22)
_FAINT: Final = mix(CLOTH_DARK, PAPER, 0.7)
_RAMPS: Final = tuple(
    (ground, ink)
    for ground, ink in (
        (_GROUND, _FAINT),
        (_GROUND, BRASS_LIGHT),
        *((seat, INK) for seat in SEATS),
    )
)
_COLOURS: Final = tuple(
    dict.fromkeys(
        [
            *(_GROUND, _BAND, _GRID, BRASS_LIGHT, INK, *SEATS),
            *(mix(ground, ink, step / (_STEPS - 1)) for ground, ink in _RAMPS for step in range(_STEPS)),
        ]
    )
)


class Course(NamedTuple):
    """How a game ran."""

    points: tuple[tuple[int, ...], ...]
    """By side: its points at the beginning and after each trick of all deals."""
    deals: tuple[int, ...]
    """By deal: after how many tricks of the whole game it was over."""
    target: int | None
    """What the game was played to; None where one deal was the game."""
    unit: int = 1
    """How many points are spoken of as one."""


def course_of(game: Game) -> Course:
    """Return how a game ran, from the points marked in it.

    What is counted when a deal is over belongs to its last trick, what was marked before the first to its beginning.
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
    """Draw how a game ran, and return a PNG of 1100 by 700 pixels; each side has the colour of its first seat."""
    picture = Image.new("P", (WIDTH, HEIGHT), _number(_GROUND))
    picture.putpalette(list(chain.from_iterable(_COLOURS)))
    pen = ImageDraw.Draw(picture)
    length = max(1, len(course.points[0]) - 1)
    top = max([course.target or 0, 100, *chain.from_iterable(course.points)])

    def across(trick: int) -> int:
        return _LEFT + round((_RIGHT - _LEFT) * trick / length)

    def up(points: int) -> int:
        return _BOTTOM - round((_BOTTOM - _TOP) * max(points, 0) / top)

    _deals(picture, pen, [across(end) for end in course.deals])
    _grid(picture, pen, course, top, [up(points) for points in _marks_of(top)])
    if course.target is not None:
        y = up(course.target)
        pen.rectangle((_LEFT, y - 2, _RIGHT, y + 2), fill=_number(BRASS_LIGHT))
        _write(picture, str(course.target // course.unit), BRASS_LIGHT, _GROUND, right=_LEFT - 16, middle=y)
    order = sorted(range(len(course.points)), key=lambda side: course.points[side][-1])
    for side in order:
        _line(pen, [(across(at), up(points)) for at, points in enumerate(course.points[side])], SEATS[side])
    heights = _apart([up(course.points[side][-1]) for side in reversed(order)])
    for side, y in zip(reversed(order), heights, strict=True):
        _plate(picture, pen, str(course.points[side][-1] // course.unit), SEATS[side], y)
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=3)
    return file.getvalue()


def _marks_of(top: int) -> list[int]:
    """Return the points at which the grid has lines."""
    step = next((each for each in _SCALES if top // each <= _MOST_LINES), _SCALES[-1])
    return list(range(0, top + 1, step))


def _deals(picture: Image.Image, pen: ImageDraw.ImageDraw, ends: Sequence[int]) -> None:
    """Draw every second deal on a lighter band, and number them below as far as there is room."""
    last, free = _LEFT, 0
    for number, end in enumerate(ends, start=1):
        if number % 2:
            pen.rectangle((last, _TOP - 20, end, _BOTTOM), fill=_number(_BAND))
        middle, wide = (last + end) // 2, _label(str(number), _FAINT, _GROUND).width
        if len(ends) > 1 and middle - wide // 2 > free:
            _write(picture, str(number), _FAINT, _GROUND, right=middle + wide // 2, middle=_BOTTOM + 48)
            free = middle + wide // 2 + 16
        last = end


def _grid(picture: Image.Image, pen: ImageDraw.ImageDraw, course: Course, top: int, heights: Sequence[int]) -> None:
    """Draw the lines of the grid, with their points except where the target's stand."""
    taken = None if course.target is None else _BOTTOM - round((_BOTTOM - _TOP) * course.target / top)
    for points, y in zip(_marks_of(top), heights, strict=True):
        pen.rectangle((_LEFT, y - 1, _RIGHT, y), fill=_number(_GRID))
        if taken is None or abs(y - taken) >= _LINE:
            _write(picture, str(points // course.unit), _FAINT, _GROUND, right=_LEFT - 16, middle=y)


def _line(pen: ImageDraw.ImageDraw, at: Sequence[tuple[int, int]], colour: Colour) -> None:
    """Draw a line that rises in steps: points come at once."""
    half, fill = _STROKE // 2, _number(colour)
    begun, level = at[0]
    for x, y in at[1:]:
        if y != level or (x, y) == at[-1]:
            pen.rectangle((begun - half, level - half, x + half, level + half), fill=fill)
            pen.rectangle((x - half, min(y, level) - half, x + half, max(y, level) + half), fill=fill)
            begun, level = x, y


def _apart(heights: Sequence[int]) -> list[int]:
    """Move labels, given from the top down, so that none lies on another or outside."""
    moved: list[int] = []
    for y in heights:
        moved.append(max(y, moved[-1] + _LINE if moved else _LINE // 2))
    lowest = HEIGHT - _LINE // 2
    for at in range(len(moved) - 1, -1, -1):
        moved[at] = min(moved[at], lowest)
        lowest = moved[at] - _LINE
    return moved


def _plate(picture: Image.Image, pen: ImageDraw.ImageDraw, text: str, colour: Colour, middle: int) -> None:
    """Write where a side has come to, on a plate of its colour."""
    wide = _label(text, INK, colour).width
    left = _RIGHT + 20
    half = _LINE // 2 - 3
    pen.rounded_rectangle((left, middle - half, left + wide + 28, middle + half), 14, fill=_number(colour))
    _write(picture, text, INK, colour, right=left + 14 + wide, middle=middle)


def _write(picture: Image.Image, text: str, ink: Colour, ground: Colour, *, right: int, middle: int) -> None:
    image = _label(text, ink, ground)
    picture.paste(image, (right - image.width, middle - image.height // 2))


@lru_cache(maxsize=256)
def _label(text: str, ink: Colour, ground: Colour) -> Image.Image:
    """Write figures on their ground, in the palette."""
    face = font(_SIZE)
    _, top, right, bottom = face.getbbox(text)
    mask = Image.new("L", (int(right) + 1, int(bottom - top) + 2))
    ImageDraw.Draw(mask).text((0, 1 - top), text, font=face, fill=255)
    numbers = [_number(mix(ground, ink, step / (_STEPS - 1))) for step in range(_STEPS)]
    drawn = mask.point([numbers[round(value * (_STEPS - 1) / 255)] for value in range(256)])
    return Image.frombytes("P", drawn.size, drawn.tobytes())


def _number(colour: Colour) -> int:
    return _COLOURS.index(colour)
