"""A game that is over, from one seat: what each deal brought, what the cards gave, where it turned, what was missed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Mark
from bot.engine.cards import NO_CARD, Card
from bot.engine.law import Law

from .course import Barred, Missed, barred, missed, steps_of
from .luck import Event, events_of, kind_of, lead
from .luck_weights import SPREAD

TURNS: Final = 3
"""So many turning points are told, the greatest."""
_LEAST_SCORED: Final = 80.0
_LEAST_DRAWN: Final = 60.0
"""Fewer points at once turn no game."""

Moments = Sequence[tuple[Action | None, Deal]]
"""A deal that is over: its beginning, and every action with the deal after it."""


class DealCourse(NamedTuple):
    """What one deal brought."""

    number: int
    """From 0."""
    points: tuple[int, ...]
    """By side."""
    luck: float
    """By how many points the cards put the side ahead that looks back."""


class Turn(NamedTuple):
    """A moment at which many points changed sides: marked in a trick and behind it, or promised by a card drawn."""

    deal: int
    """From 0."""
    trick: int
    """From 1: the trick in which, or after which, it happened."""
    points: float
    """For the side that looks back; below nothing for the others."""
    marks: tuple[Mark, ...]
    """What the side that gained by it marked; none where it was a card."""
    seat: int
    """Who gained most by it."""
    card: Card = NO_CARD
    """What was drawn."""


class Lookback(NamedTuple):
    """What can be counted of a game from one seat."""

    deals: tuple[DealCourse, ...]
    luck: float
    """By how many points the cards put this side ahead of the mean of the others."""
    error: float
    """By how many points that is off, two times in three."""
    turns: tuple[Turn, ...]
    """In the order in which they came."""
    leads_since: tuple[int, int, int] | None
    """The side that is ahead in the end, and since which deal and trick it has been for good; None where nobody is."""
    missed: tuple[Missed, ...]
    """Of this seat, the most points first."""
    barred: tuple[Barred, ...]
    """The same."""

    @property
    def one_deal(self) -> bool:
        """Whether the game had only one deal."""
        return len(self.deals) == 1


def looked_over(game: Sequence[Moments], seat: int, excused: frozenset[int] = frozenset()) -> Lookback:
    """Count what a game was, from one seat.

    Args:
        game: Its deals, all over, at an ordinary table.
        seat: Who looks back.
        excused: Actions, by how many came before, that the house took for an absent member.
    """
    law = game[0][0][1].law
    deals, turns = [], []
    luck, begun = 0.0, 0
    lost: list[Missed] = []
    cost: list[Barred] = []
    for moments in game:
        last = moments[-1][1]
        events = events_of([deal for _, deal in moments])
        gave = sum(lead(law, each.points, seat) for each in events)
        luck += gave
        made = [now - then for now, then in zip(last.score.totals, last.base.carried, strict=True)]
        number = last.base.number
        deals.append(DealCourse(number, tuple(sum(made[each] for each in side) for side in law.side_seats), gave))
        turns += [*_scored(law, last, seat), *_drawn(law, number, events, seat)]
        steps = steps_of(moments, begun)
        begun += len(steps)
        lost += missed(steps, seat, excused)
        cost += barred(steps, seat)
    turns.sort(key=lambda each: -abs(each.points))
    return Lookback(
        tuple(deals),
        luck,
        SPREAD[kind_of(law)] * math.sqrt(len(deals)),
        tuple(sorted(turns[:TURNS], key=lambda each: (each.deal, each.trick, each.card != NO_CARD))),
        _leads_since([moments[-1][1] for moments in game]),
        tuple(sorted(lost, key=lambda each: -each.points)),
        tuple(sorted(cost, key=lambda each: -each.points)),
    )


def _of_the_play(law: Law, mark: Mark) -> bool:
    """Tell whether points were marked when they were made, and not when the deal was counted."""
    return mark.reason != "brisques" or law.brisques_as_taken


def _scored(law: Law, last: Deal, seat: int) -> list[Turn]:
    """Return the tricks in which, or behind which, much was marked."""
    found = []
    for trick in range(1, len(last.tricks) + 1):
        marks = [mark for mark in last.score.marks if mark.trick == trick and _of_the_play(law, mark)]
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
    """Return the cards that promised much to whoever drew them."""
    found = []
    for each in events:
        swing = lead(law, each.points, seat)
        drawer = lead(law, each.points, each.seat)
        if each.trick and drawer >= _LEAST_DRAWN and abs(swing) >= _LEAST_DRAWN:
            found.append(Turn(number, each.trick, swing, (), each.seat, each.card))
    return found


def _leads_since(ends: Sequence[Deal]) -> tuple[int, int, int] | None:
    """Return which side is ahead in the end, and since when it has been for good."""
    law = ends[0].law
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
    return None if first is None else (first, *since)
