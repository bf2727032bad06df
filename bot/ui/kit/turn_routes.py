"""The operation with which members let themselves be told of turns by direct message, as a small typed value."""

from __future__ import annotations

from .custom_ids import Count, Route, operation


@operation("tell-turns")
class TellTurns(Route):
    """Be told of one's turns by direct message, or no more."""

    on: bool
    page: Count = 0
    """1 on the page of settings."""
