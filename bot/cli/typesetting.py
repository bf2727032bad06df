"""Typesetting of translations by a language's rules, so that translators need not type invisible spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

_NARROW, _WIDE = "\u202f", "\xa0"
_CODE: Final = re.compile(r"(`[^`]*`|</?[^>\s]*>|\{\w*\}|https?://\S+)")
"""Code, markup, placeholders and addresses, which stay as they are."""
_FRENCH: Final = (
    (re.compile(r"[ \xa0\u202f]+([;!?])"), rf"{_NARROW}\1"),
    (re.compile(r"[ \xa0\u202f]+(:|»)"), rf"{_WIDE}\1"),
    (re.compile(r"«[ \u202f]*(?=\S|\Z)"), f"«{_WIDE}"),
    (re.compile(r"(?<=\w)'(?=\w)"), "’"),
    (re.compile(r"(?<=\d) (?=\d{3}\b)"), _NARROW),
)


def french(text: str) -> str:
    """Return a French text with a narrow space before ; ! ?, a wide one before a colon, and curved apostrophes."""
    parts = _CODE.split(text)
    for at in range(0, len(parts), 2):
        for pattern, instead in _FRENCH:
            parts[at] = pattern.sub(instead, parts[at])
    return "".join(parts)


TYPESET: Final[Mapping[str, Callable[[str], str]]] = {"fr": french}
"""The typesetting function of each language; texts of other languages stay as typed."""
