"""Rulings 11, 14 and 15 and the options that bear on declarations. Hearts are trumps unless a test says otherwise."""

from __future__ import annotations

import pytest

from bot.engine import Reason, card_name
from bot.engine.events import CombinationDeclared, PointsMarked, TrumpsMade
from tests.table_builder import Table, make_rules, table

COMBINATIONS = {
    "common-marriage": ("KCa QCb", 20),
    "royal-marriage": ("KHa QHb", 40),
    "single-bezique": ("QSa JDb", 40),
    "double-bezique": ("QSa QSb JDa JDb", 500),
    "treble-bezique": ("QSa QSb QSc JDa JDb JDc", 1500),
    "four-knaves": ("JCa JCb JHa JSa", 40),
    "four-queens": ("QCa QDa QHa QHb", 60),
    "four-kings": ("KCa KDa KHa KSa", 80),
    "four-aces": ("ACa ACb ADa ADb", 100),
    "sequence": ("AHa THa KHa QHb JHa", 250),
}


@pytest.mark.parametrize("name", COMBINATIONS)
def test_every_declaration_counts_what_the_table_of_values_says(name: str) -> None:
    """B, table of scores; E 124; M, declarations A to I; the treble: E 128 i."""
    held, points = COMBINATIONS[name]
    at_table = table(make_rules(players=3), hands={1: held}).win(1).do(f"1 declare {name} {held}")
    assert at_table.ledger == [(1, 1, points, name)]
    assert at_table.exposed(1) == set(held.split())
    assert isinstance(at_table.events[-2], CombinationDeclared)
    assert isinstance(at_table.events[-1], PointsMarked)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_a_combination_with_a_card_too_few_or_too_many_is_refused(name: str) -> None:
    held, _ = COMBINATIONS[name]
    at_table = table(make_rules(players=3), hands={1: f"{held} ASa"}).win(1)
    assert at_table.why(f"1 declare {name} {held[4:]}") is Reason.NOT_THAT_COMBINATION
    assert at_table.why(f"1 declare {name} {held} ASa") is Reason.NOT_THAT_COMBINATION


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("common-marriage", "KCa QDa"),  # of one suit
        ("common-marriage", "KHa QHa"),  # trumps
        ("royal-marriage", "KCa QCa"),
        ("common-marriage", "KCa JCa"),
        ("single-bezique", "QDa JSa"),
        ("single-bezique", "QCa JHa"),  # only with bezique_cards = by_trump
        ("double-bezique", "QSa QSb JDa JHa"),
        ("four-aces", "ACa ADa AHa TSa"),
        ("sequence", "ACa TCa KCa QCa JCa"),  # only of trumps
        ("sequence", "AHa THa KHa QHa 9Ha"),
    ],
)
def test_cards_that_do_not_make_the_combination_are_refused(name: str, held: str) -> None:
    at_table = table(make_rules(), hands={1: held}).win(1)
    assert at_table.why(f"1 declare {name} {held}") is Reason.NOT_THAT_COMBINATION


def test_four_of_a_rank_may_be_duplicates() -> None:
    """B: "Four aces (any four, whether duplicates or not)"."""
    at_table = table(make_rules(), hands={1: "ACa ACb ASa ASb"}).win(1).do("1 declare four-aces ACa ACb ASa ASb")
    assert at_table.totals == (0, 100)


# Ruling 11: which cards may serve.


def test_ruling_11_all_cards_must_be_the_players_own_at_that_moment() -> None:
    at_table = table(make_rules(), hands={1: "KCa", 0: "QCa"}).win(1)
    refusal = at_table.refusal("1 declare common-marriage KCa QCa")
    assert refusal.reason is Reason.NOT_HELD
    assert [card_name(c) for c in refusal.cards] == ["QCa"]


def test_ruling_11_a_card_led_or_played_is_gone() -> None:
    """B: "A card led or played cannot be declared"."""
    at_table = table(make_rules(), hands={1: "KCa QCa", 0: "7Sa"}).do("1 play KCa", "0 play 7Sa")
    refusal = at_table.refusal("1 declare common-marriage KCa QCa")
    assert refusal.reason is Reason.ALREADY_PLAYED
    assert [card_name(c) for c in refusal.cards] == ["KCa"]


def test_ruling_11_a_card_played_by_another_is_gone_as_well() -> None:
    at_table = table(make_rules(), hands={1: "ACa KCa", 0: "QCa"}).do("1 play ACa", "0 play QCa")
    assert at_table.why("1 declare common-marriage KCa QCa") is Reason.ALREADY_PLAYED


def test_ruling_11_of_a_card_that_is_gone_and_one_never_held_the_refusal_names_both() -> None:
    at_table = table(make_rules(), hands={1: "KCa 9Ca", 0: "7Sa KDa"}).do("1 play KCa", "0 play 7Sa")
    refusal = at_table.refusal("1 declare common-marriage KCa KDa")
    assert refusal.reason is Reason.NOT_HELD
    assert {card_name(c) for c in refusal.cards} == {"KCa", "KDa"}


def test_ruling_11_four_knaves_and_a_marriage_may_be_declared_at_the_same_time() -> None:
    """B: "Thus four knaves and a marriage (see table of scores) may be declared at the same time"."""
    at_table = table(make_rules("britannica"), hands={1: "JCa JDa JHa JSa KCa QCa"}).win(1)
    at_table.do("1 declare four-knaves JCa JDa JHa JSa", "1 declare common-marriage KCa QCa")
    assert at_table.ledger == [(1, 1, 40, "four-knaves"), (1, 1, 20, "common-marriage")]


def test_ruling_11_bezique_first_and_marriage_by_adding_the_king() -> None:
    """B: not "king and queen of spades and knave of diamonds together to score marriage and bezique"."""
    at_table = table(make_rules("britannica"), hands={1: "KSa QSa JDa"}).win(1)
    at_table.do("1 declare single-bezique QSa JDa")
    refusal = at_table.refusal("1 declare common-marriage KSa QSa")
    assert refusal.reason is Reason.SHARED_CARD
    assert [card_name(c) for c in refusal.cards] == ["QSa"]
    at_table.win(1).do("1 declare common-marriage KSa QSa")
    assert at_table.ledger == [(1, 1, 40, "single-bezique"), (2, 1, 20, "common-marriage")]


def test_ruling_11_marriage_first_and_bezique_by_adding_the_knave() -> None:
    """E 125 vi: "If the queen of spades has been married, she may he again used to form a bezique, and vice versâ"."""
    at_table = table(make_rules("britannica"), hands={1: "KSa QSa JDa"}).win(1)
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.why("1 declare single-bezique QSa JDa") is Reason.SHARED_CARD
    at_table.win(1).do("1 declare single-bezique QSa JDa")
    assert at_table.totals == (0, 60)


def test_ruling_11_many_combinations_of_one_class_may_stand_side_by_side() -> None:
    at_table = table(make_rules("britannica"), hands={1: "KCa QCa KDa QDa KCb QCb"}).win(1)
    at_table.do(
        "1 declare common-marriage KCa QCa", "1 declare common-marriage KDa QDa", "1 declare common-marriage KCb QCb"
    )
    assert at_table.totals == (0, 60)


KNAVES = "JDa JCa JHa JSa"
QUEENS = "QSa QCa QDa QHa"


def test_ruling_11_queen_and_knave_already_declared_make_no_bezique() -> None:
    """B: four knaves and four queens declared, "the knave and queen already declared cannot be declared again"."""
    at_table = table(make_rules("britannica"), hands={1: f"{KNAVES} QSa QCa QDa"}, stock="QHa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}").win(1)
    assert at_table.why("1 declare single-bezique QSa JDa") is Reason.NO_NEW_CARD
    assert at_table.legal("1 declare") == set()


def test_ruling_11_knaves_then_bezique_then_the_three_queens_score_all_three() -> None:
    """B: "after the knaves are declared … bezique must next be made, after which … the three queens can be added"."""
    at_table = table(make_rules("britannica"), hands={1: f"{KNAVES} QSa QCa QDa"}, stock="QHa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    at_table.do("1 declare single-bezique QSa JDa").win(1)
    at_table.do(f"1 declare four-queens {QUEENS}")
    assert at_table.scored == ["1 four-knaves 40", "1 single-bezique 40", "1 four-queens 60"]


def test_ruling_11_the_bezique_queen_serves_once_in_bezique_once_in_marriage_once_in_four_queens() -> None:
    """B: "the bezique queen can be declared in bezique, marriage, and four queens; but …", in this order."""
    at_table = table(make_rules(), hands={1: "QSa JDa JDb KSa KSb QCa QDa"}, stock="QHa 7Ca QHb 7Cb").win(1)
    at_table.do("1 declare single-bezique QSa JDa").spend("JDa").win(1)
    refusal = at_table.refusal("1 declare single-bezique QSa JDb")
    assert refusal.reason is Reason.CLASS_USED
    assert [card_name(c) for c in refusal.cards] == ["QSa"]
    at_table.do("1 declare common-marriage KSa QSa").spend("KSa JDb").win(1)
    assert at_table.why("1 declare common-marriage KSb QSa") is Reason.CLASS_USED
    at_table.do("1 declare four-queens QSa QCa QDa QHa").spend("QCa").win(1)
    assert at_table.why("1 declare four-queens QSa QDa QHa QHb") is Reason.CLASS_USED
    assert at_table.totals == (0, 120)


def test_ruling_11_once_married_cards_cannot_be_remarried_but_make_four_queens() -> None:
    """E 125 ii: "cannot be re-married, but can be used, while they remain on the table, to make up … four queens"."""
    at_table = table(make_rules("enquire"), hands={1: "KHa QHa KHb QCa QDa QSa"}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa").win(1)
    assert at_table.why("1 declare royal-marriage KHb QHa") is Reason.CLASS_USED
    at_table.do("1 declare four-queens QHa QCa QDa QSa")
    assert at_table.totals == (0, 100)


def test_ruling_11_a_married_king_makes_four_kings() -> None:
    """E 125 ii: "while they remain on the table, to make up four kings"."""
    at_table = table(make_rules("enquire"), hands={1: "KHa QHa KCa KDa KSa"}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa").win(1).do("1 declare four-kings KHa KCa KDa KSa")
    assert at_table.totals == (0, 120)


def test_ruling_11_a_married_king_that_was_played_makes_nothing_any_more() -> None:
    """E 125 ii: only "while they remain on the table"."""
    at_table = table(make_rules("enquire"), hands={1: "KHa QHa KCa KDa KSa"}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa", "1 pass", "1 play KHa")
    at_table.do(min(at_table.legal("0 play"))).draw().win(1)
    assert at_table.why("1 declare four-kings KHa KCa KDa KSa") is Reason.ALREADY_PLAYED


def test_ruling_11_after_four_knaves_the_knave_of_diamonds_makes_bezique() -> None:
    """E 125 iv: "the knave of diamonds may be used again for a bezique, or to complete a sequence"."""
    at_table = table(make_rules("enquire"), hands={1: f"{KNAVES} QSa"}).win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").win(1).do("1 declare single-bezique QSa JDa")
    assert at_table.totals == (0, 80)


def test_ruling_11_after_four_knaves_the_knave_of_diamonds_completes_a_sequence() -> None:
    """E 125 iv, with diamonds for trumps."""
    at_table = table(make_rules("enquire"), hands={1: f"{KNAVES} ADa TDa KDa"}, turn_up="8Da", stock="QDa").win(1)
    at_table.do(f"1 declare four-knaves {KNAVES}").spend("JCa").win(1)
    at_table.do("1 declare sequence ADa TDa KDa QDa JDa")
    assert at_table.totals == (0, 290)


def test_ruling_11_after_four_aces_the_ace_of_trumps_perfects_a_sequence() -> None:
    """E 125 v: "If four aces have been declared, the ace of trumps may he again used to perfect a sequence"."""
    at_table = table(make_rules("enquire"), hands={1: "AHa ACa ADa ASa THa KHa QHa"}, stock="JHa").win(1)
    at_table.do("1 declare four-aces AHa ACa ADa ASa").spend("ACa").win(1)
    at_table.do("1 declare sequence AHa THa KHa QHa JHa")
    assert at_table.totals == (0, 350)


def test_ruling_11_four_kings_of_married_kings_need_a_new_card() -> None:
    at_table = table(make_rules("britannica"), hands={1: "KCa QCa KDa QDa KSa QSa KHa"}, stock="QHa").win(1)
    at_table.do("1 declare common-marriage KCa QCa", "1 declare common-marriage KDa QDa")
    at_table.do("1 declare common-marriage KSa QSa").spend("QCa").win(1)
    assert "1 declare four-kings KCa KDa KHa KSa" in at_table.legal()
    at_table.do("1 declare royal-marriage KHa QHa").spend("QDa").win(1)
    assert at_table.why("1 declare four-kings KCa KDa KHa KSa") is Reason.NO_NEW_CARD


def test_ruling_11_a_second_four_of_a_rank_needs_four_other_cards() -> None:
    at_table = table(make_rules(), hands={1: "ACa ADa AHa ASa ACb ADb AHb"}, stock="ASb").win(1)
    at_table.do("1 declare four-aces ACa ADa AHa ASa").spend("ACa").win(1)
    assert at_table.why("1 declare four-aces ADa ADb ACb AHb") is Reason.CLASS_USED
    at_table.do("1 declare four-aces ACb ADb AHb ASb")
    assert at_table.scored[0] == at_table.scored[-1] == "1 four-aces 100"


def test_ruling_11_every_set_of_cards_that_makes_a_declaration_is_offered() -> None:
    """RECORD: where several sets of cards make the same declaration, each set is its own action."""
    at_table = table(make_rules(), hands={1: "KCa KCb QCa QCb"}).win(1)
    assert at_table.legal("1 declare") == {
        f"1 declare common-marriage {cards}" for cards in ("QCa KCa", "KCa QCb", "QCa KCb", "QCb KCb")
    }


def test_ruling_20_partners_never_declare_with_each_others_cards() -> None:
    """E, four-handed: "Declarations must be made by each player separately"."""
    at_table = table(make_rules(players=4, partners=True), hands={1: "KCa", 3: "QCa"}).win(1)
    assert at_table.why("1 declare common-marriage KCa QCa") is Reason.NOT_HELD
    at_table.do("1 pass")
    assert at_table.why("3 declare common-marriage KCa QCa") is Reason.NOT_HELD


# Ruling 14: marriage and sequence.

SEQUENCE = "AHa THa KHa QHa JHa"


@pytest.mark.parametrize("preset", ["britannica", "enquire", "parlour", "modern"])
def test_ruling_14_after_a_sequence_its_king_and_queen_cannot_marry(preset: str) -> None:
    """B: "marriage of the king and queen on the table cannot afterwards take place"; E 125 iii."""
    at_table = table(make_rules(preset), hands={1: SEQUENCE}).win(1).do(f"1 declare sequence {SEQUENCE}").win(1)
    assert at_table.why("1 declare royal-marriage KHa QHa") is Reason.SEQUENCE_PAIR


@pytest.mark.parametrize("preset", ["britannica", "enquire", "parlour", "modern"])
@pytest.mark.parametrize("bars", [False, True])
def test_ruling_14_marriage_first_then_the_remaining_sequence_cards_score_both(preset: str, bars: bool) -> None:
    """B: "the marriage should be declared first, and after winning another trick the remaining … added"."""
    at_table = table(make_rules(preset, sequence_bars_marriage=bars), hands={1: SEQUENCE}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa").win(1).do(f"1 declare sequence {SEQUENCE}")
    assert at_table.ledger == [(1, 1, 40, "royal-marriage"), (2, 1, 250, "sequence")]


@pytest.mark.parametrize("marriage", ["KHb QHa", "KHa QHb"])
def test_ruling_14_after_a_sequence_a_new_king_or_queen_may_marry(marriage: str) -> None:
    at_table = table(make_rules(), hands={1: f"{SEQUENCE} KHb QHb"}).win(1).do(f"1 declare sequence {SEQUENCE}").win(1)
    at_table.do(f"1 declare royal-marriage {marriage}")
    assert at_table.totals == (0, 290)


@pytest.mark.parametrize(("marriage", "barred"), [("KHb QHa", "QHa"), ("KHa QHb", "KHa")])
def test_ruling_14_unless_the_sequence_bars_marriage(marriage: str, barred: str) -> None:
    """E 125 iii: "The king and queen used in a sequence cannot afterwards be declared as a royal marriage"."""
    rules = make_rules("enquire", sequence_bars_marriage=True)
    at_table = table(rules, hands={1: f"{SEQUENCE} KHb QHb"}).win(1).do(f"1 declare sequence {SEQUENCE}").win(1)
    refusal = at_table.refusal(f"1 declare royal-marriage {marriage}")
    assert refusal.reason is Reason.SEQUENCE_BARS
    assert [card_name(c) for c in refusal.cards] == [barred]
    at_table.do("1 declare royal-marriage KHb QHb")


def test_ruling_14_a_sequence_that_bars_marriage_bars_nothing_else() -> None:
    rules = make_rules("enquire", sequence_bars_marriage=True)
    at_table = table(rules, hands={1: f"{SEQUENCE} KCa KDa"}, stock="KSa").spend("JHa").win(1)
    at_table.do(f"1 declare sequence {SEQUENCE}").win(1).do("1 declare four-kings KHa KCa KDa KSa")
    assert at_table.totals == (0, 330)


def test_ruling_14_in_one_turn_of_many_a_sequence_and_the_other_marriage_share_no_card() -> None:
    at_table = table(make_rules("britannica"), hands={1: f"{SEQUENCE} KHb QHb"}).win(1)
    at_table.do(f"1 declare sequence {SEQUENCE}")
    assert at_table.why("1 declare royal-marriage KHb QHa") is Reason.SHARED_CARD
    at_table.do("1 declare royal-marriage KHb QHb")
    assert at_table.totals == (0, 290)


def test_ruling_14_a_marriage_of_the_cards_that_lie_in_the_sequence_needs_the_marriage_first_with_many_too() -> None:
    at_table = table(make_rules("britannica"), hands={1: SEQUENCE}).win(1).do("1 declare royal-marriage KHa QHa")
    assert at_table.why(f"1 declare sequence {SEQUENCE}") is Reason.SHARED_CARD


def test_ruling_14_a_second_sequence_of_five_other_cards_counts_again() -> None:
    at_table = table(make_rules(), hands={1: f"{SEQUENCE} AHb THb"}, stock="KHb 7Ca QHb 7Cb JHb").win(1)
    at_table.do(f"1 declare sequence {SEQUENCE}").spend("JHa QHa THa").win(1).win(1).win(1)
    assert at_table.why("1 declare sequence AHb THb KHa QHb JHb") is Reason.CLASS_USED
    at_table.do("1 declare sequence AHb THb KHb QHb JHb")
    assert at_table.scored == ["1 sequence 250", "1 sequence 250"]


# Ruling 15: without a trump.


def _without_trump(hand: str, stock: str = "", preset: str = "parlour") -> Table:
    rules = make_rules(preset, trump="first_marriage", bezique_cards="fixed")
    return table(rules, hands={1: hand}, stock=stock).win(1)


@pytest.mark.parametrize(("suit", "number"), [("C", 0), ("D", 1), ("H", 2), ("S", 3)])
def test_ruling_15_the_first_marriage_makes_trumps_and_counts_as_royal(suit: str, number: int) -> None:
    """P: decided "by the first marriage that is declared"; B note 1."""
    at_table = _without_trump(f"K{suit}a Q{suit}a")
    assert at_table.why(f"1 declare common-marriage K{suit}a Q{suit}a") is Reason.COMMON_BEFORE_TRUMPS
    at_table.do(f"1 declare royal-marriage K{suit}a Q{suit}a")
    assert at_table.deal.trump == number
    assert at_table.scored == ["1 royal-marriage 40"]
    assert TrumpsMade(number) in at_table.events


def test_ruling_15_later_marriages_are_common_or_royal_by_that_trump() -> None:
    at_table = _without_trump("KCa QCa KDa QDa KCb QCb").do("1 declare royal-marriage KCa QCa").win(1)
    assert at_table.why("1 declare royal-marriage KDa QDa") is Reason.NOT_THAT_COMBINATION
    at_table.do("1 declare common-marriage KDa QDa").win(1)
    assert at_table.why("1 declare common-marriage KCb QCb") is Reason.NOT_THAT_COMBINATION
    at_table.do("1 declare royal-marriage KCb QCb")
    assert at_table.totals == (0, 100)


def test_ruling_15_the_second_marriage_of_one_turn_is_already_common() -> None:
    at_table = _without_trump("KCa QCa KDa QDa", preset="britannica").do("1 declare royal-marriage KCa QCa")
    at_table.do("1 declare common-marriage KDa QDa")
    assert at_table.totals == (0, 60)


def test_ruling_15_a_sequence_waits_for_trumps() -> None:
    at_table = _without_trump(SEQUENCE)
    assert at_table.why(f"1 declare sequence {SEQUENCE}") is Reason.SEQUENCE_BEFORE_TRUMPS
    at_table.do("1 declare royal-marriage KHa QHa").win(1).do(f"1 declare sequence {SEQUENCE}")
    assert at_table.totals == (0, 290)


def test_ruling_15_trumps_made_by_one_player_are_trumps_for_all() -> None:
    at_table = table(
        make_rules("parlour", trump="first_marriage"), hands={1: SEQUENCE, 0: "KHb QHb"}, stock="7Sa ASa"
    ).win(0)
    at_table.do("0 declare royal-marriage KHb QHb").spend("ASa").win(1).do(f"1 declare sequence {SEQUENCE}")
    assert at_table.totals == (40, 250)


@pytest.mark.parametrize("name", ["single-bezique", "double-bezique", *(f"four-{r}" for r in ("knaves", "aces"))])
def test_ruling_15_everything_else_can_be_declared_before_trumps_are_made(name: str) -> None:
    """P: "can be declared before the trump is determined … their value is the same"."""
    held, points = COMBINATIONS[name]
    at_table = _without_trump(held).do(f"1 declare {name} {held}")
    assert at_table.totals == (0, points)
    assert at_table.deal.trump == -1


def test_ruling_15_trumps_once_made_take_tricks_at_once() -> None:
    at_table = table(make_rules(trump="first_marriage"), hands={1: "KHa QHa ACa", 0: "7Hb"}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa", "1 pass", "1 play ACa", "0 play 7Hb")
    assert at_table.deal.tricks[-1].winner == 0
