"""The decisions that a review charges, each as the moment it was: what the seat saw, did, and had better done."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from bot.engine import Action, Deal, Phase, View, observe_deal

from .moments import moments
from .parts import Blunder, Review
from .table import Table


@dataclass(frozen=True, slots=True)
class Charged:
    """A decision that a review charges."""

    at: int
    """How many actions of the game came before."""
    blunder: Blunder
    dealt: Deal = field(repr=False)
    """The cards as they were dealt, hidden ones too: for telling what had happened, never shown."""
    before: tuple[Action, ...]
    """What had been done in the deal."""
    view: View


def charged(table: Table, review: Review) -> tuple[Charged, ...]:
    """Return what a review charges, the costliest first; nothing that the game does not hold any more."""
    found = (_moment(table, review.seat, blunder) for blunder in review.worst)
    return tuple(each for each in found if each is not None)


def _moment(table: Table, seat: int, blunder: Blunder) -> Charged | None:
    """Find the moment of a decision: nobody does the same twice in a trick."""
    first = sum(row.deal < blunder.deal for row in table.actions)
    history = moments(table, blunder.deal)
    for at, (before, after) in enumerate(pairwise(history)):
        deal = before.deal
        if after.action is None or after.action.text != blunder.done or deal.turn != seat:
            continue
        if len(deal.tricks) + (deal.phase is Phase.PLAY) != blunder.trick:
            continue
        done = tuple(moment.action for moment in history[1 : at + 1] if moment.action is not None)
        return Charged(first + at, blunder, history[0].deal, done, observe_deal(deal, seat))
    return None
