"""Marking of points at an honour table: reaching the target stops play, and a total may fall again (ruling 25)."""

from __future__ import annotations

from bot.engine.deal import Deal, Mark
from bot.engine.scoring import side_totals

from .state import Owed, honour_of


def mark(deal: Deal, seat: int, points: int, reason: str, trick: int) -> Deal:
    """Mark points at once, negative ones too; the target is checked afterwards (:func:`stopped`)."""
    totals, marks, brisques = deal.score
    changed = list(totals)
    changed[seat] += points
    entry = Mark(deal.base.number, trick, seat, points, reason)
    return deal._replace(score=deal.score._replace(totals=tuple(changed), marks=(*marks, entry), brisques=brisques))


def owe(deal: Deal, seat: int, points: int, reason: str, trick: int) -> Deal:
    """Queue points to be marked as soon as play is not stopped at the target (ruling 17)."""
    honour = honour_of(deal)
    return deal._replace(honour=honour._replace(owed=(*honour.owed, Owed(seat, points, reason, trick))))


def stopped(deal: Deal) -> bool:
    """Tell whether play has stopped because a side is at the target and the rules end the game at once."""
    law = deal.base.law
    return law.at_once and not honour_of(deal).counted and max(side_totals(deal.base, deal.score.totals)) >= law.target
