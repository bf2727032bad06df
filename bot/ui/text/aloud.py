"""Removal of signs, arrows and emojis from texts for readers whose screen is read aloud, which would name each of them.

The meaning of a sign is said in words where the text is written; the signs that reach this module are decoration. Every
message and every label of a control goes through this module, so that none is forgotten.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from .i18n import in_words

_KEPT: Final = re.compile(r"<[/@#]?!?[\w :-]+:?[\w-]*>|`[^`\n]*`|\]\([^)\s]*\)|https?://\S+")
"""Parts of a text that Discord interprets, which stay as they are: timestamps, mentions, commands, code, addresses."""
_PARTS: Final = re.compile(r"[ \u2002]*(?:[·|]|\u2002)[ \u2002]*")
_SIGNS: Final = re.compile("S[omk]")
"""Unicode's categories of signs: pictures, arrows and mathematics, modifiers."""
_BESIDE: Final = frozenset("•·‣▸\ufe0e\ufe0f\u20e3")
_JOINER: Final = "\u200d"
_OPENS: Final = " \n\u00a0\u2068*_"
"""Characters after which a sign opens something: such a sign is removed together with the blank after it."""


def aloud(text: str) -> str:
    """Return a text without signs if cards are named in words now; otherwise return it unchanged."""
    return without_signs(text) if in_words() else text


def without_signs(text: str) -> str:
    """Return a text without signs: a separator between two parts becomes a semicolon, an opening sign vanishes."""
    done, at = [], 0
    for kept in _KEPT.finditer(text):
        done += [_plain(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*done, _plain(text[at:])])


@lru_cache(4096)
def is_sign(character: str) -> bool:
    """Tell whether a character is a sign that says nothing, or too much, when it is read aloud."""
    return character in _BESIDE or _SIGNS.fullmatch(unicodedata.category(character)) is not None


def _plain(text: str) -> str:
    out: list[str] = []
    dropped = blank = False
    for each in _PARTS.sub("; ", text):
        if is_sign(each) or (dropped and each == _JOINER):
            blank = not out or out[-1] in _OPENS
            dropped = True
            continue
        if not (dropped and blank and each in " \u00a0"):
            out.append(each)
        dropped = False
    return "".join(out)
