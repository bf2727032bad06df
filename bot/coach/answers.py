"""The judging of answers to exercises: whether an answer is as good as the best, else what it costs and why."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, View
from bot.house.levels import Level
from bot.house.players import Method, choose
from bot.house.search import effort_for

from .positions import Position
from .reasons import reason
from .review import better_than
from .samples import WORTH_TELLING, Measured, compare, same_in_kind
from .themes import Reason, Theme

GROUPS: Final = 120
"""New groups of samples in which an answer is compared with the best one, as many as confirm a charge."""


class Verdict(NamedTuple):
    """The judgement on an answer."""

    found: bool
    """Whether the answer is the best or hardly worse: by no more than chance explains, or by too little to tell."""
    cost: Measured
    """The cost in points as they are marked; without an error if the ending was played out."""
    reason: Reason | None
    """Why the best is better; None if `found` is true."""


class Asked(NamedTuple):
    """An answer that has to be measured: the seat's view, the best action, the answer, and the seed."""

    view: View
    best: Action
    answer: Action
    seed: int


RIGHT: Final = Verdict(found=True, cost=Measured(0.0, 0.0), reason=None)


def told(position: Position, answer: Action) -> Verdict | None:
    """Return the verdict on an answer in a stored position, or None if the position says nothing about it."""
    found = next((each for each in position.options if each.action == answer), None)
    if found is None:  # one of several equal copies stands for all of them
        view = position.view
        if answer not in view.legal:
            return None
        found = next((each for each in position.options if same_in_kind(view, each.action, answer)), None)
    return None if found is None else verdict(found.cost, found.reason)


def verdict(cost: Measured, why: Reason | None) -> Verdict:
    """Return the verdict on an answer that costs `cost` against the best."""
    if not cost.sure or cost.mean < WORTH_TELLING:
        return Verdict(found=True, cost=cost, reason=None)
    return Verdict(found=False, cost=cost, reason=why)


def measured(asked: Asked, groups: int = GROUPS) -> Verdict:
    """Return the verdict on an answer from new samples of it and of the best, or from playing the ending out.

    Args:
        asked: The answer, at an ordinary table.
        groups: How many groups of samples.
    """
    view, best, answer, seed = asked
    if same_in_kind(view, best, answer):
        return RIGHT
    if view.last_eight and view.players == 2:
        rng = Random(seed)  # noqa: S311 - play, not secrets
        decision = choose(Level.STRONG, view, rng, effort=effort_for(view.players).exactly(1))
        if decision.method is Method.EXACT:
            seen = better_than(view, answer, decision)
            return RIGHT if seen is None else verdict(Measured(seen.points, 0.0), Reason(Theme.COUNTED))
    found = compare(view, best, answer, seed, groups)
    return verdict(found.points, reason(view, found))
