"""Ruling 12 and the option ``announce``: declare now, score at the next turn to declare without a new card (M).

Hearts are trumps. M's example: after four queens a player "could not make a second declaration for four queens, but
he could declare the queen as part of bezique, royal marriage, double bezique, or a sequence".
"""

from __future__ import annotations

import pytest

from bot.engine import Reason, Rules, card_name
from bot.engine.events import CombinationAnnounced
from tests.table_builder import Table, make_rules, table

KNAVES = "JDa JCa JHa JSa"
QUEENS = "QSa QCa QDa QHa"


def _knaves_then_queens(rules: Rules | None = None) -> Table:
    """Seat 1 has declared four knaves and, after the next trick, four queens."""
    at_table = table(rules or make_rules(), hands={1: f"{KNAVES} QSa QCa QDa"}, stock="QHa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    return at_table.do(f"1 declare four-queens {QUEENS}").spend("QCa JHa")


def _announced() -> Table:
    return _knaves_then_queens().do("1 announce single-bezique QSa JDa")


def test_ruling_12_four_queens_then_bezique() -> None:
    """M: "the queen as part of bezique"; nothing is scored at the announcement."""
    at_table = _announced()
    assert at_table.scored == ["1 four-knaves 40", "1 four-queens 60"]
    assert isinstance(at_table.events[-1], CombinationAnnounced)
    at_table.win(1).do("1 declare single-bezique QSa JDa")
    assert at_table.scored[-1] == "1 single-bezique 40"


def test_ruling_12_four_queens_then_royal_marriage() -> None:
    """M: "the queen as part of … royal marriage"."""
    at_table = table(make_rules(), hands={1: "KHa KCa KDa KSa QSa QCa QDa"}, stock="QHa").win(1)
    at_table.do("1 declare four-kings KHa KCa KDa KSa").spend("KCa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}", "1 announce royal-marriage KHa QHa").spend("QCa").win(1)
    at_table.do("1 declare royal-marriage KHa QHa")
    assert at_table.scored[-1] == "1 royal-marriage 40"


def test_ruling_12_four_queens_then_double_bezique() -> None:
    """M: "the queen as part of … double bezique"."""
    at_table = table(make_rules(), hands={1: "JDa JDb JCa JHa QSa QSb QCa"}, stock="QDa").win(1)
    at_table.do("1 declare four-knaves JDa JDb JCa JHa").spend("JCa").win(1)
    at_table.do("1 declare four-queens QSa QSb QCa QDa", "1 announce double-bezique QSa QSb JDa JDb")
    at_table.spend("QCa").win(1).do("1 declare double-bezique QSa QSb JDa JDb")
    assert at_table.scored[-1] == "1 double-bezique 500"


def test_ruling_12_a_sequence_cannot_be_announced_as_its_ten_lies_exposed_in_nothing_else() -> None:
    """M names the sequence too, but nothing except a sequence puts the ten of trumps on the table."""
    at_table = table(make_rules(), hands={1: "AHa THa KHa QHa JHa"}).win(1).do("1 declare royal-marriage KHa QHa")
    refusal = at_table.refusal("1 announce sequence AHa THa KHa QHa JHa")
    assert refusal.reason is Reason.ANNOUNCE_NOT_EXPOSED
    assert {card_name(c) for c in refusal.cards} == {"AHa", "THa", "JHa"}


def test_ruling_12_not_a_second_time_the_same_class() -> None:
    """M: "the player could not make a second declaration for four queens"."""
    at_table = table(make_rules(), hands={1: "KCa QCa KDa QDa KHa QHa"}).win(1)
    at_table.do("1 declare common-marriage KCa QCa").win(1).do("1 declare common-marriage KDa QDa")
    assert at_table.why("1 announce common-marriage KDa QDa") is Reason.ANNOUNCE_SAME_CLASS


def test_ruling_12_a_common_marriage_bars_a_royal_one_as_they_are_one_class() -> None:
    at_table = table(make_rules(), hands={1: "KHa KCa KDa KSa QHa QCa"}).win(1)
    at_table.do("1 declare four-kings KHa KCa KDa KSa").win(1).do("1 declare royal-marriage KHa QHa")
    assert at_table.why("1 announce common-marriage KCa QCa") is Reason.ANNOUNCE_SAME_CLASS


def test_ruling_12_a_royal_marriage_is_not_announced_after_a_common_one_either() -> None:
    at_table = table(make_rules(), hands={1: "KHa QHa KCa QCa"}).win(1).do("1 declare common-marriage KCa QCa")
    assert at_table.why("1 announce royal-marriage KHa QHa") is Reason.ANNOUNCE_SAME_CLASS


def test_ruling_12_only_in_the_turn_to_declare_itself_and_after_a_declaration() -> None:
    at_table = _knaves_then_queens().draw()
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.NOT_DECLARING
    assert at_table.win(1).why("1 announce single-bezique QSa JDa") is Reason.ANNOUNCE_AFTER_DECLARING


def test_ruling_12_at_most_one_stands() -> None:
    at_table = table(make_rules(), hands={1: "JDa JCa JHa JSa KSa QSa QCa"}, stock="QDa 7Ca KDa 7Cb QHa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    at_table.spend("JHa").do("1 declare common-marriage KSa QSa", "1 announce single-bezique QSa JDa")
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.ANNOUNCE_TWICE
    assert at_table.legal("1 announce") == set()


def test_ruling_12_a_card_in_the_hand_cannot_be_announced() -> None:
    at_table = table(make_rules(), hands={1: f"{QUEENS} JDa KHa"}).win(1).do(f"1 declare four-queens {QUEENS}")
    refusal = at_table.refusal("1 announce single-bezique QSa JDa")
    assert refusal.reason is Reason.ANNOUNCE_NOT_EXPOSED
    assert [card_name(c) for c in refusal.cards] == ["JDa"]
    assert at_table.legal("1 announce") == set()


def test_ruling_12_at_least_one_card_was_just_declared() -> None:
    at_table = table(make_rules(), hands={1: f"{KNAVES} QSa QCa QDa"}, stock="QHa 7Ca KCa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}").spend("JHa").win(1)
    at_table.do("1 declare common-marriage KCa QCa")
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.ANNOUNCE_NOTHING_NEW


def test_ruling_12_it_is_that_turns_one_declaration() -> None:
    at_table = table(make_rules(), hands={1: f"{KNAVES} QSa QCa QDa"}, stock="QHa 7Ca KCa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}", "1 announce single-bezique QSa JDa").spend("JHa").win(1)
    at_table.do("1 declare single-bezique QSa JDa")
    assert at_table.why("1 declare common-marriage KCa QCa") is Reason.ONE_DECLARATION


def test_ruling_12_exactly_those_cards() -> None:
    at_table = table(make_rules(), hands={1: "JDa JDb JCa JHa QSa QCa QDa"}, stock="QHa").win(1)
    at_table.do("1 declare four-knaves JDa JDb JCa JHa").spend("JCa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}", "1 announce single-bezique QSa JDa").spend("QCa").win(1)
    assert at_table.why("1 declare single-bezique QSa JDb") is Reason.NO_NEW_CARD
    assert at_table.legal("1 declare single") == {"1 declare single-bezique JDa QSa"}


def test_ruling_12_not_later_than_the_next_turn() -> None:
    at_table = _announced().win(1).do("1 pass").win(1)
    assert at_table.why("1 declare single-bezique QSa JDa") is Reason.NO_NEW_CARD


def test_ruling_12_another_declaration_at_the_next_turn_ends_it() -> None:
    at_table = table(make_rules(), hands={1: f"{KNAVES} QSa QCa QDa"}, stock="QHa 7Ca KCa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}", "1 announce single-bezique QSa JDa").spend("JHa").win(1)
    at_table.do("1 declare common-marriage KCa QCa").spend("KCa QCa").win(1)
    assert at_table.why("1 declare single-bezique QSa JDa") is Reason.NO_NEW_CARD


def test_ruling_12_a_lost_trick_brings_no_turn_to_declare_and_does_not_end_it() -> None:
    at_table = _announced().win(0).win(1).do("1 declare single-bezique QSa JDa")
    assert at_table.scored[-1] == "1 single-bezique 40"


def test_ruling_12_not_if_a_card_of_it_was_played() -> None:
    at_table = _announced().do("1 pass", "1 play QSa")
    at_table.do(min(at_table.legal("0 play"))).draw().win(1)
    assert at_table.why("1 declare single-bezique QSa JDa") is Reason.ALREADY_PLAYED


def test_ruling_12_scoring_an_announced_one_counts_as_a_declaration_after_which_one_may_announce() -> None:
    at_table = table(
        make_rules(), hands={1: "KSa KCa KDa KHb JDa JCa JHa"}, stock="JSa 7Ca QSa 7Cb QCa 7Da QDa 7Db QHa 8Ca"
    ).win(1)
    at_table.do("1 declare four-kings KSa KCa KDa KHb").spend("KCa KDa KHb").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").win(1).win(1).spend("JCa JHa JSa").win(1).win(1)
    at_table.do(f"1 declare four-queens {QUEENS}", "1 announce single-bezique QSa JDa").win(1)
    at_table.do("1 declare single-bezique QSa JDa")
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.ANNOUNCE_SAME_CLASS
    at_table.do("1 announce common-marriage KSa QSa").spend("QCa").win(1)
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.scored[-2:] == ["1 single-bezique 40", "1 common-marriage 20"]


def test_ruling_12_what_is_announced_must_not_have_served_in_its_class() -> None:
    """Ruling 11 otherwise stands: only the new card is waived."""
    at_table = table(make_rules(), hands={1: "KSa QSa JDa"}).win(1).do("1 declare common-marriage KSa QSa").win(1)
    at_table.do("1 declare single-bezique QSa JDa")
    assert at_table.why("1 announce common-marriage KSa QSa") is Reason.CLASS_USED


def test_ruling_12_no_announcing_in_the_last_turn_to_declare_of_the_first_stage() -> None:
    at_table = table(make_rules(), hands={1: f"{KNAVES} QSa KSa"}).win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").to_last_declaring(1).do("1 declare common-marriage KSa QSa")
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.ANNOUNCE_TOO_LATE


def test_ruling_12_in_the_last_turn_to_declare_but_one_it_may_still_be_announced_and_scored_in_the_last() -> None:
    at_table = table(make_rules(), hands={1: f"{KNAVES} QSa KSa"}).win(1).do(f"1 declare four-knaves {KNAVES}")
    while at_table.deal.left > 4:
        at_table.trick().draw()
    at_table.win(1).do("1 declare common-marriage KSa QSa", "1 announce single-bezique QSa JDa", "1 pass")
    assert at_table.deal.left == 2
    at_table.win(1).do("1 declare single-bezique QSa JDa")
    assert at_table.scored[-1] == "1 single-bezique 40"


def test_ruling_12_does_not_let_a_declared_sequences_king_and_queen_marry() -> None:
    """Ruling 14 still stands: it waives only the new card."""
    at_table = table(make_rules(), hands={1: "AHa THa KHa QHa JHa"}).win(1)
    at_table.do("1 declare sequence AHa THa KHa QHa JHa")
    assert at_table.why("1 announce royal-marriage KHa QHa") is Reason.SEQUENCE_PAIR


def test_ruling_12_lets_a_sequences_king_marry_another_queen_that_lies_exposed() -> None:
    """Ruling 14 forbids the pair of one sequence; the announcement waives only the new card."""
    at_table = table(make_rules(), hands={1: "AHa THa KHa QHa JHa QHb QCa"}, stock="QDa 7Ca QSa").spend("JHa THa AHa")
    at_table.win(1).do("1 declare sequence AHa THa KHa QHa JHa").win(1).win(1)
    at_table.do("1 declare four-queens QHb QCa QDa QSa")
    assert at_table.why("1 announce royal-marriage KHa QHa") is Reason.ANNOUNCE_NOTHING_NEW
    at_table.do("1 announce royal-marriage KHa QHb").spend("QCa QDa").win(1)
    assert at_table.why("1 declare royal-marriage KHa QHa") is Reason.SEQUENCE_PAIR
    at_table.do("1 declare royal-marriage KHa QHb")
    assert at_table.scored[-1] == "1 royal-marriage 40"


def test_ruling_12_does_not_let_two_singles_make_a_double() -> None:
    """Ruling 13 still stands."""
    at_table = table(make_rules(), hands={1: "QSa JDa QSb JDb"}).win(1).do("1 declare single-bezique QSa JDa").win(1)
    at_table.do("1 declare single-bezique QSb JDb")
    assert at_table.why("1 announce double-bezique QSa QSb JDa JDb") is Reason.ONLY_LOWER_BEZIQUES


def test_ruling_12_does_not_let_a_double_and_a_single_make_a_treble() -> None:
    at_table = table(make_rules(players=3), hands={1: "QSa JDa QSb JDb QSc JDc"}).win(1)
    at_table.do("1 declare double-bezique QSa JDa QSb JDb").win(1).do("1 declare single-bezique QSc JDc")
    treble = "treble-bezique QSa JDa QSb JDb QSc JDc"
    assert at_table.why(f"1 announce {treble}") is Reason.ONLY_LOWER_BEZIQUES


def test_ruling_12_does_not_allow_a_lower_bezique() -> None:
    at_table = table(make_rules(), hands={1: "QSa JDa QSb JDb"}).win(1)
    at_table.do("1 declare double-bezique QSa JDa QSb JDb")
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.LOWER_BEZIQUE


def test_ruling_12_a_double_from_one_single_and_two_cards_exposed_otherwise_may_be_announced() -> None:
    at_table = table(make_rules(), hands={1: "QSa JDa QSb JDb JCa JHa KSb"}).win(1)
    at_table.do("1 declare four-knaves JDa JDb JCa JHa").spend("JCa JHa").win(1)
    at_table.do("1 declare single-bezique QSa JDa").win(1)
    at_table.do("1 declare common-marriage KSb QSb", "1 announce double-bezique QSa QSb JDa JDb").win(1)
    at_table.do("1 declare double-bezique QSa QSb JDa JDb")
    assert at_table.scored[-1] == "1 double-bezique 500"


def test_ruling_12_with_locked_bezique_cards_nothing_is_announced_of_them() -> None:
    at_table = table(make_rules(bezique_cards_locked=True), hands={1: f"{KNAVES} QSa QCa QDa"}, stock="QHa").win(1)
    at_table.do("1 declare single-bezique QSa JDa")
    assert at_table.why("1 announce four-knaves JDa JCa JHa JSa") is Reason.ANNOUNCE_NOT_EXPOSED
    assert at_table.legal("1 announce") == set()


def test_ruling_12_only_where_announcing_is_the_rule() -> None:
    at_table = _knaves_then_queens(make_rules(announce=False))
    assert at_table.why("1 announce single-bezique QSa JDa") is Reason.NO_ANNOUNCING


def test_ruling_12_the_seven_and_the_exchange_do_not_stand_in_its_way() -> None:
    at_table = table(make_rules(), hands={1: f"{KNAVES} QSa KSa 7Ha"}).win(1).do(f"1 declare four-knaves {KNAVES}")
    at_table.spend("JCa JSa").win(1).do("1 exchange 7Ha", "1 declare common-marriage KSa QSa")
    at_table.do("1 announce single-bezique QSa JDa").win(1).do("1 declare single-bezique QSa JDa")
    assert at_table.totals[1] == 40 + 10 + 20 + 40


def test_ruling_12_with_partners_each_player_has_an_announcement_and_turns_of_the_own() -> None:
    at_table = table(
        make_rules(players=4, partners=True),
        hands={1: "JDa JCa JHa JSa QSa KSa", 3: "JDb JCb JHb JSb QSb KSb"},
    ).win(1)
    at_table.do("1 declare four-knaves JDa JCa JHa JSa", "1 pass", "3 declare four-knaves JDb JCb JHb JSb").win(1)
    at_table.do("1 declare common-marriage KSa QSa", "1 announce single-bezique QSa JDa", "1 pass")
    at_table.do("3 declare common-marriage KSb QSb", "3 announce single-bezique QSb JDb").win(3)
    at_table.do("3 declare single-bezique QSb JDb", "3 pass", "1 declare single-bezique QSa JDa")
    assert at_table.totals == (0, 100, 0, 100)


@pytest.mark.parametrize("other", ["C", "D"])
def test_ruling_12_an_announced_marriage_is_scored_by_the_trumps_of_the_day(other: str) -> None:
    """Without a trump the announced royal marriage becomes a common one if another suit is made trumps before."""
    at_table = table(
        make_rules(trump="first_marriage"),
        hands={1: "KSa KHa KSb KHb QSa QHa QSb", 0: f"K{other}a Q{other}a ASb"},
        stock="QHb",
    ).win(1)
    at_table.do("1 declare four-kings KSa KHa KSb KHb").spend("KSb").win(1)
    at_table.do("1 declare four-queens QSa QHa QSb QHb", "1 announce royal-marriage KSa QSa")
    at_table.spend("QSb KHb ASb").win(0).do(f"0 declare royal-marriage K{other}a Q{other}a").win(1)
    assert at_table.why("1 declare royal-marriage KSa QSa") is Reason.NOT_THAT_COMBINATION
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.scored[-1] == "1 common-marriage 20"
