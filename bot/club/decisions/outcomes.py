"""How a pairing of a tournament comes out: by its game, by default, or by who came."""

from __future__ import annotations

from bot.club.values.tournament import Outcome, Pairing, Tournament
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.values.parts import Status
from bot.tables.values.table import Table


def by_default(tournament: Tournament, home: int, away: int) -> Outcome | None:
    """Return how a pairing comes out without a game, as somebody has withdrawn; None where both still play."""
    gone = tournament.entries[home].withdrawn, tournament.entries[away].withdrawn
    return {
        (True, True): Outcome.NEITHER, (True, False): Outcome.AWAY_DEFAULT, (False, True): Outcome.HOME_DEFAULT,
    }.get(gone)  # fmt: skip


def outcome_of(tournament: Tournament, pairing: Pairing, table: Table | None) -> tuple[Outcome, tuple[int, int]]:
    """Return how a pairing came out whose table has ended, and the card points of both.

    A game that was won, lost or drawn counts as it ended. Where the round's time was over the points decide as they
    stood. Before a game who did not come loses, and where both came but never at the same time each gets half a point.
    What ended for another reason (a damaged record, a moderator) is nobody's fault: half a point each.

    Args:
        tournament: The tournament.
        pairing: The pairing.
        table: Its table; None where its record is damaged.
    """
    assert pairing.away is not None  # a bye has no table
    if table is None:
        return Outcome.DRAW, (0, 0)
    if table.status is Status.FINISHED:
        return game_outcome(table)
    default = by_default(tournament, pairing.home, pairing.away)
    if default is not None:
        return default, (0, 0)
    if table.status is Status.EXPIRED:
        return _by_presence(tournament, pairing, table), (0, 0)
    if table.end_reason == "abandoned":
        return Outcome.NEITHER, (0, 0)
    home, away = points_of(table)
    if table.end_reason == ROUND_OVER and home != away:
        return (Outcome.HOME if home > away else Outcome.AWAY), (home, away)
    return Outcome.DRAW, (home, away)


def game_outcome(table: Table) -> tuple[Outcome, tuple[int, int]]:
    """Return how a game that was played to its end came out for the sides of seat 0 and seat 1."""
    won = [seat in (table.winner or ()) for seat in (0, 1)]
    outcome = Outcome.DRAW if won[0] == won[1] else Outcome.HOME if won[0] else Outcome.AWAY
    return outcome, points_of(table)


def points_of(table: Table) -> tuple[int, int]:
    """Return the points that both sides have made, as everybody has seen them."""
    if not table.game.deals:
        return 0, 0
    home, away = (sum(table.game.totals[seat] for seat in seats) for seats in table.game.law.side_seats)
    return home, away


def _by_presence(tournament: Tournament, pairing: Pairing, table: Table) -> Outcome:
    present = table.fixture.present if table.fixture is not None else frozenset()

    def came(number: int) -> bool:
        return all(member.user_id in present for member in tournament.entries[number].members)

    home, away = came(pairing.home), came(pairing.away or 0)
    if home == away:
        return Outcome.DRAW if home else Outcome.NEITHER
    return Outcome.HOME_DEFAULT if home else Outcome.AWAY_DEFAULT
