"""Texts that people have typed, made fit to stand among other words; every typed text shown goes through here.

These are names, cuts, and the names of tournaments and rule sets. Each becomes one line without markdown and without
characters that are invisible or that steer their neighbours. They mention nobody, as every message says itself whom it
mentions.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

JOINER = "\u200d"
"""Joins emoji into one; the only character of its kind that is kept."""
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
"""Letters and signs that are drawn as nothing at all."""
_LOOSE = JOINER + " "
_MARKS = ("Mn", "Me")
"""Unicode's categories of accents, variation selectors and the like, which are drawn on the sign before them."""
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<:@-])")
_IN_TITLES = re.compile(r"[\\*_~`|<>#@:\[\]]+")
"""Characters that a client may parse in a title or a label: mentions, codes of emojis, addresses, markdown."""


def storable(value: Any) -> Any:  # noqa: ANN401 - any value of JSON
    """Return a JSON value without what no database keeps in its texts: zero bytes and lone surrogates.

    PostgreSQL refuses zero bytes, and lone surrogates cannot be encoded; no client of Discord's sends either.
    """
    if isinstance(value, str):
        return _UNSTORABLE.sub("", value)
    if isinstance(value, dict):
        return {key: storable(each) for key, each in value.items()}
    return [storable(each) for each in value] if isinstance(value, list) else value


@lru_cache(maxsize=4096)
def one_line(text: str, longest: int) -> str:
    """Return a text as it may be stored or stand in a label: one line without control or format characters.

    It begins with something that is drawn by itself: a mark without a letter would change what stands before it.
    """
    kept = "".join(" " if _unseen(c) else c for c in text)
    line = " ".join(kept.split())
    first = next(
        (at for at, c in enumerate(line) if c not in _LOOSE and unicodedata.category(c) not in _MARKS), len(line)
    )
    return line[first:][:longest].strip(_LOOSE)


def shown_line(text: str, longest: int) -> str:
    """Return a text as it may stand among other words: like :func:`one_line`, without markdown, and isolated.

    Its writing direction does not turn its neighbours; a text that is cut ends in dots.
    """
    return apart(shortened(one_line(text, 10 * longest), longest))


def title_line(text: str, longest: int) -> str:
    """Return a text as it may stand in a title or a label: one line in which no client finds anything to parse.

    A title shows the backslashes of escapes, and some clients count the mentions in it, so the characters that clients
    look for are removed instead of escaped. The result may be empty.
    """
    line = one_line(_IN_TITLES.sub(" ", one_line(text, 10 * longest)), 10 * longest)
    return shortened(_without_lone_joiners(line), longest)


def apart(line: str) -> str:
    """Return a line without markdown, isolated in writing direction from its neighbours."""
    return ISOLATE + _MARKDOWN.sub(r"\\\1", line) + END_ISOLATE


def shortened(line: str, longest: int) -> str:
    """Return a line cut to a number of characters; the last one is dots if something is missing."""
    return line if len(line) <= longest else line[: longest - 1].rstrip(_LOOSE) + "…"


def _without_lone_joiners(line: str) -> str:
    """Return a line that keeps only the joiners between two emoji, where they have an effect."""
    signs = ["So", "Sk", *_MARKS]  # emoji, skin tones, and marks of their presentation

    def joins(at: int) -> bool:
        return 0 < at < len(line) - 1 and all(unicodedata.category(line[each]) in signs for each in (at - 1, at + 1))

    return "".join(c for at, c in enumerate(line) if c != JOINER or joins(at))


def _unseen(c: str) -> bool:
    """Tell whether a character is invisible or steers its neighbours; the joiner of emoji is kept."""
    return c in _BLANK or (unicodedata.category(c)[0] == "C" and c != JOINER) or unicodedata.category(c) in ("Zl", "Zp")
