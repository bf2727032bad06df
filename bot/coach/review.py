"""The review of a game: what its decisions cost, measured afresh before anything is told.

A decision goes through three measurements, each with its own seed. First, a small search over all possible actions
looks for a better one. Second, new samples compare that action with the one taken. Third, if the difference stands out,
further new samples confirm it. Only a difference that stands out both times is a *charge*. Its cost is the result of
the third measurement, which was not selected for being large. An evaluation is never reported as a cost.
"""

from __future__ import annotations

import math
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, View
from bot.house.players import Decision, Method, Option, choose
from bot.house.roster import Level
from bot.house.search import effort_for
from bot.house.settle import WIN

from .reasons import reason
from .samples import WORTH_TELLING, Cause, Comparison, Part, Wanted, compare, same_in_kind
from .themes import Reason, Theme


class SampleGroups(NamedTuple):
    """The number of groups of samples for each measurement."""

    glance: int = 12
    """Groups in which all possible actions are examined."""
    tested: int = 60
    """New groups in which the better-looking action is compared with the one taken."""
    confirmed: int = 120
    """Most further new groups in which the difference is confirmed."""


USUAL: Final = SampleGroups()
_CLEAR: Final = 3.0
"""Standard errors from which on a difference is not tested further, but confirmed."""
_CONFIRMING: Final = 7.0
"""Standard errors that a difference should stand out by when it is confirmed."""
_LEAST: Final = 36
"""Fewest groups in which a difference is confirmed, unless fewer are allowed."""
_MOST_OF_AN_ENDING: Final = 50.0
"""An exact difference this close below a multiple of :data:`WIN`, or above it, stands for that many games won: the
points of an ending alone are far fewer than :data:`WIN` less this."""


class Done(NamedTuple):
    """A decision that was taken: the view, the action, and a seed for each of the three measurements."""

    view: View
    action: Action
    seeds: tuple[int, int, int]


class Glance(NamedTuple):
    """An action that might have been better than the one taken, and its estimated gain in points."""

    better: Action
    points: float
    exact: bool
    """Whether the gain is exact because the ending was played out."""


class Charge(NamedTuple):
    """The cost of a decision in points, with the better action and the reason."""

    better: Action
    points: float
    error: float
    """The standard error; 0 if the ending was played out."""
    reason: Reason
    game: float = 0.0
    """The part of the points that stands for winning the game, and is none of the score."""


def glance(view: View, done: Action, seed: int, groups: int) -> Glance | None:
    """Return an action that might have been better by what the seat saw then, or None if none looks better."""
    rng = Random(seed)  # noqa: S311 - play, not secrets
    decision = choose(Level.STRONG, view, rng, effort=effort_for(view.players).exactly(groups))
    return better_than(view, done, decision)


def better_than(view: View, done: Action, decision: Decision) -> Glance | None:
    """Return the action that a decision finds better than `done`, or None if none is better by enough to tell."""
    if decision.method is Method.ONLY or same_in_kind(view, decision.action, done):
        return None
    mine = next((option for option in decision.options if same_in_kind(view, option.action, done)), None)
    if mine is None:
        if decision.method is not Method.EXACT:
            return None  # never weighed
        mine = _alike(decision.options, done)
    gain = decision.options[0].points - mine.points if mine is not None else 0.0
    if gain < WORTH_TELLING:
        return None
    return Glance(decision.action, gain, decision.method is Method.EXACT)


def _alike(options: tuple[Option, ...], done: Action) -> Option | None:
    """Return the option that stands for a card which the exact search left out as equivalent to a higher card.

    It is the nearest higher one of its suit: no card of the other hand lies between the two.
    """
    card = done.cards[0]
    higher = [
        option
        for option in options
        if option.action.cards[0] >> 3 & 3 == card >> 3 & 3 and option.action.cards[0] & 7 >= card & 7
    ]
    return min(higher, key=lambda option: option.action.cards[0] & 7, default=None)


def _enough(tested: Comparison, most: int) -> int:
    """Return how many new groups should confirm a difference, by what an earlier comparison found.

    As the number follows from other samples, it makes the difference that is found neither larger nor smaller.
    """
    points = tested.points
    needed = len(tested.groups) * (_CONFIRMING * points.error / points.mean) ** 2
    return min(most, max(_LEAST, math.ceil(needed)))


def charge_of(done: Done, groups: SampleGroups = USUAL) -> Charge | None:
    """Return the cost of a decision at an ordinary table, or None if it does not stand out from chance."""
    view, action, seeds = done
    found = glance(view, action, seeds[0], groups.glance)
    if found is None:
        return None
    if found.exact:
        game = WIN * ((found.points + _MOST_OF_AN_ENDING) // WIN)
        return Charge(found.better, found.points, 0.0, Reason(Theme.COUNTED), game)
    tested = compare(view, found.better, action, seeds[1], groups.tested, Wanted(clear=_CLEAR))
    if not tested.told:
        return None
    afresh = compare(view, found.better, action, seeds[2], _enough(tested, groups.confirmed), Wanted())
    if not afresh.told:
        return None
    game = afresh.part([Cause(Part.GAME, own=True)]).mean
    return Charge(found.better, afresh.points.mean, afresh.points.error, reason(view, afresh), game)
