"""The names of combinations for people; apart, as the command line reads records without the tables."""

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
"""As an object or after a preposition: some are one thing and some are four, so that no verb may depend on them."""


def combination_title(name: str) -> str:
    """Return a combination's name for people, as it stands alone."""
    return tr(BY_NAME[name].title)


def combination_said(name: str) -> str:
    """Return a combination's name as it stands in a sentence, with its article; what is none as it is."""
    return tr(_SAID[name]) if name in _SAID else name
