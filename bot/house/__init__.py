"""House players: they see a seat's view and nothing else. Pure Python, no clock.

:func:`choose` answers what a player of a :class:`Level` does; :func:`explain` says what the decision was about;
:func:`review` looks back at a game. Chance comes in as an argument: equal states give equal decisions.
"""

from .levels import Level, Theme
from .players import Decision, Method, Option, choose
from .reasons import Explanation, explain
from .review import Reviewed, costliest, review
from .search import Effort, effort_for

__all__ = [
    "Decision",
    "Effort",
    "Explanation",
    "Level",
    "Method",
    "Option",
    "Reviewed",
    "Theme",
    "choose",
    "costliest",
    "effort_for",
    "explain",
    "review",
]
