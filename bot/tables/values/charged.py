"""The decisions that a review charges, each with what the seat saw, what it did and what was better."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from bot.engine import Action, Deal, Phase, View, observe_deal

from .history import history_of
from .parts import Blunder, Review
from .table import Table


@dataclass(frozen=True, slots=True)
class Charged:
    """A decision that a review charges."""

    at: int
    """Number of actions in the game before it."""
    blunder: Blunder
    dealt: Deal = field(repr=False)
    """The cards as dealt, including hidden ones; used to work out what had happened, never shown."""
    before: tuple[Action, ...]
    """The earlier actions of the deal."""
    view: View


def charged(table: Table, review: Review) -> tuple[Charged, ...]:
    """Return the decisions that a review charges, the costliest first, without those no longer in the game."""
    found = (_moment(table, review.seat, blunder) for blunder in review.worst)
    return tuple(each for each in found if each is not None)


def _moment(table: Table, seat: int, blunder: Blunder) -> Charged | None:
    """Find the moment of a decision; deal, trick and action identify it, as no action occurs twice in a trick."""
    first = sum(row.deal < blunder.deal for row in table.actions)
    history = history_of(table, blunder.deal)
    for at, (before, after) in enumerate(pairwise(history)):
        deal = before.deal
        if after.action is None or after.action.text != blunder.done or deal.turn != seat:
            continue
        if len(deal.tricks) + (deal.phase is Phase.PLAY) != blunder.trick:
            continue
        done = tuple(moment.action for moment in history[1 : at + 1] if moment.action is not None)
        return Charged(first + at, blunder, history[0].deal, done, observe_deal(deal, seat))
    return None
