"""Rulings 6 and 16 and the option ``trick``: who takes a trick, and what must be played in the last eight."""

from __future__ import annotations

import pytest

from bot.engine import Reason, Rules
from bot.engine.events import TrickTaken
from tests.table_builder import Table, last_eight, make_rules, table


def _taker(trick: str, led: str, second: str) -> int:
    """Seat 1 leads, seat 0 follows, hearts are trumps; return who takes the trick."""
    at_table = table(make_rules(trick=trick), hands={1: led, 0: second}, turn_up="JHa")
    at_table.do(f"1 play {led}", f"0 play {second}")
    return at_table.deal.tricks[-1].winner


@pytest.mark.parametrize("trick", ["suit_led", "any_suit", "rank_only"])
@pytest.mark.parametrize(
    ("higher", "lower"), [("A", "T"), ("T", "K"), ("K", "Q"), ("Q", "J"), ("J", "9"), ("9", "8"), ("8", "7")]
)
def test_cards_rank_ace_ten_king_queen_knave_nine_eight_seven(trick: str, higher: str, lower: str) -> None:
    """B: "The cards rank as follows : Ace, ten, king, queen, knave, nine, eight, seven"."""
    assert _taker(trick, f"{lower}Ca", f"{higher}Ca") == 0
    assert _taker(trick, f"{higher}Ca", f"{lower}Ca") == 1


@pytest.mark.parametrize(
    ("led", "second", "taker"),
    [
        ("7Ca", "ADa", 1),  # a higher card of another suit does not take it
        ("ACa", "7Ha", 0),  # the least trump does
        ("7Ha", "ACa", 1),
        ("9Ha", "THa", 0),
        ("THa", "9Ha", 1),
    ],
)
def test_option_trick_suit_led_takes_a_higher_card_of_the_suit_led_or_a_trump(
    led: str, second: str, taker: int
) -> None:
    """B: "If he wins the trick by playing a higher card of the suit led, or a trump"; M likewise."""
    assert _taker("suit_led", led, second) == taker


@pytest.mark.parametrize(
    ("led", "second", "taker"),
    [
        ("7Ca", "ADa", 0),  # "whether of the same suit or not"
        ("ADa", "TCa", 1),
        ("ACa", "7Ha", 0),  # "A trump card takes any card of another suit"
        ("7Ha", "ACa", 1),
        ("9Ha", "THa", 0),
        ("KCa", "KDa", 1),
    ],
)
def test_option_trick_any_suit_takes_the_higher_card_whatever_its_suit_except_trumping(
    led: str, second: str, taker: int
) -> None:
    """E: "Except trumping, the higher card, whether of the same suit or not, takes the trick"."""
    assert _taker("any_suit", led, second) == taker


@pytest.mark.parametrize(
    ("led", "second", "taker"),
    [
        ("7Ca", "ADa", 0),
        ("ACa", "7Ha", 1),  # trumps have no power
        ("9Ha", "TCa", 0),
        ("ACa", "AHa", 1),  # not even among equals
    ],
)
def test_option_trick_rank_only_gives_trumps_no_value_before_the_last_eight(led: str, second: str, taker: int) -> None:
    """P: "Trumps are of no special value until the last eight tricks"."""
    assert _taker("rank_only", led, second) == taker


@pytest.mark.parametrize(
    ("led", "second", "taker"),
    [
        ("7Ca", "ADa", 0),
        ("ACa", "7Ha", 1),  # a small trump has no power
        ("9Ha", "TCa", 0),
        ("ACa", "AHa", 0),  # but among equals it has
        ("AHa", "ACa", 1),
        ("ADa", "ACa", 1),
    ],
)
def test_option_trick_rank_then_trump_lets_a_trump_beat_its_equals_alone(led: str, second: str, taker: int) -> None:
    """P: "the first that was turned up wins the trick, unless … it should be trumped"."""
    assert _taker("rank_then_trump", led, second) == taker


@pytest.mark.parametrize("trick", ["suit_led", "any_suit", "rank_only", "rank_then_trump"])
@pytest.mark.parametrize("card", ["KC", "KH"])
def test_ruling_6_of_equal_cards_the_first_played_takes_the_trick(trick: str, card: str) -> None:
    """B: "In case of ties the leader wins"; P: "the first that was turned up wins the trick"."""
    assert _taker(trick, f"{card}a", f"{card}b") == 1
    assert _taker(trick, f"{card}b", f"{card}a") == 1


@pytest.mark.parametrize("trick", ["any_suit", "rank_only", "rank_then_trump"])
def test_ruling_6_of_equal_ranks_in_different_suits_the_first_played_takes_the_trick(trick: str) -> None:
    """E: "When two cards of equal value are played, the first wins"."""
    assert _taker(trick, "ASa", "ACa") == 1
    assert _taker(trick, "ACa", "ASa") == 1


def test_ruling_6_among_three_the_first_of_the_highest_takes_the_trick() -> None:
    at_table = table(make_rules(players=3, trick="any_suit"), hands={1: "KCa", 2: "ADa", 0: "ASa"}, turn_up="8Ha")
    at_table.do("1 play KCa", "2 play ADa", "0 play ASa")
    assert at_table.deal.tricks[-1].winner == 2
    assert isinstance(at_table.events[-1], TrickTaken)


def test_ruling_6_among_three_the_first_trump_of_equal_rank_takes_the_trick() -> None:
    at_table = table(make_rules(players=3, trick="rank_then_trump"), hands={1: "KCa", 2: "KHa", 0: "KHb"})
    at_table.do("1 play KCa", "2 play KHa", "0 play KHb")
    assert at_table.deal.tricks[-1].winner == 2


def test_ruling_6_among_three_the_first_of_two_equal_trumps_takes_the_trick() -> None:
    at_table = table(make_rules(players=3), hands={1: "ACa", 2: "9Hb", 0: "9Hc"}, turn_up="8Ha")
    at_table.do("1 play ACa", "2 play 9Hb", "0 play 9Hc")
    assert at_table.deal.tricks[-1].winner == 2


def test_ruling_15_before_the_first_marriage_nothing_trumps() -> None:
    at_table = table(make_rules(trump="first_marriage"), hands={1: "7Ca", 0: "ADa"})
    at_table.do("1 play 7Ca", "0 play ADa")
    assert at_table.deal.tricks[-1].winner == 1


# The last eight tricks. Hearts are trumps; seat 1 leads and seat 0 holds the turn-up.


def _two_hands(second: str, led: str, rules: Rules | None = None) -> Table:
    at_table = last_eight(
        rules or make_rules(),
        hands={1: "9Ca ACb KDa 9Da JHa QSa 7Db 8Db", 0: second},
        leader=1,
        turn_up="9Ha",
    )
    return at_table.do(f"1 play {led}")


EVERY_SUIT = "KCa 8Ca 9Ha AHa ADa 8Da 9Sa 8Sa"
NO_DIAMONDS = "KCa 8Ca 9Ha AHa QHa 9Sa 8Sa 7Sa"


def test_ruling_16_follow_suit_and_head_the_trick_if_able() -> None:
    """B: "must follow suit if able, and must win the trick if able"."""
    at_table = _two_hands(EVERY_SUIT, "9Ca")
    assert at_table.legal() == {"0 play KCa"}
    assert at_table.why("0 play 8Ca") is Reason.HEAD_TRICK
    assert at_table.why("0 play ADa") is Reason.FOLLOW_SUIT
    assert at_table.why("0 play AHa") is Reason.FOLLOW_SUIT


@pytest.mark.parametrize("led", ["7", "8", "9", "J", "Q", "K", "T"])
def test_ruling_16_cards_rank_in_the_last_eight_as_before(led: str) -> None:
    """B: "Ace, ten, king, queen, knave, nine, eight, seven"; E 123 v: "the ten ranking higher than the king"."""
    suit = "789JQKTA"
    hands = {seat: " ".join(f"{rank}C{pack}" for rank in suit) for seat, pack in ((1, "a"), (0, "b"))}
    at_table = last_eight(make_rules(trump="first_marriage"), hands=hands, leader=1).do(f"1 play {led}Ca")
    higher = suit.partition(led)[2]
    assert at_table.legal() == {f"0 play {rank}Cb" for rank in higher}
    assert at_table.do(f"0 play {higher[0]}Cb").deal.tricks[-1].winner == 0


def test_ruling_16_who_follows_suit_but_cannot_head_may_play_any_card_of_it() -> None:
    at_table = _two_hands(EVERY_SUIT, "ACb")
    assert at_table.legal() == {"0 play KCa", "0 play 8Ca"}
    assert at_table.why("0 play 9Ha") is Reason.FOLLOW_SUIT


def test_ruling_16_an_equal_card_does_not_head_the_trick() -> None:
    at_table = _two_hands("KDb 8Da 9Ha AHa ACa 8Ca 9Sa 8Sa", "KDa")
    assert at_table.legal() == {"0 play KDb", "0 play 8Da"}


def test_ruling_16_who_cannot_follow_must_trump() -> None:
    """B: "if not able to follow suit, he must win the trick if he can by trumping"; E 123 vi."""
    at_table = _two_hands(NO_DIAMONDS, "KDa")
    assert at_table.legal() == {"0 play 9Ha", "0 play AHa", "0 play QHa"}
    assert at_table.why("0 play KCa") is Reason.MUST_TRUMP


def test_ruling_16_a_trump_led_is_headed_by_a_higher_trump() -> None:
    at_table = _two_hands(NO_DIAMONDS, "JHa")
    assert at_table.legal() == {"0 play AHa", "0 play QHa"}
    assert at_table.why("0 play 9Ha") is Reason.HEAD_TRICK


def test_ruling_16_who_can_neither_follow_nor_win_may_play_any_card() -> None:
    at_table = last_eight(
        make_rules(),
        hands={1: "9Ca ACb KDa 9Da 8Da 7Da QDa TDa", 0: "KCa 8Ca 9Ha QSa JSa 9Sa 8Sa 7Sa"},
        leader=1,
        turn_up="9Ha",
    )
    at_table.do("1 play KDa", "0 play 9Ha", "0 play 8Ca", "1 play ACb", "1 play 9Da")
    assert at_table.legal() == {f"0 play {name}" for name in ("KCa", "QSa", "JSa", "9Sa", "8Sa", "7Sa")}


@pytest.mark.parametrize("trick", ["any_suit", "rank_only", "rank_then_trump"])
def test_ruling_16_holds_whatever_the_option_trick_says(trick: str) -> None:
    """P: "the last eight cards … are disposed of the same way as in Whist"; E 123 v likewise."""
    at_table = _two_hands(NO_DIAMONDS, "KDa", make_rules(trick=trick))
    at_table.do("0 play 9Ha")
    assert at_table.deal.tricks[-1].winner == 0  # the trump takes it, also where rank alone decided before
    at_table.do("0 play 8Sa")
    assert at_table.legal() == {"1 play QSa"}


def test_ruling_16_a_higher_card_of_another_suit_does_not_take_a_trick_of_the_last_eight() -> None:
    at_table = last_eight(
        make_rules(trick="any_suit"),
        hands={1: "7Ca 8Ca 9Ca JCa QCa KCa TCa ACa", 0: "ADa KDa QDa JDa 9Da 8Da 7Da 9Ha"},
        leader=1,
        turn_up="9Ha",
    )
    at_table.do("1 play KCa", "0 play 9Ha", "0 play 7Da", "1 play ACa")
    assert at_table.deal.tricks[-1].winner == 0


THREE_HANDS = {
    1: "9Ca 8Ca 7Ca KDa QDa JDa 9Da 8Da",
    2: "JHa QHb 9Sa 8Sa 7Sa 9Sb 8Sb 7Sb",
    0: "9Ha KHa 8Hb QCa 7Cb JSa QSa KSa",
}


def _three_hands(led: str, second: str) -> Table:
    at_table = last_eight(make_rules(players=3), hands=THREE_HANDS, leader=1, turn_up="9Ha")
    return at_table.do(f"1 play {led}", f"2 play {second}")


def test_ruling_16_a_trumped_trick_is_followed_with_any_card_of_the_suit_led() -> None:
    at_table = _three_hands("9Ca", "JHa")
    assert at_table.legal() == {"0 play QCa", "0 play 7Cb"}


def test_ruling_16_a_trumped_trick_is_overtrumped_by_who_cannot_follow() -> None:
    at_table = _three_hands("9Da", "JHa")
    assert at_table.legal() == {"0 play KHa"}
    assert at_table.why("0 play 9Ha") is Reason.MUST_TRUMP


def test_ruling_16_who_cannot_overtrump_may_play_any_card_and_need_not_waste_a_trump() -> None:
    hands = {**THREE_HANDS, 2: "AHa QHb 9Sa 8Sa 7Sa 9Sb 8Sb 7Sb"}
    at_table = last_eight(make_rules(players=3), hands=hands, leader=1, turn_up="9Ha")
    at_table.do("1 play 9Da", "2 play AHa")
    assert at_table.legal() == {f"0 play {name}" for name in THREE_HANDS[0].split()}


def test_ruling_16_the_card_to_head_is_the_one_that_is_winning_at_that_moment() -> None:
    hands = {
        1: "9Ca 8Ca 7Ca KDa QDa JDa 9Da 8Da",
        2: "KCa QHb 9Sa 8Sa 7Sa 9Sb 8Sb 7Sb",
        0: "9Ha KHa 8Hb TCa QCa 7Cb JSa QSa",
    }
    at_table = last_eight(make_rules(players=3), hands=hands, leader=1, turn_up="9Ha")
    at_table.do("1 play 9Ca", "2 play KCa")
    assert at_table.legal() == {"0 play TCa"}  # the queen beats the card led, but not the king


def test_ruling_16_a_partners_winning_card_is_beaten_too() -> None:
    hands = {
        1: "KCa 8Ca 7Ca KDa QDa JDa 9Da 8Da",
        2: "9Cb QHb 9Sa 8Sa 7Sa 9Sb 8Sb 7Sb",
        3: "ACa 7Cb KHb 8Hb TSa KSa QSa JSa",
        0: "9Ha KHa 8Hc TCa QCa 7Cc JSb QSb",
    }
    at_table = last_eight(make_rules(players=4, partners=True), hands=hands, leader=1, turn_up="9Ha")
    at_table.do("1 play KCa", "2 play 9Cb")
    assert at_table.legal() == {"3 play ACa"}


def test_ruling_15_if_no_marriage_was_declared_the_last_eight_are_played_without_trumps() -> None:
    at_table = last_eight(
        make_rules(trump="first_marriage"),
        hands={1: "7Ca 8Ca 9Ca JCa QCa KHa TCa ACa", 0: "ADa KDa QDa JDa 9Da 8Da 7Da 9Ha"},
        leader=1,
    )
    assert at_table.deal.trump == -1
    at_table.do("1 play 7Ca")
    assert len(at_table.legal("0 play")) == 8
    at_table.do("0 play 9Ha")
    assert at_table.deal.tricks[-1].winner == 1
    at_table.do("1 play KHa")
    assert len(at_table.legal("0 play")) == 7
