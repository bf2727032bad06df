"""Ruling 28: faced cards, and no score before another trick is taken (E 001:15, 62, 71; ours)."""

from __future__ import annotations

from typing import Unpack

import pytest

from bot.engine import Game, Reason
from bot.engine.cards import cards_of
from tests.honour_table import COLUMNS, Arranged, HonourTable, honour_table, in_the_last_eight
from tests.table_builder import names


def _slipped(players: int = 2, **changes: Unpack[Arranged]) -> HonourTable:
    """Seat 0 has played 9Ca out of turn."""
    given: Arranged = {**changes, "hands": {0: "9Ca 9Da", 1: "AHa"}}
    return honour_table(players=players, **given).do("0 play 9Ca")


def _faced(at_table: HonourTable) -> str:
    return names(cards_of(at_table.honour.faced))


@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_28_in_enquire_a_card_played_out_of_turn_is_faced_at_once(column: str) -> None:
    at_table = honour_table(column, hands={0: "9Ca"}).do("0 play 9Ca")
    assert _faced(at_table) == ("9Ca" if column == "enquire" else "")
    assert at_table.lists("1 call 9Ca") == (column == "enquire")
    if column != "enquire":
        assert at_table.why("1 call 9Ca") is Reason.NOT_FACED


def test_ruling_28_of_a_wrong_declaration_once_claimed_the_cards_that_did_not_lie_exposed_before() -> None:
    at_table = honour_table(hands={1: "KSa QSa QDa"}).win(1).do("1 declare common-marriage KSa QSa").draw().win(1)
    at_table.do("1 declare four-queens QSa QDa")
    assert _faced(at_table) == ""
    at_table.do("0 claim wrong-declaration")
    assert _faced(at_table) == "QDa"
    assert at_table.lists("0 call QDa")


def test_ruling_28_a_card_that_another_wrong_declaration_still_holds_is_faced_with_the_first() -> None:
    """It did not lie exposed before the first: it is faced with that one, though it stays on the table."""
    at_table = honour_table(hands={1: "KSa QDa QCa"}).win(1)
    at_table.do("1 declare common-marriage KSa QDa", "1 declare common-marriage KSa QCa")
    at_table.do("0 claim wrong-declaration")
    assert at_table.exposed(1) == {"KSa", "QCa"}
    assert _faced(at_table) == "QDa KSa"
    assert at_table.lists("0 call KSa")
    at_table.do("0 claim wrong-declaration")
    assert at_table.exposed(1) == set()
    assert _faced(at_table) == "QCa QDa KSa"


def test_ruling_28_an_opponent_may_call_it_and_nobody_else() -> None:
    at_table = _slipped(4, partners=True)
    assert at_table.why("2 call 9Ca") is Reason.NOT_FACED
    assert at_table.why("0 call 9Ca") is Reason.NOT_FACED
    assert at_table.lists("1 call 9Ca")
    assert at_table.lists("3 call 9Ca")
    assert at_table.why("1 call 9Da") is Reason.NOT_FACED


def test_ruling_28_its_holder_must_play_it_to_the_next_trick_to_which_he_plays_following() -> None:
    at_table = _slipped().do("1 call 9Ca", "1 play AHa")
    assert at_table.why("0 play 9Da") is Reason.CALLED
    assert at_table.legal("0 play") == {"0 play 9Ca"}
    at_table.do("0 play 9Ca")
    at_table.draw()
    assert at_table.honour.called == (-1, -1)


def test_ruling_28_or_leading() -> None:
    at_table = honour_table(hands={0: "9Ca AHa", 1: "9Da"}).do("0 play 9Ca").spend("AHa").win(0).keep("AHa")
    at_table.draw().do("1 call 9Ca")
    assert at_table.legal("0 play") == {"0 play 9Ca"}


def test_ruling_28_a_call_after_he_has_played_is_for_the_next_trick() -> None:
    at_table = honour_table(players=3, hands={2: "9Ca"}).do("2 play 9Ca").play(1, 2).do("0 call 9Ca").play(0)
    assert "9Ca" in at_table.hand(2)
    at_table.draw()
    while at_table.deal.leader != 2 and len(at_table.deal.trick) < (2 - at_table.deal.leader) % 3:
        at_table.play((at_table.deal.leader + len(at_table.deal.trick)) % 3)
    assert at_table.legal("2 play") == {"2 play 9Ca"}


def test_ruling_28_his_other_plays_are_refused_out_of_turn_too() -> None:
    at_table = honour_table(hands={0: "9Ca 9Da"}).do("0 play 9Ca").play(1).do("1 call 9Ca", "0 play 9Ca").draw()
    assert at_table.honour.called == (-1, -1)
    at_table = _slipped().do("1 call 9Ca")
    assert at_table.why("0 play 9Da") is Reason.CALLED


def test_ruling_28_one_call_a_holder_at_a_time() -> None:
    at_table = _slipped().do("1 play AHa").play(0).draw()
    assert at_table.deal.leader == 1
    at_table.do("0 play 9Da", "1 call 9Ca")
    assert at_table.why("1 call 9Da") is Reason.CALL_STANDS


def test_ruling_28_a_card_can_be_called_once() -> None:
    """Called, it is played out of turn and comes back: it is not faced a second time."""
    at_table = honour_table(players=3, hands={0: "9Ca"}).do("0 play 9Ca", "1 call 9Ca")
    assert at_table.why("2 call 9Ca") is Reason.CALLED_BEFORE
    at_table.spend("9Ca").trick()
    assert "9Ca" not in at_table.hand(0)
    at_table = honour_table(players=3, hands={2: "9Ca", 1: "AHa", 0: "AHb"}).do("2 play 9Ca")
    at_table.spend("AHa").win(1).draw().do("0 call 9Ca", "2 play 9Ca")
    assert "9Ca" in at_table.hand(2)
    assert not at_table.legal("1 call")
    assert at_table.why("1 call 9Ca") is Reason.CALLED_BEFORE


def test_ruling_28_at_any_time_before_the_last_eight_and_then_it_lapses() -> None:
    at_table = honour_table(hands={0: "9Ca 9Da"}).do("0 play 9Ca")
    while len(at_table.deal.tricks) < 23:
        at_table.trick()
    assert at_table.lists("1 call 9Ca")
    uncalled = HonourTable(at_table.game, at_table.kept)
    uncalled.trick()
    assert uncalled.why("1 call 9Ca") is Reason.CALLS_ARE_OVER
    at_table.draw()
    at_table.trick()
    assert _faced(at_table) == ""


def test_ruling_28_a_call_not_obeyed_before_the_last_eight_lapses() -> None:
    """He has played to the 24th trick already when his card is called."""
    at_table = honour_table(players=3, hands={0: "9Ca"})
    at_table.do("0 play 9Ca")
    while len(at_table.deal.tricks) < 23:
        at_table.trick()
    at_table.draw()
    while 0 not in {(at_table.deal.leader + step) % 3 for step in range(len(at_table.deal.trick))}:
        at_table.play((at_table.deal.leader + len(at_table.deal.trick)) % 3)
    if at_table.deal.trick:
        caller = next(seat for seat in (1, 2))
        at_table.do(f"{caller} call 9Ca")
        assert at_table.honour.called[0] >= 0
    while len(at_table.deal.tricks) < 24:
        at_table.play((at_table.deal.leader + len(at_table.deal.trick)) % 3)
    assert at_table.honour.called == (-1, -1, -1)


def test_ruling_28_a_faced_card_may_still_be_declared() -> None:
    at_table = honour_table(hands={1: "KSa QSa"}).win(0).draw().do("1 play KSa").win(1)
    assert at_table.lists("1 declare common-marriage KSa QSa")
    at_table.do("1 declare common-marriage KSa QSa")
    assert at_table.claims(0) == []
    assert at_table.lists("0 call KSa")


def _barred() -> HonourTable:
    """Seat 1's wrong declaration by Enquire's column was claimed."""
    hands = {1: "KSa QDa KCa QCa 7Ha", 0: "AHb"}
    at_table = honour_table(hands=hands, seven_scores="declared", announce=False).win(1)
    return at_table.do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration")


def test_ruling_28_who_has_taken_another_trick_before_the_claim_is_not_barred() -> None:
    """E 001:62: "until he has taken another trick"; the claimant has played without drawing and can claim still."""
    at_table = honour_table(hands={1: "KSa QDa KCa QCa AHa"}).win(1).do("1 declare common-marriage KSa QDa", "1 draw")
    at_table.do("1 play AHa").play(0)
    assert [trick.winner for trick in at_table.deal.tricks] == [1, 1]
    at_table.do("0 claim wrong-declaration")
    assert at_table.honour.barred == (0, 0)
    assert at_table.lists("1 declare common-marriage KCa QCa")


def test_ruling_28_no_score_before_a_trick_of_his_own_nothing_is_declared_shown_exchanged_or_announced() -> None:
    """E 001:62: "he is not allowed to score until he has taken another trick"."""
    at_table = _barred()
    assert at_table.honour.barred == (0, 1)
    for words in ("declare common-marriage KCa QCa", "show 7Ha", "exchange 7Ha", "announce four-kings KSa"):
        assert at_table.why(f"1 {words}") is Reason.NO_SCORE_YET
    assert at_table.legal("1 ") == {"1 draw", "1 pass"}
    at_table.spend("AHb").win(0)
    assert at_table.honour.barred == (0, 1)
    at_table.draw().win(1)
    assert at_table.honour.barred == (0, 0)
    assert at_table.lists("1 declare common-marriage KCa QCa")


def test_ruling_28_a_partner_s_trick_does_not() -> None:
    at_table = honour_table(players=4, partners=True, hands={1: "KSa QDa KCa QCa"}).win(1)
    at_table.do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration").win(3)
    assert at_table.why("1 declare common-marriage KCa QCa") is Reason.NO_SCORE_YET


def test_ruling_28_nor_is_the_seven_exchanged_before_playing() -> None:
    at_table = honour_table(hands={1: "KSa QDa 7Ha", 0: "AHb"}, seven_exchange="any_holder").win(1)
    at_table.do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration").draw()
    assert at_table.why("1 exchange 7Ha") is Reason.NO_SCORE_YET


def test_ruling_28_sevens_played_brisques_and_the_last_trick_count_all_the_same() -> None:
    """E 001:62 bars him from scoring; ours: that what tricks bring is not meant."""
    hands = {1: "KSa QDa 7Ha AHa", 0: "8Ca 8Da"}
    barred = honour_table(hands=hands, seven_scores="played", brisques="as_taken").win(1)
    barred.do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration").draw()
    assert HonourTable(barred.game).do("1 play 7Ha").scored[-1] == "1 seven-played 10"
    assert barred.do("1 play AHa", "0 play 8Ca").scored[-1] == "1 brisques 10"

    at_table = honour_table(hands={1: "KSa QDa"}, last_trick="before_last_eight")
    while len(at_table.deal.tricks) < 22:
        at_table.trick()
    at_table.draw().win(1).do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration").draw().win(1)
    assert at_table.ledger[-1] == (24, 1, 10, "last-trick")


def test_ruling_28_brisques_count_at_the_end_of_the_deal_though_no_trick_was_taken_since() -> None:
    hands = {1: "7Ca 8Ca 9Ca 7Da 8Da 9Da 7Sa 8Sa", 0: "ACa TCa KCa ADa TDa KDa ASa TSa"}
    at_table = in_the_last_eight("enquire", hands, leader=1, trump="first_marriage", target=4000)
    deal = at_table.deal
    barred = deal._replace(honour=at_table.honour._replace(barred=(0, 24)))
    at_table.game = Game(at_table.game.rules, (barred,))
    at_table.to_end()
    assert at_table.honour.barred == (0, 24)
    assert [(seat, reason) for _, seat, _, reason in at_table.ledger] == [
        (0, "last-trick"), (1, "brisques"), (0, "brisques"),
    ]  # fmt: skip


def test_ruling_28_a_called_seven_that_is_exchanged_is_called_no_more() -> None:
    at_table = honour_table(hands={0: "7Ha"}, seven_exchange="any_holder").do("0 play 7Ha").win(1).draw().play(1)
    at_table.do("1 call 7Ha", "0 exchange 7Ha")
    assert at_table.honour.called == (-1, -1)
    assert at_table.legal("0 play")
