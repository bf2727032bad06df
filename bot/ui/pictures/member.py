"""The card of a member: the rating with its course, and what the member has reached."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.ui.pictures.chart import step_of
from bot.ui.pictures.palette import BRASS_LIGHT, IVORY
from bot.ui.pictures.pen import writable
from bot.ui.pictures.podium import heading
from bot.ui.pictures.sheet import (
    BAND,
    EDGE,
    FAINT,
    FIELD,
    GRID,
    box,
    fitted,
    framed,
    index_of,
    packed,
    write,
    write_fitted,
)

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
