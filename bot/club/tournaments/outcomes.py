"""The outcome of a tournament's pairing: by its game, by default, or by presence."""

from __future__ import annotations

from bot.club.tournaments.values import Outcome, Pairing, Tournament
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.values.parts import Status
from bot.tables.values.table import Table


def by_default(tournament: Tournament, home: int, away: int) -> Outcome | None:
    """Return the outcome of a pairing without a game, if an entry has withdrawn; None where both still play."""
    gone = tournament.entries[home].withdrawn, tournament.entries[away].withdrawn
    return {
        (True, True): Outcome.NEITHER, (True, False): Outcome.AWAY_DEFAULT, (False, True): Outcome.HOME_DEFAULT,
    }.get(gone)  # fmt: skip


def outcome_of(tournament: Tournament, pairing: Pairing, table: Table | None) -> tuple[Outcome, tuple[int, int]]:
    """Return the outcome of a pairing whose table has ended, and the card points of both sides.

    A game that was won, lost or drawn counts as it ended. Otherwise an entry that has withdrawn loses. If the round's
    time ran out during the game, the present points decide. If it ran out before the game, the side that did not come
    loses; if both came, but never at the same time, each gets half a point; if neither came, both lose. A game that was
    abandoned is lost by both. A table that ended for another reason (a broken record, a moderator) gives each side half
    a point, as neither is at fault.

    Args:
        tournament: The tournament.
        pairing: The pairing.
        table: Its table; None if its record is broken.
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
    """Return the outcome and the points of a finished game, for the sides of seat 0 and seat 1."""
    won = [seat in (table.winner or ()) for seat in (0, 1)]
    outcome = Outcome.DRAW if won[0] == won[1] else Outcome.HOME if won[0] else Outcome.AWAY
    return outcome, points_of(table)


def points_of(table: Table) -> tuple[int, int]:
    """Return the points that both sides have made, as shown to everybody."""
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
