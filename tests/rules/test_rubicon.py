"""Rubicon: rulings 32 to 39 by positions (RULES.md, section 8; R is the Portland Club's laws of 1887)."""

from __future__ import annotations

import pytest

from bot.engine import (
    Game,
    Reason,
    RulesError,
    build_rules,
    observe,
    offered_actions,
    parse_card,
    read_code,
    start_deal,
    write_code,
)
from bot.engine.cards import NO_CARD, NO_SUIT, SPADES, card_name, ordered_pack
from bot.engine.deal import Base, Ending, Result, Score
from bot.engine.law import law_for
from bot.engine.options import BY_KEY
from bot.engine.presets import nearest_preset
from bot.engine.record import rules_document
from bot.engine.scoring import Value, value_of, who_wins
from tests.table_builder import Table, last_eight, make_rules, table

RUBICON = make_rules("rubicon")
BLANK = "7Ca 8Ca 9Ca TCa ACa 7Da 8Da 9Da TDa"
QUEENS = "QCa QDa QHa QSa"


def at_rubicon(hand: str, *, stock: str = "") -> Table:
    """Open a deal in which seat 1, who leads, holds these cards."""
    return table(RUBICON, hands={1: hand}, stock=stock)


# What is dealt.


def test_rubicon_deals_nine_cards_of_four_packs_by_three_and_turns_none_up_law_10() -> None:
    game = start_deal(Game(RUBICON), 0, ordered_pack(4)).game
    deal = game.deals[0]
    assert [deal.hold[seat].bit_count() for seat in (0, 1)] == [9, 9]
    assert all(deal.hold[1] >> c & 1 for c in (0, 1, 2, 6, 7, 8, 12, 13, 14))
    assert (deal.turn_up, deal.trump, deal.left) == (NO_CARD, NO_SUIT, 110)
    assert (deal.law.first_stage, deal.law.ending, deal.law.tricks) == (55, 9, 64)


# Ruling 32: who takes a trick.


def test_ruling_32_before_there_is_a_trump_only_the_suit_led_counts() -> None:
    at_table = table(RUBICON, hands={1: "9Ca", 0: "ASa"}).do("1 play 9Ca", "0 play ASa")
    assert at_table.deal.tricks[-1].winner == 1


def test_ruling_32_of_equal_cards_the_one_led_takes_the_trick() -> None:
    at_table = table(RUBICON, hands={1: "9Ca", 0: "9Cb"}).do("1 play 9Ca", "0 play 9Cb")
    assert at_table.deal.tricks[-1].winner == 1


def test_ruling_32_the_last_nine_without_a_trump_are_won_by_the_suit_led_alone() -> None:
    hands = {1: "9Ca 8Ca 7Ca 7Da 7Db 7Ha 7Hb 8Ha 8Hb", 0: "ASa TSa KSa 9Da 9Db 9Dc 9Dd 8Da 8Db"}
    at_table = last_eight(RUBICON, hands=hands, leader=1)
    assert at_table.deal.trump == NO_SUIT
    at_table.do("1 play 9Ca", "0 play ASa")
    assert at_table.deal.tricks[-1].winner == 1


def test_law_53_the_very_last_trick_counts_fifty_and_brisques_nothing() -> None:
    hands = {1: "ACa ACb ACc ACd TCa TCb TCc TCd ADa", 0: "7Ca 7Cb 7Cc 7Cd 8Ca 8Cb 8Cc 8Cd 7Da"}
    at_table = last_eight(RUBICON, hands=hands, leader=1).to_end()
    assert at_table.scored == ["1 last-trick 50"]
    assert at_table.deal.score.brisques[1] >= 90


# Trumps (laws 40, 41).


def test_law_41_the_first_marriage_makes_trumps_and_counts_forty() -> None:
    at_table = at_rubicon("KSa QSa").win(1)
    assert at_table.why("1 declare common-marriage KSa QSa") is Reason.COMMON_BEFORE_TRUMPS
    at_table.do("1 declare royal-marriage KSa QSa")
    assert (at_table.deal.trump, at_table.scored) == (SPADES, ["1 royal-marriage 40"])


def test_law_41_the_first_sequence_makes_trumps_where_no_marriage_has_been() -> None:
    at_table = at_rubicon("ASa TSa KSa QSa JSa").win(1)
    assert at_table.why("1 declare plain-sequence ASa TSa KSa QSa JSa") is Reason.PLAIN_BEFORE_TRUMPS
    at_table.do("1 declare sequence ASa TSa KSa QSa JSa")
    assert (at_table.deal.trump, at_table.scored) == (SPADES, ["1 sequence 250"])


def test_law_40_a_sequence_of_another_suit_than_trumps_counts_150() -> None:
    at_table = at_rubicon("ASa TSa KSa QSa JSa KHa QHa").win(1).do("1 declare royal-marriage KHa QHa").win(1)
    assert at_table.why("1 declare sequence ASa TSa KSa QSa JSa") is Reason.NOT_THAT_COMBINATION
    assert at_table.do("1 declare plain-sequence ASa TSa KSa QSa JSa").scored[-1] == "1 plain-sequence 150"


def test_law_43_one_declaration_a_trick() -> None:
    at_table = at_rubicon("KSa QSa KHa QHa").win(1).do("1 declare royal-marriage KSa QSa")
    assert at_table.why("1 declare common-marriage KHa QHa") is Reason.ONE_DECLARATION


# Ruling 33: carte blanche.


def test_ruling_33_carte_blanche_counts_fifty_and_both_have_seen_the_cards() -> None:
    at_table = at_rubicon(BLANK)
    assert "1 carte-blanche" in at_table.legal()
    at_table.do("1 carte-blanche")
    assert at_table.ledger == [(1, 1, 50, "carte-blanche")]
    assert {card_name(c) for c in observe(at_table.game, 0).known[1]} == set(BLANK.split())
    assert not at_table.exposed(1)
    assert at_table.why("1 carte-blanche") is Reason.BLANK_TWICE


def test_ruling_33_the_follower_shows_it_before_his_own_first_card() -> None:
    at_table = table(RUBICON, hands={0: BLANK})
    first = min(at_table.legal("1 play"))
    assert at_table.do(first, "0 carte-blanche").totals == (50, 0)


def test_ruling_33_each_card_drawn_may_be_shown_until_a_court_card_comes() -> None:
    at_table = at_rubicon(BLANK, stock="9Sa 7Sa ASa 7Sb KSa 7Sc 8Sa 7Sd").do("1 carte-blanche").spend(BLANK)
    at_table.win(1).draw().do("1 carte-blanche 9Sa")
    assert at_table.scored == ["1 carte-blanche 50"] * 2
    assert at_table.why("1 carte-blanche 9Sa") is Reason.BLANK_TWICE
    at_table.win(1).draw()  # the ace of spades is not shown: who leaves one out may show the next
    at_table.win(1).draw()
    assert at_table.why("1 carte-blanche KSa") is Reason.BLANK_COURT
    at_table.win(1).draw()
    assert at_table.why("1 carte-blanche 8Sa") is Reason.BLANK_NOT_FIRST


def test_ruling_33_a_card_that_was_not_shown_does_not_bar_the_next() -> None:
    at_table = at_rubicon(BLANK, stock="9Sa 7Sa ASa 7Sb").do("1 carte-blanche").spend(BLANK).win(1).draw().win(1).draw()
    assert at_table.why("1 carte-blanche 9Sa") is Reason.BLANK_NOT_DRAWN
    at_table.do("1 carte-blanche ASa")


def test_ruling_33_carte_blanche_with_a_court_card_too_late_or_at_another_game_is_refused() -> None:
    court = at_rubicon("7Ca 8Ca 9Ca TCa ACa 7Da 8Da 9Da KDa")
    assert court.why("1 carte-blanche") is Reason.BLANK_COURT
    late = at_rubicon(BLANK).spend(BLANK).win(1).draw()
    assert late.why("1 carte-blanche") is Reason.BLANK_TOO_LATE
    assert table(make_rules(), hands={1: "7Ca 8Ca"}).why("1 carte-blanche") is Reason.BLANK_OTHER_GAME


def test_ruling_33_the_card_that_may_be_shown_is_known_to_its_holder_alone() -> None:
    at_table = at_rubicon(BLANK, stock="9Sa 7Sa KSa 7Sb").do("1 carte-blanche").spend(BLANK)
    for card in (parse_card("9Sa"), None):  # that a king was drawn is not known either
        at_table.win(1).draw()
        assert observe(at_table.game, 1).blank == (None, card)
        assert observe(at_table.game, 0).blank == observe(at_table.game, None).blank == (None, None)


# Ruling 34: declaring again.


def test_ruling_34_of_four_queens_one_must_be_played_before_a_fifth_makes_sixty_again() -> None:
    at_table = at_rubicon(f"{QUEENS} QCb").win(1).do(f"1 declare four-queens {QUEENS}").win(1)
    assert at_table.why(f"1 declare four-queens {QUEENS}") is Reason.ALREADY_DECLARED
    assert at_table.why("1 declare four-queens QCb QDa QHa QSa") is Reason.NONE_PLAYED_SINCE
    at_table.spend("QCa").draw().do("1 play QCa").follow().win(1)
    at_table.do("1 declare four-queens QCb QDa QHa QSa")
    assert at_table.scored == ["1 four-queens 60"] * 2


def test_ruling_34_of_two_marriages_one_card_must_be_played_before_the_partners_marry_anew_law_35() -> None:
    at_table = at_rubicon("KSa QSa KSb QSb").win(1).do("1 declare royal-marriage KSa QSa").win(1)
    at_table.do("1 declare royal-marriage KSb QSb").win(1)
    assert at_table.why("1 declare royal-marriage KSa QSb") is Reason.NONE_PLAYED_SINCE
    at_table.spend("QSa").draw().do("1 play QSa").follow().win(1)
    assert at_table.do("1 declare royal-marriage KSa QSb").scored == ["1 royal-marriage 40"] * 3


def test_ruling_34_of_two_copies_that_lie_in_different_declarations_either_may_be_played() -> None:
    at_table = at_rubicon("KSa QSa KSb QSb").win(1).do("1 declare royal-marriage KSa QSa").win(1)
    at_table.do("1 declare royal-marriage KSb QSb").draw()
    offered = {action.text for action in offered_actions(at_table.game)}
    assert {"1 play KSa", "1 play KSb", "1 play QSa", "1 play QSb"} <= offered


def test_law_44_no_new_card_is_needed_for_what_lies_there() -> None:
    at_table = at_rubicon(f"{QUEENS} KSa").win(1).do(f"1 declare four-queens {QUEENS}").win(1)
    at_table.do("1 declare royal-marriage KSa QSa").win(1)
    assert at_table.scored == ["1 four-queens 60", "1 royal-marriage 40"]


# Ruling 35: marriage after sequence.


def test_ruling_35_neither_king_nor_queen_of_a_sequence_may_marry_later_but_a_fresh_pair_may_law_37() -> None:
    at_table = at_rubicon("ASa TSa KSa QSa JSa KSb QSb").win(1).do("1 declare sequence ASa TSa KSa QSa JSa").win(1)
    assert at_table.why("1 declare royal-marriage KSa QSa") is Reason.SEQUENCE_BARS
    assert at_table.why("1 declare royal-marriage KSa QSb") is Reason.SEQUENCE_BARS
    assert at_table.do("1 declare royal-marriage KSb QSb").scored[-1] == "1 royal-marriage 40"


def test_ruling_35_a_married_pair_may_go_into_a_sequence_law_36() -> None:
    at_table = at_rubicon("ASa TSa KSa QSa JSa").win(1).do("1 declare royal-marriage KSa QSa").win(1)
    assert at_table.do("1 declare sequence ASa TSa KSa QSa JSa").totals == (0, 290)


# Ruling 36: béziques.


def test_ruling_36_singles_that_lie_there_become_double_treble_and_quadruple_without_a_new_card() -> None:
    pairs = [f"QS{pack} JD{pack}" for pack in "abcd"]
    at_table = at_rubicon(" ".join(pairs))
    for pair in pairs:
        at_table.win(1).do(f"1 declare single-bezique {pair}")
    for name, count in (("double", 2), ("treble", 3), ("quadruple", 4)):
        at_table.win(1).do(f"1 declare {name}-bezique {' '.join(pairs[:count])}")
    assert [points for _, _, points, _ in at_table.ledger] == [40] * 4 + [500, 1500, 4500]


def test_ruling_36_quadruple_bezique_may_be_put_down_at_once() -> None:
    cards = " ".join(f"QS{pack} JD{pack}" for pack in "abcd")
    assert at_rubicon(cards).win(1).do(f"1 declare quadruple-bezique {cards}").totals == (0, 4500)


def test_ruling_36_a_card_of_a_higher_bezique_serves_in_no_lower_one() -> None:
    at_table = at_rubicon("QSa QSb JDa JDb JDc").win(1).do("1 declare double-bezique QSa QSb JDa JDb").win(1)
    assert at_table.why("1 declare single-bezique QSa JDa") is Reason.LOWER_BEZIQUE
    assert at_table.why("1 declare single-bezique QSa JDc") is Reason.LOWER_BEZIQUE


def test_ruling_36_quadruple_bezique_is_unknown_at_another_game() -> None:
    at_table = table(make_rules("modern", 4), hands={1: "QSa JDa"}).win(1)
    assert at_table.why("1 declare quadruple-bezique QSa JDa") is Reason.OTHER_GAME


# Ruling 37: what lies on the table.


def test_ruling_37_what_lies_there_may_be_declared_at_any_later_trick_while_its_cards_are_there() -> None:
    at_table = at_rubicon("KSa QSa JDa").win(1).do("1 declare royal-marriage KSa QSa").win(1).win(1).win(1)
    assert at_table.do("1 declare single-bezique QSa JDa").totals == (0, 80)
    gone = at_rubicon("KSa QSa JDa").win(1).do("1 declare royal-marriage KSa QSa").spend("QSa").draw()
    gone.do("1 play QSa").follow().win(1)
    assert gone.why("1 declare single-bezique QSa JDa") is Reason.ALREADY_PLAYED


# Ruling 38: the end.


def ended(totals: tuple[int, int], brisques: tuple[int, int]) -> tuple[tuple[int, ...], Value]:
    """Return who wins a deal with these totals and brisques, and the game's value."""
    base = Base(law_for(RUBICON), 0, 0, ordered_pack(4), (0, 0))
    result = who_wins(base, Score(totals, (), brisques), ())
    assert result is not None
    deal = start_deal(Game(RUBICON), 0, ordered_pack(4)).game.deals[0]
    value = value_of(deal._replace(score=Score(totals, (), brisques), result=result))
    assert value is not None
    return result.winner, value


@pytest.mark.parametrize(
    ("totals", "brisques", "points", "rubiconed"),
    [
        ((1510, 1240), (300, 340), 800, False),  # R, page 21
        ((1550, 1520), (300, 340), 600, False),
        ((1320, 620), (300, 340), 3200, True),
        ((1320, 90), (300, 340), 2700, True),  # ours
        ((1320, 950), (100, 50), 900, False),
        ((620, 1320), (340, 300), 3200, True),
        ((1200, 1200), (300, 290), 600, False),
        ((900, 850), (400, 140), 3000, True),
    ],
)
def test_ruling_38_the_value_of_a_game(
    totals: tuple[int, int], brisques: tuple[int, int], points: int, rubiconed: bool
) -> None:
    winner, value = ended(totals, brisques)
    assert winner == ((0,) if (totals[0], brisques[0]) > (totals[1], brisques[1]) else (1,))
    assert (value.points, value.rubiconed) == (points, rubiconed)


def test_ruling_38_equal_points_go_to_the_more_brisques_and_equal_brisques_to_nobody() -> None:
    assert ended((1200, 1200), (290, 350))[0] == (1,)
    winner, value = ended((1200, 1200), (320, 320))
    assert (winner, value.points, value.rubiconed) == ((), 0, False)


def test_ruling_38_the_winner_is_not_decided_anew_when_brisques_are_added() -> None:
    winner, value = ended((990, 980), (20, 620))
    assert winner == (0,)
    assert (value.points, value.rubiconed) == (600, False)


# Ruling 39: resigning.


def test_ruling_39_who_resigns_loses_without_a_value() -> None:
    at_table = at_rubicon("").do("1 resign")
    assert at_table.deal.result == Result((0,), Ending.RESIGN, 1)
    assert value_of(at_table.deal) is None


# The option and the preset.


def test_the_preset_is_the_game_for_two_and_needs_nothing_more_in_a_record() -> None:
    assert build_rules("modern", 2, {"game": "rubicon"}) == RUBICON
    assert rules_document(RUBICON) == {"preset": "rubicon", "players": 2}
    assert nearest_preset(RUBICON) == "rubicon"
    assert RUBICON.past_tricks == "last_only"


NO_EFFECT = (
    "packs trump trick declarations_per_trick new_card double_from_singles treble announce bezique_cards "
    "bezique_cards_locked sequence_bars_marriage seven_scores seven_exchange brisques last_trick target length finish "
    "both_out forfeits"
)


@pytest.mark.parametrize("key", NO_EFFECT.split())
def test_an_option_that_has_no_effect_is_refused_when_it_is_named(key: str) -> None:
    value = BY_KEY[key].choices[0].value
    with pytest.raises(RulesError, match=f"{key} has no effect in game = rubicon"):
        build_rules("rubicon", 2, {key: value})
    assert set(RUBICON.free()) == {option for option in BY_KEY if option not in NO_EFFECT.split()}


@pytest.mark.parametrize(
    ("players", "changes"), [(3, {}), (4, {}), (2, {"irregularities": "forfeits"}), (4, {"partners": True})]
)
def test_what_does_not_go_with_rubicon_is_refused_with_a_sentence(players: int, changes: dict[str, object]) -> None:
    with pytest.raises(RulesError, match="cannot go with game = rubicon"):
        build_rules("rubicon", players, changes)


def test_reckoning_and_past_tricks_can_be_chosen_and_typed() -> None:
    rules = build_rules("rubicon", 2, {"reckoning": "units", "past_tricks": "open"})
    code = write_code(rules)
    assert code == "rubicon reckoning=units past_tricks=open"
    assert read_code(code) == ("rubicon", rules)
    assert read_code("modern game=rubicon") == ("rubicon", RUBICON)
    assert read_code("rubicon game=bezique") == ("modern", build_rules("modern", 2, {}))
