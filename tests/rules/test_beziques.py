"""Ruling 13 and the options ``bezique_cards`` and ``bezique_cards_locked``: single, double and treble bézique."""

from __future__ import annotations

import pytest

from bot.engine import Reason, card_name
from tests.table_builder import make_rules, table

ONE = "QSa JDa"
OTHER = "QSb JDb"
THIRD = "QSc JDc"
ALL_PRESETS = pytest.mark.parametrize("preset", ["britannica", "enquire", "modern"])


@ALL_PRESETS
def test_ruling_13_single_then_double_adds_500(preset: str) -> None:
    """B note 3: "500 is scored in addition to the 40 already scored"; E 124 ii; M."""
    at_table = table(make_rules(preset), hands={1: f"{ONE} {OTHER}"}).win(1).do(f"1 declare single-bezique {ONE}")
    at_table.win(1).do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.ledger == [(1, 1, 40, "single-bezique"), (2, 1, 500, "double-bezique")]


@ALL_PRESETS
def test_ruling_13_all_four_put_down_together_score_500_and_not_540(preset: str) -> None:
    """B note 3: "if all four are declared together only 500 can be scored, and not 540"."""
    at_table = table(make_rules(preset), hands={1: f"{ONE} {OTHER}"}).win(1)
    at_table.do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.legal("1 declare single-bezique") == set()
    at_table.win(1)
    for lower in (ONE, OTHER, "QSa JDb"):
        assert at_table.why(f"1 declare single-bezique {lower}") is Reason.LOWER_BEZIQUE
    assert at_table.totals == (0, 500)


def test_ruling_13_in_one_turn_of_many_a_single_and_a_double_share_no_card() -> None:
    """B: "provided no card of one combination forms part of another that is declared with it"."""
    at_table = table(make_rules("britannica"), hands={1: f"{ONE} {OTHER}"}).win(1).do(f"1 declare single-bezique {ONE}")
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.SHARED_CARD


def test_ruling_13_two_singles_are_40_each_and_never_a_double() -> None:
    at_table = table(make_rules("enquire"), hands={1: f"{ONE} {OTHER}"}).win(1).do(f"1 declare single-bezique {ONE}")
    at_table.win(1).do(f"1 declare single-bezique {OTHER}").win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.ONLY_LOWER_BEZIQUES
    assert at_table.scored == ["1 single-bezique 40", "1 single-bezique 40"]
    assert at_table.legal("1 declare") == set()


def test_ruling_13_two_singles_of_one_turn_never_make_a_double_either() -> None:
    at_table = table(make_rules("britannica"), hands={1: f"{ONE} {OTHER}"}).win(1)
    at_table.do(f"1 declare single-bezique {ONE}", f"1 declare single-bezique {OTHER}").win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.ONLY_LOWER_BEZIQUES


def test_ruling_13_a_single_does_not_count_twice_with_one_card_exchanged() -> None:
    """M: "these cards may not be used again to make up bezique"; B: not "part of another single bezique"."""
    at_table = table(make_rules(), hands={1: f"{ONE} {OTHER}"}).win(1).do(f"1 declare single-bezique {ONE}").win(1)
    assert at_table.why("1 declare single-bezique QSa JDb") is Reason.CLASS_USED
    assert at_table.why("1 declare single-bezique QSb JDa") is Reason.CLASS_USED


def test_ruling_13_double_needs_all_four_cards_at_once() -> None:
    """E 124 ii: "All four cards must be visible on the table together"."""
    at_table = table(make_rules(), hands={1: f"{ONE} {OTHER}"}).win(1)
    at_table.do(f"1 declare single-bezique {ONE}", "1 pass", "1 play JDa")
    at_table.do(min(at_table.legal("0 play"))).draw().win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.ALREADY_PLAYED
    at_table.do(f"1 declare single-bezique {OTHER}")


def test_ruling_13_one_new_card_is_enough_for_the_double() -> None:
    at_table = table(make_rules(), hands={1: f"{ONE} {OTHER} KSb"}).win(1).do(f"1 declare single-bezique {ONE}").win(1)
    at_table.do("1 declare common-marriage KSb QSb").win(1).do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.totals == (0, 560)


def test_ruling_13_four_exposed_cards_make_no_double_without_a_new_one() -> None:
    at_table = table(make_rules("enquire"), hands={1: f"{ONE} {OTHER} KSb JCa JHa"}).win(1)
    at_table.do("1 declare four-knaves JDa JDb JCa JHa").spend("JCa JHa").win(1)
    at_table.do(f"1 declare single-bezique {ONE}").win(1).do("1 declare common-marriage KSb QSb").win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.NO_NEW_CARD


def test_ruling_13_double_after_a_single_of_crossed_packs() -> None:
    at_table = table(make_rules(), hands={1: f"{ONE} {OTHER}"}).win(1).do("1 declare single-bezique QSa JDb").win(1)
    at_table.do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.totals == (0, 540)


def test_ruling_13_treble_adds_1500_to_single_and_double() -> None:
    """E 128 i: "treble bezique counting 1,500"."""
    at_table = table(make_rules(players=3), hands={1: f"{ONE} {OTHER} {THIRD}"}).win(1)
    at_table.do(f"1 declare single-bezique {ONE}").win(1).do(f"1 declare double-bezique {ONE} {OTHER}").win(1)
    at_table.do(f"1 declare treble-bezique {ONE} {OTHER} {THIRD}")
    assert at_table.scored == ["1 single-bezique 40", "1 double-bezique 500", "1 treble-bezique 1500"]


def test_ruling_13_treble_put_down_at_once_scores_1500_only() -> None:
    at_table = table(make_rules(players=3), hands={1: f"{ONE} {OTHER} {THIRD}"}).win(1)
    at_table.do(f"1 declare treble-bezique {ONE} {OTHER} {THIRD}").win(1)
    assert at_table.why(f"1 declare single-bezique {ONE}") is Reason.LOWER_BEZIQUE
    refusal = at_table.refusal(f"1 declare double-bezique {ONE} {OTHER}")
    assert refusal.reason is Reason.LOWER_BEZIQUE
    assert {card_name(c) for c in refusal.cards} == {"QSa", "JDa", "QSb", "JDb"}
    assert at_table.totals == (0, 1500, 0)


def test_ruling_13_treble_straight_after_a_single_needs_no_double() -> None:
    at_table = table(make_rules(players=3), hands={1: f"{ONE} {OTHER} {THIRD}"}).win(1)
    at_table.do(f"1 declare single-bezique {ONE}").win(1).do(f"1 declare treble-bezique {ONE} {OTHER} {THIRD}")
    assert at_table.totals == (0, 1540, 0)


def test_ruling_13_a_double_is_not_scored_again_with_a_third_pair_that_is_a_single_and_makes_no_treble() -> None:
    at_table = table(make_rules(players=3), hands={1: f"{ONE} {OTHER} {THIRD}"}).win(1)
    at_table.do(f"1 declare double-bezique {ONE} {OTHER}").win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {THIRD}") is Reason.CLASS_USED
    at_table.do(f"1 declare single-bezique {THIRD}")
    assert at_table.totals == (0, 540, 0)
    assert at_table.win(1).why(f"1 declare treble-bezique {ONE} {OTHER} {THIRD}") is Reason.ONLY_LOWER_BEZIQUES


def test_ruling_13_four_packs_hold_two_doubles() -> None:
    at_table = table(make_rules(players=4), hands={1: f"{ONE} {OTHER} {THIRD}"}, stock="QSd 7Ca 7Da 7Sa JDd").win(1)
    at_table.do(f"1 declare double-bezique {ONE} {OTHER}").spend(f"{ONE} {OTHER}").win(1).win(1)
    at_table.do(f"1 declare double-bezique {THIRD} QSd JDd")
    assert at_table.scored == ["1 double-bezique 500", "1 double-bezique 500"]


def test_ruling_13_a_treble_is_no_combination_of_two_packs() -> None:
    for rules in (make_rules(), make_rules(players=3, packs="two_less_an_eight")):
        at_table = table(rules, hands={1: f"{ONE} {OTHER}"}).win(1)
        assert at_table.why(f"1 declare treble-bezique {ONE} {OTHER}") is Reason.NO_TREBLE


# bezique_cards_locked


def test_option_bezique_cards_locked_a_bezique_cannot_form_any_other_combination() -> None:
    """P: "After Bézique has been declared, the cards forming that combination cannot be employed to form any other"."""
    at_table = table(make_rules("parlour"), hands={1: f"{ONE} KSa QCa QDa QHa"}).win(1)
    at_table.do(f"1 declare single-bezique {ONE}").win(1)
    refusal = at_table.refusal("1 declare common-marriage KSa QSa")
    assert refusal.reason is Reason.BEZIQUE_LOCKED
    assert [card_name(c) for c in refusal.cards] == ["QSa"]
    assert at_table.why("1 declare four-queens QSa QCa QDa QHa") is Reason.BEZIQUE_LOCKED


def test_option_bezique_cards_locked_bars_a_higher_bezique_included() -> None:
    at_table = table(make_rules("parlour"), hands={1: f"{ONE} {OTHER}"}).win(1).do(f"1 declare single-bezique {ONE}")
    at_table.win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.BEZIQUE_LOCKED
    at_table.do(f"1 declare single-bezique {OTHER}")


def test_option_bezique_cards_locked_double_must_be_put_down_at_once() -> None:
    """P: double bézique counts 500 all the same."""
    at_table = table(make_rules("parlour"), hands={1: f"{ONE} {OTHER} KSa"}).win(1)
    at_table.do(f"1 declare double-bezique {ONE} {OTHER}").win(1)
    assert at_table.why("1 declare common-marriage KSa QSa") is Reason.BEZIQUE_LOCKED
    assert at_table.why(f"1 declare single-bezique {ONE}") is Reason.LOWER_BEZIQUE
    assert at_table.totals == (0, 500)


def test_option_bezique_cards_locked_lets_other_combinations_come_first() -> None:
    """P: the queen may assist in a marriage, a sequence or four queens, "being also used afterwards in … Bézique"."""
    at_table = table(make_rules("parlour"), hands={1: f"{ONE} KSa QCa QDa QHa"}, turn_up="8Sa").win(1)
    at_table.do("1 declare royal-marriage KSa QSa").win(1)
    at_table.do("1 declare four-queens QSa QCa QDa QHa").win(1).do(f"1 declare single-bezique {ONE}")
    assert at_table.totals == (0, 140)


@ALL_PRESETS
def test_without_the_lock_the_bezique_queen_marries_afterwards(preset: str) -> None:
    """E 125 vi; M: "When cards are used to make up a bezique then they may be used later"."""
    at_table = table(make_rules(preset), hands={1: f"{ONE} KSa"}).win(1).do(f"1 declare single-bezique {ONE}").win(1)
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.totals == (0, 60)


# bezique_cards


@pytest.mark.parametrize(
    ("trump", "makes", "does_not"),
    [("C", ONE, "QCa JHa"), ("H", ONE, "QCa JHa"), ("S", "QCa JHa", ONE), ("D", "QCa JHa", ONE)],
)
def test_option_bezique_cards_by_trump(trump: str, makes: str, does_not: str) -> None:
    """B note 2: "When spades or diamonds are trumps, the bezique cards are queen of clubs and knave of hearts"."""
    at_table = table(make_rules("britannica"), hands={1: f"{makes} {does_not}"}, turn_up=f"8{trump}a").win(1)
    assert at_table.why(f"1 declare single-bezique {does_not}") is Reason.NOT_THAT_COMBINATION
    at_table.do(f"1 declare single-bezique {makes}")
    assert at_table.totals == (0, 40)


@pytest.mark.parametrize("trump", ["C", "D", "H", "S"])
def test_option_bezique_cards_fixed(trump: str) -> None:
    """P: queen of spades and knave of diamonds, "especially when diamonds or spades happen to be trumps"."""
    at_table = table(make_rules("parlour"), hands={1: f"{ONE} QCa JHa"}, turn_up=f"8{trump}a").win(1)
    assert at_table.why("1 declare single-bezique QCa JHa") is Reason.NOT_THAT_COMBINATION
    at_table.do(f"1 declare single-bezique {ONE}")


def test_option_bezique_cards_by_trump_holds_for_the_double_too() -> None:
    at_table = table(make_rules("britannica"), hands={1: "QCa JHa QCb JHb"}, turn_up="8Da").win(1)
    at_table.do("1 declare double-bezique QCa JHa QCb JHb")
    assert at_table.totals == (0, 500)
