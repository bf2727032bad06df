"""Rulings 9 and 10 and the options ``seven_scores`` and ``seven_exchange``: sevens of trumps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import CardSet, Phase, Reason, card_name, observe
from bot.engine.events import SevenExchanged, SevenShown
from tests.table_builder import Table, cards, last_eight, make_rules, table

# Ruling 9: the exchange. Hearts are trumps throughout.


def test_ruling_9_the_winner_exchanges_the_seven_for_the_turn_up_and_marks_ten() -> None:
    """B: "the turn-up is taken into the player s hand, and the seven put in its place"; E 123 iii."""
    at_table = table(make_rules(), hands={1: "7Ha"}, turn_up="AHa").win(1).do("1 exchange 7Ha")
    assert at_table.ledger == [(1, 1, 10, "exchange")]
    assert card_name(at_table.deal.turn_up) == "7Ha"
    assert "AHa" in at_table.hand(1)
    assert "7Ha" not in at_table.hand(1)
    assert at_table.exposed(1) == set()
    assert at_table.deal.trump == 2
    assert isinstance(at_table.events[-2], SevenExchanged)


def test_ruling_9_only_in_the_own_turn_to_declare_where_the_trick_winner_exchanges() -> None:
    at_table = table(make_rules(), hands={1: "7Ha", 0: "7Hb"})
    assert at_table.why("1 exchange 7Ha") is Reason.EXCHANGE_NOT_NOW
    at_table.win(1)
    assert at_table.why("0 exchange 7Hb") is Reason.NOT_YOURS_TO_DECLARE
    at_table.draw()
    assert at_table.why("1 exchange 7Ha") is Reason.EXCHANGE_NOT_NOW
    assert at_table.legal("1 exchange") == set()


def test_ruling_9_only_a_seven_of_trumps_that_is_in_the_hand() -> None:
    at_table = table(make_rules(), hands={1: "7Da 8Hb"}).win(1)
    assert at_table.why("1 exchange 7Da") is Reason.NOT_SEVEN_OF_TRUMPS
    assert at_table.why("1 exchange 8Hb") is Reason.NOT_SEVEN_OF_TRUMPS
    assert at_table.why("1 exchange 7Ha") is Reason.NOT_HELD


def test_ruling_9_the_taken_card_is_not_declared_in_the_same_turn() -> None:
    """E 123 iii: "he may make a declaration at the same time, the card exchanged not being used"."""
    at_table = table(make_rules(), hands={1: "7Ha QHa"}, turn_up="KHa").win(1).do("1 exchange 7Ha")
    refusal = at_table.refusal("1 declare royal-marriage KHa QHa")
    assert refusal.reason is Reason.JUST_TAKEN
    assert [card_name(c) for c in refusal.cards] == ["KHa"]
    assert at_table.legal("1 declare") == set()
    at_table.keep("KHa").win(1).do("1 declare royal-marriage KHa QHa")
    assert at_table.totals == (0, 50)


def test_ruling_9_the_ban_is_kept_where_many_declarations_are_made() -> None:
    at_table = table(make_rules("britannica"), hands={1: "7Ha QHa QCa KCa"}, turn_up="KHa").win(1)
    at_table.do("1 exchange 7Ha", "1 declare common-marriage KCa QCa")
    assert at_table.why("1 declare royal-marriage KHa QHa") is Reason.JUST_TAKEN


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_ruling_9_the_exchange_does_not_use_up_the_one_declaration(order: tuple[int, int]) -> None:
    """E 123 iii: "he may make a declaration at the same time"."""
    at_table = table(make_rules("enquire"), hands={1: "7Ha QCa KCa"}).win(1)
    acts = ("1 exchange 7Ha", "1 declare common-marriage KCa QCa")
    at_table.do(*(acts[at] for at in order))
    assert at_table.totals == (0, 30)


def test_ruling_9_not_when_the_turn_up_is_itself_a_seven_of_trumps() -> None:
    at_table = table(make_rules(), hands={1: "7Ha"}, turn_up="7Hb").win(1)
    assert at_table.why("1 exchange 7Ha") is Reason.TURN_UP_IS_SEVEN


def test_ruling_9_not_twice() -> None:
    """B: "it would be absurd to exchange one seven for another"."""
    at_table = table(make_rules(), hands={1: "7Ha 7Hb"}).win(1).do("1 exchange 7Ha")
    assert at_table.why("1 exchange 7Hb") is Reason.TURN_UP_IS_SEVEN
    at_table.win(1)
    assert at_table.why("1 exchange 7Hb") is Reason.TURN_UP_IS_SEVEN


def test_ruling_9_not_with_a_seven_that_was_shown() -> None:
    """B: "either declared or exchanged"; nor is it shown again (ruling 10)."""
    at_table = table(make_rules("britannica"), hands={1: "7Ha"}).win(1).do("1 show 7Ha")
    for _ in range(2):
        assert at_table.why("1 exchange 7Ha") is Reason.EXCHANGE_SHOWN
        assert at_table.why("1 show 7Ha") is Reason.ALREADY_SHOWN
        at_table.win(1)


def test_ruling_9_in_the_last_turn_to_declare_of_the_first_stage_but_not_after_its_draw() -> None:
    at_table = table(make_rules(), hands={1: "7Ha"}, turn_up="AHa").to_last_declaring(1)
    at_table.do("1 exchange 7Ha", "1 pass")
    assert at_table.ledger[-1] == (24, 1, 10, "exchange")
    assert "7Ha" in at_table.hand(0)


@pytest.mark.parametrize("exchange", ["trick_winner", "any_holder"])
def test_ruling_9_not_once_the_stock_is_gone(exchange: str) -> None:
    at_table = table(make_rules(seven_exchange=exchange), hands={1: "7Ha"}).to_last_declaring(1).draw()
    assert at_table.why("1 exchange 7Ha") is Reason.LAST_EIGHT


def test_ruling_9_any_holder_exchanges_when_it_is_the_turn_to_play_and_before_playing() -> None:
    """P: "After a trick has been made, the holder of a seven of trumps can … exchange it for the trump card"."""
    at_table = table(make_rules("parlour"), hands={0: "7Ha"}, turn_up="AHa").win(1).draw()
    assert at_table.why("0 exchange 7Ha") is Reason.NOT_YOUR_TURN
    at_table.do(min(at_table.legal("1 play")))
    at_table.do("0 exchange 7Ha")
    assert at_table.ledger == [(2, 0, 10, "exchange")]  # the number of the trick being played
    assert at_table.legal("0 play") == {f"0 play {name}" for name in at_table.hand(0)}
    at_table.do("0 play AHa")


def test_ruling_9_any_holder_who_leads_exchanges_before_leading() -> None:
    at_table = table(make_rules("parlour"), hands={1: "7Ha"}, turn_up="AHa").win(1).draw()
    at_table.do("1 exchange 7Ha")
    assert at_table.ledger == [(2, 1, 10, "exchange")]  # the trick about to be led


def test_ruling_9_any_holder_waits_for_the_first_trick_to_be_made() -> None:
    at_table = table(make_rules("parlour"), hands={1: "7Ha", 0: "7Hb"})
    assert at_table.why("1 exchange 7Ha") is Reason.EXCHANGE_BEFORE_TRICK
    at_table.do("1 play 7Ha")
    assert at_table.why("0 exchange 7Hb") is Reason.EXCHANGE_BEFORE_TRICK


def test_ruling_9_any_holder_may_also_exchange_in_the_own_turn_to_declare() -> None:
    at_table = table(make_rules("parlour"), hands={1: "7Ha"}).win(1).do("1 exchange 7Ha")
    assert at_table.ledger == [(1, 1, 10, "exchange")]
    assert at_table.deal.phase is Phase.DECLARE


def test_ruling_9_a_card_taken_before_playing_may_be_declared_at_the_next_turn() -> None:
    at_table = table(make_rules("parlour"), hands={1: "7Ha QHa"}, turn_up="KHa").win(1).draw()
    at_table.do("1 exchange 7Ha").keep("KHa").win(1).do("1 declare royal-marriage KHa QHa")
    assert at_table.totals == (0, 50)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_ruling_9_any_of_four_holders_exchanges_at_their_turn(seat: int) -> None:
    at_table = table(make_rules("parlour", 4), hands={seat: "7Ha"}, turn_up="AHa").win(1).draw()
    while at_table.deal.turn != seat:
        at_table.do(min(at_table.legal(f"{at_table.deal.turn} play")))
    at_table.do(f"{seat} exchange 7Ha")
    assert at_table.ledger == [(2, seat, 10, "exchange")]


def test_ruling_9_with_four_packs_only_one_of_the_four_sevens_is_exchanged() -> None:
    at_table = table(make_rules("parlour", 4), hands={1: "7Ha", 2: "7Hb"}).win(1).do("1 exchange 7Ha")
    at_table.win(2)
    assert at_table.why("2 exchange 7Hb") is Reason.TURN_UP_IS_SEVEN


def test_ruling_9_the_partner_may_exchange_in_the_partners_turn() -> None:
    at_table = table(make_rules(players=4, partners=True), hands={3: "7Ha"}).win(1).do("1 pass", "3 exchange 7Ha")
    assert at_table.ledger == [(1, 3, 10, "exchange")]


def test_ruling_9_without_a_trump_there_is_nothing_to_exchange_for() -> None:
    """P, Bézique without a trump: "The seven of trumps also does not count ten points"."""
    at_table = table(make_rules(trump="first_marriage"), hands={1: "7Ha KHa QHa"}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa")
    assert at_table.why("1 exchange 7Ha") is Reason.NO_TURN_UP
    assert at_table.legal("1 exchange") == set()


# Ruling 10: declared sevens.


def test_ruling_10_a_shown_seven_counts_ten_and_stays_in_the_hand() -> None:
    """B: "A seven when declared is not left on the table, but is simply shown"."""
    at_table = table(make_rules("britannica"), hands={1: "7Ha"}).win(1).do("1 show 7Ha")
    assert at_table.ledger == [(1, 1, 10, "seven-shown")]
    assert at_table.exposed(1) == set()
    assert "7Ha" in at_table.hand(1)
    assert isinstance(at_table.events[-2], SevenShown)
    assert observe(at_table.game, 0).known[1] == observe(at_table.game, None).shown == CardSet.of(cards("7Ha"))


def test_ruling_10_the_second_seven_is_declared_after_the_first_was_exchanged() -> None:
    """B: "The second seven is, of course, declared, as it would be absurd to exchange one seven for another"."""
    at_table = table(make_rules("britannica"), hands={1: "7Ha 7Hb"}, turn_up="9Ha").win(1).do("1 exchange 7Ha")
    assert at_table.why("1 exchange 7Hb") is Reason.TURN_UP_IS_SEVEN
    at_table.do("1 show 7Hb")
    assert at_table.scored == ["1 exchange 10", "1 seven-shown 10"]


def test_ruling_10_the_seven_is_shown_where_a_seven_was_turned_up() -> None:
    at_table = table(make_rules("britannica"), hands={1: "7Ha"}, turn_up="7Hb").win(1)
    assert at_table.why("1 exchange 7Ha") is Reason.TURN_UP_IS_SEVEN
    at_table.do("1 show 7Ha")
    assert at_table.scored == ["0 dealer-seven 10", "1 seven-shown 10"]


def test_ruling_10_showing_does_not_use_up_the_one_declaration() -> None:
    rules = make_rules(seven_scores="declared")
    at_table = table(rules, hands={1: "7Ha KCa QCa"}).win(1)
    at_table.do("1 show 7Ha", "1 declare common-marriage KCa QCa")
    again = table(rules, hands={1: "7Ha KCa QCa"}).win(1)
    again.do("1 declare common-marriage KCa QCa", "1 show 7Ha")
    assert at_table.totals == again.totals == (0, 30)


def test_ruling_10_only_in_the_own_turn_to_declare() -> None:
    at_table = table(make_rules("britannica"), hands={1: "7Ha", 0: "7Hb"})
    assert at_table.why("1 show 7Ha") is Reason.NOT_DECLARING
    at_table.win(1)
    assert at_table.why("0 show 7Hb") is Reason.NOT_YOURS_TO_DECLARE


def test_ruling_10_only_a_seven_of_trumps_that_is_in_the_hand() -> None:
    at_table = table(make_rules("britannica"), hands={1: "7Da 8Hb", 0: "7Ha"}).win(1)
    assert at_table.why("1 show 7Da") is Reason.NOT_SEVEN_OF_TRUMPS
    assert at_table.why("1 show 8Hb") is Reason.NOT_SEVEN_OF_TRUMPS
    assert at_table.why("1 show 7Ha") is Reason.NOT_HELD


def test_ruling_10_a_declared_seven_counts_nothing_when_it_is_played() -> None:
    at_table = table(make_rules("britannica"), hands={1: "7Ha"}).do("1 play 7Ha")
    assert at_table.ledger == []


def test_ruling_10_sevens_are_shown_in_the_last_turn_to_declare_but_not_after_its_draw() -> None:
    at_table = table(make_rules("britannica"), hands={1: "7Ha 7Hb"}).to_last_declaring(1).do("1 show 7Ha", "1 pass")
    assert at_table.ledger[-1] == (24, 1, 10, "seven-shown")
    assert at_table.why("1 show 7Hb") is Reason.LAST_EIGHT


def test_ruling_10_an_exchanged_seven_does_not_count_again() -> None:
    """Whoever draws it draws it last, when nothing can be shown any more."""
    at_table = table(make_rules("britannica"), hands={1: "7Ha"}).win(1).do("1 exchange 7Ha").to_last_declaring(0).draw()
    assert "7Ha" in at_table.hand(1)
    at_table.spend("7Ha").do(min(at_table.legal("0 play")))
    assert at_table.why("1 show 7Ha") is Reason.LAST_EIGHT


@pytest.mark.parametrize("seven_scores", ["played", "played_throughout"])
def test_ruling_10_does_not_stand_where_sevens_count_when_played(seven_scores: str) -> None:
    at_table = table(make_rules(seven_scores=seven_scores), hands={1: "7Ha"}).win(1)
    assert at_table.why("1 show 7Ha") is Reason.SEVENS_COUNT_WHEN_PLAYED


def test_ruling_15_without_a_trump_sevens_are_neither_shown_nor_counted() -> None:
    """P: "The seven of trumps also does not count ten points"."""
    at_table = table(make_rules(trump="first_marriage", seven_scores="declared"), hands={1: "7Ha KHa QHa"}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa")
    assert at_table.why("1 show 7Ha") is Reason.SEVENS_WITHOUT_TRUMP


def test_ruling_15_without_a_trump_a_played_seven_counts_nothing() -> None:
    at_table = table(make_rules(trump="first_marriage"), hands={1: "7Ha KHa QHa"}).win(1)
    at_table.do("1 declare royal-marriage KHa QHa", "1 pass", "1 play 7Ha")
    assert at_table.deal.trump == 2
    assert at_table.scored == ["1 royal-marriage 40"]


# Sevens that count when they are played.


def _played(preset: str, led: str, second: str) -> Table:
    at_table = table(make_rules(preset), hands={1: led, 0: second}, turn_up="JHa")
    return at_table.do(f"1 play {led}", f"0 play {second}")


@pytest.mark.parametrize("preset", ["modern", "enquire", "parlour"])
@pytest.mark.parametrize(("led", "second", "taker"), [("7Ha", "8Ha", 0), ("7Ha", "7Da", 1)])
def test_option_seven_scores_played_counts_win_or_lose(preset: str, led: str, second: str, taker: int) -> None:
    """E 123 iv: "no matter whether he wins the trick or not"."""
    at_table = _played(preset, led, second)
    assert at_table.deal.tricks[-1].winner == taker
    assert at_table.ledger == [(1, 1, 10, "seven-played")]


@pytest.mark.parametrize("preset", ["enquire", "modern"], ids=["played", "played_throughout"])
def test_option_seven_scores_played_counts_for_each_seven_of_a_trick(preset: str) -> None:
    assert _played(preset, "7Ha", "7Hb").scored == ["1 seven-played 10", "0 seven-played 10"]


def test_option_seven_scores_played_counts_no_other_seven() -> None:
    assert _played("modern", "7Da", "7Ca").ledger == []


def test_option_seven_scores_played_counts_nothing_in_the_last_eight() -> None:
    """E 123 iv: "except in the last eight tricks"."""
    at_table = last_eight(
        make_rules(seven_scores="played"),
        hands={1: "7Hb ACb KDa 9Da JHa QSa 7Db 8Db", 0: "KCa 8Ca 7Ha AHa ADa 8Da 9Sa 9Ha"},
        leader=1,
        turn_up="9Ha",
    )
    before = len(at_table.ledger)
    at_table.do("1 play 7Hb", "0 play AHa")
    assert len(at_table.ledger) == before


LAST_SEVENS = {1: "7Hb ACb KDa 9Da JHa QSa 7Db 8Db", 0: "KCa 8Ca 7Ha AHa ADa 8Da 9Sa 9Ha"}


@pytest.mark.parametrize("preset", ["modern", "parlour"])
def test_option_seven_scores_played_throughout_counts_in_the_last_eight_too(preset: str) -> None:
    """P: "Exchanging or playing the seven of trumps counts 10"; M: "10 points when it is played". Neither excepts."""
    at_table = last_eight(make_rules(preset, trick="suit_led"), hands=LAST_SEVENS, leader=1, turn_up="9Ha")
    before = len(at_table.ledger)
    at_table.do("1 play 7Hb")
    assert at_table.ledger[before:] == [(25, 1, 10, "seven-played")]
    at_table.do("0 play AHa")
    assert len(at_table.ledger) == before + 1


def test_ruling_10_a_seven_that_was_turned_up_does_not_count_again_in_the_last_eight() -> None:
    hands = {1: "9Hb ACb KDa 9Da JHa QSa 7Db 8Db", 0: "KCa 8Ca 7Ha 7Hb ADa 8Da 9Sa 9Ha"}
    at_table = last_eight(make_rules(), hands=hands, leader=1, turn_up="7Ha")
    assert at_table.scored == ["0 dealer-seven 10"]
    twin = Table(at_table.game)
    at_table.do("1 play ACb", "0 play KCa", "1 play 7Db", "0 play ADa", "0 play 7Ha")
    assert at_table.scored == ["0 dealer-seven 10"]
    twin.do("1 play ACb", "0 play KCa", "1 play 7Db", "0 play ADa", "0 play 7Hb")
    assert twin.scored == ["0 dealer-seven 10", "0 seven-played 10"]


def test_ruling_10_a_seven_that_was_exchanged_does_not_count_again_in_the_last_eight() -> None:
    at_table = table(make_rules(), hands={1: "7Ha"}).win(1).do("1 exchange 7Ha").to_last_declaring(0).draw()
    assert "7Ha" in at_table.hand(1)
    at_table.spend("7Ha").to_end()
    assert [each for each in at_table.scored if "exchange" in each] == ["1 exchange 10"]
    assert [each for each in at_table.scored if each == "1 seven-played 10"] == []


def test_ruling_17_a_seven_played_in_the_last_eight_can_end_the_game_at_once() -> None:
    rules = make_rules(finish="at_once", target=500)
    at_table = last_eight(rules, hands=LAST_SEVENS, leader=1, turn_up="9Ha")
    deal = at_table.deal
    score = deal.score._replace(totals=(0, 490))
    at_table.game = replace(at_table.game, deals=(deal._replace(score=score),))
    at_table.do("1 play 7Hb")
    assert at_table.winner == (1,)
    assert len(at_table.deal.trick) == 1


def test_option_seven_scores_played_counts_an_exchange_and_the_other_seven_when_it_is_played() -> None:
    """M: exchanged "is worth 10 points. The other 7 of trumps is 10 points when it is played"."""
    at_table = table(make_rules(), hands={1: "7Ha 7Hb"}).win(1).do("1 exchange 7Ha", "1 pass", "1 play 7Hb")
    assert at_table.scored == ["1 exchange 10", "1 seven-played 10"]
