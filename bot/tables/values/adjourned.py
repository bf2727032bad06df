"""Adjourned games: the request to adjourn, and the players for whom the game still waits."""

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
    """A request to adjourn, valid until all have agreed, one has declined, or the deal is over."""

    at: datetime
    """When it was asked, in full seconds; this identifies the request."""
    user: int
    deal: int
    """Number of deals sealed when it was asked."""
    until: datetime | None = None
    """When the game resumes by itself; None: when all players are ready."""
    agreed: tuple[int, ...] = ()
    declined: int | None = None
    """The spectator's ply at which somebody declined; while it lasts, nobody may ask again."""


@dataclass(frozen=True, slots=True)
class Adjourned:
    """A game adjourned by consent: nothing is played and no clock runs."""

    since: datetime
    ends: datetime
    """When the game ends without a result, if nobody resumes it and no time to resume is set."""
    until: datetime | None = None
    """When the game resumes by itself; None: when all players are ready."""
    ready: tuple[tuple[int, datetime], ...] = ()
    """The users who have said that they are ready, each with the time at which they last said so."""


def request_stands(table: Table) -> bool:
    """Tell whether a request to adjourn, or its refusal, is still valid."""
    asked = table.adjourning
    if asked is None or table.status is not Status.PLAYING or table.adjourned is not None:
        return False
    if asked.declined is not None:
        return stands(table, asked.declined)
    return asked.deal == len(table.deals)


def yet_to_adjourn(table: Table) -> tuple[int, ...]:
    """Return the people who have not yet agreed to adjourn; the house always agrees."""
    asked = table.adjourning
    if asked is None or asked.declined is not None:
        return ()
    return tuple(user for user in table.people if user != asked.user and user not in asked.agreed)


def readiness_lapses(table: Table) -> bool:
    """Tell whether a player counts as ready for a limited time only.

    That is so in live games with a clock: it would otherwise start to run while the player is away.
    """
    return table.terms.clock.a_move is not None and not table.terms.clock.by_correspondence


def ready_at(table: Table, now: datetime) -> tuple[int, ...]:
    """Return the users who count as ready to resume an adjourned game."""
    if table.adjourned is None:
        return ()
    lasting = not readiness_lapses(table)
    return tuple(user for user, at in table.adjourned.ready if lasting or now - at < READY_FOR)


def yet_to_go_on(table: Table, now: datetime) -> tuple[int, ...]:
    """Return the people who are not yet ready to resume an adjourned game."""
    ready = ready_at(table, now)
    return tuple(user for user in table.people if user not in ready) if table.adjourned is not None else ()
