"""What somebody meant who has mistyped a name; apart from `typed`, as the command line knows no tables."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

from bot.tables.values.rule_sets import same_name

_ALIKE: Final = 0.6
"""How alike two names are, by difflib from 0 to 1, where one may be the other mistyped."""


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """Return those of some names that somebody may have meant who mistyped one, the likeliest first, at most two."""
    known = {same_name(name): name for name in names}
    return [known[each] for each in difflib.get_close_matches(same_name(typed), known, n=2, cutoff=_ALIKE)]
