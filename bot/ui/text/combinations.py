"""The names of combinations for people; apart, as the command line reads records without the tables."""

from __future__ import annotations

from bot.engine.combinations import BY_NAME

from .i18n import tr


def combination_title(name: str) -> str:
    """Return a combination's name for people."""
    return tr(BY_NAME[name].title)
