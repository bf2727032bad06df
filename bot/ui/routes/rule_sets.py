"""What the controls of rule sets with names ask for."""

from __future__ import annotations

from bot.tables.values.rule_sets import Owner
from bot.ui.routes.custom_ids import Count, Id, Route, operation
from bot.ui.routes.table import AtTable


@operation("sets")
class ListSets(Route):
    """See the rule sets that one can choose from."""


@operation("sets-set")
class ShowSet(Route):
    """See one rule set, and what can be done with it."""

    owner: Owner
    owner_id: Id
    number: Count


@operation("sets-open")
class OpenWith(Route):
    """Open a table with a rule set."""

    owner: Owner
    owner_id: Id
    number: Count


@operation("sets-share")
class ShareSet(Route):
    """Show a rule set to everyone in this channel."""

    owner: Owner
    owner_id: Id
    number: Count


@operation("sets-keep")
class KeepSet(Route):
    """Keep a rule set that is somebody else's, or the server's, among one's own."""

    owner: Owner
    owner_id: Id
    number: Count


@operation("sets-give")
class GiveSet(Route):
    """Let the server keep a rule set of one's own."""

    owner_id: Id
    number: Count


@operation("sets-drop")
class DropSet(Route):
    """Keep a rule set no more."""

    owner: Owner
    owner_id: Id
    number: Count


@operation("sets-play")
class PlayBy(AtTable):
    """Let a lobby play by a rule set of its opener's or of the server's."""

    owner: Owner
    number: Count


@operation("sets-save")
class NameRules(AtTable):
    """Give the rules of a lobby a name, to keep them."""
