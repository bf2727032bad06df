"""Ratings in words: the number with what it may be off by, and what a game did to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.club import Strength


def rating_text(strength: Strength) -> str:
    """Return a rating as it is shown everywhere: the number, and one standard deviation."""
    return f"{strength.rating} ± {strength.uncertainty}"


def change_text(before: Strength, after: Strength) -> str:
    """Return by how much a rating has changed, with its sign."""
    step = after.rating - before.rating
    return f"+{step}" if step >= 0 else f"\N{MINUS SIGN}{-step}"
