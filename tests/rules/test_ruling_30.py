"""Ruling 30: the shuffle deals, so that the misdeals of the books cannot happen (B 000:30-36, E 001:53)."""

from __future__ import annotations

import pytest

from bot.engine import DealError, observe, start_deal
from bot.engine.actions import Verb, When
from bot.engine.game import Game
from bot.engine.law import law_for
from tests.honour_table import COLUMNS, honour_rules, honour_table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_30_everybody_is_dealt_eight_and_no_card_is_exposed(column: str, players: int) -> None:
    at_table = honour_table(column, players)
    assert at_table.sizes() == (8,) * players
    assert at_table.deal.exposed == 0
    for seat in range(players):
        assert all(len(known) == 0 for known in observe(at_table.game, seat).known)
    assert at_table.legal() == {f"1 play {card}" for card in at_table.hand(1)}


def test_ruling_30_dealing_is_nobody_s_act() -> None:
    """Nobody can give too many cards or too few: there is no such act, and a deck that is not the pack is no deal."""
    assert {verb.value for verb in Verb if verb.when is When.HONOUR}.isdisjoint({"deal", "cut"})
    rules = honour_rules()
    pack = law_for(rules).pack
    for deck in (pack[1:], (*pack[1:], pack[1]), (*pack, pack[0]), (*pack, 64)):
        with pytest.raises(DealError):
            start_deal(Game(rules), 0, deck)
