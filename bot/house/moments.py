"""Functions about the moment of a choice: the cards a seat cannot see, and the worth of hands by the odds then."""

from __future__ import annotations

from functools import lru_cache

from bot.engine import Deal
from bot.engine.cards import NO_CARD, SEVENS, Card, Mask, mask_of
from bot.engine.law import Law

from .learned import Judged, judged, kind_of, learned
from .weights import Weights
from .worth import Worth


def unseen(deal: Deal, seat: int) -> Mask:
    law = deal.base.law
    out = deal.hold[seat]
    for trick in deal.tricks:
        for c in trick.cards:
            out |= 1 << c
    for c in deal.trick:
        out |= 1 << c
    if deal.turn_up != NO_CARD and deal.left:
        out |= 1 << deal.turn_up
    open_to_all = deal.exposed | deal.declared.public
    for each in range(law.players):
        out |= deal.hold[each] & open_to_all
    return _whole(law) & ~out


def uncounted_sevens(deal: Deal, cards: Mask) -> Mask:
    """Return the sevens of trumps among some cards that will still count when they are played in the last eight."""
    if deal.trump < 0 or not deal.base.law.sevens_throughout:
        return 0
    return cards & SEVENS[deal.trump] & ~deal.declared.counted


@lru_cache(maxsize=256)
def _whole(law: Law) -> Mask:
    return mask_of(law.pack)


def _new_worth(
    law: Law,
    weights: Weights,
    trump: int,
    turns: int,
    pool: Mask,
    unseen: int,
    turn_up: Card,
    row: Judged | None = None,
) -> Worth:
    """Return a new evaluation for some odds; ``turns`` are tricks to be taken and cards to be drawn by each seat."""
    return Worth(law, weights, trump, draws=turns, turns=turns, pool=pool, unseen=unseen, turn_up=turn_up, judged=row)


kept_worth = lru_cache(maxsize=32)(_new_worth)
"""The evaluation for some odds, one and the same for all measurements of a moment: its tables are filled once."""


def worth_of(
    deal: Deal,
    weights: Weights,
    pool: Mask,
    *,
    ahead: int = 0,
    judging: bool = False,
    row: Judged | None = None,
    kept: bool = True,
) -> Worth:
    """Return the evaluation for a moment of a deal, or for `ahead` tricks later; `kept` to be shared.

    When `judging`, it estimates the points that a hand will bring, instead of choosing between its cards.
    """
    law = deal.base.law
    left = max(0, deal.left - ahead * law.players)
    turns = left // law.players  # every turn to declare is followed by a draw of one card each
    return (kept_worth if kept else _new_worth)(
        law,
        weights,
        deal.trump,
        turns,
        pool,
        pool.bit_count() - ahead,  # one's own draws until then are no longer unseen
        deal.turn_up if left else NO_CARD,
        judged(kind_of(law), turns) if judging else row,
    )


def keeping_of(deal: Deal, weights: Weights, pool: Mask, *, ahead: int = 0) -> Worth | None:
    """Return the learned evaluation for keeping cards, `ahead` tricks later; None if there is no stock then."""
    turns = deal.left // deal.base.law.players - ahead
    if turns <= 0:
        return None
    return worth_of(deal, weights, pool, ahead=ahead, row=learned(kind_of(deal.base.law), turns).hand)
