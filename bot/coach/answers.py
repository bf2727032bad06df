"""What an answer to an exercise is worth: whether it is as good as the best, else what it costs and why."""

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
"""New groups of samples in which an answer is compared with what is best, as many as confirm a charge."""


class Verdict(NamedTuple):
    """What came of an answer."""

    found: bool
    """Whether it is what is best, or hardly worse: nothing above chance, or less than is worth telling."""
    cost: Measured
    """In points as they are marked; without an error where the ending was played out."""
    reason: Reason | None
    """Why the best is better; None where the answer was found."""


class Asked(NamedTuple):
    """An answer that has to be measured: what the seat saw, what is best and what was answered, and chance."""

    view: View
    best: Action
    answer: Action
    seed: int


RIGHT: Final = Verdict(found=True, cost=Measured(0.0, 0.0), reason=None)


def told(position: Position, answer: Action) -> Verdict | None:
    """Return what an answer in one of the project's positions is worth, or None where it cannot be done there."""
    found = next((each for each in position.options if each.action == answer), None)
    if found is None:  # of copies that make no difference one stands for all
        view = position.view
        if answer not in view.legal:
            return None
        found = next((each for each in position.options if same_in_kind(view, each.action, answer)), None)
    return None if found is None else verdict(found.cost, found.reason)


def verdict(cost: Measured, why: Reason | None) -> Verdict:
    """Return the verdict on what costs so many points against the best."""
    if not cost.sure or cost.mean < WORTH_TELLING:
        return Verdict(found=True, cost=cost, reason=None)
    return Verdict(found=False, cost=cost, reason=why)


def measured(asked: Asked, groups: int = GROUPS) -> Verdict:
    """Return what an answer is worth by new samples of it and of what is best, or by playing the ending out.

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
