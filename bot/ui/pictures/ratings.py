"""A chart of a rating's course: its value after each rated game."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import ImageDraw

from bot.ui.pictures.chart import (
    BAND,
    BOTTOM,
    FAINT,
    GRID,
    GROUND,
    LEFT,
    RIGHT,
    TOP,
    blank,
    index_of,
    line,
    packed,
    plate,
    step_of,
    write,
)
from bot.ui.pictures.palette import SEATS

_NARROWEST: Final = 200
"""Least points that a chart spans, so that small changes do not look large."""

_STROKE: Final = 6


class RatingCourse(NamedTuple):
    """The course of a rating."""

    before: int
    """Number of rated games before those that are shown."""
    ratings: tuple[int, ...]
    """The rating before the first game shown, and after each game since."""
    provisional: int
    """Number of games until which the rating was provisional."""


def rating_picture(course: RatingCourse) -> bytes:
    """Draw a rating's course, and return a PNG of 1100 by 700 pixels; its provisional part lies on a lighter band."""
    picture, ratings = blank(), course.ratings
    pen, games = ImageDraw.Draw(picture), max(1, len(ratings) - 1)
    low, high = _span(ratings)

    def across(game: int) -> int:
        return LEFT + round((RIGHT - LEFT) * game / games)

    def up(rating: int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * (rating - low) / (high - low))

    first = min(max(0, course.provisional - course.before), games)
    if first:
        pen.rectangle((LEFT, TOP - 20, across(first), BOTTOM), fill=index_of(BAND))
    step = step_of(high - low)
    for rating in range(-(-low // step) * step, high + 1, step):
        y = up(rating)
        pen.rectangle((LEFT, y - 1, RIGHT, y), fill=index_of(GRID))
        write(picture, str(rating), FAINT, GROUND, right=LEFT - 16, middle=y)
    for game in (0, games):
        text = str(course.before + game)
        write(picture, text, FAINT, GROUND, right=across(game) + 17 * len(text), middle=BOTTOM + 48)
    line(pen, [(across(game), up(rating)) for game, rating in enumerate(ratings)], SEATS[0], _STROKE)
    plate(picture, pen, str(ratings[-1]), SEATS[0], up(ratings[-1]))
    return packed(picture)


def _span(ratings: tuple[int, ...]) -> tuple[int, int]:
    """Return the lowest and the highest rating of the chart."""
    low, high = min(ratings), max(ratings)
    room = max(high - low, _NARROWEST) - (high - low)
    return low - room // 2 - 10, high + room - room // 2 + 10
