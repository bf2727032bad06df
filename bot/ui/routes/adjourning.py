"""Operations of adjourning a game and resuming it."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, operation
from bot.ui.routes.table import AtTable


@operation("adjourn")
class AskWhen(AtTable):
    """See the times until which a game can be adjourned."""


@operation("adjourn-for")
class Adjourn(AtTable):
    """Ask the other players to adjourn the game."""

    hours: Count = 0
    """Number of hours after which the game resumes by itself; 0: it resumes when all players want to."""


@operation("adjourn-yes")
class Agree(AtTable):
    """Agree to adjourn the game."""

    asked_at: Id
    """Moment of the request, in seconds since 1970."""
    panel: Count = 0
    """1 when the control is in a player's panel, else 0."""


@operation("adjourn-no")
class RatherNot(AtTable):
    """Decline to adjourn the game, or withdraw one's own request."""

    asked_at: Id
    panel: Count = 0


@operation("go-on")
class GoOn(AtTable):
    """Say that one is present to resume the game."""

    panel: Count = 0
