"""Looking back at a game: what each decision is expected to have cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from bot.engine import Action, Deal, Verb, View, observe_deal

from .levels import Level
from .players import Decision, choose
from .search import Effort


class Reviewed(NamedTuple):
    """One decision of a game, and what the strong player would have done with the same knowledge."""

    deal: int
    """The deal, from 0."""
    at: int
    """The action within the deal, from 0."""
    action: Action
    better: Decision
    loss: float
    """The points that the action is expected to have cost, 0 or more."""


def review(
    moments: Iterable[tuple[Deal, Action]],
    seat: int,
    rng: Random,
    *,
    effort: Effort | None = None,
) -> Iterator[Reviewed]:
    """Yield what each real choice of a seat is expected to have cost, in the order in which they were made.

    Args:
        moments: Every moment of the game with the action that was done in it.
        seat: Whose decisions; only what this seat could see is looked at.
        rng: The source of chance.
        effort: What is spent on each decision.
    """
    number, at = -1, 0
    for deal, action in moments:
        at = 0 if deal.base.number != number else at + 1
        number = deal.base.number
        if deal.turn != seat or action.seat != seat or action.verb in (Verb.RESIGN, Verb.TIMEOUT):
            continue
        view = observe_deal(deal, seat)
        if len(view.offered) < 2:
            continue
        better = choose(Level.STRONG, view, rng, effort=effort)
        loss = loss_of(view, action, better)
        if loss is not None:
            yield Reviewed(number, at, action, better, loss)


def loss_of(view: View, action: Action, better: Decision) -> float | None:
    """Return the points that an action is expected to have cost, or None where it was not weighed.

    Args:
        view: What the seat saw.
        action: What it did.
        better: What a player would have done in its place.
    """
    points = {_as_offered(view, option.action): option.points for option in better.options}
    done = points.get(_as_offered(view, action))
    return None if done is None else max(0.0, better.options[0].points - done)


def costliest(reviewed: Iterable[Reviewed], count: int = 3) -> list[Reviewed]:
    """Return the decisions that cost most, the worst first."""
    return sorted(reviewed, key=lambda each: each.loss, reverse=True)[:count]


def _as_offered(view: View, action: Action) -> tuple[Verb, str, tuple[tuple[int, bool], ...]]:
    """Return an action so that two copies in the same place are the same."""
    table = view.tables[action.seat].mask
    return action.verb, action.name, tuple(sorted((c & 31, bool(table >> c & 1)) for c in action.cards))
