"""Ruling 22: what hands can do, and in what order draws and plays are in turn (B 000:42-46, E 001:55, 71; ours)."""

from __future__ import annotations

import pytest

from bot.engine import Reason, Verb, parse_action
from bot.engine.events import CombinationAnnounced
from bot.engine.honour.state import to_draw
from tests.honour_table import COLUMNS, HonourTable, honour_table
from tests.table_builder import make_rules, table


def test_ruling_22_a_hand_holds_at_most_nine_cards() -> None:
    at_table = honour_table().do("0 draw")
    assert at_table.sizes() == (9, 8)
    assert at_table.why("0 draw") is Reason.TENTH_CARD
    assert at_table.why("0 lift") is Reason.TENTH_CARD


def test_ruling_22_while_cards_are_left_nobody_plays_from_fewer_than_seven() -> None:
    at_table = honour_table().win(1).do("1 draw").play(1, 0)
    assert at_table.sizes() == (6, 7)
    winner = at_table.deal.leader
    if winner == 1:
        at_table.do("1 draw").play(1)
    assert at_table.why(f"0 play {at_table.any_card(0)}") is Reason.TOO_FEW_TO_PLAY
    at_table.do("0 draw").play(0)
    assert at_table.sizes()[0] == 6


def test_ruling_22_any_seat_may_draw_while_cards_are_left_and_not_from_an_empty_stock() -> None:
    at_table = honour_table()
    at_table.do("1 draw", "0 draw")
    assert at_table.sizes() == (9, 9)
    at_table = honour_table().to_last_eight()
    assert at_table.why("0 draw") is Reason.STOCK_EMPTY
    assert at_table.why("1 lift") is Reason.STOCK_EMPTY


def test_ruling_22_any_seat_may_play_while_it_has_not_played_to_this_trick() -> None:
    at_table = honour_table().play(1)
    assert at_table.why(f"1 play {at_table.any_card(1)}") is Reason.HAS_PLAYED
    assert at_table.why("0 play ASb") is Reason.NOT_HELD


def test_ruling_22_after_a_complete_trick_each_draws_one_the_winner_first_and_on_to_the_left() -> None:
    at_table = honour_table(players=3).win(2)
    order = []
    while (seat := to_draw(at_table.deal)) is not None:
        assert [action for action in at_table.legal() if action.endswith("draw")] == [f"{seat} draw"]
        at_table.do(f"{seat} draw")
        order.append(seat)
    assert order == [2, 0, 1]
    assert at_table.claims(0) == at_table.claims(1) == at_table.claims(2) == []


def test_ruling_22_the_winner_may_lead_once_he_has_drawn_and_a_draw_is_in_turn_until_that_seat_has_played() -> None:
    """After playing without having drawn the draw comes too late: it is out of turn."""
    at_table = honour_table().win(1).do("1 draw")
    card = at_table.any_card(1)
    assert f"1 play {card}" in at_table.legal()
    at_table.do(f"1 play {card}")
    assert at_table.deal.trick
    assert "0 draw" in at_table.legal()
    at_table.do("0 draw")
    assert at_table.claims(1) == []
    at_table = honour_table(players=3).win(1).do("1 draw").play(1, 2).do("2 draw")
    assert "drawn-out-of-turn add" in at_table.claims(0)


def test_ruling_22_nobody_draws_in_turn_beyond_eight() -> None:
    at_table = honour_table().win(1).do("1 draw")
    assert "1 draw" not in at_table.legal()
    at_table.do("1 draw")
    assert at_table.sizes()[1] == 9
    assert "drawn-out-of-turn add" in at_table.claims(0)


def test_ruling_22_seats_that_need_no_card_are_passed_over() -> None:
    """Who has drawn before his turn needs none when it comes."""
    at_table = honour_table(players=3).win(0).do("1 draw", "0 draw")
    assert to_draw(at_table.deal) == 2
    at_table.do("2 draw")
    assert to_draw(at_table.deal) is None


def test_ruling_22_seats_that_have_played_are_passed_over() -> None:
    at_table = honour_table(players=3).win(0).do("0 draw").play(0, 1)
    assert to_draw(at_table.deal) == 2


def test_ruling_22_who_had_seven_draws_twice_in_two_actions() -> None:
    at_table = honour_table().win(1).do("1 draw").play(1, 0)
    assert at_table.sizes() == (6, 7)
    if at_table.deal.leader == 1:
        at_table.do("1 draw")
    at_table.do("0 draw")
    assert "0 draw" in at_table.legal()
    at_table.do("0 draw")
    assert at_table.sizes()[0] == 8
    assert not [claim for claim in at_table.claims(1) if claim.startswith("drawn")]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_22_a_card_out_of_turn_is_taken_back_unless_the_column_lets_it_lie(column: str, players: int) -> None:
    at_table = honour_table(column, players)
    card = at_table.any_card(0)
    at_table.do(f"0 play {card}")
    assert card in at_table.hand(0)
    assert at_table.deal.trick == ()
    assert at_table.deal.declared.public == parse_action(f"0 play {card}").mask
    stays = column == "britannica" and players > 2
    assert at_table.exposed(0) == ({card} if stays else set())


def test_ruling_22_a_card_out_of_turn_is_no_play_ends_no_chance_and_is_no_not_drawn() -> None:
    at_table = honour_table(hands={0: "KSa QSa"}, players=4, partners=True).win(2)
    at_table.do(f"0 play {at_table.any_card(0)}")
    assert at_table.lists("0 declare common-marriage KSa QSa")
    assert at_table.claims(1) == ["played-out-of-turn add", "played-out-of-turn deduct"]
    assert not at_table.deal.trick


def test_ruling_22_one_card_out_of_turn_a_seat_and_trick() -> None:
    at_table = honour_table()
    first = at_table.any_card(0)
    at_table.do(f"0 play {first}").keep(first)
    assert at_table.why(f"0 play {first}") is Reason.SLIPPED_BEFORE
    assert at_table.why(f"0 play {at_table.any_card(0)}") is Reason.SLIPPED_BEFORE
    at_table.win(1).do(f"0 play {at_table.any_card(0)}")
    assert at_table.honour.slipped == 1
    at_table = honour_table(players=3)
    at_table.do(*(f"{seat} play {at_table.any_card(seat)}" for seat in (0, 2)))
    assert at_table.honour.slipped == 0b101


def test_ruling_22_a_card_is_exposed_once_while_it_is_held() -> None:
    at_table = honour_table("modern")
    card = at_table.any_card(0)
    at_table.do(f"0 expose {card}")
    assert at_table.why(f"0 expose {card}") is Reason.EXPOSED_BEFORE
    assert at_table.why("0 expose ASb") is Reason.NOT_HELD
    assert card in at_table.hand(0)
    assert at_table.exposed(0) == set()


def test_ruling_22_what_lies_exposed_cannot_be_exposed() -> None:
    at_table = honour_table(hands={1: "KSa QSa"}).win(1).do("1 declare common-marriage KSa QSa")
    assert at_table.why("1 expose KSa") is Reason.EXPOSED_BEFORE


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_22_an_exposed_card_is_as_one_played_out_of_turn_by_britannica(column: str, players: int) -> None:
    """B 000:46: with three or four it must remain on the table, and nothing can be declared in combination with it."""
    at_table = honour_table(column, players, hands={1: "KSa QSa KCa QCa"}).do("1 expose KSa")
    stays = column == "britannica" and players > 2
    assert at_table.exposed(1) == ({"KSa"} if stays else set())
    assert [at_table.claims(seat) for seat in range(players)] == [[]] * players
    at_table.win(1)
    assert at_table.lists("1 declare common-marriage KSa QSa") == (not stays)
    assert at_table.lists("1 declare common-marriage KCa QCa")
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.claims(0) == (["wrong-declaration"] if stays else [])


def test_ruling_22_a_card_that_stays_exposed_is_played_from_there_and_stays_in_the_last_eight() -> None:
    at_table = honour_table("britannica", 3, hands={0: "ACa"}).do("0 play ACa")
    assert at_table.exposed(0) == {"ACa"}
    at_table.keep("ACa").to_last_eight()
    assert at_table.exposed(0) == {"ACa"}
    at_table.to_end()
    assert at_table.exposed(0) == set()


def test_ruling_22_a_card_that_stays_exposed_is_not_announced_either() -> None:
    hands = {1: "QSa JDa KSa JCa JHa JSa"}
    at_table = honour_table("britannica", 3, hands=hands).do("0 draw", "1 expose QSa").win(1)
    at_table.do("1 declare four-knaves JDa JCa JHa JSa")
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.LIES_AS_FORFEIT


def test_ruling_22_the_same_name_and_cards_are_put_down_once_between_two_tricks() -> None:
    at_table = honour_table(hands={1: "KSa QSa KSb"}).win(1).do("1 declare common-marriage KSa QSa")
    assert at_table.why("1 declare common-marriage KSa QSa") is Reason.PUT_DOWN_BEFORE
    HonourTable(at_table.game).do("1 declare royal-marriage KSa QSa", "1 declare common-marriage KSb QSa")
    at_table.win(1).do("1 declare common-marriage KSa QSa")
    assert at_table.claims(0) == ["wrong-declaration"]


def test_ruling_22_exchange_show_and_announce_keep_their_conditions() -> None:
    at_table = honour_table(hands={1: "7Ha 7Hb QSa JDa", 0: "7Ca"}, preset="britannica", declarations_per_trick="one",
                            announce=True)  # fmt: skip
    assert at_table.why("1 exchange 7Ha") is Reason.EXCHANGE_NOT_NOW
    assert at_table.why("1 show 7Ha") is Reason.NOT_DECLARING
    at_table.win(1)
    assert at_table.why("0 exchange 7Ca") is Reason.EXCHANGE_NOT_NOW
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.ANNOUNCE_AFTER_DECLARING
    at_table.do("1 exchange 7Ha")
    assert at_table.why("1 exchange 7Hb") is Reason.TURN_UP_IS_SEVEN
    at_table.do("1 show 7Hb")
    assert at_table.why("1 show 7Hb") is Reason.ALREADY_SHOWN


def test_ruling_22_all_are_told_what_is_announced() -> None:
    knaves, queens = "JDa JCa JHa JSa", "QSa QCa QDa QHa"
    at_table = honour_table(hands={1: f"{knaves} QSa QCa QDa"}, stock="QHa", announce=True).win(1)
    at_table.do(f"1 declare four-knaves {knaves}").spend("JCa").win(1)
    at_table.do(f"1 declare four-queens {queens}", "1 announce single-bezique QSa JDa")
    told = next(each for each in reversed(at_table.events) if isinstance(each, CombinationAnnounced))
    assert (told.seat, told.name, told.audience) == (1, "single-bezique", None)


def test_ruling_22_a_seven_that_lies_on_the_table_is_neither_exchanged_nor_shown() -> None:
    at_table = honour_table(hands={1: "7Ha 7Hb"}, preset="britannica").win(1).do("1 declare four-kings 7Ha 7Hb")
    assert at_table.why("1 exchange 7Ha") is Reason.EXCHANGE_FROM_TABLE
    assert at_table.why("1 show 7Hb") is Reason.SHOW_FROM_TABLE
    assert [at_table.refusal(f"1 {words}").reason.ruling for words in ("exchange 7Ha", "show 7Hb")] == [9, 10]


@pytest.mark.parametrize(
    "words", ["draw", "lift", "take 7Ca", "return 7Ca", "expose 7Ca", "claim revoke", "claim not-drawn add",
              "call 7Ca", "done"],
)  # fmt: skip
def test_ruling_22_an_ordinary_table_knows_none_of_these_acts(words: str) -> None:
    at_table = table(make_rules())
    for seat in (0, 1):
        assert at_table.why(f"{seat} {words}") is Reason.HONOUR_ONLY
    assert at_table.win(1).why(f"1 {words}") is Reason.HONOUR_ONLY


def test_ruling_22_draws_are_actions_and_no_forced_ones_follow_a_pass() -> None:
    at_table = honour_table().win(1).do("1 pass")
    assert at_table.sizes() == (7, 7)
    assert {parse_action(text).verb for text in at_table.legal()} == {Verb.DRAW}
