"""The names of combinations for people; a module of its own, as the command line reads records without the tables."""

from __future__ import annotations

from typing import Final

from bot.engine.combinations import BY_NAME

from .i18n import mark, tr

_SAID: Final = mark(
    {
        "common-marriage": "a common marriage",
        "royal-marriage": "the royal marriage",
        "single-bezique": "bézique",
        "double-bezique": "double bézique",
        "treble-bezique": "treble bézique",
        "four-knaves": "four knaves",
        "four-queens": "four queens",
        "four-kings": "four kings",
        "four-aces": "four aces",
        "sequence": "the sequence",
    }
)
"""Names as an object or after a preposition; some are singular and some plural, so no verb may agree with them."""


def combination_title(name: str) -> str:
    """Return a combination's name for people, as it stands alone."""
    return tr(BY_NAME[name].title)


def combination_said(name: str) -> str:
    """Return a combination's name as it stands in a sentence, with its article; return any other name unchanged."""
    return tr(_SAID[name]) if name in _SAID else name
