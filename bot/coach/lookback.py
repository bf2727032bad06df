"""The look back at a finished game from one seat, counted and not measured, and the account made with the charges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Mark, Result
from bot.engine.cards import NO_CARD, Card
from bot.engine.law import Law

from .luck import SPREAD, Event, events_of, kind_of, lead
from .missed import Barred, Missed, barred, missed, steps_of

TURNS: Final = 3
"""Most turning points that are told; the greatest are chosen."""
_LEAST_SCORED: Final = 80.0
"""Least swing in points, marked in and after one trick, for a turning point."""
_LEAST_DRAWN: Final = 60.0
"""Least swing in points, promised by one drawn card, for a turning point."""
_TENS: Final = 10

Moments = Sequence[tuple[Action | None, Deal]]
"""A finished deal: its beginning, and every action with the deal after it."""


class DealCourse(NamedTuple):
    """The points and the luck of one deal."""

    number: int
    """Number of the deal, from 0."""
    points: tuple[int, ...]
    """Points by side."""
    luck: float | None
    """Points by which the cards put the side that looks back ahead; None if no trick was complete, or if luck is not
    measured."""
    whole: bool = True
    """Whether it was played out, or ended because the points had decided the game."""


class Turn(NamedTuple):
    """A turning point: a trick in or after which many points were marked, or a drawn card that promised many."""

    deal: int
    """Number of the deal, from 0."""
    trick: int
    """Number of the trick in or after which it happened, from 1."""
    points: float
    """Points for the side that looks back; negative if the others gained."""
    marks: tuple[Mark, ...]
    """The marks of the side that gained; empty for a drawn card."""
    seat: int
    """The seat that gained most."""
    card: Card = NO_CARD
    """The card drawn."""


class Lookback(NamedTuple):
    """The counted facts of a game, from one seat."""

    deals: tuple[DealCourse, ...]
    luck: float | None
    """Points by which the cards put this side ahead of the mean of the others; None where luck is not measured."""
    error: float
    """Error of `luck` in points, not exceeded two times in three."""
    turns: tuple[Turn, ...]
    """The turning points, in the order of the game."""
    leads_since: tuple[int, int, int] | None
    """The winning side, with the deal and trick since which it has led for good.

    None if the points did not decide, or no side is ahead.
    """
    missed: tuple[Missed, ...]
    """This seat's missed declarations, the most points first."""
    barred: tuple[Barred, ...]
    """This seat's barred declarations, the most points first."""
    result: Result | None = None
    """The end of the game; None if it was ended by agreement."""

    @property
    def one_deal(self) -> bool:
        return len(self.deals) == 1


def lookback_of(game: Sequence[Moments], seat: int, excused: frozenset[int] = frozenset()) -> Lookback:
    """Look back at a finished game from one seat; `excused` are acts of the house's, by the number of acts before."""
    law = game[0][0][1].law
    spread = SPREAD.get(kind_of(law) or "")
    deals, turns = [], []
    luck, begun = 0.0, 0
    lost: list[Missed] = []
    cost: list[Barred] = []
    for moments in game:
        last = moments[-1][1]
        # Cards that were not played gave nothing.
        events = events_of([deal for _, deal in moments]) if last.tricks and spread is not None else []
        gave = sum(lead(law, each.points, seat) for each in events)
        luck += gave
        made = [now - then for now, then in zip(last.score.totals, last.base.carried, strict=True)]
        number = last.base.number
        decided = last.result is not None and last.result.by is None
        points = tuple(sum(made[each] for each in side) for side in law.side_seats)
        luck_of = gave if last.tricks and spread is not None else None
        deals.append(DealCourse(number, points, luck_of, decided or len(last.tricks) == law.tricks))
        turns += [*_scored(law, last, seat), *_drawn(law, number, events, seat)]
        steps = steps_of(moments, begun)
        begun += len(steps)
        lost += missed(steps, seat, excused)
        cost += barred(steps, seat)
    turns.sort(key=lambda each: -abs(each.points))
    return Lookback(
        tuple(deals),
        luck if spread is not None else None,
        (spread or 0.0) * math.sqrt(sum(each.luck is not None for each in deals)),
        tuple(sorted(turns[:TURNS], key=lambda each: (each.deal, each.trick, each.card != NO_CARD))),
        _leads_since([moments[-1][1] for moments in game]),
        tuple(sorted(lost, key=lambda each: -each.points)),
        tuple(sorted(cost, key=lambda each: -each.points)),
        game[-1][-1][1].result,
    )


def _scored(law: Law, last: Deal, seat: int) -> list[Turn]:
    """Return the tricks in or after which many points were marked."""
    found = []
    for trick in range(1, len(last.tricks) + 1):
        marks = [mark for mark in last.score.marks if mark.trick == trick]
        if not law.brisques_as_taken:  # those of the deal's end are no points of a trick
            marks = [mark for mark in marks if mark.reason != "brisques"]
        points = [0.0] * law.players
        for mark in marks:
            points[mark.seat] += mark.points
        swing = lead(law, points, seat)
        if abs(swing) < _LEAST_SCORED:
            continue
        most = max(range(law.players), key=points.__getitem__)
        told = tuple(mark for mark in marks if law.sides[mark.seat] == law.sides[most])
        found.append(Turn(last.base.number, trick, swing, told, most))
    return found


def _drawn(law: Law, number: int, events: Sequence[Event], seat: int) -> list[Turn]:
    """Return the drawn cards that promised many points to the seat that drew them."""
    found = []
    for each in events:
        swing = lead(law, each.points, seat)
        drawer = lead(law, each.points, each.seat)
        if each.trick and drawer >= _LEAST_DRAWN and abs(swing) >= _LEAST_DRAWN:
            found.append(Turn(number, each.trick, swing, (), each.seat, each.card))
    return found


def _leads_since(ends: Sequence[Deal]) -> tuple[int, int, int] | None:
    """Return the side that won by its points, and the deal and trick since which it has led for good."""
    law, result = ends[0].law, ends[-1].result
    totals = [0] * len(law.side_seats)
    first: int | None = None
    since = (0, 0)
    for last in ends:
        for mark in last.score.marks:
            totals[law.sides[mark.seat]] += mark.points
            most = max(totals)
            now = totals.index(most) if totals.count(most) == 1 else None
            if now != first:
                first, since = now, (mark.deal, mark.trick)
    if first is None or (
        result is not None and (result.by is not None or law.side_seats[first][0] not in result.winner)
    ):
        return None
    return (first, *since)


class Margin(NamedTuple):
    """The points by which a side was ahead of the mean of the others in a game, told apart; the parts add up to it."""

    points: int
    cards: int
    """Points that the cards gave, in tens, as the estimate is no more exact."""
    decisions: int
    """Points that the charged decisions cost; never above 0."""
    rest: int
    """Everything else: the others' play, small errors on all sides, and luck that the account of the cards misses."""


class Account(NamedTuple):
    """What a side made in a game, and what its player's charged decisions cost."""

    made: int
    """Points that the side made in the deals that count: those that were played out, or that decided the game."""
    lost: int
    """Points that the charges in those deals cost."""
    accuracy: int | None
    """The share that was kept, in hundredths; 100 only if nothing was charged. None if no deal counts."""
    margin: Margin | None
    """None unless every deal counts and luck is measured."""


def account_of(found: Lookback, side: int, costs: Iterable[tuple[int, float]], unit: int = 1) -> Account:
    """Return the account of a game, in whole points as the table speaks of them, from charges (deal, points)."""
    charges = list(costs)
    counting = {deal.number for deal in found.deals if deal.whole}
    made = sum(deal.points[side] for deal in found.deals if deal.whole)
    lost = max(0, round(sum(points for deal, points in charges if deal in counting)))
    accuracy = None
    if counting and made + lost > 0:
        charged = any(deal in counting for deal, _ in charges)
        accuracy = max(0, min(99 if charged else 100, 100 * made // (made + lost)))
    margin = None
    if len(counting) == len(found.deals) and found.luck is not None:
        others = [sum(deal.points[each] for deal in found.deals) for each in range(len(found.deals[0].points))]
        own = others.pop(side)
        ahead = round((own - sum(others) / len(others)) / unit)
        cards, decisions = round(_TENS * round(found.luck / _TENS) / unit), -round(lost / unit)
        margin = Margin(ahead, cards, decisions, ahead - cards - decisions)
    return Account(round(made / unit), round(lost / unit), accuracy, margin)
