"""Ruling 24, Britannica: another than the winner lifted two, and the choice comes with the next round of draws."""

from __future__ import annotations

from typing import Unpack

import pytest

from bot.engine import Reason
from tests.honour_table import Arranged, HonourTable, honour_table
from tests.table_builder import names

from .test_ruling_24 import STOCK, top, won


def test_ruling_24_britannica_another_lifting_the_second_is_shown_to_the_chooser_alone_and_goes_back_on_top() -> None:
    at_table = won("britannica").do("1 draw", "0 lift")
    assert at_table.shown(1) == ["TSa"]
    assert at_table.shown(None) == at_table.shown(0) == []
    assert "ASb" in at_table.hand(0)
    assert top(at_table, 1) == "TSa"
    assert at_table.legal("1 play")  # all else goes on


def _next_round(winner: int, **changes: Unpack[Arranged]) -> HonourTable:
    """Seat 0 has lifted two by Britannica, and the next trick is made."""
    at_table = won("britannica", **changes).do("1 draw", "0 lift")
    at_table.keep(STOCK)
    return at_table.win(winner)


def test_ruling_24_britannica_nobody_else_draws_before_it_and_all_else_goes_on() -> None:
    at_table = _next_round(1, hands={1: "KDa QDa"})
    assert at_table.why("0 draw") is Reason.CHOICE_OPEN
    assert at_table.why("0 lift") is Reason.CHOICE_OPEN
    assert at_table.why("0 take TSa") is Reason.NOTHING_TO_CHOOSE
    at_table.do(
        "1 declare common-marriage KDa QDa", f"0 expose {at_table.any_card(0)}", f"0 play {at_table.any_card(0)}"
    )
    assert {"1 take TSa", "1 take TSb"} <= at_table.legal()


def test_ruling_24_britannica_what_the_chooser_takes_is_his_draw_and_the_other_is_the_lifter_s() -> None:
    at_table = _next_round(1).do("1 take TSb")
    assert "TSb" in at_table.hand(1)
    assert "TSa" in at_table.hand(0)
    assert at_table.sizes() == (8, 8)
    assert top(at_table, 1) == "KSa"
    assert at_table.why("1 declare four-aces TSb") is Reason.NOT_DECLARING


def test_ruling_24_britannica_else_the_other_stays_on_top_open() -> None:
    """The loser lifts before the winner has drawn: the choice comes at once, and the lifter has drawn."""
    at_table = won("britannica").do("0 lift")
    assert at_table.shown(1) == ["ASb"]
    assert at_table.shown(None) == ["ASb", "TSa"]
    at_table.do("1 take TSa")
    assert at_table.sizes() == (8, 8)
    assert top(at_table, 2) == "ASb TSb"
    assert names(c for c in at_table.honour.stock if at_table.honour.open_stock >> c & 1) == "ASb"


@pytest.mark.parametrize("winner", [0, 1])
def test_ruling_24_britannica_let_pass_the_two_stay_and_the_draws_go_on_in_their_order(winner: int) -> None:
    at_table = _next_round(winner).do("1 pass")
    assert top(at_table, 3) == "TSa TSb KSa"
    assert at_table.honour.choice is None
    assert f"{winner} draw" in at_table.legal()
    assert at_table.honour.chances[winner] is not None
    at_table.do(f"{winner} draw", f"{1 - winner} draw")
    assert "TSa" in at_table.hand(winner)
    assert "TSb" in at_table.hand(1 - winner)


@pytest.mark.parametrize("winner", [0, 1])
def test_ruling_24_britannica_the_choice_comes_whoever_takes_that_trick(winner: int) -> None:
    """B 000:40: "at the next draw that card and the next are turned face up"."""
    at_table = _next_round(winner)
    assert at_table.shown(None) == ["TSa", "TSb"]
    assert {"1 take TSa", "1 take TSb"} <= at_table.legal()
    assert not at_table.legal() & {"0 draw", "1 draw"}
    for seat in (0, 1):
        assert at_table.why(f"{seat} draw") is Reason.CHOICE_OPEN
        assert at_table.why(f"{seat} lift") is Reason.CHOICE_OPEN
    assert at_table.deal.turn == 1


def test_ruling_24_britannica_the_winner_who_lifted_declares_meanwhile_and_has_the_card_that_is_left() -> None:
    at_table = _next_round(0, hands={0: "KDa QDa TDa"}).do("0 declare common-marriage KDa QDa", "1 take TSb")
    assert at_table.sizes() == (8, 8)
    assert "TSa" in at_table.hand(0)
    assert top(at_table, 1) == "KSa"
    assert not at_table.legal() & {"0 draw", "1 draw"}
    assert at_table.claims(1) == []
    assert "0 play TSa" in at_table.legal()


def test_ruling_24_britannica_the_chooser_ends_no_chance_of_the_winner_who_lifted() -> None:
    """The winner has drawn nothing himself; what the chooser has left him may not be declared in that chance."""
    at_table = honour_table("britannica", stock="9Sa 9Sb KSa TSb", hands={0: "KCa KDa KHa QDa"}).win(1)
    at_table.do("1 draw", "0 lift").keep("KSa TSb")
    at_table.win(0).do("1 take TSb")
    assert at_table.deal.turn == 0
    assert at_table.legal("0 declare") == {"0 declare common-marriage QDa KDa"}
    assert "0 pass" in at_table.legal()
    at_table.do("0 declare four-kings KCa KDa KHa KSa")
    assert at_table.claims(1) == ["wrong-declaration"]


def test_ruling_24_britannica_a_seven_that_the_chooser_left_is_neither_exchanged_nor_shown_in_that_chance() -> None:
    at_table = honour_table("britannica", stock="ASa ASb 7Ha TSb", preset="britannica").win(1).do("1 draw", "0 lift")
    at_table.keep("7Ha TSb")
    at_table.win(0).do("1 take TSb")
    assert "7Ha" in at_table.hand(0)
    assert at_table.why("0 show 7Ha") is Reason.JUST_TAKEN
    assert at_table.why("0 exchange 7Ha") is Reason.JUST_TAKEN
    assert not {text for text in at_table.legal() if "7Ha" in text} - {"0 play 7Ha"}


def test_ruling_24_britannica_the_chooser_ends_no_claim_of_the_lifter() -> None:
    """Else who declares wrongly could take a card at once, and with it the time to claim."""
    at_table = _next_round(1, hands={1: "KDa"}).do("1 declare four-kings KDa", "1 take TSb")
    assert at_table.sizes() == (8, 8)
    assert at_table.claims(0) == ["wrong-declaration"]


def test_ruling_24_britannica_it_does_not_lapse_if_somebody_draws_before_that_round() -> None:
    at_table = won("britannica").do("1 draw", "0 lift", "0 draw")
    assert "TSa" in at_table.hand(0)
    at_table.keep(STOCK)
    at_table.win(0)
    assert at_table.shown(None) == ["TSb", "KSa"]
    at_table.do("1 take TSb")
    assert at_table.sizes() == (8, 8)
    assert top(at_table, 1) == "KSa", "who held nine has no draw to make"


def test_ruling_24_britannica_with_three_nobody_draws_before_the_chooser_whose_turn_is_later() -> None:
    """Seat 1 lifts before the winner has drawn; seat 2 has its own draw to make, and chooses first."""
    at_table = won("britannica", 0, 3).do("1 lift")
    assert at_table.why("0 draw") is Reason.CHOICE_OPEN
    at_table.do("2 take ASb")
    assert top(at_table, 1) == "TSa"
    at_table.do("0 draw")
    assert "TSa" in at_table.hand(0)
    assert at_table.claims(2) == at_table.claims(1) == [], "nobody else has drawn out of turn"


def test_ruling_24_britannica_the_card_left_is_the_lifter_s_though_another_draws_before_him() -> None:
    at_table = won("britannica", 0, 3).do("0 draw", "1 draw", "2 lift")
    at_table.keep(STOCK)
    at_table.win(1).do("0 take KSa")
    assert at_table.sizes() == (8, 7, 8)
    assert "TSb" in at_table.hand(2)
    at_table.do("1 draw")
    assert "KSb" in at_table.hand(1)


def test_ruling_24_britannica_two_choosers_choose_one_after_the_other() -> None:
    at_table = won("britannica", 0, 4).do("0 draw", "1 draw", "2 draw", "3 lift", "1 lift")
    assert [(each.lifter, each.chooser) for each in at_table.honour.waiting] == [(3, 0), (1, 2)]
    at_table.keep(STOCK)
    at_table.win(3)
    assert at_table.honour.choice is not None
    assert (at_table.honour.choice.chooser, at_table.deal.turn) == (0, 0)
    first, second = (names([card]) for card in at_table.honour.choice.cards)
    at_table.do(f"0 take {first}")
    assert second in at_table.hand(3)
    assert at_table.honour.choice.chooser == 2
    assert at_table.why("3 draw") is Reason.CHOICE_OPEN
    at_table.do("2 pass")
    assert at_table.sizes() == (8, 8, 7, 8)
    assert at_table.legal("2 draw")


def test_ruling_24_britannica_a_chooser_who_held_nine_needs_no_card_and_has_no_choice() -> None:
    at_table = won("britannica").do("1 draw", "0 lift", "1 draw")
    at_table.keep(STOCK)
    at_table.win(0)
    assert at_table.honour.choice is None
    assert at_table.honour.waiting == ()
    assert at_table.shown(None) == []
    assert at_table.legal("0 draw")


def test_ruling_24_britannica_with_a_single_card_left_there_is_nothing_to_choose() -> None:
    at_table = honour_table("britannica")
    while at_table.deal.left > 4:
        at_table.trick()
    winner = at_table.deal.leader
    at_table.do(f"{winner} draw", f"{1 - winner} lift", f"{1 - winner} draw")
    assert at_table.deal.left == 1
    at_table.trick()
    assert at_table.honour.choice is None
    assert at_table.honour.waiting == ()
    assert at_table.legal(f"{winner} draw")


def test_ruling_24_britannica_a_seven_exchanged_for_a_card_to_choose_takes_its_place() -> None:
    at_table = honour_table(
        "britannica", 3, turn_up="8Ha", bottom="ASa ASb TSa", hands={0: "7Ha"}, seven_exchange="any_holder"
    )
    while len(at_table.deal.tricks) < 23:
        at_table.trick()
    at_table.draw().win(0)
    at_table.do("2 lift", "0 exchange 7Ha")
    assert names(c for c in at_table.honour.stock if at_table.honour.open_stock >> c & 1) == "TSa 7Ha"
    assert at_table.legal("0 take") == {"0 take 7Ha", "0 take TSa"}
    assert at_table.why("0 take 8Ha") is Reason.NOT_TO_CHOOSE
    at_table.do("0 take 7Ha")
    assert {"7Ha", "8Ha"} <= at_table.hand(0)
    assert top(at_table) == "TSa"


def test_ruling_24_britannica_it_lapses_if_the_chooser_plays_without_it() -> None:
    at_table = _next_round(1).play(1)
    assert at_table.honour.choice is None
    assert top(at_table, 2) == "TSa TSb"
    at_table = _next_round(0).play(0)
    assert at_table.legal("1 take") == {"1 take TSa", "1 take TSb"}, "the lifter may play, the choice stays"
    at_table.play(1)
    assert at_table.honour.choice is None
    assert at_table.honour.waiting == ()


def test_ruling_24_britannica_the_turn_up_may_be_one_of_the_two() -> None:
    at_table = honour_table("britannica", 3, turn_up="8Ha", bottom="ASa ASb TSa", hands={1: "7Ha"})
    while len(at_table.deal.tricks) < 23:
        at_table.trick()
    at_table.draw().win(1)
    assert at_table.deal.left == 3
    at_table.do("0 lift")
    assert at_table.shown(None) == ["TSa", "8Ha"]
    at_table.do("1 take 8Ha")
    assert "8Ha" in at_table.hand(1)
    assert top(at_table) == "TSa"
    assert at_table.deal.turn_up < 0
    at_table.do("2 draw")
    assert at_table.honour.returned


def test_ruling_24_britannica_if_the_chooser_needs_no_card_the_second_simply_goes_back_on_top() -> None:
    at_table = won("britannica").do("0 draw", "1 lift")
    assert at_table.honour.choice is None
    assert at_table.shown(None) == at_table.shown(0) == []
    assert "ASb" in at_table.hand(1)
    assert top(at_table, 1) == "TSa"


def test_ruling_24_britannica_with_three_the_next_to_draw_has_the_choice_at_once() -> None:
    at_table = won("britannica", 1, 3).do("1 draw", "2 lift")
    assert at_table.shown(0) == ["TSa"]
    assert {"0 take TSa", "0 take TSb"} <= at_table.legal()
    at_table.do("0 take TSb")
    assert top(at_table, 1) == "TSa"
    assert at_table.sizes() == (8, 8, 8)


def test_ruling_24_britannica_a_second_lift_in_a_round_brings_the_chooser_no_second_choice() -> None:
    at_table = won("britannica").do("1 draw", "0 lift", "0 lift")
    at_table.keep(STOCK)
    at_table.win(1).do("1 take KSa")
    assert at_table.honour.choice is None
    assert at_table.honour.waiting == ()
