"""Ruling 26: what nine cards and seven cards bring about by themselves (B 000:42, 44, E 001:55; ours)."""

from __future__ import annotations

import pytest

from bot.engine import Reason
from tests.honour_table import COLUMNS, HonourTable, honour_table


@pytest.mark.parametrize("claimed", [False, True])
@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_26_who_held_nine_plays_to_the_next_trick_without_drawing_claimed_or_not(
    column: str, claimed: bool
) -> None:
    """B 000:44: "The player with nine cards must play to the next trick without drawing"."""
    at_table = honour_table(column, finish="end_of_deal").do("0 draw")
    if claimed and column != "revoke_only":
        at_table.do("1 claim nine-cards" + ("" if column == "modern" else " add"))
    at_table.play(1, 0)
    assert at_table.sizes() == (8, 7)
    assert at_table.why("0 draw") is Reason.NO_DRAW_AFTER_NINE
    assert at_table.why("0 lift") is Reason.NO_DRAW_AFTER_NINE
    assert "0 draw" not in at_table.legal()
    at_table.trick()
    assert at_table.sizes() == (7, 7)
    assert not any(claim.startswith("not-drawn") for claim in at_table.claims(1))
    at_table.draw()
    assert at_table.sizes() == (8, 8)


def test_ruling_26_the_draw_is_refused_to_him_alone() -> None:
    at_table = honour_table(players=3).do("0 draw").play(1, 2, 0)
    for seat in (1, 2):
        assert HonourTable(at_table.game).do(f"{seat} draw").sizes()[seat] == 8
    assert at_table.why("0 draw") is Reason.NO_DRAW_AFTER_NINE


def test_ruling_26_the_draw_is_refused_from_his_play_until_he_has_played_to_the_next_trick() -> None:
    at_table = honour_table().do("0 draw").play(1, 0)
    if at_table.deal.leader == 0:
        at_table.play(0)
    else:
        at_table.do("1 draw").play(1, 0)
    assert at_table.sizes()[0] == 7
    at_table.do("0 draw")
    assert at_table.sizes()[0] == 8


def test_ruling_26_both_with_nine_play_without_drawing() -> None:
    """E 001:55: "but each must play without drawing"."""
    at_table = honour_table().do("0 draw", "1 draw").play(1, 0)
    assert at_table.sizes() == (8, 8)
    for seat in (0, 1):
        assert at_table.why(f"{seat} draw") is Reason.NO_DRAW_AFTER_NINE
    left = at_table.deal.left
    at_table.trick()
    assert at_table.deal.left == left


@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_26_who_played_without_drawing_takes_two_at_the_next_draw(column: str) -> None:
    """B 000:42: "The player with a card short must take two cards at his next draw"."""
    at_table = honour_table(column, hands={1: "AHa"}).win(1).do("1 draw", "1 play AHa").play(0)
    assert at_table.sizes() == (6, 7)
    assert at_table.draw().sizes() == (8, 8)


def test_ruling_26_seven_cards_when_the_stock_is_empty_are_played_on_with() -> None:
    at_table = honour_table().to_last_declaring(1).do("1 draw", "1 draw")
    assert at_table.sizes() == (7, 9)
    at_table.play(1, 0)
    assert at_table.sizes() == (6, 8)
    assert at_table.claims(1) == []
    at_table.to_end()
