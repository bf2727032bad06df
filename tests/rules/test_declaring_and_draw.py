"""Rulings 7 and 8: the turn to declare after a trick, the draw, the last declarations."""

from __future__ import annotations

import pytest

from bot.engine import Phase, Reason, parse_action, parse_card, to_act
from bot.engine.events import CardDrawn, Passed, StockGone
from tests.table_builder import make_rules, table


def test_ruling_7_the_winner_may_declare_before_drawing_and_nobody_else_may() -> None:
    """B: "only … by the winner of a trick immediately after he has won it, and before he draws"."""
    at_table = table(make_rules(), hands={1: "KCa QCa", 0: "KDa QDa"}).win(1)
    assert to_act(at_table.game) == (1,)
    assert at_table.why("0 declare common-marriage KDa QDa") is Reason.NOT_YOURS_TO_DECLARE
    assert at_table.why("0 pass") is Reason.NOT_YOURS_TO_DECLARE
    at_table.do("1 declare common-marriage KCa QCa")
    assert at_table.scored == ["1 common-marriage 20"]


def test_ruling_7_nothing_is_declared_before_the_first_trick_or_after_the_draw() -> None:
    """E 123 i: "Immediately after taking a trick, and then only"."""
    at_table = table(make_rules(), hands={1: "KCa QCa"})
    assert at_table.why("1 declare common-marriage KCa QCa") is Reason.NOT_DECLARING
    assert at_table.why("1 pass") is Reason.NOT_DECLARING
    at_table.win(1).draw()
    assert at_table.why("1 declare common-marriage KCa QCa") is Reason.NOT_DECLARING


def test_ruling_7_the_winner_does_not_lead_before_the_turn_to_declare_is_over() -> None:
    at_table = table(make_rules(), hands={1: "KCa"}).win(1)
    assert at_table.why("1 play KCa") is Reason.STILL_DECLARING
    at_table.do("1 pass", "1 play KCa")


def test_ruling_7_a_player_is_not_bound_to_declare() -> None:
    """B: "A player is not bound to declare, although he may win a trick and hold scoring cards"."""
    at_table = table(make_rules(), hands={1: "KCa QCa"}).win(1)
    assert "1 declare common-marriage QCa KCa" in at_table.legal()
    at_table.do("1 pass")
    assert at_table.scored == []
    at_table.win(1).do("1 declare common-marriage KCa QCa")


@pytest.mark.parametrize("winner", [0, 1])
def test_ruling_7_the_winner_draws_first(winner: int) -> None:
    """E: "the taker of the last trick drawing first"."""
    at_table = table(make_rules(), stock="ASa KSa").win(winner)
    at_table.draw()
    assert "ASa" in at_table.hand(winner)
    assert "KSa" in at_table.hand(1 - winner)
    assert at_table.deal.left == 46
    assert to_act(at_table.game) == (winner,)


def test_ruling_7_four_draw_from_the_winner_on_to_the_left() -> None:
    at_table = table(make_rules(players=4), stock="ASa KSa QSa JSa").win(3).draw()
    for seat, name in ((3, "ASa"), (0, "KSa"), (1, "QSa"), (2, "JSa")):
        assert name in at_table.hand(seat)


def test_ruling_7_one_declaration_a_trick_where_that_is_the_rule() -> None:
    """E 123 i: "Only one Declaration can be made after each trick"."""
    at_table = table(make_rules(), hands={1: "KCa QCa KDa QDa"}).win(1)
    at_table.do("1 declare common-marriage KCa QCa")
    assert at_table.why("1 declare common-marriage KDa QDa") is Reason.ONE_DECLARATION
    assert at_table.legal("1 declare") == set()
    at_table.win(1).do("1 declare common-marriage KDa QDa")
    assert at_table.totals == (0, 40)


def test_ruling_7_the_winners_partner_gets_the_same_turn_and_then_all_draw() -> None:
    """E, four-handed: a player may declare "immediately after his partner has taken a trick … before drawing"."""
    at_table = table(
        make_rules(players=4, partners=True),
        hands={1: "KCa QCa KCb QCb", 3: "KDa QDa KDb QDb", 2: "KSa QSa"},
    ).win(1)
    at_table.do("1 declare common-marriage KCa QCa")
    assert at_table.why("1 declare common-marriage KCb QCb") is Reason.ONE_DECLARATION
    assert at_table.why("3 declare common-marriage KDa QDa") is Reason.NOT_YOURS_TO_DECLARE
    at_table.do("1 pass")
    assert at_table.deal.left == 96
    assert to_act(at_table.game) == (3,)
    assert at_table.why("2 declare common-marriage KSa QSa") is Reason.NOT_YOURS_TO_DECLARE
    assert at_table.why("1 declare common-marriage KCb QCb") is Reason.NOT_YOURS_TO_DECLARE
    at_table.do("3 declare common-marriage KDa QDa")
    assert at_table.why("3 declare common-marriage KDb QDb") is Reason.ONE_DECLARATION
    at_table.do("3 pass")
    assert at_table.deal.left == 92
    assert to_act(at_table.game) == (1,)
    assert at_table.totals == (0, 20, 0, 20)


@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_ruling_7_the_partner_sits_opposite(winner: int) -> None:
    at_table = table(make_rules(players=4, partners=True)).win(winner).do(f"{winner} pass")
    assert to_act(at_table.game) == ((winner + 2) % 4,)
    at_table.do(f"{(winner + 2) % 4} pass")
    assert to_act(at_table.game) == (winner,)


def test_ruling_7_four_single_players_have_no_partners_turn() -> None:
    at_table = table(make_rules(players=4)).win(1).do("1 pass")
    assert at_table.deal.left == 92


def test_ruling_7_the_last_draw_gives_the_turn_up_to_the_last_to_draw() -> None:
    """B: "The winner of the last trick takes the last card of the stock, and the loser the turn up card"."""
    at_table = table(make_rules(), turn_up="8Ha", bottom="9Sb").to_last_declaring(0)
    assert at_table.deal.left == 2
    events = at_table.act(parse_action("0 pass"))
    assert "9Sb" in at_table.hand(0)
    assert "8Ha" in at_table.hand(1)
    assert CardDrawn(1, parse_card("8Ha")) in events  # everyone saw that it was the turn-up
    assert isinstance(events[0], Passed)
    assert isinstance(events[-1], StockGone)


def test_ruling_7_among_three_the_turn_up_goes_to_the_third_to_draw() -> None:
    at_table = table(make_rules(players=3), bottom="9Sb 9Sc").to_last_declaring(2).draw()
    assert "9Sb" in at_table.hand(2)
    assert "9Sc" in at_table.hand(0)
    assert "8Ha" in at_table.hand(1)


def test_ruling_7_the_seven_put_in_its_place_is_drawn_instead_of_the_turn_up() -> None:
    """B: "the loser the turn up card (or seven exchanged for it)"."""
    at_table = table(make_rules(), hands={1: "7Ha"}, turn_up="AHa", bottom="9Sb").win(1).do("1 exchange 7Ha")
    at_table.keep("AHa").to_last_declaring(1).draw()
    assert {"AHa", "9Sb"} <= at_table.hand(1)
    assert "7Ha" in at_table.hand(0)


def test_ruling_7_without_a_turn_up_the_last_two_cards_of_the_stock_are_drawn() -> None:
    at_table = table(make_rules(trump="first_marriage"), bottom="9Sa 9Sb").to_last_declaring(1).draw()
    assert "9Sa" in at_table.hand(1)
    assert "9Sb" in at_table.hand(0)


def test_ruling_8_the_winner_of_the_last_trick_of_the_stock_can_still_declare() -> None:
    """B: "The winner of the last trick can declare anything in his hand … After this all declarations cease"."""
    at_table = table(make_rules(), hands={1: "KCa QCa KDa QDa"}).to_last_declaring(1)
    at_table.do("1 declare common-marriage KCa QCa", "1 pass")
    assert at_table.scored[-1] == "1 common-marriage 20"
    assert at_table.deal.left == 0
    assert at_table.why("1 declare common-marriage KDa QDa") is Reason.LAST_EIGHT
    assert at_table.why("1 pass") is Reason.LAST_EIGHT


def test_ruling_8_with_partners_the_last_turn_to_declare_is_the_partners_too() -> None:
    at_table = table(make_rules(players=4, partners=True), hands={3: "KCa QCa"}).to_last_declaring(1)
    at_table.do("1 pass", "3 declare common-marriage KCa QCa", "3 pass")
    assert at_table.scored[-1] == "3 common-marriage 20"
    assert at_table.deal.left == 0


def test_ruling_8_declared_cards_go_back_to_the_hands_with_the_last_draw() -> None:
    """B: "All cards on the table, that have been declared and not played, are taken up by their owners"."""
    at_table = table(make_rules(), hands={1: "KCa QCa"}).win(1).do("1 declare common-marriage KCa QCa")
    at_table.to_last_declaring(1)
    assert at_table.exposed(1) == {"KCa", "QCa"}
    at_table.draw()
    assert at_table.exposed(1) == set()
    assert {"KCa", "QCa"} <= at_table.hand(1)


def test_ruling_8_after_a_trick_of_the_last_eight_the_winner_leads_at_once() -> None:
    """B: "The winner of the trick leads to the next. The tricks are only valuable for th* aces and tens"."""
    at_table = table(make_rules()).to_last_eight().trick()
    assert at_table.deal.phase is Phase.PLAY
    assert to_act(at_table.game) == (at_table.deal.tricks[-1].winner,)


def test_exposed_cards_are_played_as_from_the_hand() -> None:
    """B: "they still form part of the hand, and can be led or played just as though they had not been declared"."""
    at_table = table(make_rules(), hands={1: "KCa QCa"}).win(1)
    at_table.do("1 declare common-marriage KCa QCa", "1 pass", "1 play KCa")
    assert at_table.exposed(1) == {"QCa"}
    assert "KCa" not in at_table.hand(1)
