"""Pictures of the daily deal: the strip of its tricks, which gives nothing away, and a month with its results."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image

from bot.club.daily import Square
from bot.ui.pictures.palette import BRASS_LIGHT, INK, IVORY
from bot.ui.pictures.pen import width_of, writable
from bot.ui.pictures.sheet import (
    EDGE,
    FAINT,
    FIELD,
    GROUND,
    LOST,
    WIDTH,
    WON,
    box,
    fitted,
    framed,
    packed,
    write,
    write_fitted,
)
from bot.ui.pictures.standings import heading

_TOP: Final = 132
_LEFT: Final = EDGE + 20
_RIGHT: Final = WIDTH - _LEFT
_ACROSS: Final = 16
"""Number of tricks in a row of the strip."""
_SQUARE, _STEP, _SMALL = 54, 62, 40


class Strip(NamedTuple):
    """A daily deal that was played, as it is shared: no card, and nothing about the cards."""

    title: str
    name: str
    points: str
    tricks: str
    """How many tricks were won, in the readers' language."""
    squares: tuple[Square, ...]
    """By trick."""
    legend: tuple[str, ...]
    """What each kind of square means, in the readers' language."""


def strip_picture(strip: Strip) -> bytes:
    """Draw the tricks of a daily deal as squares with what they mean below, and return a PNG 1100 pixels wide."""
    lines = -(-len(strip.squares) // _ACROSS)
    foot = _TOP + 176 + _STEP * lines
    picture = framed(foot + 70 + EDGE)
    heading(picture, strip.title)
    room = _RIGHT - _LEFT - width_of(strip.points, 96) - 40
    name = fitted(writable(strip.name), room, (64, 56, 50, 44), two_lines=40)
    write_fitted(picture, (_LEFT, _TOP + 48), name)
    write(picture, (_LEFT, _TOP + 116), strip.tricks, 44, FAINT)
    write(picture, (_RIGHT, _TOP + 72), strip.points, 96, BRASS_LIGHT, align="right")
    for trick, each in enumerate(strip.squares):
        _square(picture, _LEFT + trick % _ACROSS * _STEP, _TOP + 168 + trick // _ACROSS * _STEP, _SQUARE, each)
    free = _RIGHT - _LEFT - sum(width_of(words, 44) + _SMALL + 12 for words in strip.legend)
    x = _LEFT
    for each, words in zip(Square, strip.legend, strict=True):
        _square(picture, x, foot + 20, _SMALL, each)
        write(picture, (x + _SMALL + 12, foot + 20 + _SMALL // 2), words, 44, FAINT)
        x += _SMALL + 12 + width_of(words, 44) + free // (len(strip.legend) - 1)
    return packed(picture)


def _square(picture: Image.Image, x: int, y: int, size: int, kind: Square) -> None:
    """Draw a trick: dark if lost, green if won, with a spot if something was declared, in brass for a hundred."""
    fill = {Square.LOST: FAINT, Square.HUNDRED: BRASS_LIGHT}.get(kind, WON)
    box(picture, (x, y, x + size, y + size), fill, 10)
    if kind is Square.LOST:
        box(picture, (x + 3, y + 3, x + size - 3, y + size - 3), LOST, 8)
    elif kind is not Square.WON:
        inset = size // 3
        box(picture, (x + inset, y + inset, x + size - inset, y + size - inset), INK, 4)


_DAYS: Final = 7
_CELL: Final = ((_RIGHT - _LEFT) // _DAYS, 96)
_HEADS: Final = 54


class Month(NamedTuple):
    """The last weeks of a month with the results of one member, in the reader's language."""

    title: str
    weekdays: tuple[str, ...]
    """Their letters, Monday first."""
    start: int
    """The first day of the month that is shown."""
    first: int
    """Its weekday; Monday is 0."""
    days: int
    """Number of days of the month that have come, today included."""
    results: tuple[tuple[int, str, bool], ...]
    """The days that were played: the day of the month, the points, and whether they are more than the house's."""


def month_picture(month: Month) -> bytes:
    """Draw weeks of a month, the days won light and today with a rim, and return a PNG 1100 pixels wide."""
    weeks = -(-(month.first + month.days + 1 - month.start) // _DAYS)
    wide, tall = _CELL
    picture = framed(_TOP + _HEADS + weeks * tall + EDGE - 4)
    heading(picture, month.title)
    for at, letter in enumerate(month.weekdays):
        write(picture, (_LEFT + at * wide + wide // 2, _TOP + 28), letter, 44, FAINT, align="middle")
    found = {day: (points, won) for day, points, won in month.results}
    for day in range(month.start, month.days + 1):
        at = month.first + day - month.start
        x, y = _LEFT + at % _DAYS * wide, _TOP + _HEADS + at // _DAYS * tall
        _day(picture, (x + 3, y + 3, x + wide - 4, y + tall - 4), day, found.get(day), rim=day == month.days)
    return packed(picture)


def _day(
    picture: Image.Image, area: tuple[int, int, int, int], day: int, result: tuple[str, bool] | None, *, rim: bool
) -> None:
    left, top, right, bottom = area
    points, won = result if result is not None else ("", False)
    ground, ink = (GROUND, FAINT) if result is None else (WON, INK) if won else (FIELD, IVORY)
    if rim:
        box(picture, area, BRASS_LIGHT, 10)
        area = (left + 4, top + 4, right - 4, bottom - 4)
    box(picture, area, ground, 10)
    if result is None:
        write(picture, ((left + right) // 2, (top + bottom) // 2), str(day), 44, ink, ground, "middle")
        return
    write(picture, (left + 10, top + 22), str(day), 36, ink, ground)
    words = fitted(points, right - left - 18, (48, 44, 40))
    write(picture, (right - 9, bottom - 27), words.lines[0], words.size, ink, ground, "right")
