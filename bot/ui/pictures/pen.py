"""Writing in pictures of a table: names in the letters of the typeface, and numbers large enough for a phone."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Final, NamedTuple

from bot.house.roster import HOUSE
from bot.ui.pictures.cardface import font
from bot.ui.text.faces import LONGEST_NAME, plain_name

SIZES: Final = (40, 36, 32, 30)
"""Sizes of names, in pixels; the largest that fits is used."""
_SMALLER: Final = (27, 24)
"""Sizes of names that would be cut otherwise."""
_SHORT: Final = {player.name: player.name.split()[-1] for player in HOUSE.values()}
"""What is written of a house player's name where all of it does not fit: *Fleury* for *Madame Fleury*."""
_MISSING: Final = "\uffff"


@cache
def _outline(letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font(40).getmask(letter)
    return mask.size, bytes(mask)


@lru_cache(maxsize=2048)
def _has(letter: str) -> bool:
    """Tell whether the typeface has a letter of its own for a character."""
    return letter.isspace() or _outline(letter) != _outline(_MISSING)


@lru_cache(maxsize=2048)
def writable(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name without the signs that the typeface lacks; an empty text if it lacks a letter or figure."""
    kept = []
    for letter in unicodedata.normalize("NFC", plain_name(name, longest)):
        if _has(letter):
            kept.append(letter)
        elif unicodedata.category(letter)[0] in "LNM":
            return ""
    text = " ".join("".join(kept).split())
    return text if any(unicodedata.category(letter)[0] in "LN" for letter in text) else ""


@lru_cache(maxsize=4096)
def width_of(text: str, size: int) -> int:
    return round(font(size).getlength(text))


class Written(NamedTuple):
    """A name as it stands in a picture."""

    text: str
    """Empty if the name cannot be written."""
    size: int
    """The size of the typeface, in pixels."""


@lru_cache(maxsize=4096)
def _fitted(text: str, room: int) -> Written:
    """Write a name as large as it fits into a room, or cut it at a letter; leave it empty if two letters do not fit.

    A house player's name is never cut: it is shortened to its last word, in smaller type if need be.
    """
    for size in (*SIZES, *_SMALLER):
        if width_of(text, size) <= room:
            return Written(text, size)
    if short := _SHORT.get(text):
        return Written(short, next((size for size in range(SIZES[-1], 8, -1) if width_of(short, size) <= room), 8))
    for end in range(len(text) - 1, 1, -1):
        short = text[:end].rstrip() + "…"
        if width_of(short, SIZES[-1]) <= room:
            return Written(short, SIZES[-1])
    return Written("", SIZES[-1])


@lru_cache(maxsize=4096)
def names_in(names: tuple[str, ...], room: int) -> tuple[Written, ...]:
    """Return every name as it stands in a room; an empty one if it cannot be written or looks like another."""
    short = [_fitted(writable(name), room) for name in names]
    texts = [each.text for each in short]
    return tuple(each if texts.count(each.text) == 1 else each._replace(text="") for each in short)
