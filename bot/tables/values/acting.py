"""The seats that are to act at a table; at an honour table several may act at once, house players beside people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine import Phase
from bot.house.roster import HOUSE, Level, is_house
from bot.tables.values.parts import Status

if TYPE_CHECKING:
    from bot.tables.values.table import Table


def at_honour_table(table: Table) -> bool:
    """Tell whether a table is an honour table, which refuses only acts that are physically impossible."""
    return table.rules.irregularities == "forfeits"


def claiming(table: Table) -> bool:
    """Tell whether forfeits can be claimed now: the deal is played out or has stopped at the target."""
    deal = table.game.deal
    playing = table.status is Status.PLAYING and table.adjourned is None
    return playing and deal is not None and deal.phase is Phase.CLAIM


def seats_waited_for(table: Table) -> tuple[int, ...]:
    """Return the seats for which the deal waits: the seat on turn, or while claiming all that are not yet done.

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
    """Return the level at which the house plays a seat, for itself or for an absent member; None if a person plays."""
    user = table.users[seat]
    if is_house(user):
        return HOUSE[user].level if user in HOUSE else Level.REGULAR
    return table.held.get(seat)
