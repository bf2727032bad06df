"""Looking ahead: hidden cards are dealt at random, and every candidate is played out over the same samples."""

from __future__ import annotations

import math
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Phase, View
from bot.engine.moves import advance

from .eight import LastEight
from .imagine import Imagination
from .judged import judged, kind_of
from .policy import Mind, uncounted_sevens, worth_of
from .reading import Reading
from .settle import WIN, Settling
from .stopping import Stopped
from .weights import Weights

BATCH: Final = 8
"""Groups of samples between two looks at which candidates are still worth the trouble."""
FIRST_CUT: Final = 16
"""Groups before the first candidate is dropped."""
SETTLED: Final = 3
"""So many tricks before the end of a deal, samples of three and four hands are no longer played by rule of thumb."""
REACH: Final = 8
"""So many tricks before the last eight, samples of two hands are played out until these begin."""
CUT: Final = 2.0
"""A candidate is dropped when it stands so many standard errors behind the best."""

_PLAYING: Final = Phase.PLAY
_OVER: Final = Phase.OVER


class Effort(NamedTuple):
    """How much a search spends: counted, never timed, so that a busy machine answers as an idle one does."""

    groups: int = 40
    """Groups of samples in which the candidates that are still open are compared."""
    horizon: int = 4
    """Tricks of a sample played out before the hands are judged: more bring more noise than they bring insight."""


_EFFORTS: Final = {2: Effort(48), 3: Effort(40, 3), 4: Effort(32, 3)}


def effort_for(players: int) -> Effort:
    """Return what the strong player spends on a decision at a table of so many: 95 of 100 take less than 0.45 s.

    That is measured in plain Python on one core (docs/house-players.md).
    """
    return _EFFORTS[players]


class Candidate(NamedTuple):
    """An action, the points by which it is expected to leave its side ahead, and how sure that is."""

    action: Action
    points: float
    error: float
    """The standard error of the difference to the best candidate (0 for the best itself)."""
    samples: int
    """So often was it played out."""


def search(
    view: View,
    rng: Random,
    weights: Weights,
    effort: Effort,
) -> list[Candidate]:
    """Return the actions that differ, the best first.

    Samples come in groups that differ only in who draws which of a trick's cards. Each seat gets each of them once, so
    that the luck of the draw, which hangs on who takes a trick, goes out of the comparison; what a candidate is worth
    is the mean of such groups. Between two seats that does the work of more than twice as many samples.

    Args:
        view: What the seat on turn sees.
        rng: Deals the hidden cards.
        weights: The evaluation with which the samples are played out and judged.
        effort: How many groups, and how far each sample is played.
    """
    actions = view.offered
    imagination = Imagination(view)
    reading = Reading(view, imagination, weights)
    playout = Playout(imagination.deal(rng), imagination.seat, weights, effort.horizon, imagination.hidden)
    values: list[list[float]] = [[] for _ in actions]
    active = list(range(len(actions)))
    group = view.players if view.stock else 1
    for done, deal in enumerate(reading.samples(max(1, effort.groups), rng), 1):
        samples = imagination.rotated(deal)
        for at in active:
            found = [playout.value(advance(sample, actions[at])) for sample in samples]
            values[at].append(sum(found) / group)
        if done >= FIRST_CUT and done % BATCH == 0:
            active = _still_open(values, active)
            if len(active) == 1:
                break
    return _candidates(actions, values, active, group)


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


def _candidates(
    actions: tuple[Action, ...], values: list[list[float]], active: list[int], group: int
) -> list[Candidate]:
    best = max(active, key=lambda at: sum(values[at]))
    top = sum(values[best]) / len(values[best])
    found = []
    for at, action in enumerate(actions):
        behind, error = _difference(values[best], values[at]) if at != best else (0.0, 0.0)
        found.append(Candidate(action, top - behind, error, group * len(values[at])))
    # Whoever was dropped stays behind whoever was not.
    order = sorted(range(len(actions)), key=lambda at: (at == best, at in active, found[at].points), reverse=True)
    return [found[at] for at in order]


class Playout:
    """Plays samples of one view to the horizon, and judges where they end."""

    __slots__ = (
        "_before",
        "_brisques",
        "_eight",
        "_end",
        "_lead",
        "_left",
        "_minds",
        "_others",
        "_own",
        "_settles",
        "_totals",
        "judging",
        "law",
        "tricks",
    )

    def __init__(self, deal: Deal, seat: int, weights: Weights, horizon: int, pool: int) -> None:
        """Prepare the minds of all seats, for each trick: everyone knows what this seat knows of the unseen cards."""
        law = self.law = deal.base.law
        n = law.players
        self._eight: dict[int, LastEight] = {}
        if n == 2 and deal.left <= REACH * n:
            horizon = REACH
        self._left = deal.left
        minds = []
        for ahead in range(min(horizon, deal.left // n) + 1):
            # The evaluation was tuned for two hands; with more, what was learned chooses better, too.
            worth = worth_of(deal, weights, pool, ahead=ahead, judging=n > 2)
            minds.append([Mind(deal, each, weights, pool=pool, worth=worth, ahead=ahead) for each in range(n)])
        self._minds = minds
        self.judging = worth_of(deal, weights, pool, ahead=horizon, judging=True)
        self._lead = judged(kind_of(law), self.judging.turns).lead[0]
        self._settles = not deal.left
        # The hands at the end of the first stage can be judged; from then on only playing out can tell.
        self._end = law.tricks - SETTLED if self._settles else min(len(deal.tricks) + horizon, law.first_stage)
        self.tricks = max(1, (law.tricks if self._settles else self._end) - len(deal.tricks))
        own = law.sides[seat]
        self._own = law.side_seats[own]
        self._others = tuple(each for each in range(n) if law.sides[each] != own)
        self._totals = deal.score.totals
        self._brisques = deal.score.brisques
        mean = sum(self._totals[each] for each in self._others) / len(self._others)
        self._before = sum(self._totals[each] - mean for each in self._own)

    def value(self, deal: Deal) -> float:
        """Play a deal on and return how far the seat's side is ahead of the others' mean, since the beginning."""
        return self.ahead(self.end(deal))

    def end(self, deal: Deal) -> Deal:
        """Play a deal on to where it is judged."""
        minds, end, left, n = self._minds, self._end, self._left, self.law.players
        while True:
            phase = deal.phase
            if phase is _PLAYING:
                if not deal.trick and len(deal.tricks) >= end:
                    return deal
            elif phase is _OVER:
                return deal
            deal = advance(deal, minds[(left - deal.left) // n][deal.turn].act(deal))

    def ahead(self, deal: Deal) -> float:
        """Return how far the seat's side is ahead of the others' mean at the end of a sample, since the beginning."""
        if deal.left or not self._settles or deal.phase is _OVER:
            return self._judge(deal)
        return self._settled(deal)

    def _settled(self, deal: Deal) -> float:
        """Return how far the side will be ahead when the last tricks are played as well as all can see them."""
        try:
            return Settling(deal, self._own[0]).value(deal) - self._before
        except Stopped:
            return self._played_out(deal)

    def _played_out(self, deal: Deal) -> float:
        while deal.phase is not _OVER:
            deal = advance(deal, self._minds[0][deal.turn].act(deal))
        return self._judge(deal)

    def _judge(self, deal: Deal) -> float:
        law = self.law
        n = law.players
        totals, brisques = deal.score.totals, deal.score.brisques
        over = deal.phase is _OVER
        worth = [float(totals[seat] - self._totals[seat]) for seat in range(n)]
        if not over:
            if not law.brisques_as_taken:
                worth = [each + brisques[seat] - self._brisques[seat] for seat, each in enumerate(worth)]
            if n == 2 and not deal.left:
                eight = self._eight.get(deal.trump)
                if eight is None:
                    eight = self._eight[deal.trump] = LastEight(deal.trump)
                worth[deal.turn] += eight.lead(deal.hold[deal.turn], deal.hold[1 - deal.turn])
                if law.sevens_throughout:
                    for seat in range(2):
                        worth[seat] += law.quantities.seven * uncounted_sevens(deal, deal.hold[seat]).bit_count()
            else:
                hand, exposed, used = self.judging.hand, deal.exposed, deal.declared.used
                worth = [each + hand(deal.hold[seat], exposed, used)[0] for seat, each in enumerate(worth)]
                worth[deal.turn] += self._lead
        own, others = self._own, self._others
        mean = sum([worth[seat] for seat in others]) / len(others)
        ahead = sum([worth[seat] - mean for seat in own])
        if deal.result is not None:
            ahead += WIN if own[0] in deal.result.winner else -WIN
        return ahead
