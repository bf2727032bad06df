"""What a seat or a spectator may see (``observe``), and the option ``past_tricks``."""

from __future__ import annotations

import pytest

from bot.engine import CardSet, Game, Phase, View, card_name, observe, parse_action
from tests.table_builder import Table, cards, make_rules, table


def _names(found: CardSet) -> set[str]:
    return {card_name(c) for c in found}


def _view(at_table: Table, seat: int | None) -> View:
    return observe(at_table.game, seat)


def test_a_seat_sees_its_own_hand_and_only_the_size_of_the_others() -> None:
    at_table = table(make_rules(players=3), hands={0: "AHa", 1: "KCa QCa"})
    view = _view(at_table, 0)
    assert _names(view.hand) == at_table.hand(0)
    assert view.hand_sizes == (8, 8, 8)
    assert [_names(each) for each in view.known] == [set(), set(), set()]
    assert view.stock == 72
    assert view.players == 3


def test_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    view = _view(table(make_rules()), None)
    assert not view.hand
    assert view.legal == view.offered == ()
    assert not view.to_play


def test_only_the_seat_on_turn_is_told_what_it_may_do() -> None:
    at_table = table(make_rules())
    assert {action.text for action in _view(at_table, 1).legal} == at_table.legal()
    assert _view(at_table, 1).to_play
    assert _view(at_table, 0).legal == ()
    assert not _view(at_table, 0).to_play


def test_exposed_cards_are_seen_by_everyone_and_are_no_longer_in_the_hand() -> None:
    at_table = table(make_rules(), hands={1: "KCa QCa"}).win(1).do("1 declare common-marriage KCa QCa")
    for seat in (0, 1, None):
        view = _view(at_table, seat)
        assert _names(view.tables[1]) == {"KCa", "QCa"}
        assert view.hand_sizes == (7, 5)
        assert [meld.row.name for meld in view.melds] == ["common-marriage"]
    assert "KCa" not in _names(_view(at_table, 1).hand)


def test_the_trick_on_the_table_and_the_last_one_are_seen_by_everyone() -> None:
    at_table = table(make_rules(), hands={1: "9Ca 8Ca", 0: "7Ca"}).do("1 play 9Ca")
    assert _view(at_table, None).trick == cards("9Ca")
    at_table.do("0 play 7Ca")
    view = _view(at_table, None)
    assert view.trick == ()
    assert view.last_trick is not None
    assert view.last_trick.cards == cards("9Ca 7Ca")
    assert [view.last_trick.seat_of(place) for place in range(2)] == [1, 0]
    assert view.tricks_by_seat == (0, 1)
    assert view.gone == CardSet.of(cards("9Ca 7Ca"))
    assert view.phase is Phase.DECLARE


def test_a_view_before_the_first_trick_has_no_last_trick() -> None:
    assert _view(table(make_rules()), 0).last_trick is None
    with pytest.raises(ValueError, match="no deal"):
        observe(Game(make_rules()), 0)


@pytest.mark.parametrize(("past_tricks", "listed"), [("open", 3), ("last_only", 1)])
def test_option_past_tricks_says_what_the_board_lists(past_tricks: str, listed: int) -> None:
    """B: the tricks "must not be searched during the play of the hand"; E: not "till the end of the deal"."""
    at_table = table(make_rules(past_tricks=past_tricks)).trick().trick().trick()
    view = _view(at_table, 0)
    assert view.tricks == at_table.deal.tricks[-listed:]
    assert view.tricks_played == 3
    assert sum(view.tricks_by_seat) == 3


def test_option_past_tricks_has_no_effect_on_play_and_after_the_deal_all_tricks_are_open() -> None:
    line = [table(make_rules(past_tricks=value)).to_end() for value in ("open", "last_only")]
    assert line[0].ledger == line[1].ledger
    assert _view(line[1], None).tricks == line[1].deal.tricks
    assert _view(line[1], None).over


def test_a_turn_up_taken_in_exchange_is_known_to_be_in_that_hand() -> None:
    at_table = table(make_rules(), hands={1: "7Ha"}, turn_up="AHa").win(1).do("1 exchange 7Ha")
    view = _view(at_table, 0)
    assert _names(view.known[1]) == {"AHa"}
    assert card_name(view.turn_up) == "7Ha"
    at_table.draw().do("1 play AHa")
    assert _names(_view(at_table, 0).known[1]) == set()


def test_declared_cards_back_in_the_hand_and_the_drawn_turn_up_stay_known() -> None:
    at_table = table(make_rules(), hands={1: "KCa QCa"}).win(1).do("1 declare common-marriage KCa QCa")
    at_table.to_last_declaring(1).draw()
    view = _view(at_table, 0)
    assert view.last_eight
    assert [_names(each) for each in view.tables] == [set(), set()]
    assert _names(view.known[1]) == {"KCa", "QCa"}
    assert _names(view.known[0]) == {"8Ha"}
    assert view.turn_up == -1


def test_an_announcement_is_seen_by_everyone_until_it_is_scored_or_let_go() -> None:
    at_table = table(make_rules(), hands={1: "JDa JCa JHa JSa QSa KSa"}).win(1)
    at_table.do("1 declare four-knaves JDa JCa JHa JSa").spend("JCa").win(1)
    at_table.do("1 declare common-marriage KSa QSa", "1 announce single-bezique QSa JDa")
    announced = _view(at_table, 0).announced[1]
    assert announced is not None
    assert announced.row.name == "single-bezique"
    assert _view(at_table, 0).declaring.announced
    assert _view(at_table.win(1), 0).announced[1] is not None
    for end in ("1 declare single-bezique QSa JDa", "1 pass"):
        assert _view(Table(at_table.game).do(end), 0).announced == (None, None)


def test_a_turn_to_declare_begins_afresh_after_an_exchange_before_playing() -> None:
    at_table = table(make_rules("parlour"), hands={1: "7Ha"}, turn_up="AHa").win(1).draw().do("1 exchange 7Ha")
    assert _view(at_table, 0).declaring.taken == 0
    exchanged = table(make_rules("parlour"), hands={1: "7Ha"}, turn_up="AHa").win(1).do("1 exchange 7Ha")
    assert _view(exchanged, 0).declaring.taken == 1 << cards("AHa")[0]
    assert _view(exchanged.win(1), 0).declaring.taken == 0


def test_totals_are_seen_by_everyone_and_hidden_brisques_are_not() -> None:
    at_table = table(make_rules(), hands={1: "ACa KDa QDa", 0: "7Ca"}).do("1 play ACa", "0 play 7Ca")
    at_table.do("1 declare common-marriage KDa QDa")
    view = _view(at_table, 0)
    assert view.totals == (0, 20)
    assert [mark.reason for mark in view.marks] == ["common-marriage"]
    assert view.brisques_in(at_table.deal.tricks[0]) == 10


# What is offered: where two copies of a card differ both, where they do not one.


def test_of_two_copies_in_the_hand_one_is_offered() -> None:
    at_table = table(make_rules(), hands={1: "9Ca 9Cb ACa"})
    offered = {action.text for action in _view(at_table, 1).offered}
    assert "1 play 9Ca" in offered
    assert "1 play 9Cb" not in offered
    assert {"1 play 9Ca", "1 play 9Cb"} <= at_table.legal()


def test_an_exposed_copy_and_one_in_the_hand_are_both_offered() -> None:
    """The design's rule: nothing is chosen for the player."""
    at_table = table(make_rules(), hands={1: "KCa KCb QCa"}).win(1).do("1 declare common-marriage KCa QCa", "1 pass")
    offered = {action.text for action in _view(at_table, 1).offered}
    assert {"1 play KCa", "1 play KCb"} <= offered


def test_of_two_equal_sets_one_declaration_is_offered() -> None:
    at_table = table(make_rules(), hands={1: "KCa KCb QCa QCb"}).win(1)
    assert len(at_table.legal("1 declare")) == 4
    offered = [action for action in _view(at_table, 1).offered if action.verb == "declare"]
    assert [action.text for action in offered] == ["1 declare common-marriage QCa KCa"]


def test_in_the_last_eight_a_copys_past_makes_no_difference_but_that_it_is_known_does() -> None:
    at_table = table(make_rules(), hands={1: "KCa KCb QCa"}).win(1).do("1 declare common-marriage KCa QCa")
    at_table.to_last_declaring(1).draw()
    offered = {action.text for action in _view(at_table, 1).offered}
    assert {"1 play KCa", "1 play KCb"} <= offered


def test_in_the_last_eight_two_known_copies_with_different_pasts_are_one() -> None:
    at_table = table(make_rules("britannica"), hands={1: "KCa QCa KCb KDa KSa KHa"}).win(1)
    at_table.do("1 declare common-marriage KCa QCa", "1 declare four-kings KCb KDa KSa KHa")
    assert {"1 play KCa", "1 play KCb"} <= {action.text for action in _view(at_table.draw(), 1).offered}
    at_table.to_last_declaring(1).draw()
    offered = {action.text for action in _view(at_table, 1).offered}
    assert "1 play KCa" in offered
    assert "1 play KCb" not in offered


def test_every_offered_action_is_legal_and_every_legal_one_has_its_like_offered() -> None:
    at_table = table(make_rules(players=4))
    view = _view(at_table, 1)
    assert set(view.offered) <= set(view.legal)
    kinds = {action.cards[0] & 31 for action in view.legal}
    assert {action.cards[0] & 31 for action in view.offered} == kinds
    assert parse_action(view.offered[0].text) == view.offered[0]
