"""An exact search of the last tricks through the engine: for more than two players, and for a race to the target.

It is slower than :mod:`bot.house.ending`, but takes into account everything that the engine knows: who scores for whom,
when the game ends, who has won. All others are assumed to play together against this side.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from bot.engine import Action, Deal, Phase
from bot.engine.actions import PLAYS
from bot.engine.cards import cards_of, mask_of
from bot.engine.legality import distinct_moves
from bot.engine.moves import advance
from bot.engine.tricks import must_play
from bot.house.ending import Stopped

from .moments import uncounted_sevens

WIN: Final = 300.0
"""Points that winning the game is worth."""
MOST_STEPS: Final = 20_000
"""Plays tried before a search gives up."""

_OVER: Final = Phase.OVER
_Key: TypeAlias = tuple[tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]


class Outcome(NamedTuple):
    """A play and the points by which it leaves the side ahead of the others' mean at the end."""

    action: Action
    points: float


class Settling:
    """A search of the last tricks for one side."""

    __slots__ = ("_most", "_others", "_own", "_table", "steps")

    def __init__(self, deal: Deal, seat: int, *, most: int = MOST_STEPS) -> None:
        """Prepare a search for a seat's side, which tries at most `most` plays."""
        law = deal.base.law
        own = law.sides[seat]
        self._own = law.side_seats[own]
        self._others = tuple(each for each in range(law.players) if law.sides[each] != own)
        self._table: dict[_Key, tuple[float, float]] = {}
        self._most = most
        self.steps = 0

    def outcomes(self, deal: Deal) -> list[Outcome]:
        """Return every play that makes a difference, the best first."""
        found = [
            Outcome(action, self.value(advance(deal, action), -1e9, 1e9)) for action in distinct_moves(deal)
        ]  # fmt: skip
        return sorted(found, key=_points, reverse=True)

    def value(self, deal: Deal, low: float = -1e9, high: float = 1e9) -> float:
        """Return the side's final lead in points; it is exact if it lies between the bounds."""
        if deal.phase is _OVER:
            return self._judge(deal)
        key = None
        if not deal.trick:
            key = (deal.hold, deal.turn, deal.score.totals, deal.score.brisques)
            known = self._table.get(key)
            if known is not None:
                if known[0] == known[1] or known[0] >= high:
                    return known[0]
                if known[1] <= low:
                    return known[1]
        seat = deal.turn
        ours = seat in self._own
        best = -1e9 if ours else 1e9
        least, most = low, high
        counted = deal.declared.counted
        kinds = 0
        for c in reversed(cards_of(must_play(deal.hold[seat], deal.trick, deal.trump))):
            kind = 1 << (c & 31 | (counted >> c & 1) << 5)
            if kinds & kind:
                continue  # an equal copy was tried
            kinds |= kind
            self.steps += 1
            if self.steps > self._most:
                raise Stopped
            value = self.value(advance(deal, PLAYS[seat][c]), least, most)
            if ours:
                best = max(best, value)
                least = max(least, best)
            else:
                best = min(best, value)
                most = min(most, best)
            if least >= most:
                break
        if key is not None:
            if best <= low:
                self._table[key] = (-1e9, best)
            elif best >= high:
                self._table[key] = (best, 1e9)
            else:
                self._table[key] = (best, best)
        return best

    def _judge(self, deal: Deal) -> float:
        totals = deal.score.totals
        mean = sum(totals[seat] for seat in self._others) / len(self._others)
        points = sum(totals[seat] - mean for seat in self._own)
        if deal.result is not None:
            points += WIN if self._own[0] in deal.result.winner else -WIN
        return points


def may_end(deal: Deal) -> bool:
    """Tell whether two players may reach the target in a deal's last tricks; a game of one deal has none to reach."""
    law, cards = deal.base.law, deal.hold[0] | deal.hold[1] | mask_of(deal.trick)
    points = sum([law.marked_points[c] for c in cards_of(cards)]) + law.quantities.last_trick
    points += law.quantities.seven * uncounted_sevens(deal, cards).bit_count()
    if law.brisques_late:
        points += max(deal.score.brisques)
    return not law.one_deal and max(deal.score.totals) + points >= law.target


def _points(outcome: Outcome) -> float:
    return outcome.points
