"""What somebody meant who has mistyped a name or a code; apart from `typed`, as the command line knows no tables."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Final

from bot.engine import Mistyped, RulesError, code_words, read_code
from bot.tables.values.rule_sets import same_name

_ALIKE: Final = 0.6
"""How alike two names are, by difflib from 0 to 1, where one may be the other mistyped."""
_MOST: Final = 2
"""So many names are offered for one that was mistyped."""


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """Return those of some names that somebody may have meant who mistyped one, the likeliest first, at most two."""
    known = {same_name(name): name for name in names}
    return [known[each] for each in difflib.get_close_matches(same_name(typed), known, n=_MOST, cutoff=_ALIKE)]


def meant_words(mistyped: Mistyped) -> list[str]:
    """Return the words of a rule code that may have been meant by one, the likeliest first, at most two.

    Where an option's name is near and what stands behind it is not its value, that is mended too; where nothing comes
    near that either, it is the option's name alone.
    """
    names = nearest(mistyped.typed, mistyped.known)
    words = [word for name in names for word in _readable(f"{mistyped.before}{name}{mistyped.after}")]
    return list(dict.fromkeys(words or names))[:_MOST]


def _readable(word: str) -> list[str]:
    """Return an ``option=value`` word that can be read, or those that come near it; any other word as it is."""
    if "=" not in word:
        return [word]
    try:
        read_code(word)
    except RulesError as error:  # else it cannot go with a preset's other options, and says what it is to say
        if error.mistyped is not None:
            return meant_words(error.mistyped) if error.mistyped.before else []
    return [word]


def mended(code: str, read: Callable[[str], object]) -> str:
    """Return a rule code with all that is mistyped replaced by what comes nearest; nothing where that is no code.

    Args:
        code: What was typed.
        read: Reads a code, and raises :class:`RulesError` where it cannot be played.
    """
    words = code_words(code)
    for _ in range(len(words) + 1):  # each time one word is mended
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
