"""What the controls under statistics ask for."""

from __future__ import annotations

from .custom_ids import Id, Route, operation
from .leader_routes import OneKind


@operation("stats")
class ShowStats(Route):
    """See what a member has played, with the course of their rating in a kind of game."""

    chosen = 1

    user_id: Id
    kind: OneKind


@operation("versus")
class ShowVersus(Route):
    """See what two members have played together, from the eyes of the first."""

    chosen = 1

    user_id: Id
    other_id: Id
