"""What the controls ask for with which moderators keep order."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, Route, TableId, operation
from bot.ui.routes.table import AtTable


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


@operation("mod-pairs")
class ListPairs(Route):
    """See which two members' rated games of the last days look odd."""

    days: Count


@operation("mod-pair")
class ShowPair(Route):
    """See how the rated games of two members went in the last days."""

    one_id: Id
    other_id: Id
    days: Count


@operation("mod-pair-void")
class VoidPair(Route):
    """Take the ratings of all these games back: at first that is asked."""

    one_id: Id
    other_id: Id
    days: Count
    last_id: TableId
    """The newest of the games: later ones were not shown."""
    sure: bool = False


@operation("mod-lift")
class LiftBar(Route):
    """Let a member open and join rated tables again who has left two rated games."""

    user_id: Id
