"""The house players, which see a seat's view and nothing else: pure Python without a clock.

:func:`choose` returns what a player of a :class:`Level` does. The source of chance is an argument, so equal states give
equal decisions. :mod:`bot.coach` holds what people are told about their own play.
"""

from bot.house.roster import Level

from .players import Decision, Method, Option, choose
from .search import Effort, effort_for

__all__ = ["Decision", "Effort", "Level", "Method", "Option", "choose", "effort_for"]
