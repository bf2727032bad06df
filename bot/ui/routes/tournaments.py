"""Operations of tournaments."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, Key, Route, operation
from bot.ui.routes.table import AtTable


@operation("cups")
class ListTournaments(Route):
    """See the tournaments of the server."""


@operation("cup-new")
class NewTournament(Route):
    """Open the form for a new tournament."""


@operation("cup-join")
class JoinTournament(Route):
    """Enter a tournament."""

    number: Key


@operation("cup-with")
class JoinWith(Route):
    """Enter a tournament with a partner, chosen among the members of the server."""

    number: Key
    partner_id: Id


@operation("cup-leave")
class LeaveTournament(Route):
    """Leave a tournament: at once before its start, later after one more question."""

    number: Key


@operation("cup-out")
class Withdraw(Route):
    """Withdraw from a tournament that has begun."""

    number: Key


@operation("cup-start")
class StartTournament(Route):
    """Close the entries and pair the first round."""

    number: Key


@operation("cup-end")
class AskCallOff(Route):
    """See the question whether a tournament is to be called off."""

    number: Key


@operation("cup-end-yes")
class CallOff(Route):
    """Call a tournament off."""

    number: Key


@operation("cup-keep")
class LeaveBe(Route):
    """Close a question without doing anything."""

    number: Key


@operation("cup-table")
class ShowStandings(Route):
    """See the standings, with the points and tie-breaks."""

    number: Key
    page: Count = 0


@operation("cup-show")
class ShowTournament(Route):
    """See one's own controls of a tournament, in private."""

    number: Key


@operation("ready")
class Ready(AtTable):
    """Say at a tournament's table that one is present to play."""
