"""House players: they see a seat's view and nothing else. Pure Python, no clock.

:func:`choose` answers what a player of a :class:`Level` does. Chance comes in as an argument: equal states give equal
decisions. What can be told people about their play stands in :mod:`bot.coach`.
"""

from .levels import Level
from .players import Decision, Method, Option, choose
from .search import Effort, effort_for

__all__ = [
    "Decision",
    "Effort",
    "Level",
    "Method",
    "Option",
    "choose",
    "effort_for",
]
