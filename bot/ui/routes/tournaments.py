"""Operations of tournaments."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Id, Key, Route
from bot.ui.routes.table import AtTable


class ListTournaments(Route, op="cups"):
    """See the tournaments of the server."""


class NewTournament(Route, op="cup-new"):
    """Open the form for a new tournament."""


class JoinTournament(Route, op="cup-join"):
    """Enter a tournament."""

    number: Key


class JoinWith(Route, op="cup-with"):
    """Enter a tournament with a partner, chosen among the members of the server."""

    number: Key
    partner_id: Id


class LeaveTournament(Route, op="cup-leave"):
    """Leave a tournament: at once before its start, later after one more question."""

    number: Key


class Withdraw(Route, op="cup-out"):
    """Withdraw from a tournament that has begun."""

    number: Key


class StartTournament(Route, op="cup-start"):
    """Close the entries and pair the first round."""

    number: Key


class AskCallOff(Route, op="cup-end"):
    """See the question whether a tournament is to be called off."""

    number: Key


class CallOff(Route, op="cup-end-yes"):
    """Call a tournament off."""

    number: Key


class LeaveBe(Route, op="cup-keep"):
    """Close a question without doing anything."""

    number: Key


class ShowStandings(Route, op="cup-table"):
    """See the standings, with the points and tie-breaks."""

    number: Key
    page: Count = 0


class ShowTournament(Route, op="cup-show"):
    """See one's own controls of a tournament, in private."""

    number: Key


class Ready(AtTable, op="ready"):
    """Say at a tournament's table that one is present to play."""


class ReadyInRound(Route, op="cup-ready"):
    """Say so at the message of the round, for one's own game of it."""

    number: Key


class CutInRound(Route, op="cup-cut"):
    """Cut the first deal of one's own game of the round."""

    number: Key
