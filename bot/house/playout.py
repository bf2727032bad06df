"""The playing out of samples: each is played to a point at which it is judged, or the last tricks are solved."""

from __future__ import annotations

from typing import Final

from bot.engine import Deal, Phase
from bot.engine.moves import advance

from .last_tricks import LastTricks
from .learned import judged, kind_of
from .moments import unseen, worth_of
from .policy import Mind
from .settle import WIN, Settling
from .suits import Stopped
from .weights import Weights

SETTLED: Final = 3
"""Tricks before the end of a deal at which samples of three and four hands are searched instead of played by rule of
thumb."""
REACH: Final = 8
"""Tricks before the last eight from which on samples of two hands are played out until these begin."""
AWARE: Final = 4
"""Tricks before the last eight from which on, in an exact comparison of two hands, each seat of a sample knows what it
would know at each act. Before, and in a quick search, all seats use what the seat that asks knows at the beginning."""
MOST_MINDS: Final = 4096
"""Minds kept for samples in which the same is known."""

_PLAYING: Final = Phase.PLAY
_OVER: Final = Phase.OVER


class Playout:
    """A player of samples: it plays samples of one view to the horizon and judges their ends."""

    __slots__ = (
        "_aware",
        "_before",
        "_brisques",
        "_end",
        "_last",
        "_lead",
        "_left",
        "_marked",
        "_minds",
        "_others",
        "_own",
        "_settles",
        "_totals",
        "_weights",
        "judging",
        "law",
        "tricks",
    )

    def __init__(
        self,
        deal: Deal,
        seat: int,
        weights: Weights,
        horizon: int,
        pool: int,
        *,
        exact: bool = False,
        aware: bool = False,
    ) -> None:
        """Prepare the minds of all seats for each trick; all seats use this seat's knowledge of the unseen cards.

        Args:
            horizon: The number of tricks after which hands are judged.
            pool: The cards whose place the seat does not know.
            exact: Solve the last eight tricks of two hands instead of guessing what they bring.
            aware: In the tricks right before these let each seat know at each act what it would know: slower, and
                closer to how people and *regular* play.
        """
        law = self.law = deal.base.law
        n = law.players
        self._weights = weights
        self._aware: dict[object, Mind] | None = {} if aware and n == 2 and 0 < deal.left <= AWARE * n else None
        self._last = LastTricks(law, exact=exact) if n == 2 else None
        if n == 2 and deal.left <= REACH * n:
            horizon = REACH
        self._left = deal.left
        minds = []
        for ahead in range(min(horizon, deal.left // n) + 1):
            # The evaluation was tuned for two hands; with more hands the learned numbers choose better.
            worth = worth_of(deal, weights, pool, ahead=ahead, judging=n > 2)
            minds.append([Mind(deal, each, weights, pool=pool, worth=worth, ahead=ahead) for each in range(n)])
        self._minds = minds
        self.judging = worth_of(deal, weights, pool, ahead=horizon, judging=True)
        self._lead = judged(kind_of(law), self.judging.turns).lead[0]
        self._settles = not deal.left
        # Hands can be judged up to the end of the first stage; after that they must be played out.
        self._end = law.tricks - SETTLED if self._settles else min(len(deal.tricks) + horizon, law.first_stage)
        self.tricks = max(1, (law.tricks if self._settles else self._end) - len(deal.tricks))
        own = law.sides[seat]
        self._own = law.side_seats[own]
        self._others = tuple(each for each in range(n) if law.sides[each] != own)
        self._totals = deal.score.totals
        self._brisques = deal.score.brisques
        # Where brisques count at the end of the deal, those taken before are marked then, but not gained from here on.
        self._marked = tuple([each if law.brisques_late else 0 for each in self._brisques])
        before = [points + later for points, later in zip(self._totals, self._marked, strict=True)]
        mean = sum([before[each] for each in self._others]) / len(self._others)
        self._before = sum([before[each] - mean for each in self._own])

    def value(self, deal: Deal) -> float:
        """Play a deal on, and return the points that the seat's side gains on the others' mean from the view on."""
        return self.ahead(self.end(deal))

    def end(self, deal: Deal) -> Deal:
        """Play a deal on to the point at which it is judged.

        Where the last eight tricks are solved and may end the game, they are played out too if the rules ask who took
        what first.
        """
        minds, end, left, n = self._minds, self._end, self._left, self.law.players
        while True:
            phase = deal.phase
            if phase is _PLAYING:
                if not deal.trick and len(deal.tricks) >= end:
                    if self._last is None or deal.left or self._settles or not self._last.plays_out(deal):
                        return deal
                    try:
                        return self._last.played(deal)
                    except Stopped:
                        return self._played_out(deal)
            elif phase is _OVER:
                return deal
            mind = minds[(left - deal.left) // n][deal.turn] if self._aware is None else self._aware_mind(deal)
            deal = advance(deal, mind.act(deal))

    def _aware_mind(self, deal: Deal) -> Mind:
        """Return the mind of the seat on turn with all that it would know by now; equal knowledge shares one."""
        known = self._aware
        assert known is not None
        seat, declared = deal.turn, deal.declared
        pool, other = unseen(deal, seat), deal.hold[1 - seat]
        visible = other & (deal.exposed | declared.public)
        key = (seat, deal.left, pool, visible, other.bit_count(), deal.exposed, declared.serving, deal.turn_up)
        mind = known.get(key)
        if mind is None:
            if len(known) >= MOST_MINDS:
                known.clear()
            mind = known[key] = Mind(deal, seat, self._weights, pool=pool)
        return mind

    def game(self, deal: Deal) -> float:
        """Return what winning or losing the game counts at the end of a sample: 0 if it goes on."""
        if deal.result is not None:
            return WIN if self._own[0] in deal.result.winner else -WIN
        if self._last is None or deal.left or self._settles or deal.phase is _OVER:
            return 0.0
        return self._last.game(deal, self._own[0])

    def ahead(self, deal: Deal) -> float:
        """Return the points by which the seat's side has gained on the others' mean at the end of a sample."""
        if deal.left or not self._settles or deal.phase is _OVER:
            return self._judge(deal)
        return self._settled(deal)

    def _settled(self, deal: Deal) -> float:
        """Return the points that the side gains if the last tricks are played best with all cards known."""
        try:
            return Settling(deal, self._own[0]).value(deal) - self._before
        except Stopped:
            return self._judge(self._played_out(deal))

    def _played_out(self, deal: Deal) -> Deal:
        while deal.phase is not _OVER:
            deal = advance(deal, self._minds[-1][deal.turn].act(deal))
        return deal

    def _judge(self, deal: Deal) -> float:
        law = self.law
        n = law.players
        totals, brisques = deal.score.totals, deal.score.brisques
        over = deal.phase is _OVER
        worth = [float(totals[seat] - self._totals[seat]) for seat in range(n)]
        if over:
            if len(deal.tricks) == law.tricks:
                worth = [each - self._marked[seat] for seat, each in enumerate(worth)]
        else:
            if law.brisques_late:
                worth = [each + brisques[seat] - self._brisques[seat] for seat, each in enumerate(worth)]
            if self._last is not None and not deal.left:
                worth[deal.turn] += self._last.lead(deal)
                for seat in range(2):
                    worth[seat] += self._last.sevens(deal, seat)
            else:
                hand, exposed, used = self.judging.hand, deal.exposed, deal.declared.serving
                worth = [each + hand(deal.hold[seat], exposed, used)[0] for seat, each in enumerate(worth)]
                worth[deal.turn] += self._lead
        own, others = self._own, self._others
        mean = sum([worth[seat] for seat in others]) / len(others)
        return sum([worth[seat] - mean for seat in own]) + self.game(deal)
