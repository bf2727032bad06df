"""Ruling 27: a wrong declaration is marked when it is put down, and taken back when it is claimed (E 001:62; ours)."""

from __future__ import annotations

import pytest

from bot.engine import Reason
from bot.engine.cards import NO_SUIT, mask_of
from bot.engine.combinations import Kind
from bot.engine.honour.told import DeclarationTakenBack
from tests.honour_table import COLUMNS, honour_table
from tests.table_builder import cards


@pytest.mark.parametrize(
    "what",
    [
        "common-marriage KSa QDa",
        "royal-marriage KSa QSa",
        "four-kings KSa",
        "double-bezique KSa QSa QDa ASa AHa",
        "treble-bezique KSa",
        "sequence QSa QDa",
        "single-bezique QSa QDa KSa",
    ],
)
def test_ruling_27_declare_takes_any_cards_the_player_has_and_marks_the_points_of_the_name(what: str) -> None:
    at_table = honour_table(hands={1: "KSa QSa QDa ASa AHa"}, target=4000).win(1).spend("AHa")
    name = what.split(" ", maxsplit=1)[0]
    points = at_table.deal.law.rows[name].points
    at_table.do(f"1 declare {what}")
    assert at_table.scored == [f"1 {name} {points}"]
    assert at_table.exposed(1) == set(what.split(" ")[1:])
    assert at_table.claims(0) == ["wrong-declaration"]
    at_table.do("0 claim wrong-declaration")
    assert at_table.scored == [f"1 {name} {points}", f"1 forfeit-wrong-declaration -{points}"]
    assert at_table.totals == (0, 0)
    assert at_table.exposed(1) == set()


def test_ruling_27_cards_that_the_player_has_not_are_refused() -> None:
    at_table = honour_table(hands={1: "KSa"}, stock="ASa").win(1)
    assert at_table.why("1 declare common-marriage KSa ASa") is Reason.NOT_HELD


def test_ruling_27_a_right_declaration_cannot_be_claimed() -> None:
    at_table = honour_table(hands={1: "KSa QSa"}).win(1).do("1 declare common-marriage KSa QSa")
    assert at_table.why("0 claim wrong-declaration") is Reason.NO_GROUND


def test_ruling_27_unclaimed_its_cards_count_as_used_in_the_class_named() -> None:
    at_table = honour_table(hands={1: "KSa QSa KCa QCa"}).win(1).do("1 declare common-marriage KSa QCa")
    at_table.draw().win(1)
    assert not at_table.lists("1 declare common-marriage KSa QSa")
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.claims(0) == ["wrong-declaration"]


def test_ruling_27_a_second_declaration_where_one_is_allowed_is_wrong_too() -> None:
    at_table = honour_table(hands={1: "KSa QSa KCa QCa"}).win(1)
    at_table.do("1 declare common-marriage KSa QSa", "1 declare common-marriage KCa QCa")
    at_table.do("0 claim wrong-declaration")
    assert at_table.totals == (0, 20)
    assert at_table.exposed(1) == {"KSa", "QSa"}


def test_ruling_27_cards_that_came_from_the_hand_return_to_it_and_the_others_stay() -> None:
    at_table = honour_table(hands={1: "KSa QSa QCa"}).win(1).do("1 declare common-marriage KSa QSa").draw().win(1)
    at_table.do("1 declare four-queens QSa QCa")
    assert at_table.exposed(1) == {"KSa", "QSa", "QCa"}
    at_table.do("0 claim wrong-declaration")
    assert at_table.exposed(1) == {"KSa", "QSa"}
    assert {"KSa", "QSa", "QCa"} <= at_table.hand(1)


def test_ruling_27_unless_another_standing_declaration_of_that_chance_holds_them() -> None:
    hands = {1: "KSa QSa QCa JDa"}
    at_table = honour_table("britannica", hands=hands, declarations_per_trick="many", announce=False).win(1)
    at_table.do("1 declare four-queens QSa QCa", "1 declare single-bezique QSa JDa")
    at_table.do("0 claim wrong-declaration")
    assert at_table.exposed(1) == {"QSa", "JDa"}
    at_table.do("0 claim wrong-declaration")  # the second shared a card with the first
    assert at_table.exposed(1) == set()
    assert at_table.totals == (0, 0)


def test_ruling_27_the_class_is_free_again() -> None:
    at_table = honour_table("modern", hands={1: "KSa QSa QDa"}).win(1).do("1 declare common-marriage KSa QDa")
    at_table.do("0 claim wrong-declaration")
    assert at_table.deal.declared.used[Kind.MARRIAGE] == 0
    at_table.draw().win(1)
    assert at_table.lists("1 declare common-marriage KSa QSa")


def test_ruling_27_what_had_served_before_stays_used() -> None:
    at_table = honour_table("modern", hands={1: "KSa QSa QDa"}).win(1).do("1 declare common-marriage KSa QSa")
    at_table.draw().win(1).do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration")
    assert at_table.deal.declared.used[Kind.MARRIAGE] == mask_of(cards("KSa QSa"))


@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_27_its_maker_declares_nothing_more_in_that_chance(column: str) -> None:
    at_table = honour_table(column, hands={1: "KSa QSa KCa QDa"}, preset="britannica").win(1)
    at_table.do("1 declare common-marriage KCa QDa", "0 claim wrong-declaration")
    expected = Reason.NO_SCORE_YET if column == "enquire" else Reason.TAKEN_BACK
    assert at_table.why("1 declare common-marriage KSa QSa") is expected
    assert not at_table.legal("1 declare")
    at_table.draw().win(1)
    assert at_table.lists("1 declare common-marriage KSa QSa")


def test_ruling_27_he_announces_nothing_either() -> None:
    hands = {1: "QSa JDa KSa JCa JHa JSa"}
    at_table = honour_table("modern", hands=hands).win(1)
    at_table.do("1 declare four-knaves JDa JCa JHa JSa").spend("JCa").draw().win(1)
    at_table.do("1 declare common-marriage KSa QSa", "1 declare four-aces KSa", "0 claim wrong-declaration")
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.TAKEN_BACK


def test_ruling_27_what_he_announced_there_falls() -> None:
    hands = {1: "QSa JDa KSa JCa JHa JSa"}
    at_table = honour_table("modern", hands=hands).win(1)
    at_table.do("1 declare four-knaves JDa JCa JHa JSa").spend("JCa").draw().win(1)
    at_table.do("1 declare common-marriage KSa QSa", "1 announce single-bezique QSa JDa", "1 declare four-aces KSa")
    assert at_table.deal.declared.announced[1] is not None
    at_table.do("0 claim wrong-declaration")
    assert at_table.deal.declared.announced[1] is None


def test_ruling_27_britannica_and_modern_take_it_back_and_nothing_more() -> None:
    for column in ("britannica", "modern", "revoke_only"):
        at_table = honour_table(column, hands={1: "KSa QDa"}, preset="modern").win(1)
        at_table.do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration")
        assert at_table.honour.faced == 0
        assert at_table.honour.barred == (0, 0)
        told = [event for event in at_table.events if isinstance(event, DeclarationTakenBack)]
        assert [(event.seat, event.name, event.faced) for event in told] == [(1, "common-marriage", ())]


# ------------------------------------------------------------------ the first marriage (ruling 15)


@pytest.mark.parametrize("name", ["royal-marriage", "common-marriage"])
def test_ruling_15_at_an_honour_table_a_first_marriage_under_either_name_makes_trumps(name: str) -> None:
    at_table = honour_table("modern", trump="first_marriage", hands={1: "KSa QSa"}).win(1)
    at_table.do(f"1 declare {name} KSa QSa")
    assert at_table.deal.trump == 3
    assert at_table.totals == (0, 40 if name == "royal-marriage" else 20)
    assert at_table.claims(0) == ([] if name == "royal-marriage" else ["wrong-declaration"])


def test_ruling_15_only_if_all_its_cards_are_of_one_suit() -> None:
    at_table = honour_table("modern", trump="first_marriage", hands={1: "KSa QDa ASa TSa"}).win(1)
    at_table.do("1 declare royal-marriage KSa QDa")
    assert at_table.deal.trump == NO_SUIT
    at_table.do("1 declare royal-marriage ASa TSa")
    assert at_table.deal.trump == 3


def test_ruling_15_a_later_marriage_at_an_honour_table_leaves_trumps_as_they_are() -> None:
    at_table = honour_table("modern", trump="first_marriage", hands={1: "KSa QSa KDa QDa"}).win(1)
    at_table.do("1 declare royal-marriage KSa QSa").draw().win(1).do("1 declare common-marriage KDa QDa")
    assert at_table.deal.trump == 3


def test_ruling_15_taken_back_there_is_no_trump_again() -> None:
    at_table = honour_table("modern", trump="first_marriage", hands={1: "KSa QSa"}).win(1)
    at_table.do("1 declare common-marriage KSa QSa", "0 claim wrong-declaration")
    assert at_table.deal.trump == NO_SUIT
    told = [event for event in at_table.events if isinstance(event, DeclarationTakenBack)]
    assert [event.unmade_trumps for event in told] == [True]
    at_table.draw().win(1)
    assert at_table.lists("1 declare royal-marriage KSa QSa")


# ------------------------------------------------------------------ the exchange (ruling 9)


def test_ruling_9_at_an_honour_table_also_in_the_last_round_while_the_turn_up_lies() -> None:
    at_table = honour_table("modern", seven_exchange="any_holder", hands={1: "7Ha"}).to_last_declaring(1)
    at_table.do("1 draw")
    assert at_table.lists("1 exchange 7Ha")
    at_table.do("1 exchange 7Ha")
    assert at_table.ledger[-1] == (25, 1, 10, "exchange")
    assert "8Ha" in at_table.hand(1)
    at_table.do("0 draw")
    assert "7Ha" in at_table.hand(0)


def test_ruling_9_not_once_somebody_has_taken_the_turn_up() -> None:
    at_table = honour_table("modern", hands={1: "7Ha"}).to_last_declaring(1).do("0 draw", "0 draw")
    assert at_table.why("1 exchange 7Ha") is Reason.TURN_UP_TAKEN


def test_ruling_9_any_holder_at_his_turn_to_play_and_not_out_of_it() -> None:
    at_table = honour_table("modern", seven_exchange="any_holder", hands={0: "7Ha"})
    assert at_table.why("0 exchange 7Ha") is Reason.EXCHANGE_BEFORE_TRICK
    at_table.win(1).draw()
    assert at_table.why("0 exchange 7Ha") is Reason.NOT_YOUR_TURN
    at_table.play(1)
    assert at_table.lists("0 exchange 7Ha")
    at_table.do("0 exchange 7Ha")
    assert at_table.ledger[-1] == (2, 0, 10, "exchange")


# ------------------------------------------------------------------ each seven counts its ten once (ruling 10)


@pytest.mark.parametrize("exchanged", [False, True])
def test_ruling_10_a_seven_that_has_had_its_ten_is_not_shown_when_it_is_drawn_before_the_last_chance(
    exchanged: bool,
) -> None:
    """Both draw a card too many, so that the seven under the stock is in a hand while there is still a chance."""
    turn_up, hand = ("AHa", "7Ha") if exchanged else ("7Ha", "7Hb")
    at_table = honour_table("modern", seven_scores="declared", turn_up=turn_up, hands={1: hand})
    at_table.win(1)
    if exchanged:
        at_table.do("1 exchange 7Ha")
    while len(at_table.deal.tricks) < 23:
        at_table.trick()
    at_table.draw().do("0 draw", "1 draw")
    drawer = next(seat for seat in (0, 1) if "7Ha" in at_table.hand(seat))
    at_table.keep("7Ha").win(drawer)
    assert at_table.why(f"{drawer} show 7Ha") is Reason.ALREADY_SHOWN
