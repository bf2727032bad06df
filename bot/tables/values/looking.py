"""Requests to look at the tricks of a running deal, which lie open once all players agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .parts import Status

if TYPE_CHECKING:
    from .table import Table


def leads(table: Table) -> int:
    """Return how many cards have been led in the whole game; a request to look at the tricks stores this number."""
    return sum(len(deal.tricks) + bool(deal.trick) for deal in table.game.deals)


def may_stand(table: Table) -> bool:
    """Tell whether a request to look at the tricks is still valid: no other card has been led since."""
    asked, deal = table.looking, table.game.deal
    playing = table.status is Status.PLAYING and deal is not None and not deal.over
    return asked is not None and playing and asked.ply == leads(table)


def yet_to_let_look(table: Table) -> tuple[int, ...]:
    """Return the people who have not yet agreed that the tricks may be looked at; the house always agrees."""
    asked = table.looking
    if asked is None or asked.declined:
        return ()
    return tuple(user for user in table.people if user != asked.user and user not in asked.agreed)


def tricks_lie_open(table: Table) -> bool:
    """Tell whether all have agreed that the tricks may be looked at, and no other card has been led since."""
    asked = table.looking
    return asked is not None and not asked.declined and may_stand(table) and not yet_to_let_look(table)
