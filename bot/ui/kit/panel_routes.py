"""The operations of what is seldom wanted in a player's panel, as small typed values."""

from __future__ import annotations

from .custom_ids import operation
from .routes import AtTable


@operation("more")
class More(AtTable):
    """See what is seldom wanted: to put the game down, or to give it up."""


@operation("resign")
class AskResign(AtTable):
    """Be asked once whether one means to give up."""
