"""What the controls ask for with which moderators keep order."""

from __future__ import annotations

from .custom_ids import Id, Route, operation
from .routes import AtTable


@operation("mod-table")
class ShowOrder(AtTable):
    """See what a moderator can do at a table."""


@operation("mod-close")
class CloseTable(AtTable):
    """Close a table: at first that is asked."""

    sure: bool = False


@operation("mod-out")
class SendAway(AtTable):
    """Take a member out of a lobby."""

    user_id: Id


@operation("mod-void")
class VoidRating(AtTable):
    """Take a game's rating back: at first that is asked."""

    sure: bool = False


@operation("mod-channels")
class KeepTo(Route):
    """Keep the bot to some channels; to none: it may be used in all."""

    channels: str = ""
