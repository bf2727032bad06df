"""What board and panel say of a game that is put down."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.tables import CLOCKS
from bot.tables.decisions import adjourning
from bot.tables.values.adjourned import yet_to_go_on
from bot.ui.pages.adjourning import adjourned_words
from bot.ui.text.faces import shown_name
from tests.tables.at_table import ANN, BEN
from tests.tables.made import adjourned, ask, begun, noon


@pytest.mark.parametrize("wait", [None, timedelta(days=2)])
def test_at_a_live_clock_everyone_is_named_who_has_to_press_as_that_lapses_and_no_message_changes(
    wait: timedelta | None,
) -> None:
    put_down = adjourned(begun(clock=CLOCKS["live-3"]), wait)
    pressed = ask(put_down, adjourning.go_on, noon(minutes=1), ANN.user_id)
    assert yet_to_go_on(pressed, noon(minutes=2).now) == (BEN.user_id,)
    assert yet_to_go_on(pressed, noon(minutes=17).now) == (ANN.user_id, BEN.user_id), "it has lapsed"
    said = adjourned_words(pressed)
    assert f"once {shown_name(ANN.name)} and {shown_name(BEN.name)} have pressed **Resume**" in said
    assert f"{shown_name(ANN.name)} pressed **Resume** <t:" in said
    assert "holds for 15 minutes" in said


@pytest.mark.parametrize("clock", ["none", "days-2"])
def test_without_a_live_clock_who_has_pressed_counts_from_then_on(clock: str) -> None:
    put_down = adjourned(begun(clock=CLOCKS[clock]))
    pressed = ask(put_down, adjourning.go_on, noon(minutes=1), ANN.user_id)
    assert yet_to_go_on(pressed, noon(hours=30).now) == (BEN.user_id,)
    said = adjourned_words(pressed)
    assert f"or when {shown_name(BEN.name)} presses **Resume**" in said
    assert "holds for" not in said
