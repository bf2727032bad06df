"""Texts that people have typed, made fit to stand among other words, and names near to what was typed.

These are names, cuts, and the names of tournaments and rule sets. Each becomes one line without markdown and without
characters that are invisible or that steer their neighbours. They mention nobody, as every message says itself whom it
mentions.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from bot.engine import Mistyped, RulesError, code_words, read_code
from bot.tables.values.rule_sets import same_name

_ALIKE: Final = 0.6
"""Least likeness of two names, by difflib from 0 to 1, at which one may be the other mistyped."""
_MOST: Final = 2
"""Most names offered for one that was mistyped."""


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that may be meant by a mistyped one, the likeliest first, at most two."""
    known = {same_name(name): name for name in names}
    return [known[each] for each in difflib.get_close_matches(same_name(typed), known, n=_MOST, cutoff=_ALIKE)]


def meant_words(mistyped: Mistyped) -> list[str]:
    """Return the words of a rule code that may be meant by a mistyped one, the likeliest first, at most two.

    If an option's name is near to a known one but its value is wrong, the value is corrected too; if no value is near
    either, only the option's name is returned.
    """
    names = nearest(mistyped.typed, mistyped.known)
    words = [word for name in names for word in _readable(f"{mistyped.before}{name}{mistyped.after}")]
    return list(dict.fromkeys(words or names))[:_MOST]


def _readable(word: str) -> list[str]:
    """Return an ``option=value`` word if it can be read, otherwise the words near it; return other words unchanged."""
    if "=" not in word:
        return [word]
    try:
        read_code(word)
    except RulesError as error:  # without `mistyped` its own text explains it
        if error.mistyped is not None:
            return meant_words(error.mistyped) if error.mistyped.before else []
    return [word]


def mended(code: str, read: Callable[[str], object]) -> str:
    """Return a rule code with every mistyped word replaced by the nearest one; an empty text if that is no code.

    Args:
        code: What was typed.
        read: Reads a code, and raises :class:`RulesError` if it cannot be played.
    """
    words = code_words(code)
    for _ in range(len(words) + 1):  # each round corrects one word
        try:
            read(" ".join(words))
        except RulesError as error:
            wrong = error.mistyped
            meant = meant_words(wrong) if wrong is not None else []
            if wrong is None or not meant:
                return ""
            words[words.index(f"{wrong.before}{wrong.typed}{wrong.after}")] = meant[0]
        else:
            return " ".join(words)
    return ""


JOINER = "\u200d"
"""Joins emoji into one; the only character of its kind that is kept."""
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing at all."""
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

    Args:
        text: What was typed.
        longest: Most characters kept; the result may be empty.
    """
    kept = "".join(" " if _unseen(c) else c for c in text)
    return " ".join(kept.split())[:longest].strip(JOINER + " ")


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
    return line if len(line) <= longest else line[: longest - 1].rstrip(JOINER + " ") + "…"


def _without_lone_joiners(line: str) -> str:
    """Return a line that keeps only the joiners between two emoji, where they have an effect."""
    signs = ["So", "Sk", "Mn", "Me"]  # emoji, skin tones, and marks of their presentation

    def joins(at: int) -> bool:
        return 0 < at < len(line) - 1 and all(unicodedata.category(line[each]) in signs for each in (at - 1, at + 1))

    return "".join(c for at, c in enumerate(line) if c != JOINER or joins(at))


def _unseen(c: str) -> bool:
    """Tell whether a character is invisible or steers its neighbours; the joiner of emoji is kept."""
    return c in _BLANK or (unicodedata.category(c)[0] == "C" and c != JOINER) or unicodedata.category(c) in ("Zl", "Zp")
