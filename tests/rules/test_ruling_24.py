"""Ruling 24: lifting two cards, by the trick's winner and by another (B 000:40, E 001:55; ours)."""

from __future__ import annotations

from typing import Unpack

import pytest

from bot.engine import Reason
from bot.engine.honour.told import CardReturned, TwoLifted
from tests.honour_table import COLUMNS, Arranged, HonourTable, honour_table
from tests.table_builder import names

STOCK = "ASa ASb TSa TSb KSa KSb"


def won(column: str, seat: int = 1, players: int = 2, **changes: Unpack[Arranged]) -> HonourTable:
    """Return a table at which a seat has won the first trick; the stock begins as above."""
    given: Arranged = {**changes, "stock": STOCK}
    return honour_table(column, players, **given).win(seat)


def top(at_table: HonourTable, count: int = 3) -> str:
    """Return the next cards of the stock."""
    return names(at_table.honour.stock[:count])


@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_24_to_lift_stands_for_one_s_own_draw(column: str) -> None:
    at_table = won(column).do("1 lift")
    assert (at_table.honour.choice is not None) == (column in ("britannica", "enquire"))
    if at_table.honour.choice is not None:
        at_table.do("0 pass")  # a choice let go sends the second card back on top
        assert at_table.honour.choice is None
    assert top(at_table, 1) == "ASb"
    assert at_table.sizes() == (7, 8)
    assert "ASa" in at_table.hand(1)
    assert "1 draw" not in at_table.legal()
    assert at_table.why("1 declare four-aces ASa") is Reason.NOT_DECLARING


def test_ruling_24_it_needs_three_cards_in_the_stock() -> None:
    at_table = honour_table().to_last_declaring(1)
    assert at_table.why("1 lift") is Reason.TOO_FEW_TO_LIFT
    at_table = honour_table(players=4)
    while len(at_table.deal.tricks) < 24:
        at_table.trick()
    at_table.do(f"{at_table.deal.leader} draw", f"{(at_table.deal.leader + 1) % 4} draw")
    assert at_table.deal.left == 2
    assert at_table.why(f"{(at_table.deal.leader + 2) % 4} lift") is Reason.TOO_FEW_TO_LIFT


@pytest.mark.parametrize(
    ("players", "partners", "lifter", "chooser"),
    [(2, False, 1, 0), (3, False, 2, 0), (4, False, 1, 2), (4, True, 3, 0)],
)
def test_ruling_24_the_chooser_is_the_first_opponent_at_the_lifter_s_left(
    players: int, partners: bool, lifter: int, chooser: int
) -> None:
    at_table = won("enquire", lifter, players, partners=partners).do(f"{lifter} lift")
    assert at_table.honour.choice is not None
    assert at_table.honour.choice.chooser == chooser
    told = [event for event in at_table.events if isinstance(event, TwoLifted)]
    assert [(event.seat, event.chooser) for event in told] == [(lifter, chooser)]


@pytest.mark.parametrize("column", ["britannica", "enquire", "modern"])
def test_ruling_24_out_of_turn_it_is_also_a_drawing_out_of_turn(column: str) -> None:
    at_table = won(column).do("0 lift")
    assert any(claim.startswith("drawn-out-of-turn") for claim in at_table.claims(1))
    at_table = won(column).do("1 lift")
    assert not any(claim.startswith("drawn-out-of-turn") for claim in at_table.claims(0))


def test_ruling_24_who_needs_two_still_draws_by_draw() -> None:
    at_table = honour_table("modern", hands={1: "ADa ACa"}).win(1).do("1 draw").do("1 play ADa").play(0)
    assert at_table.sizes() == (6, 7)
    at_table.do("1 draw", "0 lift")
    assert at_table.sizes() == (7, 8)
    at_table.do("0 draw")
    assert at_table.sizes() == (8, 8)
    assert at_table.claims(1) == ["not-drawn"]


@pytest.mark.parametrize(("column", "answer"), [("britannica", "take"), ("enquire", "return")])
def test_ruling_24_while_a_choice_is_open_only_it_claims_resign_and_timeout_are_possible(
    column: str, answer: str
) -> None:
    at_table = won(column, hands={1: "KDa QDa"})
    card = at_table.any_card(0)
    at_table.do(f"0 play {card}", "1 lift")
    for words in ("0 draw", "0 lift", f"0 play {card}", f"0 expose {card}", "1 pass", "1 draw", "1 play KDa",
                  "1 declare common-marriage KDa QDa", f"1 call {card}", f"1 {answer} ASa"):  # fmt: skip
        assert at_table.why(words) is Reason.CHOICE_OPEN
    listed = {f"0 {answer} ASa", f"0 {answer} ASb", "0 pass"}
    if column == "enquire":
        listed |= {"1 claim played-out-of-turn add", "1 claim played-out-of-turn deduct"}
    assert at_table.legal() == listed
    for claim in listed:
        HonourTable(at_table.game).do(claim)
    assert at_table.why(f"0 {answer} TSa") is Reason.NOT_TO_CHOOSE
    for last in ("0 resign", "1 timeout"):
        game = HonourTable(at_table.game).do(last).game
        assert game.result is not None


def test_ruling_24_britannica_the_winner_lifting_both_lie_open_and_the_chooser_takes_one_as_his_draw() -> None:
    at_table = won("britannica").do("1 lift")
    assert at_table.shown(None) == ["ASa", "ASb"]
    at_table.do("0 take ASa")
    assert "ASa" in at_table.hand(0)
    assert "ASb" in at_table.hand(1)
    assert at_table.sizes() == (8, 8)
    assert "0 draw" not in at_table.legal()
    assert top(at_table, 1) == "TSa"
    # A card that lay open is known in the hand and on the stock.
    assert at_table.deal.declared.public >> at_table.deal.base.deck[17] & 1
    at_table = won("britannica").do("1 lift", "0 pass")
    assert names(c for c in at_table.honour.stock if at_table.honour.open_stock >> c & 1) == "ASb"
    at_table.do("0 draw")
    assert at_table.honour.open_stock == 0


@pytest.mark.parametrize("lifter", [0, 1])
def test_ruling_24_enquire_both_are_shown_to_the_chooser_alone_and_one_goes_into_the_middle(lifter: int) -> None:
    """E 001:55: "it should not be placed at the top, but towards the middle of the pack"."""
    at_table = won("enquire")
    for words in ("take ASa", "return ASa"):
        assert at_table.why(f"0 {words}") is Reason.NOTHING_TO_CHOOSE
    if lifter == 0:
        at_table.do("1 draw")
    left = at_table.deal.left - 2
    first, second = (names([c]) for c in at_table.honour.stock[:2])
    at_table.do(f"{lifter} lift")
    assert at_table.shown(1 - lifter) == [first, second]
    assert at_table.shown(None) == []
    at_table.do(f"{1 - lifter} return {first}")
    assert second in at_table.hand(lifter)
    assert at_table.deal.left == left + 1
    assert names([at_table.honour.stock[left // 2]]) == first
    told = [event for event in at_table.events if isinstance(event, CardReturned)]
    assert [(event.card >= 0, event.audience) for event in told] == [(False, None), (True, 1 - lifter)]


@pytest.mark.parametrize("column", ["modern", "revoke_only"])
@pytest.mark.parametrize("lifter", [0, 1])
def test_ruling_24_modern_the_second_goes_back_on_top_at_once(column: str, lifter: int) -> None:
    at_table = won(column)
    if lifter == 0:
        at_table.do("1 draw")
    first, second = (names([c]) for c in at_table.honour.stock[:2])
    at_table.do(f"{lifter} lift")
    assert at_table.honour.choice is None
    assert first in at_table.hand(lifter)
    assert top(at_table, 1) == second
    assert at_table.shown(None) == at_table.shown(0) == at_table.shown(1) == []


def test_ruling_24_britannica_the_winner_lifts_as_the_winner_out_of_turn_too() -> None:
    """He has drawn already: it is a drawing out of turn, and both cards lie open all the same."""
    at_table = won("britannica").do("1 draw", "1 lift")
    assert at_table.shown(None) == ["ASb", "TSa"]
    assert at_table.legal("0 take") == {"0 take ASb", "0 take TSa"}
    at_table.do("0 take TSa")
    assert at_table.sizes() == (8, 9)
    assert {"drawn-out-of-turn add", "nine-cards add"} & set(at_table.claims(0)) == {"nine-cards add"}
