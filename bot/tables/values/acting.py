"""Who is to act at a table. At an honour table that may be several at once, and the house acts beside people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine import Phase
from bot.house.levels import Level
from bot.house.roster import HOUSE, is_house

from .parts import Status

if TYPE_CHECKING:
    from .table import Table


def at_honour_table(table: Table) -> bool:
    """Tell whether nothing is refused at a table but what hands cannot do."""
    return table.rules.irregularities == "forfeits"


def claiming(table: Table) -> bool:
    """Tell whether a deal is played out, or has stopped at the target, and there is time to claim forfeits."""
    deal = table.game.deal
    playing = table.status is Status.PLAYING and table.adjourned is None
    return playing and deal is not None and deal.phase is Phase.CLAIM


def seats_waited_for(table: Table) -> tuple[int, ...]:
    """Return the seats for which the deal waits: the one on turn, or all that have yet to say that they are done.

    An adjourned game waits for no seat.
    """
    deal = table.game.deal
    stopped = table.status is not Status.PLAYING or table.adjourned is not None
    if stopped or table.awaits_deal or deal is None or deal.over:
        return ()
    if deal.honour is None or deal.phase is not Phase.CLAIM:
        return (deal.turn,)
    n = deal.law.players
    order = ((deal.turn + step) % n for step in range(n))
    return tuple(seat for seat in order if not deal.honour.done >> seat & 1)


def plays_alone(table: Table) -> bool:
    """Tell whether one person plays against the house alone."""
    return len(table.seats) > 1 and sum(not is_house(user) for user in table.users) == 1


def house_level(table: Table, seat: int) -> Level | None:
    """Return how well the house plays a seat, for itself or for an absent member; None where a person does."""
    user = table.users[seat]
    if is_house(user):
        return HOUSE[user].level if user in HOUSE else Level.REGULAR
    return table.held.get(seat)
