"""Ratings in words: the number with its uncertainty, and the change that a game made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.text.i18n import in_words, tr

if TYPE_CHECKING:
    from bot.club import Strength


def rating_text(strength: Strength) -> str:
    """Return a rating as it is shown everywhere: the number, and one standard deviation."""
    if in_words():
        return tr("{rating}, give or take {uncertainty}", rating=strength.rating, uncertainty=strength.uncertainty)
    return f"{strength.rating} ± {strength.uncertainty}"


def change_text(before: Strength, after: Strength) -> str:
    """Return by how much a rating has changed, with its sign, or in words where signs are read aloud."""
    step = after.rating - before.rating
    if in_words():
        return tr("up by {points}", points=step) if step >= 0 else tr("down by {points}", points=-step)
    return f"+{step}" if step >= 0 else f"\N{MINUS SIGN}{-step}"
