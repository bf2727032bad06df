"""The skills that charges and exercises train: five groups of themes that a player can practise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from .themes import Kind, Theme


class Skill(StrEnum):
    """A part of the game that can be practised by itself."""

    DECLARING = "declaring"
    """What to declare, and when."""
    COMBINATIONS = "combinations"
    """Which cards to keep for combinations."""
    TRICKS = "tricks"
    """Which tricks to win: to declare, or to keep the others from it."""
    BRISQUES = "brisques"
    """Tens and aces."""
    ENDING = "ending"
    """Trumps and high cards for the last eight tricks, and those tricks."""


_AT: Final = {Kind.DECLARE: Skill.DECLARING, Kind.EIGHT: Skill.ENDING}
"""The kinds of decisions that all belong to one skill."""
_OF: Final = {
    Theme.DECLARES: Skill.DECLARING,
    Theme.MARRIES_FIRST: Skill.DECLARING,
    Theme.ANNOUNCES: Skill.DECLARING,
    Theme.HOLDS_BACK: Skill.DECLARING,
    Theme.EXCHANGES: Skill.DECLARING,
    Theme.SHOWS: Skill.DECLARING,
    Theme.SEVEN: Skill.DECLARING,
    Theme.KEEPS_COMBINATION: Skill.COMBINATIONS,
    Theme.COMES_ABOUT: Skill.COMBINATIONS,
    Theme.KEEPS_WHOLE: Skill.COMBINATIONS,
    Theme.WINS_TO_DECLARE: Skill.TRICKS,
    Theme.WINS_AND_DECLARES: Skill.TRICKS,
    Theme.MAY_DECLARE: Skill.TRICKS,
    Theme.TAKES_TURN: Skill.TRICKS,
    Theme.TAKES_LAST_TURN: Skill.TRICKS,
    Theme.DENIES: Skill.TRICKS,
    Theme.LAST_TRICK: Skill.TRICKS,
    Theme.WINS_BRISQUES: Skill.BRISQUES,
    Theme.SAVES_BRISQUE: Skill.BRISQUES,
    Theme.FEWER_BRISQUES_LOST: Skill.BRISQUES,
    Theme.BRISQUES_LATER: Skill.BRISQUES,
    Theme.TAKES_BRISQUES: Skill.BRISQUES,
    Theme.FEEDS_PARTNER: Skill.BRISQUES,
    Theme.LETS_GO: Skill.BRISQUES,
    Theme.KEEPS_TRUMP: Skill.ENDING,
    Theme.KEEPS_TRUMPS: Skill.ENDING,
    Theme.KEEPS_STRENGTH: Skill.ENDING,
    Theme.STRONGER_END: Skill.ENDING,
    Theme.COUNTED: Skill.ENDING,
}


def skill_of(kind: Kind | str, theme: Theme | str | None) -> Skill | None:
    """Return the skill that a decision asks for; None where its reason names no single one, as *many small things*.

    Args:
        kind: The kind of the decision, also as stored.
        theme: The reason why the best action is better, also as stored; None or empty if no reason is known.
    """
    return _AT.get(Kind(kind)) or (_OF.get(Theme(theme)) if theme in _NAMES else None)


_NAMES: Final = frozenset(Theme)


def most_first(lost: Mapping[Skill, float]) -> tuple[Skill, ...]:
    """Return the skills that cost anything, the costliest first.

    Args:
        lost: Points charged, by skill.
    """
    return tuple(sorted((skill for skill in lost if lost[skill] > 0), key=lambda skill: -lost[skill]))


def lost_by_skill(charged: Iterable[tuple[Skill | None, float]]) -> Mapping[Skill, float]:
    """Return the points that charges cost, by skill; those that belong to no single skill are left out."""
    found: dict[Skill, float] = {}
    for skill, points in charged:
        if skill is not None:
            found[skill] = found.get(skill, 0.0) + points
    return MappingProxyType(found)
