"""Suggestions for a mistyped name or rule code; apart from `typed`, as the command line knows no tables."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Final

from bot.engine import Mistyped, RulesError, code_words, read_code
from bot.engine.options import BY_KEY
from bot.tables.values.rule_sets import same_name

_ALIKE: Final = 0.6
"""Least likeness of two names, by difflib from 0 to 1, at which one may be the other mistyped."""
_PARTNERS: Final = "partners=true"
_OF_PARTNERS: Final = frozenset(("side", "sides", "team", "teams", "pair", "pairs"))
"""Words by which partners are asked for, beside the option's name."""
_MOST: Final = 2
"""Most names offered for one that was mistyped."""


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that may be meant by a mistyped one, the likeliest first, at most two."""
    known = {same_name(name): name for name in names}
    return [known[each] for each in difflib.get_close_matches(same_name(typed), known, n=_MOST, cutoff=_ALIKE)]


def meant_words(mistyped: Mistyped) -> list[str]:
    """Return the words of a rule code that may be meant by a mistyped one, the likeliest first, at most two.

    If an option's name is near to a known one but its value is wrong, the value is corrected too; if no value is near
    either, only the option's name is returned. A value, or a word alone, may name the option that it asks for.
    """
    if not mistyped.before and (asked := _asked_for(mistyped)):
        return [asked]
    names = nearest(mistyped.typed, mistyped.known)
    words = [word for name in names for word in _readable(f"{mistyped.before}{name}{mistyped.after}")]
    return list(dict.fromkeys(words or names))[:_MOST]


def _asked_for(mistyped: Mistyped) -> str:
    """Return the option that is asked for by another name, or without a value; an empty text if there is none."""
    words = [mistyped.typed.lower(), mistyped.after.removeprefix("=").lower()]
    if not _OF_PARTNERS.isdisjoint(words):
        return _PARTNERS
    return next((f"{word}=true" for word in reversed(words) if word in BY_KEY and BY_KEY[word].accepts(True)), "")


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
    """Return a rule code with every mistyped word replaced by the nearest one; an empty text if that cannot be read."""
    words = code_words(code)
    for _ in range(len(words) + 1):  # each round corrects one word
        try:
            read(" ".join(words))
        except RulesError as error:
            wrong = error.mistyped
            meant = meant_words(wrong) if wrong is not None else []
            if wrong is None or not meant:
                return ""
            at = words.index(f"{wrong.before}{wrong.typed}{wrong.after}")
            words[at] = meant[0]
            counted = any(word.isdigit() or word.startswith("players=") for word in words)
            if meant[0].startswith("partners=") and not counted:
                words.insert(at, "4")
        else:
            return " ".join(words)
    return ""
