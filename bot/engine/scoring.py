"""Marking points, counting a deal and deciding the game (rulings 17, 18 and 21)."""

from __future__ import annotations

from typing import NamedTuple

from .deal import Base, Deal, Ending, Mark, Result, Score, Trick


class Marker:
    """A marker of points within one step; with ``finish = at_once`` it marks nothing once a side is out (ruling 17)."""

    __slots__ = ("_base", "_brisques", "_marks", "_totals", "_trick", "result")

    def __init__(self, base: Base, score: Score, trick: int) -> None:
        self._base = base
        self._trick = trick
        self._totals = list(score.totals)
        self._marks = score.marks
        self._brisques = score.brisques
        self.result: Result | None = None

    def add(self, seat: int, points: int, reason: str, *, may_end: bool = True) -> None:
        """Mark points for a seat, unless the game has just ended."""
        if self.result is not None:
            return
        base = self._base
        self._totals[seat] += points
        self._marks += (Mark(base.number, self._trick, seat, points, reason),)
        law = base.law
        if may_end and law.at_once:
            side = law.side_seats[law.sides[seat]]
            if sum(self._totals[each] for each in side) >= law.target:
                self.result = Result(side, Ending.SCORE)

    def score(self) -> Score:
        return Score(tuple(self._totals), self._marks, self._brisques)


def side_totals(base: Base, totals: tuple[int, ...]) -> list[int]:
    """Return the points of each side: the sum over its seats (ruling 20)."""
    return [sum(totals[seat] for seat in seats) for seats in base.law.side_seats]


def from_dealers_left(base: Base) -> list[int]:
    """List the seats from the dealer's left; the dealer comes last."""
    n = base.law.players
    return [(base.dealer + step) % n for step in range(1, n + 1)]


def decide(base: Base, score: Score, tricks: tuple[Trick, ...]) -> tuple[Score, Result | None]:
    """Count the brisques of a deal played out; return the score, and the result if the game is over."""
    law = base.law
    if law.brisques_late:
        marker = Marker(base, score, len(tricks))
        for seat in from_dealers_left(base):
            if score.brisques[seat]:
                marker.add(seat, score.brisques[seat], "brisques", may_end=False)
        score = marker.score()
    return score, who_wins(base, score, tricks)


def who_wins(base: Base, score: Score, tricks: tuple[Trick, ...]) -> Result | None:
    """Return the result at the end of a deal whose points are all marked; None if nobody has won yet (ruling 17)."""
    law = base.law
    totals = side_totals(base, score.totals)
    out = [side for side, total in enumerate(totals) if law.one_deal or total >= law.target]
    if not out:
        return None
    if not law.quantities.brisques_marked:
        return _by_points_then_brisques(base, score)
    side = out[0] if len(out) == 1 else _both_out(base, score, tricks, out)
    return Result(law.side_seats[side], Ending.SCORE)


def _by_points_then_brisques(base: Base, score: Score) -> Result:
    """Return the win of the higher total, then of the higher one with brisques, else of nobody (ruling 38)."""
    points, brisques = side_totals(base, score.totals), side_totals(base, score.brisques)
    worth = list(zip(points, map(sum, zip(points, brisques, strict=True)), strict=True))
    best = [side for side, each in enumerate(worth) if each == max(worth)]
    return Result(base.law.side_seats[best[0]] if len(best) == 1 else (), Ending.SCORE)


class Value(NamedTuple):
    """The value of a game that was played out, and the numbers from which it was reckoned (ruling 38)."""

    points: int
    rubiconed: bool
    with_brisques: bool
    """Whether both added their brisques."""
    winner: int
    """The winner's points as reckoned."""
    loser: int
    """The loser's points as reckoned."""
    bonus: int
    """What the game itself counts."""


def value_of(deal: Deal) -> Value | None:
    """Return the value of a game for two to its winner, 0 if nobody wins; None where it has none or is not over."""
    stakes, result = deal.base.law.quantities.stakes, deal.result
    if stakes is None or result is None or result.ending is not Ending.SCORE:
        return None
    won = result.winner[0] if result.winner else 0
    totals, brisques, unit = deal.score.totals, deal.score.brisques, stakes.unit
    high, low = totals[won], totals[1 - won]
    added = low < stakes.rubicon or high == low
    if not result.winner:
        return Value(0, False, added, high, low, 0)
    if low + brisques[1 - won] < stakes.rubicon:
        loser = max(unit, low // unit * unit)
        return Value(high // unit * unit + loser + stakes.rubiconed, True, False, high, low, stakes.rubiconed)
    if added:
        high, low = high + brisques[won], low + brisques[1 - won]
    more = max(unit, high // unit * unit - low // unit * unit)
    return Value(more + stakes.game, False, added, high, low, stakes.game)


def first_to_the_target(base: Base, score: Score) -> Result | None:
    """Return the win of the side that reached the target first and has not fallen below it since, if any is there."""
    law = base.law
    out = [side for side, total in enumerate(side_totals(base, score.totals)) if total >= law.target]
    return Result(law.side_seats[_first_in_ledger(base, score, out)], Ending.SCORE) if out else None


def _both_out(base: Base, score: Score, tricks: tuple[Trick, ...], out: list[int]) -> int:
    law = base.law
    how = law.both_out
    totals = side_totals(base, score.totals)
    brisques = side_totals(base, score.brisques)
    if how == "non_dealer_first":
        return _first_in_ledger(base, score, out)
    if how == "last_trick_winner":
        taker = law.sides[tricks[law.last_trick - 1].winner]
        if taker in out:
            return taker
    ways = [[totals[side] - brisques[side] for side in range(len(totals))]]
    if how != "less_brisques":
        ways.insert(0, totals)
    for worth in ways:
        best = max(worth[side] for side in out)
        out = [side for side in out if worth[side] == best]
    # For the last tie-break E names the last trick that counts ten; the others name the very last trick.
    taker = law.sides[tricks[law.last_trick - 1 if how == "less_brisques" else -1].winner]
    if taker in out:
        return taker
    return _first_side(base, out)


def _first_in_ledger(base: Base, score: Score, out: list[int]) -> int:
    """Return the side that, in the order of the marks, reached the target first and has not fallen below it since."""
    law = base.law
    running = side_totals(base, base.carried)
    reached: dict[int, int] = {}
    for at, mark in enumerate(score.marks):
        side = law.sides[mark.seat]
        running[side] += mark.points
        if running[side] < law.target:
            reached.pop(side, None)
        elif side in out:
            reached.setdefault(side, at)
    return min(out, key=lambda side: reached.get(side, -1))


def _first_side(base: Base, sides: list[int]) -> int:
    return next(base.law.sides[seat] for seat in from_dealers_left(base) if base.law.sides[seat] in sides)


def lose(deal: Deal, seat: int) -> tuple[int, ...]:
    """Return the winning seats when a seat resigns or runs out of time (ruling 21)."""
    base = deal.base
    law = base.law
    totals = side_totals(base, deal.score.totals)
    rest = [side for side in range(len(law.side_seats)) if side != law.sides[seat]]
    best = max(totals[side] for side in rest)
    return law.side_seats[_first_side(base, [side for side in rest if totals[side] == best])]
