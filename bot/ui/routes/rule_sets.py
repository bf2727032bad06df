"""Operations of named rule sets."""

from __future__ import annotations

from bot.tables.values.rule_sets import Owner
from bot.ui.routes.custom_ids import Count, Id, Route, operation
from bot.ui.routes.table import AtTable


@operation("sets")
class ListSets(Route):
    """See the rule sets from which one can choose."""


@operation("sets-set")
class ShowSet(Route):
    """See one rule set, with the controls to use it."""

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
    """Copy another member's rule set, or the server's, to one's own."""

    owner: Owner
    owner_id: Id
    number: Count


@operation("sets-give")
class GiveSet(Route):
    """Copy one of one's own rule sets to the server's."""

    owner_id: Id
    number: Count


@operation("sets-drop")
class DropSet(Route):
    """Delete a rule set."""

    owner: Owner
    owner_id: Id
    number: Count


@operation("sets-play")
class PlayBy(AtTable):
    """Choose a rule set of the opener or of the server for a lobby."""

    owner: Owner
    number: Count


@operation("sets-save")
class NameRules(AtTable):
    """Name the rules of a lobby, to save them as a rule set."""
