"""Ruling 23: the stages at the honour table go by the tricks, whatever was drawn (B 000:26; ours)."""

from __future__ import annotations

from typing import Unpack

import pytest

from bot.engine import Reason
from bot.engine.deal import Phase
from bot.engine.events import StockGone
from tests.honour_table import Arranged, HonourTable, Options, honour_table

MARRIAGES = {1: "KSa QSa", 3: "KCa QCa", 0: "KDa QDa"}


def _last_round(players: int = 2, **changes: Unpack[Arranged]) -> HonourTable:
    at_table = honour_table(players=players, **changes)
    law = at_table.deal.law
    while len(at_table.deal.tricks) < law.first_stage:
        at_table.trick()
    return at_table


def test_ruling_23_declaring_is_for_the_winner_and_nobody_else() -> None:
    at_table = honour_table(hands=MARRIAGES).win(1)
    assert at_table.lists("1 declare common-marriage KSa QSa")
    assert at_table.why("0 declare common-marriage KDa QDa") is Reason.NOT_DECLARING


def test_ruling_23_the_partner_declares_from_the_same_moment() -> None:
    at_table = honour_table(players=4, partners=True, hands=MARRIAGES).win(1)
    assert at_table.lists("1 declare common-marriage KSa QSa")
    assert at_table.lists("3 declare common-marriage KCa QCa")
    at_table.do("3 declare common-marriage KCa QCa", "1 declare common-marriage KSa QSa")
    assert at_table.scored == ["3 common-marriage 20", "1 common-marriage 20"]
    assert at_table.why("0 declare common-marriage KDa QDa") is Reason.NOT_DECLARING


@pytest.mark.parametrize("end", ["draw", "pass", "play"])
def test_ruling_23_each_declares_until_his_own_draw_pass_or_play(end: str) -> None:
    at_table = honour_table(players=4, partners=True, hands=MARRIAGES).win(1)
    if end == "play":
        at_table.play(1)
    else:
        at_table.do(f"1 {end}")
    assert at_table.why("1 declare common-marriage KSa QSa") is Reason.NOT_DECLARING
    assert at_table.lists("3 declare common-marriage KCa QCa")
    if end == "pass":
        at_table.do("3 pass")
    else:
        at_table.do("3 draw" if end == "draw" else f"3 play {at_table.any_card(3)}")
        if end == "play":  # out of turn: no play, and it ends no chance
            assert at_table.lists("3 declare common-marriage KCa QCa")
            at_table.do("2 draw").play(2).do("3 draw")
    assert at_table.why("3 declare common-marriage KCa QCa") is Reason.NOT_DECLARING


def test_ruling_23_the_partner_s_own_play_in_turn_ends_his_chance() -> None:
    at_table = honour_table(players=4, partners=True, hands=MARRIAGES).win(1).do("1 draw").play(1, 2)
    assert at_table.lists("3 declare common-marriage KCa QCa")
    at_table.play(3)
    assert at_table.why("3 declare common-marriage KCa QCa") is Reason.NOT_DECLARING


def test_ruling_23_marks_of_a_chance_carry_its_trick_even_when_the_next_is_led() -> None:
    at_table = honour_table(players=4, partners=True, hands=MARRIAGES).win(1).do("1 draw").play(1)
    at_table.do("3 declare common-marriage KCa QCa")
    assert at_table.ledger == [(1, 3, 20, "common-marriage")]


@pytest.mark.parametrize(("players", "changes", "number"), [(2, {}, 24), (3, {"packs": "two_less_an_eight"}, 13)])
def test_ruling_23_the_last_eight_are_those_after_the_24th_trick_whatever_was_drawn(
    players: int, changes: Options, number: int
) -> None:
    """Everybody has drawn a card more, so the stock is empty a trick early; the stages do not change by that."""
    at_table = honour_table(players=players, **changes)
    for _ in range(number - 1):
        at_table.trick()
    at_table.draw()
    for seat in range(players):
        at_table.do(f"{seat} draw")
    assert at_table.deal.left == 0
    assert len(at_table.deal.tricks) == number - 1
    assert at_table.sizes() == (9,) * players
    at_table.trick()
    assert at_table.phase() is Phase.DECLARE
    winner = at_table.deal.leader
    at_table.do(f"{winner} pass")
    assert at_table.honour.returned
    at_table.to_end()
    assert len(at_table.deal.tricks) == number + 8


def test_ruling_23_nobody_plays_to_the_first_of_them_before_the_stock_is_empty() -> None:
    at_table = _last_round()
    winner = at_table.deal.leader
    assert at_table.why(f"{1 - winner} play {at_table.any_card(1 - winner)}") is Reason.STOCK_FIRST  # nor out of turn
    at_table.do(f"{winner} draw")
    assert at_table.why(f"{winner} play {at_table.any_card(winner)}") is Reason.STOCK_FIRST
    assert not at_table.legal(f"{winner} play")
    at_table.do(f"{1 - winner} draw")
    assert at_table.legal(f"{winner} play")


@pytest.mark.parametrize(("last_trick", "trick"), [("before_last_eight", 24), ("final", 32)])
def test_ruling_23_before_last_eight_is_that_24th_trick(last_trick: str, trick: int) -> None:
    at_table = honour_table(last_trick=last_trick).to_end()
    assert [number for number, _, _, reason in at_table.ledger if reason == "last-trick"] == [trick]


def test_ruling_23_a_chance_lasts_until_its_own_end_whoever_empties_the_stock() -> None:
    at_table = honour_table(hands=MARRIAGES).to_last_declaring(1)
    at_table.do("0 draw", "0 draw")
    assert at_table.deal.left == 0
    assert at_table.lists("1 declare common-marriage KSa QSa")
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.exposed(1) == {"KSa", "QSa"}
    at_table.do("1 pass")
    assert at_table.exposed(1) == set()
    assert at_table.honour.returned


def test_ruling_23_declared_cards_return_when_the_stock_is_empty_and_no_chance_is_left() -> None:
    at_table = honour_table(hands=MARRIAGES).win(1).do("1 declare common-marriage KSa QSa").to_last_declaring(1)
    at_table.do("1 draw")
    assert at_table.exposed(1) == {"KSa", "QSa"}
    at_table.do("0 draw")
    assert at_table.exposed(1) == set()
    assert isinstance(at_table.events[-1], StockGone)


def test_ruling_23_they_return_at_the_latest_when_the_last_eight_are_led() -> None:
    """The partner held nine and needs no card, so his chance is still open when the winner leads."""
    at_table = honour_table(players=4, partners=True, hands={3: "KCa QCa KDa QDa"}).win(1)
    at_table.do("3 declare common-marriage KCa QCa")
    while len(at_table.deal.tricks) < 23:
        at_table.trick()
    at_table.draw().do("3 draw").win(1).draw()
    assert at_table.deal.left == 0
    assert at_table.exposed(3) == {"KCa", "QCa"}
    assert at_table.lists("3 declare common-marriage KDa QDa")
    at_table.play(1)
    assert at_table.exposed(3) == set()
    assert at_table.why("3 declare common-marriage KDa QDa") is Reason.LAST_EIGHT


def test_ruling_23_the_deal_is_over_when_a_hand_is_empty_and_cards_left_in_hands_count_for_nobody() -> None:
    """One seat drew the other's last card: it holds nine against seven, and two are left over."""
    at_table = honour_table(finish="end_of_deal").to_last_declaring(1)
    at_table.do("1 draw", "1 draw")
    assert at_table.sizes() == (7, 9)
    at_table.to_end()
    assert len(at_table.deal.tricks) == 31
    assert at_table.sizes() == (0, 2)
    assert [number for number, _, _, reason in at_table.ledger if reason == "last-trick"] == [31]
    taken = sum(points for _, _, points, reason in at_table.ledger if reason == "brisques")
    left = sum(10 for card in at_table.hand(1) if card[0] in "AT")
    assert taken + left == 160


def test_ruling_23_a_card_drawn_out_of_turn_stays_with_who_drew_it() -> None:
    at_table = honour_table(stock="ASa ASb").win(1).do("0 draw", "1 draw")
    assert "ASa" in at_table.hand(0)
    assert "ASb" in at_table.hand(1)
    at_table = honour_table(stock="ASa").win(1).do("0 draw", "1 claim drawn-out-of-turn add")
    assert "ASa" in at_table.hand(0)
