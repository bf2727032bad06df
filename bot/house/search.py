"""The search: hidden cards are dealt at random, and every candidate is played out over the same samples."""

from __future__ import annotations

import math
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Phase, View
from bot.engine.actions import PLAYS
from bot.engine.moves import advance

from .imagine import Imagination
from .learned import familiar, kind_of, learned
from .moments import keeping_of, worth_of
from .playout import Playout
from .policy import Mind
from .reading import Reading
from .weights import Weights

BATCH: Final = 8
"""Groups of samples between two decisions about which candidates to drop."""
MOST: Final = 6
"""Most groups for one candidate, as a multiple of the groups that every open candidate gets."""
SOLVED: Final = 2
"""Tricks before the last eight from which on a search solves these: few can come then, and samples share them."""
CUT: Final = 2.0
"""Standard errors behind the best beyond which a candidate is dropped."""


class Effort(NamedTuple):
    """The effort of a search, counted and never timed, so that a busy machine answers like an idle one."""

    groups: int = 40
    """Fewest groups of samples in which the open candidates are compared."""
    horizon: int = 4
    """Tricks of a sample played out before the hands are judged; more tricks add more noise than insight."""
    tricks: int = 0
    """Tricks played out, over all samples, below which the open candidates are compared in more groups."""
    first: int = 16
    """Groups before the first candidate may be dropped, a multiple of a batch."""

    def exactly(self, groups: int) -> Effort:
        return self._replace(groups=groups, tricks=0)


_EFFORTS: Final = {2: Effort(32, 4, 3600), 3: Effort(32, 3, 2200, 8), 4: Effort(32, 3, 1200, 8)}


def effort_for(players: int) -> Effort:
    """Return the strong player's effort for a decision at a table of `players`.

    95 of 100 decisions take less than 0.45 s, measured in plain Python on one core (docs/house-players.md).
    """
    return _EFFORTS[players]


class Candidate(NamedTuple):
    """An action and the points by which it is expected to leave its side ahead, with the error."""

    action: Action
    points: float
    error: float
    """The standard error of the difference to the best candidate (0 for the best itself)."""
    samples: int
    """How many times it was played out."""


def search(view: View, rng: Random, weights: Weights, effort: Effort) -> list[Candidate]:
    """Return the actions that differ, the best first.

    Samples come in groups. The samples of a group differ only in which seat draws which card after a trick: each seat
    gets each card once. So the luck of the draw, which depends on who takes a trick, drops out of the comparison. A
    candidate's worth is the mean over the groups. With two seats this replaces more than twice as many samples.
    """
    actions = view.offered
    imagination = Imagination(view)
    reading = Reading(view, imagination, weights)
    deal = imagination.deal(rng)
    law = view.law
    exact = deal.left <= SOLVED * law.players and law.both_out == "higher_total" and not law.at_once
    playout = Playout(deal, imagination.seat, weights, effort.horizon, imagination.hidden, exact=exact)
    guess = _guess(deal, actions, imagination, weights)
    found = [_Sampled() for _ in actions]
    active = list(range(len(actions)))
    group = view.players if view.stock else 1
    groups = max(1, effort.groups)
    hands = reading.hands(groups, rng)
    best, done, spent = found[0], 0, 0
    while done < groups or (spent < effort.tricks and done < MOST * groups):
        batch = min(BATCH, groups - done) if done < groups else BATCH
        for sample in hands.drawn(batch, rng):
            rotated = imagination.rotated(sample.deal)
            for at in active:
                values = [playout.value(advance(each, actions[at])) for each in rotated]
                found[at].values.append(sum(values) / group)
        done += batch
        spent += batch * group * len(active) * playout.tricks
        best = _weigh(found, active, guess)
        if done >= effort.first:
            active = [at for at in active if found[at].behind <= CUT * found[at].error + 1e-9]
            if len(active) == 1:
                break
    return _candidates(actions, found, active, best, group)


class _Guess(NamedTuple):
    """The learned scores of the candidates, before any of them is played out."""

    points: list[float]
    doubt: float
    """The standard deviation of the scores' error; 0 if nothing was learned."""


class _Sampled:
    """The samples of a candidate so far."""

    __slots__ = ("behind", "error", "points", "values")

    def __init__(self) -> None:
        self.values: list[float] = []
        self.points = 0.0
        """The estimated worth from samples and learned scores."""
        self.behind = 0.0
        """The points by which this is less than the best's, when last weighed."""
        self.error = math.inf
        """The standard error of `behind`."""


def _guess(deal: Deal, actions: tuple[Action, ...], imagination: Imagination, weights: Weights) -> _Guess:
    """Return the learned scores of the actions of a moment, or zeros if nothing was learned at such tables."""
    law, pool = deal.base.law, imagination.hidden
    nothing = _Guess([0.0] * len(actions), 0.0)
    if not familiar(law) or (keeping := keeping_of(deal, weights, pool)) is None:
        return nothing
    worth = worth_of(deal, weights, pool, judging=law.players > 2)
    mind = Mind(deal, imagination.seat, weights, pool=pool, worth=worth, keeping=keeping)
    declares = deal.phase is Phase.DECLARE
    if declares:
        scores = {action: score for score, action in mind.declaring(deal)}
    else:
        scores = {PLAYS[deal.turn][card]: score for score, card in mind.plays(deal)}
    if not all(action in scores for action in actions):
        return nothing
    doubt = learned(kind_of(law), deal.left // law.players).doubt[declares]
    return _Guess([scores[action] for action in actions], doubt)


def _weigh(found: list[_Sampled], active: list[int], guess: _Guess) -> _Sampled:
    """Combine samples and learned scores for the candidates that are open, and return the best candidate.

    Both give differences between candidates, each with its own error; the more certain one counts more.
    """
    count = len(found[active[0]].values)
    share = 1.0 / len(active)
    means = [share * sum([found[at].values[group] for at in active]) for group in range(count)]
    centre = sum(means) / count
    usual = share * sum([guess.points[at] for at in active])
    for at in active:
        each = found[at]
        each.points = sum(each.values) / count
        if guess.doubt and count > 1:
            ahead = each.points - centre
            spread = sum([(value - mean - ahead) ** 2 for value, mean in zip(each.values, means, strict=True)])
            noise = spread / (count - 1) / count
            known = guess.doubt**2
            each.points = centre + (ahead * known + (guess.points[at] - usual) * noise) / (known + noise)
    best = max([found[at] for at in active], key=_points)
    for at in active:
        each = found[at]
        each.behind, each.error = best.points - each.points, 0.0
        if each is not best:
            each.error = _error(best.values, each.values)
            if guess.doubt and each.error:
                each.error = 1.0 / math.sqrt(1.0 / each.error**2 + 0.5 / guess.doubt**2)
    return best


def _points(each: _Sampled) -> float:
    return each.points


def _error(one: list[float], other: list[float]) -> float:
    """Return the standard error of the mean difference over the same samples."""
    count = len(one)
    if count < 2:
        return math.inf
    differences = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(differences) / count
    return math.sqrt(sum([(each - mean) ** 2 for each in differences]) / (count - 1) / count)


def _candidates(
    actions: tuple[Action, ...], found: list[_Sampled], active: list[int], best: _Sampled, group: int
) -> list[Candidate]:
    candidates = [
        Candidate(action, best.points - each.behind, each.error, group * len(each.values))
        for action, each in zip(actions, found, strict=True)
    ]
    # Dropped candidates are ranked behind all others.
    order = sorted(
        range(len(actions)), key=lambda at: (found[at] is best, at in active, candidates[at].points), reverse=True
    )
    return [candidates[at] for at in order]
