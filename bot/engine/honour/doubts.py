"""The check of whether a declaration was wrong, which needs only what everybody at the table has seen."""

from __future__ import annotations

from bot.engine.actions import declare
from bot.engine.deal import Base, Deal, Phase, Score
from bot.engine.law import Law
from bot.engine.legality import why_not

from .state import Doubt


def was_wrong(law: Law, doubt: Doubt) -> bool:
    """Tell whether a declaration was against the rules when it was put down (ruling 27)."""
    meld = doubt.meld
    if meld.cards & doubt.lying:
        return True
    n = law.players
    none = (0,) * n
    moment = Deal(
        base=Base(law, 0, 0, (), none),
        hold=tuple(meld.cards if seat == meld.seat else 0 for seat in range(n)),
        exposed=doubt.exposed,
        trump=doubt.trump,
        turn_up=-1,
        left=n,
        phase=Phase.DECLARE,
        turn=meld.seat,
        leader=meld.seat,
        trick=(),
        tricks=(),
        score=Score(none, (), none),
        declared=doubt.declared,
        declaring=doubt.declaring,
        result=None,
    )
    return why_not(moment, declare(meld.seat, meld.row.name, meld.cards)) is not None
