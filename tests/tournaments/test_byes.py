"""Byes and pairings of Swiss tournaments, compared with a checker that goes through every way to pair a round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import pytest

from bot.club.tournaments import decisions
from bot.club.tournaments.pairing import most_rounds, swiss
from bot.club.tournaments.ranking import halves_of
from bot.club.tournaments.values import Form, Outcome, Pairing, Tournament
from tests.tournaments.test_pairing import begun

pytestmark = pytest.mark.deep

BYE = None
Pair = tuple[int, int | None]
Apart = frozenset[frozenset[int]]
OUTCOMES = (Outcome.HOME, Outcome.AWAY, Outcome.DRAW, Outcome.HOME_DEFAULT, Outcome.NEITHER)
TOURNAMENTS_A_SIZE = 24


class Verdict(NamedTuple):
    """What a round is judged by, in this order; the less the better."""

    second_byes: int
    blocked: int
    bye_points: int


def ways(playing: Sequence[int | None], met: Collection[frozenset[int | None]]) -> Iterator[list[Pair]]:
    """Go through every way to pair a round in which nobody meets the same twice."""
    if not playing:
        yield []
        return
    first, *rest = playing
    assert first is not None
    for at, other in enumerate(rest):
        if frozenset((first, other)) not in met:
            for more in ways([*rest[:at], *rest[at + 1 :]], met):
                yield [(first, other), *more]


def judged(pairs: Collection[Pair], halves: Mapping[int, int], before: Sequence[Pairing], apart: Apart) -> Verdict:
    had = {each.home for each in before if each.away is None}
    bye = next((home for home, away in pairs if away is None), None)
    return Verdict(int(bye in had), sum(frozenset(pair) in apart for pair in pairs), 0 if bye is None else halves[bye])


def best_of_all(
    playing: Sequence[int], halves: Mapping[int, int], before: Sequence[Pairing], apart: Apart
) -> Verdict | None:
    """Return the best verdict of all ways to pair a round without rematches; None where there is no such way."""
    met = {frozenset((each.home, each.away)) for each in before if each.away is not None}
    everybody = [*playing, BYE] if len(playing) % 2 else list(playing)
    return min((judged(pairs, halves, before, apart) for pairs in ways(everybody, met)), default=None)


def check_round(tournament: Tournament, pairs: Sequence[Pair] | None, apart: Apart) -> Verdict | None:
    """Compare a round with all that could have been paired, and return how it was judged."""
    playing = [number for number, entry in tournament.entries.items() if not entry.withdrawn]
    halves = halves_of(tournament)
    best = best_of_all(playing, halves, tournament.pairings, apart)
    if pairs is None:
        assert best is None
        return None
    assert sorted(each for pair in pairs for each in pair if each is not None) == playing
    met = {frozenset((each.home, each.away)) for each in tournament.pairings if each.away is not None}
    assert not any(frozenset(pair) in met for pair in pairs)
    assert judged(pairs, halves, tournament.pairings, apart) == best
    return best


def play_through(size: int, seed: int) -> Iterator[tuple[Tournament, list[Pair] | None, Verdict | None]]:
    """Play a random Swiss tournament in which people drop out and have blocked each other, checking every round."""
    chance = random.Random(1000 * size + seed)
    tournament = begun(Form.SWISS, size, most_rounds(Form.SWISS, size))
    people = list(combinations(range(1, size + 1), 2))
    apart = frozenset(frozenset(pair) for pair in chance.sample(people, chance.choice((0, 0, 1, 3))))
    leaving = chance.choice((0.0, 0.0, 0.1, 0.25))
    while tournament.round < tournament.rounds:
        for number, entry in tournament.entries.items():
            still = sum(not each.withdrawn for each in tournament.entries.values())
            if tournament.round and still > 2 and not entry.withdrawn and chance.random() < leaving:
                tournament = decisions.withdrawn(tournament, number)
        pairs = decisions.next_pairs(tournament, apart)
        yield tournament, pairs, check_round(tournament, pairs, apart)
        if pairs is None:
            return
        tournament = decisions.paired(tournament, tournament.round, pairs)
        for pairing in tournament.of_round(tournament.round):
            tournament = decisions.recorded(tournament, pairing, chance.choice(OUTCOMES))


@pytest.mark.parametrize("size", range(3, 13))
def test_no_way_to_pair_a_round_gives_the_bye_to_fewer_points_without_a_second_bye_or_a_rematch(size: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(TOURNAMENTS_A_SIZE):
        for tournament, pairs, verdict in play_through(size, seed):
            seen["rounds"] += 1
            seen["byes"] += pairs is not None and any(away is None for _, away in pairs)
            seen["above the lowest"] += verdict is not None and verdict.bye_points > min(
                points for number, points in halves_of(tournament).items() if not tournament.entries[number].withdrawn
            )
    assert seen["rounds"] >= TOURNAMENTS_A_SIZE
    assert seen["byes"]  # also where the number is even, as people drop out
    if size % 2 and size > 3:
        assert seen["above the lowest"]  # the rule is tried where the lowest have had theirs, too


def test_with_five_entries_the_bye_of_round_two_goes_to_no_points() -> None:
    before = [
        Pairing(1, 1, 1, 3, outcome=Outcome.HOME),
        Pairing(1, 2, 2, 4, outcome=Outcome.HOME_DEFAULT),
        Pairing(1, 3, 5, None, outcome=Outcome.BYE),
    ]
    halves = {1: 2, 2: 2, 3: 0, 4: 0, 5: 2}
    ((bye, _),) = [pair for pair in swiss([2, 5, 1, 3, 4], halves, before) or () if None in pair]
    assert halves[bye] == 0


@pytest.mark.parametrize(
    ("halves", "met", "apart", "byes"),
    [
        # Without 5 the others have only rematches left: 1 has met 2 and 3, and 4 as well.
        ((6, 4, 2, 2, 0), [(1, 2), (1, 3), (1, 4)], [], {3, 4}),
        # Of three that are left only 2 and 3 have not met, so 1 gets a second bye and they play.
        ((6, 2, 0), [(1, 2), (1, 3), (1, None)], [], {1}),
        # Where 1 has not met 3 either, nobody has a second one.
        ((6, 2, 0), [(1, 2), (1, None)], [], {2}),
        ((2, 2, 0), [], [], {3}),
        # The bye goes to more points before two meet of whom one has blocked the other.
        ((2, 2, 0), [], [(1, 2)], {1, 2}),
    ],
)
def test_the_bye_rises_before_a_rematch_and_before_two_kept_apart_meet(
    halves: Sequence[int], met: Sequence[Pair], apart: Sequence[tuple[int, int]], byes: Collection[int]
) -> None:
    points = dict(enumerate(halves, 1))
    before = [Pairing(number, 1, home, away) for number, (home, away) in enumerate(met, 1)]
    pairs = swiss(list(points), points, before, [frozenset(each) for each in apart])
    assert pairs is not None
    *games, (bye, nobody) = pairs
    assert (bye in byes, nobody) == (True, None)
    assert not {frozenset(pair) for pair in games} & {frozenset(pair) for pair in met}
