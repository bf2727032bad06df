"""Pairings hold for every course of a tournament: nobody meets the same twice, everybody plays, one bye at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.club.tournaments import decisions
from bot.club.tournaments.pairing import circle, most_rounds, swiss, usual_rounds
from bot.club.tournaments.ranking import halves_of, ranking
from bot.club.tournaments.values import Entrant, Form, Outcome, Pairing, State, Tournament
from bot.engine import build_rules
from bot.tables import NO_CLOCK
from tests.tables.at_table import NOON

Pair = tuple[int, int | None]
PLAYED = (Outcome.HOME, Outcome.AWAY, Outcome.DRAW, Outcome.HOME_DEFAULT, Outcome.AWAY_DEFAULT, Outcome.NEITHER)


def begun(form: Form, count: int, rounds: int = 0) -> Tournament:
    """Return a tournament of so many that has just been started."""
    people = tuple(Entrant(at, f"P{at}", NOON, entry=at) for at in range(1, count + 1))
    return Tournament(
        1, 2, 3, 4, "Cup", form, State.PLAYING, build_rules("modern", 2, {}), "modern", NO_CLOCK,
        rounds or usual_rounds(form, count), timedelta(hours=1), NOON, started_at=NOON, entrants=people,
    )  # fmt: skip


def next_pairs(tournament: Tournament, apart: Collection[frozenset[int]] = ()) -> list[Pair]:
    pairs = decisions.next_pairs(tournament, apart)
    assert pairs is not None
    return pairs


def round_played(tournament: Tournament, outcomes: list[Outcome]) -> Tournament:
    """Pair the next round, and decide it by outcomes in turn."""
    pairs = next_pairs(tournament)
    tournament = decisions.paired(tournament, tournament.round, pairs)
    for at, pairing in enumerate(tournament.of_round(tournament.round)):
        tournament = decisions.recorded(tournament, pairing, outcomes[at % len(outcomes)])
    return tournament


def opponents(tournament: Tournament) -> Counter[frozenset[int]]:
    return Counter(frozenset((each.home, each.away)) for each in tournament.pairings if each.away is not None)


@given(st.integers(2, 8))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    numbers = list(range(1, count + 1))
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, most_rounds(Form.ROUND_ROBIN, count) + 1):
        pairs = circle(numbers, number)
        there = [each for pair in pairs for each in pair if each is not None]
        assert sorted(there) == numbers
        met.update(frozenset((home, away)) for home, away in pairs if away is not None)
        byes.update(home for home, away in pairs if away is None)
    assert met == Counter(frozenset(pair) for pair in combinations(numbers, 2))
    assert byes == (Counter(numbers) if count % 2 else Counter())


@pytest.mark.deep
@settings(max_examples=25, deadline=None)
@given(st.integers(3, 18), st.lists(st.sampled_from(PLAYED), min_size=3, max_size=40))
def test_in_a_swiss_tournament_nobody_meets_the_same_twice_nor_has_two_byes(count: int, came: list[Outcome]) -> None:
    tournament = begun(Form.SWISS, count, most_rounds(Form.SWISS, count))
    for number in range(tournament.rounds):
        tournament = round_played(tournament, came[number % 3 :] or came)
        there = [each for p in tournament.of_round(number + 1) for each in (p.home, p.away) if each is not None]
        assert sorted(there) == list(range(1, count + 1))
    assert max(opponents(tournament).values()) == 1
    byes = Counter(each.home for each in tournament.pairings if each.away is None)
    assert sum(byes.values()) == (tournament.rounds if count % 2 else 0)
    assert max(byes.values(), default=1) == 1


def test_those_of_equal_points_meet_and_the_bye_goes_to_the_lowest() -> None:
    tournament = round_played(begun(Form.SWISS, 9), [Outcome.HOME])
    first_bye = next(each.home for each in tournament.pairings if each.away is None)
    assert first_bye == 9
    halves = halves_of(tournament)
    pairs = next_pairs(tournament)
    winners = {number for number, points in halves.items() if points == 2}
    assert len(winners) == 5
    assert sum((home in winners) != (away in winners) for home, away in pairs if away is not None) == 1
    (bye,) = [home for home, away in pairs if away is None]
    assert halves[bye] == 0
    assert bye != first_bye
    assert pairs[-1] == (bye, None)


def test_in_the_first_round_the_upper_half_meets_the_lower_half() -> None:
    pairs = swiss(list(range(1, 9)), dict.fromkeys(range(1, 9), 0), ())
    assert pairs is not None
    assert {frozenset(pair) for pair in pairs} == {frozenset((at, at + 4)) for at in range(1, 5)}


def test_no_pairing_is_made_where_everybody_has_met() -> None:
    met = [Pairing(1, 1, 1, 2), Pairing(2, 1, 1, 3), Pairing(3, 1, 2, 3)]
    byes = [Pairing(1, 2, 3, None), Pairing(2, 2, 2, None), Pairing(3, 2, 1, None)]
    assert swiss([1, 2, 3], {1: 2, 2: 2, 3: 2}, [*met, *byes]) is None


def test_usual_rounds_leave_one_at_the_head_and_never_exceed_what_can_be_paired() -> None:
    assert [usual_rounds(Form.SWISS, count) for count in (3, 4, 5, 8, 9, 16, 17, 64)] == [2, 2, 3, 3, 4, 4, 5, 6]
    assert [usual_rounds(Form.ROUND_ROBIN, count) for count in (3, 4, 5, 8)] == [3, 3, 5, 7]
    assert all(usual_rounds(Form.SWISS, n) <= most_rounds(Form.SWISS, n) for n in range(3, 65))


# ------------------------------------------------------------------ standings


def decided(tournament: Tournament, *rows: tuple[int, int, int | None, Outcome, tuple[int, int]]) -> Tournament:
    """Return a tournament with these pairings: round, home, away, outcome, points."""
    pairings = tuple(
        Pairing(number, board, home, away, outcome=outcome, points=points)
        for board, (number, home, away, outcome, points) in enumerate(rows, 1)
    )
    return tournament.but(pairings=pairings, round=max(each.round for each in pairings))


def test_equal_points_are_parted_by_how_well_the_opponents_did() -> None:
    tournament = decided(
        begun(Form.SWISS, 6),
        (1, 1, 2, Outcome.HOME, (100, 90)),
        (1, 3, 4, Outcome.HOME, (100, 40)),
        (1, 5, 6, Outcome.HOME, (100, 40)),
        (2, 1, 3, Outcome.HOME, (100, 50)),
        (2, 2, 5, Outcome.HOME, (100, 50)),
        (2, 4, 6, Outcome.HOME, (100, 50)),
    )
    ranks = {rank.entry: rank for rank in ranking(tournament)}
    assert [ranks[entry].halves for entry in range(1, 7)] == [4, 2, 2, 2, 2, 0]
    assert [ranks[entry].buchholz for entry in range(1, 7)] == [4, 6, 6, 2, 2, 4]
    assert [ranks[entry].berger for entry in range(2, 6)] == [4, 4, 0, 0]
    assert [ranks[entry].made for entry in range(2, 6)] == [190, 150, 140, 150]
    assert [(rank.place, rank.entry) for rank in ranking(tournament)] == list(enumerate((1, 2, 3, 5, 4, 6), 1))


def test_a_round_robin_goes_by_whom_one_has_beaten_not_by_whom_one_has_met() -> None:
    tournament = decided(
        begun(Form.ROUND_ROBIN, 4),
        (1, 1, 2, Outcome.AWAY, (40, 100)),
        (1, 3, 4, Outcome.HOME, (100, 40)),
        (2, 1, 3, Outcome.HOME, (300, 40)),
        (2, 2, 4, Outcome.AWAY, (40, 100)),
        (3, 1, 4, Outcome.HOME, (100, 40)),
        (3, 2, 3, Outcome.HOME, (100, 40)),
    )
    first, second, *_ = ranking(tournament)
    assert (first.entry, second.entry, first.halves, second.halves) == (2, 1, 4, 4)
    assert second.made > first.made
    assert {rank.entry: rank.berger for rank in ranking(tournament)} == {1: 8, 2: 12, 3: 4, 4: 8}
    assert [rank.entry for rank in ranking(tournament)] == [2, 1, 4, 3]


def test_who_is_equal_in_everything_shares_a_place() -> None:
    tournament = decided(
        begun(Form.ROUND_ROBIN, 3),
        (1, 1, 2, Outcome.DRAW, (50, 50)),
        (2, 1, 3, Outcome.DRAW, (50, 50)),
        (3, 2, 3, Outcome.DRAW, (50, 50)),
    )
    assert [(rank.place, rank.entry) for rank in ranking(tournament)] == [(1, 1), (1, 2), (1, 3)]
    assert {rank.buchholz for rank in ranking(tournament)} == {0}


def test_what_was_not_played_counts_as_against_somebody_of_ones_own_points() -> None:
    tournament = decided(
        begun(Form.SWISS, 4),
        (1, 1, 2, Outcome.HOME_DEFAULT, (0, 0)),
        (1, 3, None, Outcome.BYE, (0, 0)),
        (2, 1, 4, Outcome.HOME, (100, 20)),
    )
    ranks = {rank.entry: rank for rank in ranking(tournament)}
    assert (ranks[1].halves, ranks[1].buchholz, ranks[1].berger) == (4, 4, 8)
    assert (ranks[3].halves, ranks[3].buchholz, ranks[3].berger) == (2, 2, 4)
    assert (ranks[2].halves, ranks[2].buchholz) == (0, 0)
    assert (ranks[1].won, ranks[1].drawn, ranks[1].lost) == (2, 0, 0)


def test_half_points_add_up_to_the_pairings_decided() -> None:
    tournament = round_played(begun(Form.SWISS, 8), [Outcome.HOME, Outcome.DRAW, Outcome.NEITHER])
    assert sum(halves_of(tournament).values()) == 2 + 2 + 0 + 2
    undecided = tournament.but(pairings=tuple(replace(each, outcome=None) for each in tournament.pairings))
    assert set(halves_of(undecided).values()) == {0}


def test_who_has_blocked_another_does_not_meet_them_while_there_is_another_round() -> None:
    tournament = begun(Form.SWISS, 8, most_rounds(Form.SWISS, 8))
    apart = frozenset((frozenset((1, 5)), frozenset((2, 6)), frozenset((1, 2))))
    for number in range(1, tournament.rounds + 1):
        pairs = next_pairs(tournament, apart)
        assert not apart & {frozenset(pair) for pair in pairs}
        tournament = decisions.paired(tournament, number - 1, pairs)
        for pairing in tournament.of_round(number):
            tournament = decisions.recorded(tournament, pairing, Outcome.HOME)


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 12), st.data())
def test_keeping_one_pair_apart_takes_nobody_their_game(count: int, data: st.DataObject) -> None:
    one, other = data.draw(st.lists(st.integers(1, count), min_size=2, max_size=2, unique=True))
    pairs = next_pairs(begun(Form.SWISS, count), [frozenset((one, other))])
    assert sorted(each for pair in pairs for each in pair if each is not None) == list(range(1, count + 1))
    assert not any({one, other} == set(pair) for pair in pairs)


def test_where_nothing_else_is_left_they_meet_like_anybody() -> None:
    everybody = [frozenset(pair) for pair in combinations(range(1, 5), 2)]
    pairs = next_pairs(begun(Form.SWISS, 4), everybody)
    assert len(pairs) == 2
    assert decisions.next_pairs(begun(Form.ROUND_ROBIN, 4), everybody) == decisions.next_pairs(
        begun(Form.ROUND_ROBIN, 4)
    )


def test_blocks_between_partners_hold_for_their_entries() -> None:
    people = tuple(Entrant(at, f"P{at}", NOON, entry=(at + 1) // 2) for at in range(1, 9))
    tournament = replace(begun(Form.SWISS, 8), entrants=people, rules=build_rules("modern", 4, {"partners": True}))
    pairs = next_pairs(tournament, [frozenset((1, 6)), frozenset((2, 7))])
    assert {frozenset(pair) for pair in pairs} == {frozenset((1, 2)), frozenset((3, 4))}
