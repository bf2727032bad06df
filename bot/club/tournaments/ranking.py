"""What tournament games are worth, and the ranking that follows, with its tie-breaks.

A win or a bye counts one point and a draw half a point. Ties are broken in a Swiss tournament by *Buchholz* (the sum of
the opponents' points), then by *Sonneborn-Berger* (the points of beaten opponents, and half the points of those drawn
with), then by card points. In a round robin everybody meets the same opponents, so Buchholz is not used.
A round without a game counts as if against an opponent with one's own points, so that nobody gains or loses by others'
absence (FIDE Handbook C.07, 2024, article 16, the *dummy opponent*).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.club.tournaments.values import Form, Outcome, Pairing, Tournament
from bot.house.roster import is_house
from bot.lazy import dataclass
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.values.parts import Status
from bot.tables.values.table import Table

if TYPE_CHECKING:
    from bot.tables import Table
    from db import Transaction


async def score(tx: Transaction, table: Table) -> None:
    """Write the outcome of the pairing whose game has just ended; do nothing for other games."""
    if table.fixture is not None:
        outcome, points = game_outcome(table)
        await tx.tournaments.decide(table.id, outcome.value, points)


@dataclass(frozen=True, slots=True)
class Rank:
    """An entry's line in the ranking."""

    place: int
    """The place; entries that are equal in every criterion share it."""
    entry: int
    halves: int
    """Half points."""
    buchholz: int
    """In half points."""
    berger: int
    """Sonneborn-Berger, in quarters of a point."""
    made: int
    """Card points, in tens."""
    won: int
    drawn: int
    lost: int

    @property
    def merit(self) -> tuple[int, int, int, int]:
        """The criteria that decide the place, in order; higher is better."""
        return self.halves, self.buchholz, self.berger, self.made


def halves_of(tournament: Tournament) -> dict[int, int]:
    """Return the half points of every entry so far."""
    halves = dict.fromkeys(tournament.entries, 0)
    for pairing in tournament.pairings:
        for entry, got, _ in _sides(pairing):
            halves[entry] += got
    return halves


def ranking(tournament: Tournament) -> list[Rank]:
    """Return the lines of all entries, the best first; equal entries are in the order of their numbers."""
    halves, lines = halves_of(tournament), []
    for entry in tournament.entries:
        met = [side for pairing in tournament.pairings for side in _sides(pairing) if side[0] == entry]
        mine = [each for each in tournament.pairings if each.outcome is not None and each.has(entry)]
        against = [halves[other] if (other := _opponent(each, entry)) is not None else halves[entry] for each in mine]
        buchholz = sum(against) if tournament.form is Form.SWISS else 0
        berger = sum(got * points for (_, got, _), points in zip(met, against, strict=True))
        results = [got for _, got, _ in met]
        lines.append(
            Rank(
                0, entry, halves[entry], buchholz, berger, sum(made for _, _, made in met),
                results.count(2), results.count(1), results.count(0),
            )
        )  # fmt: skip
    lines.sort(key=lambda line: (*(-each for each in line.merit), line.entry))
    return _placed(lines)


def _placed(lines: Sequence[Rank]) -> list[Rank]:
    placed: list[Rank] = []
    for number, line in enumerate(lines, 1):
        place = placed[-1].place if placed and placed[-1].merit == line.merit else number
        placed.append(replace(line, place=place))
    return placed


def _opponent(pairing: Pairing, entry: int) -> int | None:
    """Return the opponent of an entry in a pairing; None if no game was played."""
    if pairing.outcome is None or not pairing.outcome.played:
        return None
    return pairing.away if pairing.home == entry else pairing.home


def _sides(pairing: Pairing) -> list[tuple[int, int, int]]:
    """Return (entry, half points, card points) for each entry of a decided pairing; empty before it is decided."""
    if pairing.outcome is None:
        return []
    home, away = pairing.outcome.halves
    sides = [(pairing.home, home, pairing.points[0])]
    if pairing.away is not None and pairing.outcome is not Outcome.BYE:
        sides.append((pairing.away, away, pairing.points[1]))
    return sides


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
        members = [member.user_id for member in tournament.entries[number].members]
        return all(user in present or is_house(user) for user in members)

    home, away = came(pairing.home), came(pairing.away or 0)
    if home == away:
        return Outcome.DRAW if home else Outcome.NEITHER
    return Outcome.HOME_DEFAULT if home else Outcome.AWAY_DEFAULT
