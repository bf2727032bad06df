"""Rulings 11 to 15 and the options ``new_card``, ``double_from_singles`` and ``treble``: what may lie there already."""

from __future__ import annotations

import pytest

from bot.engine import Reason
from tests.table_builder import Table, make_rules, table

ONE, OTHER, THIRD = "QSa JDa", "QSb JDb", "QSc JDc"
KNAVES, QUEENS = "JDa JCa JHa JSa", "QSa QCa QDa QHa"
SEQUENCE = "AHa THa KHa QHa JHa"
FREE = make_rules("enquire", new_card=False)
JOINED = make_rules("enquire", double_from_singles=True)


# new_card


def test_option_new_card_false_lets_cards_that_all_lie_there_be_declared_in_another_class() -> None:
    """Whose knaves and married queen lie declared scores bézique with them; B alone asks for a new card."""
    at_table = table(FREE, hands={1: f"{KNAVES} QSa KSa"}).win(1).do(f"1 declare four-knaves {KNAVES}")
    at_table.spend("JCa JHa").win(1).do("1 declare common-marriage KSa QSa").win(1)
    at_table.do(f"1 declare single-bezique {ONE}")
    assert at_table.scored == ["1 four-knaves 40", "1 common-marriage 20", "1 single-bezique 40"]


def test_option_new_card_true_refuses_the_same() -> None:
    """B: "A declaration cannot be made of cards that have already all been declared"."""
    at_table = table(make_rules("enquire"), hands={1: f"{KNAVES} QSa KSa"}).win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa JHa").win(1)
    at_table.do("1 declare common-marriage KSa QSa").win(1)
    assert at_table.why(f"1 declare single-bezique {ONE}") is Reason.NO_NEW_CARD


def test_ruling_11_without_a_new_card_no_card_serves_twice_in_its_class_either() -> None:
    at_table = table(FREE, hands={1: "KSa QSa KCa QCa"}).win(1).do("1 declare common-marriage KSa QSa").win(1)
    assert at_table.why("1 declare common-marriage KSa QSa") is Reason.CLASS_USED
    at_table.do("1 declare common-marriage KCa QCa").win(1)
    assert at_table.legal("1 declare") == set()


def test_ruling_11_without_a_new_card_the_combinations_of_one_turn_share_none() -> None:
    at_table = table(make_rules("britannica", new_card=False), hands={1: f"{KNAVES} QSa KSa"}).win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}", "1 declare common-marriage KSa QSa")
    assert at_table.why(f"1 declare single-bezique {ONE}") is Reason.SHARED_CARD
    at_table.spend("JCa JHa").win(1).do(f"1 declare single-bezique {ONE}")


def test_ruling_14_without_a_new_card_the_king_and_queen_of_a_sequence_do_not_marry() -> None:
    """E 125 iii: "The king and queen used in a sequence cannot afterwards be declared as a royal marriage"."""
    at_table = table(FREE, hands={1: SEQUENCE}).win(1).do(f"1 declare sequence {SEQUENCE}").win(1)
    assert at_table.why("1 declare royal-marriage KHa QHa") is Reason.SEQUENCE_PAIR


def test_ruling_14_without_a_new_card_the_king_of_one_sequence_marries_the_queen_of_another() -> None:
    second = "AHb THb KHb QHb JHb"
    at_table = table(FREE, hands={1: SEQUENCE}, stock=" ".join(f"{c} {f}" for c, f in zip(
        second.split(), ("7Ca", "7Cb", "7Da", "7Db", "8Da"), strict=True))).win(1)  # fmt: skip
    at_table.do(f"1 declare sequence {SEQUENCE}").spend("AHa THa JHa 7Ca 7Cb 7Da 7Db 8Da")
    while not at_table.hand(1) >= set(second.split()):
        at_table.win(1)
    at_table.draw().win(1).do(f"1 declare sequence {second}").spend(second).keep("KHb QHb").win(1)
    assert at_table.why("1 declare royal-marriage KHb QHb") is Reason.SEQUENCE_PAIR
    at_table.do("1 declare royal-marriage KHa QHb")
    assert at_table.scored == ["1 sequence 250", "1 sequence 250", "1 royal-marriage 40"]


def test_ruling_13_without_a_new_card_two_singles_are_no_double_all_the_same() -> None:
    at_table = table(FREE, hands={1: f"{ONE} {OTHER}"}).win(1).do(f"1 declare single-bezique {ONE}").win(1)
    at_table.do(f"1 declare single-bezique {OTHER}").win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.ONLY_LOWER_BEZIQUES


def test_ruling_13_without_a_new_card_a_single_and_two_that_lie_there_for_other_reasons_are_a_double() -> None:
    at_table = table(FREE, hands={1: f"{ONE} {OTHER} KSb JCa JHa"}).win(1)
    at_table.do("1 declare four-knaves JDa JDb JCa JHa").spend("JCa JHa").win(1)
    at_table.do(f"1 declare single-bezique {ONE}").win(1).do("1 declare common-marriage KSb QSb").win(1)
    at_table.do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.scored[-1] == "1 double-bezique 500"


# double_from_singles


def _two_singles(rules_table: Table, first: str = ONE, second: str = OTHER) -> Table:
    rules_table.win(1).do(f"1 declare single-bezique {first}").win(1)
    return rules_table.do(f"1 declare single-bezique {second}")


@pytest.mark.parametrize(("first", "second"), [(ONE, OTHER), ("QSa JDb", "QSb JDa")])
def test_option_double_from_singles_gives_500_more_at_a_later_turn_however_they_were_paired(
    first: str, second: str
) -> None:
    """E 124 ii: "Bézique having been declared, may be again used to form Double Bezique"; M says so too."""
    at_table = _two_singles(table(JOINED, hands={1: f"{ONE} {OTHER}"}), first, second)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.ONE_DECLARATION
    at_table.win(1).do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.scored == ["1 single-bezique 40", "1 single-bezique 40", "1 double-bezique 500"]
    at_table.win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.CLASS_USED


def test_option_double_from_singles_not_in_the_turn_in_which_a_single_was_declared() -> None:
    at_table = table(make_rules("britannica", double_from_singles=True), hands={1: f"{ONE} {OTHER}"}).win(1)
    at_table.do(f"1 declare single-bezique {ONE}", f"1 declare single-bezique {OTHER}")
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.SHARED_CARD
    at_table.win(1).do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.totals == (0, 580)


def test_option_double_from_singles_needs_all_four_together() -> None:
    """E 124 ii: "All four cards must be visible on the table together"."""
    at_table = _two_singles(table(JOINED, hands={1: f"{ONE} {OTHER}"}))
    at_table.do("1 pass", "1 play JDa").do(min(at_table.legal("0 play"))).draw().win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.ALREADY_PLAYED


def test_option_double_from_singles_spares_the_new_card_to_singles_alone() -> None:
    """Cards that lie there for another reason still need a new one."""
    at_table = table(JOINED, hands={1: f"{ONE} {OTHER} KSb JCa JHa"}).win(1)
    at_table.do("1 declare four-knaves JDa JDb JCa JHa").spend("JCa JHa").win(1)
    at_table.do(f"1 declare single-bezique {ONE}").win(1).do("1 declare common-marriage KSb QSb").win(1)
    assert at_table.why(f"1 declare double-bezique {ONE} {OTHER}") is Reason.NO_NEW_CARD


@pytest.mark.parametrize(
    "lower",
    [
        (f"double-bezique {ONE} {OTHER}", f"single-bezique {THIRD}"),
        (f"single-bezique {ONE}", f"single-bezique {OTHER}", f"single-bezique {THIRD}"),
    ],
)
def test_option_double_from_singles_makes_a_treble_of_any_six_likewise(lower: tuple[str, ...]) -> None:
    rules = make_rules("enquire", 3, double_from_singles=True)
    at_table = table(rules, hands={1: f"{ONE} {OTHER} {THIRD}"})
    for each in lower:
        at_table.win(1).do(f"1 declare {each}")
    at_table.win(1).do(f"1 declare treble-bezique {ONE} {OTHER} {THIRD}")
    assert at_table.scored[-1] == "1 treble-bezique 1500"


def test_ruling_12_a_double_from_two_singles_may_be_announced_where_it_may_be_declared() -> None:
    """It waives the new card of ruling 11 only, and here ruling 13 asks for none."""
    at_table = _two_singles(table(make_rules(double_from_singles=True), hands={1: f"{ONE} {OTHER}"}))
    at_table.do(f"1 announce double-bezique {ONE} {OTHER}").win(1).do(f"1 declare double-bezique {ONE} {OTHER}")
    assert at_table.totals == (0, 580)


# treble


def test_option_treble_false_there_is_none_with_three_packs_and_a_third_pair_is_a_single() -> None:
    """E alone has it: "treble bézique counting 1,500"."""
    at_table = table(make_rules(players=3, treble=False), hands={1: f"{ONE} {OTHER} {THIRD}"}).win(1)
    assert at_table.why(f"1 declare treble-bezique {ONE} {OTHER} {THIRD}") is Reason.TREBLE_BARRED
    assert not any("treble" in text for text in at_table.legal())
    at_table.do(f"1 declare double-bezique {ONE} {OTHER}").win(1).do(f"1 declare single-bezique {THIRD}")
    assert at_table.totals == (0, 540, 0)


@pytest.mark.parametrize("preset", ["britannica", "enquire", "parlour", "modern"])
@pytest.mark.parametrize("players", [3, 4])
def test_option_treble_is_the_default_everywhere_with_three_packs_or_more(preset: str, players: int) -> None:
    at_table = table(make_rules(preset, players), hands={1: f"{ONE} {OTHER} {THIRD}"}, turn_up="8Ha").win(1)
    at_table.do(f"1 declare treble-bezique {ONE} {OTHER} {THIRD}")
    assert at_table.totals[1] == 1500


# Without a trump, bézique cards by trumps (B's two notes together).

BOTH_NOTES = make_rules("britannica", trump="first_marriage", announce=False)


@pytest.mark.parametrize(("suit", "then"), [("S", "QCa JHa"), ("D", "QCa JHa"), ("C", OTHER), ("H", OTHER)])
def test_ruling_15_the_fixed_cards_are_bezique_until_the_first_marriage_and_then_its_suit_decides(
    suit: str, then: str
) -> None:
    assert BOTH_NOTES.bezique_cards == "by_trump"
    married = f"K{suit}b Q{suit}b"
    at_table = table(BOTH_NOTES, hands={1: f"{ONE} {married} {then}"}).win(1)
    if then != OTHER:
        assert at_table.why(f"1 declare single-bezique {then}") is Reason.NOT_THAT_COMBINATION
    at_table.do(f"1 declare single-bezique {ONE}").win(1).do(f"1 declare royal-marriage {married}").win(1)
    at_table.do(f"1 declare single-bezique {then}")
    assert at_table.totals == (0, 120)


def test_ruling_15_the_fixed_cards_are_none_any_more_once_spades_are_trumps() -> None:
    at_table = table(BOTH_NOTES, hands={1: f"{ONE} KSb QSb JDb"}).win(1).do("1 declare royal-marriage KSb QSb").win(1)
    assert at_table.why(f"1 declare single-bezique {ONE}") is Reason.NOT_THAT_COMBINATION


def _announced_bezique(marriage: str) -> Table:
    rules = make_rules(trump="first_marriage", bezique_cards="by_trump")
    at_table = table(
        rules, hands={1: f"{KNAVES} {QUEENS.removesuffix(' QHa')}", 0: f"{marriage} ASb"}, stock="QHa"
    ).win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa JHa JSa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}", f"1 announce single-bezique {ONE}")
    return at_table.spend("QCa QDa QHa ASb").win(0).do(f"0 declare royal-marriage {marriage}")


def test_ruling_12_an_announced_bezique_that_the_first_marriage_makes_none_lapses() -> None:
    at_table = _announced_bezique("KDa QDb")
    assert at_table.deal.declared.announced == (None, None)
    at_table.win(1)
    assert at_table.why(f"1 declare single-bezique {ONE}") is Reason.NOT_THAT_COMBINATION


def test_ruling_12_an_announced_bezique_that_stays_one_stands() -> None:
    at_table = _announced_bezique("KCa QCb")
    assert at_table.deal.declared.announced[1] is not None
    at_table.win(1).do(f"1 declare single-bezique {ONE}")
    assert at_table.scored[-1] == "1 single-bezique 40"
