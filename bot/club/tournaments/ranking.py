"""The ranking of a tournament, with its tie-breaks.

A win or a bye counts one point and a draw half a point. Ties are broken in a Swiss tournament by *Buchholz* (the sum of
the opponents' points), then by *Sonneborn-Berger* (the points of beaten opponents, and half the points of those drawn
with), then by card points. In a round robin everybody meets the same opponents, so Buchholz is not used.
A round without a game counts as if against an opponent with one's own points, so that nobody gains or loses by others'
absence (FIDE Handbook C.07, 2024, article 16, the *dummy opponent*).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.club.tournaments.values import Form, Outcome, Pairing, Tournament


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
