"""The panel's menu: what a player seldom wants, and that a game against the house alone waits by itself."""

from __future__ import annotations

import pytest

from bot.house.roster import Level
from bot.tables import CLOCKS
from bot.tables.values.clocks import Due
from bot.ui.text.i18n import speaking
from cogs.table.play import menu_page
from tests.daily import whole_game as daily_game
from tests.tables.at_table import ANN
from tests.tables.made import begun, with_house
from tests.ui.at_board import texts_of


@pytest.mark.parametrize(("language", "words"), [("en", "The deal waits until"), ("fr", "La donne attend")])
def test_whoever_plays_a_daily_deal_reads_until_when_it_waits(language: str, words: str) -> None:
    table = daily_game.opened()
    assert table.daily is not None
    with speaking(language):
        said = "\n".join(texts_of(menu_page(table, daily_game.ANN.user_id)))
    assert words in said
    assert f"<t:{int(table.daily.until.timestamp())}:f>" in said
    assert "`/daily`" in said


def test_game_against_the_house_alone_says_until_when_it_waits_where_no_clock_runs() -> None:
    table = with_house([Level.REGULAR], clock=CLOCKS["none"])
    said = "\n".join(texts_of(menu_page(table, ANN.user_id)))
    assert f"The game waits until <t:{int(table.due[Due.ABANDON].timestamp())}:f>;" in said


def test_game_with_a_clock_or_with_other_people_does_not_say_that_it_waits() -> None:
    for table in (with_house([Level.REGULAR], clock=CLOCKS["live-3"]), begun(clock=CLOCKS["none"])):
        assert "waits until" not in "\n".join(texts_of(menu_page(table, ANN.user_id)))
