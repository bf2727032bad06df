"""Looking ahead: hidden cards are dealt at random, and every candidate is played out over the same samples."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Phase, View
from bot.engine.moves import advance

from .imagine import Imagination
from .policy import Mind, worth_of
from .settle import WIN, Settling
from .stopping import Stopped
from .weights import Weights

BATCH: Final = 16
"""Samples between two looks at which candidates are still worth the trouble."""
FIRST_CUT: Final = 32
"""Samples before the first candidate is dropped."""
SETTLED: Final = 3
"""So many tricks before the end of a deal, samples of three and four hands are no longer played by rule of thumb."""
CUT: Final = 1.5
"""A candidate is dropped when it stands so many standard errors behind the best."""

_PLAYING: Final = Phase.PLAY
_OVER: Final = Phase.OVER


class Effort(NamedTuple):
    """How much a search may spend; whichever limit is met first ends it."""

    playouts: int = 3000
    """Candidates played out, all samples together."""
    horizon: int = 2
    """Tricks played out before the hands are judged: more tricks bring more noise than they bring insight."""
    seconds: float | None = None
    """Time by the clock, or None for no limit (then the result depends on the random state alone)."""


class Candidate(NamedTuple):
    """An action, the points by which it is expected to leave its side ahead, and how sure that is."""

    action: Action
    points: float
    error: float
    """The standard error of the difference to the best candidate (0 for the best itself)."""
    samples: int


def search(
    view: View,
    rng: Random,
    weights: Weights,
    effort: Effort,
    should_stop: Callable[[], bool] | None = None,
) -> list[Candidate]:
    """Return the actions that differ, the best first.

    Args:
        view: What the seat on turn sees.
        rng: Deals the hidden cards.
        weights: The evaluation with which the samples are played out and judged.
        effort: The limits.
        should_stop: Asked after every sample; when it says yes, what is known so far is returned.
    """
    began = time.monotonic()
    actions = view.offered
    imagination = Imagination(view)
    playout = Playout(imagination.deal(rng), imagination.seat, weights, effort.horizon, imagination.hidden)
    values: list[list[float]] = [[] for _ in actions]
    active = list(range(len(actions)))
    spent = 0
    while spent + len(active) <= max(effort.playouts, len(actions)):
        sample = imagination.likely(rng)
        for at in active:
            values[at].append(playout.value(advance(sample, actions[at])))
        spent += len(active)
        done = len(values[active[0]])
        if should_stop is not None and should_stop():
            break
        if effort.seconds is not None and time.monotonic() - began >= effort.seconds:
            break
        if done >= FIRST_CUT and done % BATCH == 0:
            active = _still_open(values, active)
            if len(active) == 1:
                break
    return _candidates(actions, values, active)


def _still_open(values: list[list[float]], active: list[int]) -> list[int]:
    """Drop the candidates that stand too far behind the best, sample by sample."""
    best = max(active, key=lambda at: sum(values[at]))
    kept = []
    for at in active:
        mean, error = _difference(values[best], values[at])
        if at == best or mean <= CUT * error + 1e-9:
            kept.append(at)
    return kept


def _difference(one: list[float], other: list[float]) -> tuple[float, float]:
    """Return the mean difference over the samples both were played on, and its standard error."""
    count = min(len(one), len(other))
    differences = [a - b for a, b in zip(one, other, strict=False)]
    mean = sum(differences) / count
    if count < 2:
        return mean, math.inf
    variance = sum((each - mean) ** 2 for each in differences) / (count - 1)
    return mean, math.sqrt(variance / count)


def _candidates(actions: tuple[Action, ...], values: list[list[float]], active: list[int]) -> list[Candidate]:
    best = max(active, key=lambda at: sum(values[at]))
    top = sum(values[best]) / len(values[best])
    found = []
    for at, action in enumerate(actions):
        behind, error = _difference(values[best], values[at]) if at != best else (0.0, 0.0)
        found.append(Candidate(action, top - behind, error, len(values[at])))
    # Whoever was dropped stays behind whoever was not.
    order = sorted(range(len(actions)), key=lambda at: (at == best, at in active, found[at].points), reverse=True)
    return [found[at] for at in order]


class Playout:
    """Plays samples of one view to the horizon, and judges where they end."""

    __slots__ = (
        "_before",
        "_brisques",
        "_end",
        "_judging",
        "_minds",
        "_others",
        "_own",
        "_settles",
        "_totals",
        "law",
    )

    def __init__(self, deal: Deal, seat: int, weights: Weights, horizon: int, pool: int) -> None:
        """Prepare the minds of all seats: everyone chooses with what this seat knows of the unseen cards."""
        law = self.law = deal.base.law
        n = law.players
        worth = worth_of(deal, weights, pool)
        self._minds = tuple(Mind(deal, each, weights, pool=pool, worth=worth) for each in range(n))
        self._judging = worth_of(deal, weights, pool, ahead=horizon, judging=True)
        self._settles = not deal.left
        # The hands at the end of the first stage can be judged; from then on only playing out can tell.
        self._end = law.tricks - SETTLED if self._settles else min(len(deal.tricks) + horizon, law.first_stage)
        own = law.sides[seat]
        self._own = law.side_seats[own]
        self._others = tuple(each for each in range(n) if law.sides[each] != own)
        self._totals = deal.score.totals
        self._brisques = deal.score.brisques
        mean = sum(self._totals[each] for each in self._others) / len(self._others)
        self._before = sum(self._totals[each] - mean for each in self._own)

    def value(self, deal: Deal) -> float:
        """Play a deal on and return how far the seat's side is ahead of the others' mean, since the beginning."""
        minds, end = self._minds, self._end
        while True:
            phase = deal.phase
            if phase is _PLAYING:
                if not deal.trick and len(deal.tricks) >= end:
                    return self._judge(deal) if deal.left or not self._settles else self._settled(deal)
            elif phase is _OVER:
                return self._judge(deal)
            deal = advance(deal, minds[deal.turn].act(deal))

    def _settled(self, deal: Deal) -> float:
        """Return how far the side will be ahead when the last tricks are played as well as all can see them."""
        try:
            return Settling(deal, self._own[0]).value(deal) - self._before
        except Stopped:
            return self._played_out(deal)

    def _played_out(self, deal: Deal) -> float:
        while deal.phase is not _OVER:
            deal = advance(deal, self._minds[deal.turn].act(deal))
        return self._judge(deal)

    def _judge(self, deal: Deal) -> float:
        law = self.law
        totals, brisques = deal.score.totals, deal.score.brisques
        worth = []
        over = deal.phase is _OVER
        for seat in range(law.players):
            value = float(totals[seat] - self._totals[seat])
            if not over:
                if not law.brisques_as_taken:
                    value += brisques[seat] - self._brisques[seat]
                value += self._judging.hand(deal.hold[seat], deal.exposed, deal.declared.used)[0]
                if seat == deal.turn:
                    value += self._judging.scale.lead
            worth.append(value)
        own, others = self._own, self._others
        mean = sum(worth[seat] for seat in others) / len(others)
        ahead = sum(worth[seat] - mean for seat in own)
        if deal.result is not None:
            ahead += WIN if own[0] in deal.result.winner else -WIN
        return ahead
