"""Pictures of standings: places, names and points of a tournament or leaderboard, and the card of a member.

The card shows the rating with its course, and what the member has reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.ui.pictures.chart import step_of
from bot.ui.pictures.drawing import Colour
from bot.ui.pictures.palette import BRASS_DARK, BRASS_LIGHT, INK, IVORY
from bot.ui.pictures.pen import width_of, writable
from bot.ui.pictures.sheet import (
    BAND,
    EDGE,
    FAINT,
    FIELD,
    GRID,
    GROUND,
    LOST,
    MEDALS,
    WIDTH,
    WON,
    box,
    fitted,
    framed,
    index_of,
    medal,
    packed,
    write,
    write_fitted,
)

MOST_LINES: Final = 10
LONGEST: Final = 72
"""The number of characters of the longest title or name: those of two partners."""
_ROOM: Final = 522
"""The height that is divided among the lines, as far as their least and greatest height allow."""
_TITLE: Final = 132
"""The height of the heading."""
_LEAST, _MOST = 66, 130
"""The least and the greatest height of a line."""
_SIZE: Final = 54
"""Type size at which a figure is more than 37 pixels high at scale one, 11 where the picture is shown 330 wide."""
_LARGEST: Final = 1.5
_NAME_AT: Final = 196
_POINTS_AT: Final = WIDTH - EDGE - 44
_TITLES: Final = (64, 56, 48)


class Line(NamedTuple):
    """A line of the table."""

    place: int
    name: str
    points: str
    """The points as text: 3½."""


def podium_picture(title: str, lines: Sequence[Line]) -> bytes:
    """Draw at most ten places, the best first; a name with a letter that the typeface lacks is left out."""
    shown = list(lines[:MOST_LINES])
    tall = max(_LEAST, min(_MOST, _ROOM // max(1, len(shown))))
    scale = min(_LARGEST, tall / _LEAST)  # few lines are drawn large
    size = round(scale * _SIZE)
    picture = framed(_TITLE + tall * len(shown) + EDGE + 6)
    heading(picture, title)
    for at, line in enumerate(shown):
        top = _TITLE + at * tall
        ground = GROUND if at % 2 else FIELD
        box(picture, (EDGE + 12, top + 2, WIDTH - EDGE - 12, top + tall - 3), ground, 10)
        middle, ink = top + tall // 2, BRASS_LIGHT if line.place == 1 else IVORY
        place(picture, (EDGE + 86, middle), line.place, scale, ground)
        write(picture, (_POINTS_AT, middle), line.points, size, ink, ground, "right")
        name = fitted(
            writable(line.name, LONGEST), _POINTS_AT - 24 - width_of(line.points, size) - _NAME_AT,
            tuple(round(scale * each) for each in (50, 46, 42)), two_lines=round(scale * 31),
        )  # fmt: skip
        write_fitted(picture, (_NAME_AT, middle), name, ink, ground)
    return packed(picture)


def heading(picture: Image.Image, title: str) -> None:
    """Write a title as large as it fits, with a line of brass below it."""
    words = fitted(writable(title, LONGEST), WIDTH - 2 * (EDGE + 24), _TITLES, two_lines=42)
    write_fitted(picture, (WIDTH // 2, 70), words, BRASS_LIGHT, GROUND, "middle")
    box(picture, (WIDTH // 2 - 150, _TITLE - 14, WIDTH // 2 + 150, _TITLE - 11), BRASS_DARK)


def place(picture: Image.Image, at: tuple[int, int], number: int, scale: float, ground: Colour) -> None:
    """Draw a medal for the first three places, and the number alone for the others, around a point."""
    size = round(46 * scale)
    if number <= len(MEDALS):
        colour = MEDALS[number - 1]
        medal(picture, at, round(30 * scale), colour, ground)
        write(picture, at, str(number), size, INK, colour, "middle")
    else:
        write(picture, at, str(number), size, FAINT, ground, "middle")


_CROSS_TOP: Final = 190
_CROSS_LINE: Final = 68
_CELL: Final = 58
_CROSS_NAME_AT: Final = 148
_CROSS_POINTS_AT: Final = WIDTH - EDGE - 22
_CELL_SIZE: Final = 46
OWN: Final = "×"
"""The cell of an entry against itself."""


class CrossLine(NamedTuple):
    """An entry's line."""

    place: int
    name: str
    cells: tuple[str, ...]
    """By opponent, in the order of the lines: ``1``, ``½``, ``0``, ``+`` or ``−`` without a game, empty before it."""
    points: str


def cross_picture(title: str, lines: Sequence[CrossLine]) -> bytes:
    """Draw a cross table of at most eight entries, the best first, and return a PNG 1100 pixels wide.

    A name with a letter that the typeface lacks is left out of its line; no name is cut.
    """
    picture = framed(_CROSS_TOP + _CROSS_LINE * len(lines) + EDGE)
    heading(picture, title)
    wide = max((width_of(line.points, _CELL_SIZE) for line in lines), default=0)
    left = _CROSS_POINTS_AT - wide - 20 - _CELL * len(lines)
    for at in range(len(lines)):
        write(picture, (left + at * _CELL + _CELL // 2, _CROSS_TOP - 26), str(at + 1), 42, FAINT, align="middle")
    for at, line in enumerate(lines):
        top = _CROSS_TOP + at * _CROSS_LINE
        middle, ground = top + _CROSS_LINE // 2, GROUND if at % 2 else BAND
        box(picture, (EDGE + 8, top + 2, WIDTH - EDGE - 8, top + _CROSS_LINE - 3), ground, 10)
        ink = BRASS_LIGHT if line.place == 1 else IVORY
        place(picture, (EDGE + 58, middle), line.place, 0.95, ground)
        name = fitted(writable(line.name, LONGEST), left - _CROSS_NAME_AT - 14, (48, 44, 40), two_lines=29)
        write_fitted(picture, (_CROSS_NAME_AT, middle), name, ink, ground)
        for across, cell in enumerate(line.cells):
            _cell(picture, (left + across * _CELL, middle), cell)
        write(picture, (_CROSS_POINTS_AT, middle), line.points, _CELL_SIZE, ink, ground, "right")
    return packed(picture)


def _cell(picture: Image.Image, at: tuple[int, int], cell: str) -> None:
    """Draw one result: won light, lost dark, an entry against itself as a bar."""
    x, y = at
    ground, ink = {
        "1": (WON, INK), "+": (WON, INK), "½": (FIELD, IVORY), "0": (LOST, IVORY), "−": (LOST, IVORY),
    }.get(cell, (GROUND, FAINT))  # fmt: skip
    box(picture, (x + 3, y - 27, x + _CELL - 4, y + 27), ground, 8)
    if cell == OWN:
        box(picture, (x + 16, y - 3, x + _CELL - 17, y + 3), FAINT)
    else:
        write(picture, (x + _CELL // 2, y), cell, 44, ink, ground, "middle")


_NARROWEST: Final = 200
"""Least points that a chart spans, so that small changes do not look large."""
_STROKE: Final = 6
_LEFT, _RIGHT, _TOP, _BOTTOM = 540, 1036, 176, 388
_TILES_AT: Final = 426
_TILE: Final = (496, 138)
"""Width and height of the field of one figure."""
_GAP: Final = 12
_SMALL: Final = 42
"""The least size of type: 12 pixels where the picture is shown 300 wide."""


class RatingCourse(NamedTuple):
    """The course of a rating."""

    before: int
    """Number of rated games before those that are shown."""
    ratings: tuple[int, ...]
    """The rating before the first game shown, and after each game since."""
    provisional: int
    """Number of games until which the rating was provisional."""


class Tile(NamedTuple):
    """One figure of a card, with its name in the reader's language."""

    name: str
    figure: str


class MemberCard(NamedTuple):
    """Everything on a member's card; all texts are in the reader's language."""

    name: str
    """The member's name; a card without it has a title of its own."""
    title: str
    """Stands for a name that cannot be written."""
    rating: str
    """Empty before the first rated game."""
    kind: tuple[str, ...]
    """What the rating is of and how far it may be off, in at most three lines."""
    course: RatingCourse | None
    tiles: tuple[Tile, ...]
    """Four at most."""


def member_picture(card: MemberCard) -> bytes:
    """Draw a member's card, and return a PNG 1100 pixels wide; without a rating it is only as tall as the rest."""
    up = 0 if card.course is not None else _TILES_AT - _TOP + 20
    picture = framed(_TILES_AT - up + -(-len(card.tiles) // 2) * (_TILE[1] + _GAP) + EDGE - 4)
    heading(picture, writable(card.name) or card.title)
    if card.course is not None:
        _rating(picture, card)
        _course(picture, card.course)
    for at, tile in enumerate(card.tiles):
        _tile(picture, tile, EDGE + 12 + at % 2 * (_TILE[0] + 16), _TILES_AT - up + at // 2 * (_TILE[1] + _GAP))
    return packed(picture)


def _rating(picture: Image.Image, card: MemberCard) -> None:
    middle, room = (EDGE + _LEFT - 110) // 2, _LEFT - EDGE - 150
    write(picture, (middle, 212), card.rating, 116, BRASS_LIGHT, align="middle")
    for at, words in enumerate(card.kind):
        text = fitted(words, room, (46, 44, _SMALL))
        write_fitted(picture, (middle, 296 + 49 * at), text, FAINT, align="middle")


def _tile(picture: Image.Image, tile: Tile, left: int, top: int) -> None:
    wide, tall = _TILE
    box(picture, (left, top, left + wide - 1, top + tall - 1), FIELD, 14)
    name = fitted(tile.name, wide - 36, (46, 44, _SMALL))
    figure = fitted(tile.figure, wide - 36, (66, 58, 50, 46, _SMALL))
    write_fitted(picture, (left + 20, top + 38), name, FAINT, FIELD)
    write_fitted(picture, (left + 20, top + 96), figure, IVORY, FIELD)


def _course(picture: Image.Image, course: RatingCourse) -> None:
    """Draw a rating's course; its provisional part lies on a lighter band."""
    ratings, pen = course.ratings, ImageDraw.Draw(picture)
    games, (low, high) = max(1, len(ratings) - 1), _span(course.ratings)

    def across(game: int) -> int:
        return _LEFT + round((_RIGHT - _LEFT) * game / games)

    def up(rating: int) -> int:
        return _BOTTOM - round((_BOTTOM - _TOP) * (rating - low) / (high - low))

    first = min(max(0, course.provisional - course.before), games)
    if first:
        pen.rectangle((_LEFT, _TOP - 12, across(first), _BOTTOM), fill=index_of(BAND))
    step = max(100, step_of(round((high - low) * 1.8)))
    for rating in range(-(-low // step) * step, high + 1, step):
        y = up(rating)
        pen.rectangle((_LEFT, y - 1, _RIGHT, y), fill=index_of(GRID))
        write(picture, (_LEFT - 14, y), str(rating), _SMALL, FAINT, align="right")
    pen.line(
        [(across(game), up(rating)) for game, rating in enumerate(ratings)], index_of(BRASS_LIGHT), _STROKE, "curve"
    )
    x, y = across(games), up(ratings[-1])
    pen.ellipse((x - 11, y - 11, x + 11, y + 11), fill=index_of(BRASS_LIGHT))


def _span(ratings: tuple[int, ...]) -> tuple[int, int]:
    low, high = min(ratings), max(ratings)
    room = max(high - low, _NARROWEST) - (high - low)
    return low - room // 2 - 10, high + room - room // 2 + 10
