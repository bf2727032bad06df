"""A game that is put down for a while: who asks for it, and who has yet to say that it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from .parts import READY_FOR, Status
from .pause import stands

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True, slots=True)
class Adjourning:
    """Somebody asks to adjourn: it stands until all have answered, one would rather not, or the deal is over."""

    at: datetime
    """When it was asked, in full seconds: by that a request is told from another."""
    user: int
    deal: int
    """How many deals had been sealed by then."""
    until: datetime | None = None
    """When the game goes on by itself; None: when all want to."""
    agreed: tuple[int, ...] = ()
    declined: int | None = None
    """The ply, as everybody knows it, at which somebody would rather not: it is not asked again then."""


@dataclass(frozen=True, slots=True)
class Adjourned:
    """A game that all have agreed to put down: nothing is played and no clock runs."""

    since: datetime
    ends: datetime
    """When it ends without a result where nobody goes on and no moment for that has been set."""
    until: datetime | None = None
    """When it goes on by itself; None: when all want to, of whom none has said so yet."""
    ready: tuple[tuple[int, datetime], ...] = ()
    """Who has said that they are there to go on, and when they last did."""


def request_stands(table: Table) -> bool:
    """Tell whether a request to adjourn, or that it was declined, is still of this moment."""
    asked = table.adjourning
    if asked is None or table.status is not Status.PLAYING or table.adjourned is not None:
        return False
    if asked.declined is not None:
        return stands(table, asked.declined)
    return asked.deal == len(table.deals)


def yet_to_adjourn(table: Table) -> tuple[int, ...]:
    """Return the people who have yet to say whether they adjourn; the house always agrees."""
    asked = table.adjourning
    if asked is None or asked.declined is not None:
        return ()
    return tuple(user for user in table.people if user != asked.user and user not in asked.agreed)


def readiness_lapses(table: Table) -> bool:
    """Tell whether who has said that they are there counts so for a while only, as a clock would run unseen."""
    return table.terms.clock.a_move is not None and not table.terms.clock.by_correspondence


def ready_at(table: Table, now: datetime) -> tuple[int, ...]:
    """Return the users who are there to go on with an adjourned game."""
    if table.adjourned is None:
        return ()
    lasting = not readiness_lapses(table)
    return tuple(user for user, at in table.adjourned.ready if lasting or now - at < READY_FOR)


def yet_to_go_on(table: Table, now: datetime) -> tuple[int, ...]:
    """Return the people for whom an adjourned game still waits."""
    ready = ready_at(table, now)
    return tuple(user for user in table.people if user not in ready) if table.adjourned is not None else ()
