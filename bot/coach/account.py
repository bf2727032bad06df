"""The account of a game from one seat: what share of the points the decisions kept, and what made the margin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from .lookback import Lookback

_TENS: Final = 10


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
    """None unless every deal counts."""


def account_of(found: Lookback, side: int, costs: Iterable[tuple[int, float]], unit: int = 1) -> Account:
    """Return the account of a game, in whole points as the table speaks of them.

    Args:
        found: The counts of the game, from the seat of the player.
        side: The player's side.
        costs: Every charge: the number of the deal, and the points of the score that it cost.
        unit: Points that the table speaks of as one.
    """
    charges = list(costs)
    counting = {deal.number for deal in found.deals if deal.whole}
    made = sum(deal.points[side] for deal in found.deals if deal.whole)
    lost = max(0, round(sum(points for deal, points in charges if deal in counting)))
    accuracy = None
    if counting and made + lost > 0:
        charged = any(deal in counting for deal, _ in charges)
        accuracy = max(0, min(99 if charged else 100, 100 * made // (made + lost)))
    margin = None
    if len(counting) == len(found.deals):
        others = [sum(deal.points[each] for deal in found.deals) for each in range(len(found.deals[0].points))]
        own = others.pop(side)
        ahead = round((own - sum(others) / len(others)) / unit)
        cards, decisions = round(_TENS * round(found.luck / _TENS) / unit), -round(lost / unit)
        margin = Margin(ahead, cards, decisions, ahead - cards - decisions)
    return Account(round(made / unit), round(lost / unit), accuracy, margin)
