"""What the controls of a tournament ask for."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, Route, TableId, operation
from bot.ui.routes.table import AtTable


@operation("cup-join")
class JoinTournament(Route):
    """Take part."""

    number: TableId


@operation("cup-with")
class JoinWith(Route):
    """Take part with a partner, who is chosen among the members of the server."""

    number: TableId
    partner_id: Id


@operation("cup-leave")
class LeaveTournament(Route):
    """Take part no more: at once before the start, later after being asked."""

    number: TableId


@operation("cup-out")
class Withdraw(Route):
    """Withdraw from a tournament that has begun."""

    number: TableId


@operation("cup-start")
class StartTournament(Route):
    """Close the entries and have the first round paired."""

    number: TableId


@operation("cup-end")
class AskCallOff(Route):
    """Be asked whether a tournament is to be called off."""

    number: TableId


@operation("cup-end-yes")
class CallOff(Route):
    """Call a tournament off."""

    number: TableId


@operation("cup-keep")
class LeaveBe(Route):
    """Leave everything as it is."""

    number: TableId


@operation("cup-table")
class ShowStandings(Route):
    """See how everybody stands, and by what."""

    number: TableId
    page: Count = 0


@operation("cup-show")
class ShowTournament(Route):
    """See what one can do about a tournament, in private."""

    number: TableId


@operation("ready")
class Ready(AtTable):
    """Say at a tournament's table that one is there to play."""
