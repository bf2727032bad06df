"""The operations with which a game is put down for a while and taken up again, as small typed values."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, operation
from bot.ui.routes.table import AtTable


@operation("adjourn")
class AskWhen(AtTable):
    """See until when a game may be put down."""


@operation("adjourn-for")
class Adjourn(AtTable):
    """Ask the others to put the game down."""

    hours: Count = 0
    """After how many the game goes on by itself; 0: when all want to."""


@operation("adjourn-yes")
class Agree(AtTable):
    """Agree to it."""

    asked_at: Id
    """When it was asked, in seconds since 1970."""
    panel: Count = 0
    """1 in a player's panel."""


@operation("adjourn-no")
class RatherNot(AtTable):
    """Play on, or take one's own request back."""

    asked_at: Id
    panel: Count = 0


@operation("go-on")
class GoOn(AtTable):
    """Say that one is there to go on."""

    panel: Count = 0
