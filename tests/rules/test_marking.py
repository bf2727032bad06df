"""Rulings 18, 19 and 20: what is marked when, and for whom; the options ``brisques`` and ``last_trick``."""

from __future__ import annotations

import pytest

from bot.engine import observe
from tests.table_builder import Table, make_rules, table


def _brisques(at_table: Table) -> list[tuple[int, int, int]]:
    return [(trick, seat, points) for trick, seat, points, reason in at_table.ledger if reason == "brisques"]


def _points_in_tricks(at_table: Table, seat: int) -> int:
    view = observe(at_table.game, None)
    return sum(view.brisques_in(trick) for trick in at_table.deal.tricks if trick.winner == seat)


@pytest.mark.parametrize(("led", "second", "points"), [("ACa", "7Sa", 10), ("ACa", "TCa", 20), ("TCa", "TCb", 20)])
def test_ruling_18_brisques_as_taken_are_marked_with_the_trick_in_one_mark(led: str, second: str, points: int) -> None:
    """B note 4: "The winner of a trick containing two aces or two tens, or one of each, of course marks 20"."""
    at_table = table(make_rules("britannica"), hands={1: led, 0: second}).do(f"1 play {led}")
    assert at_table.ledger == []
    at_table.do(f"0 play {second}")
    assert at_table.ledger == [(1, 1, points, "brisques")]


def test_ruling_18_brisques_belong_to_the_taker_whoever_played_them() -> None:
    at_table = table(make_rules("britannica"), hands={1: "TCa", 0: "ACa"}).do("1 play TCa", "0 play ACa")
    assert at_table.ledger == [(1, 0, 20, "brisques")]


def test_ruling_18_no_mark_for_no_brisques() -> None:
    at_table = table(make_rules("britannica"), hands={1: "KCa", 0: "QCa"}).do("1 play KCa", "0 play QCa")
    assert at_table.ledger == []


def test_ruling_18_brisques_as_taken_count_in_the_last_eight_too() -> None:
    """B: there "the tricks are only valuable for th* aces and tens they may contain"."""
    at_table = table(make_rules("britannica", target=10_000)).to_end()
    assert sum(points for *_, points in _brisques(at_table)) == 160
    assert any(trick > 24 for trick, *_ in _brisques(at_table))
    for seat in range(2):
        assert sum(p for _, s, p in _brisques(at_table) if s == seat) == _points_in_tricks(at_table, seat)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("dealer", [0, 1])
def test_ruling_18_at_the_end_of_the_deal_from_the_dealers_left_and_the_dealer_last(players: int, dealer: int) -> None:
    """E 123 x: "The non-dealer scores aces and tens first"; one mark a seat, with the last trick's number."""
    at_table = table(make_rules(players=players, target=10_000), dealer=dealer).to_end()
    order = [(dealer + step) % players for step in range(1, players + 1)]
    assert _brisques(at_table) == [
        (32, seat, points) for seat in order if (points := _points_in_tricks(at_table, seat))
    ]
    assert sum(points for *_, points in _brisques(at_table)) == 80 * players
    assert at_table.ledger[-1][3] == "brisques"


def test_ruling_18_nobody_marks_brisques_before_the_deal_is_over() -> None:
    at_table = table(make_rules()).to_last_eight()
    assert _brisques(at_table) == []
    while len(at_table.deal.tricks) < 31:
        at_table.trick()
    assert _brisques(at_table) == []


def test_ruling_18_the_63_card_deal_has_21_tricks() -> None:
    at_table = table(make_rules(players=3, packs="two_less_an_eight", target=10_000)).to_end()
    assert {trick for trick, *_ in _brisques(at_table)} == {21}
    assert sum(points for *_, points in _brisques(at_table)) == 160


# The last trick.


@pytest.mark.parametrize("preset", ["enquire", "parlour", "modern"])
def test_option_last_trick_final_is_the_thirty_second(preset: str) -> None:
    """E 123 viii: "The last trick is the thirty-second, for which the winner scores ten"."""
    at_table = table(make_rules(preset, target=10_000)).to_end()
    taker = at_table.deal.tricks[31].winner
    assert [mark for mark in at_table.ledger if mark[3] == "last-trick"] == [(32, taker, 10, "last-trick")]


@pytest.mark.parametrize("winner", [0, 1])
def test_option_last_trick_before_last_eight_is_the_one_that_empties_the_stock(winner: int) -> None:
    """B note 5: "The so-called last trick is the last before the stock is exhausted"; E 123 viii: the twenty-fourth."""
    at_table = table(make_rules("britannica", target=10_000)).to_last_declaring(winner)
    assert at_table.ledger[-1] == (24, winner, 10, "last-trick")
    at_table.draw().to_end()
    assert len([mark for mark in at_table.ledger if mark[3] == "last-trick"]) == 1


@pytest.mark.parametrize(
    ("players", "packs", "number"), [(3, "per_player", 24), (4, "per_player", 24), (3, "two_less_an_eight", 13)]
)
def test_option_last_trick_before_last_eight_with_more_players(players: int, packs: str, number: int) -> None:
    at_table = table(make_rules("britannica", players, packs=packs, target=10_000)).to_last_declaring()
    assert at_table.ledger[-1][0] == number
    assert at_table.ledger[-1][3] == "last-trick"


# Ruling 19: the order of marking in one trick.


def test_ruling_19_a_seven_is_marked_the_moment_it_is_played() -> None:
    rules = make_rules(brisques="as_taken")
    at_table = table(rules, hands={1: "ACa", 0: "7Ha"}).do("1 play ACa", "0 play 7Ha")
    assert at_table.ledger == [(1, 0, 10, "seven-played"), (1, 0, 10, "brisques")]
    led = table(rules, hands={1: "7Ha"}).do("1 play 7Ha")
    assert led.ledger == [(1, 1, 10, "seven-played")]


def test_ruling_19_brisques_come_before_the_last_trick() -> None:
    rules = make_rules(brisques="as_taken", last_trick="before_last_eight")
    at_table = table(rules, hands={1: "ACa", 0: "7Ha"})
    while at_table.deal.left > 4:
        at_table.trick().draw()
    at_table.win(1).draw()
    at_table.do("1 play ACa", "0 play 7Ha")
    assert at_table.ledger[-3:] == [(24, 0, 10, "seven-played"), (24, 0, 10, "brisques"), (24, 0, 10, "last-trick")]


def test_ruling_19_the_winners_turn_to_declare_comes_after_the_tricks_own_points_in_the_order_made() -> None:
    at_table = table(make_rules("britannica"), hands={1: "ACa KCa QCa KDa QDa 7Ha 7Hb", 0: "7Sa"}).do(
        "1 play ACa", "0 play 7Sa"
    )
    at_table.do(
        "1 declare common-marriage KCa QCa", "1 exchange 7Ha", "1 show 7Hb", "1 declare common-marriage KDa QDa"
    )
    assert at_table.scored == [
        "1 brisques 10",
        "1 common-marriage 20",
        "1 exchange 10",
        "1 seven-shown 10",
        "1 common-marriage 20",
    ]
    assert {trick for trick, *_ in at_table.ledger} == {1}


def test_ruling_19_the_very_last_trick_is_marked_before_the_brisques_of_the_deal() -> None:
    at_table = table(make_rules(target=10_000)).to_end()
    reasons = [reason for trick, _, _, reason in at_table.ledger if trick == 32]
    assert reasons == ["last-trick", "brisques", "brisques"]


# Ruling 20: partners.


def test_ruling_20_partners_score_as_one_side_and_the_ledger_says_who_scored() -> None:
    """E, four-handed: "one collecting the tricks of both … or each may keep his own score"."""
    at_table = table(make_rules("britannica", 4, partners=True), hands={1: "KCa QCa", 3: "KDa QDa", 0: "KSa QSa"}).win(
        1
    )
    at_table.do("1 declare common-marriage KCa QCa", "1 pass", "3 declare common-marriage KDa QDa").win(0)
    at_table.do("0 declare common-marriage KSa QSa")
    assert [(seat, points) for _, seat, points, _ in at_table.ledger] == [(1, 20), (3, 20), (0, 20)]
    assert at_table.totals == (20, 20, 0, 20)
    assert observe(at_table.game, None).side_totals == (20, 40)


def test_ruling_20_single_players_are_sides_of_their_own() -> None:
    at_table = table(make_rules("britannica", 4), hands={1: "KCa QCa"}).win(1).do("1 declare common-marriage KCa QCa")
    assert observe(at_table.game, None).side_totals == (0, 20, 0, 0)
