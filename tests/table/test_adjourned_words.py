"""What board and panel say of a game that is put down."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.tables import CLOCKS
from bot.tables.decisions import adjourning
from bot.ui.text.faces import shown_name
from cogs.table.pages.adjourning import adjourned_words
from cogs.table.pages.notices import would_go_on
from cogs.table.pages.panel import panel
from tests.tables.at_table import ANN, BEN
from tests.tables.made import adjourned, ask, begun, noon
from tests.ui.at_board import items_of, texts_of


@pytest.mark.parametrize("wait", [None, timedelta(days=2)])
def test_at_a_live_clock_everyone_is_named_who_has_to_press_as_that_lapses_and_no_message_changes(
    wait: timedelta | None,
) -> None:
    put_down = adjourned(begun(clock=CLOCKS["live-3"]), wait)
    pressed = ask(put_down, adjourning.go_on, noon(minutes=1), ANN.user_id)
    assert pressed.yet_to_go_on(noon(minutes=2).now) == (BEN.user_id,)
    assert pressed.yet_to_go_on(noon(minutes=17).now) == (ANN.user_id, BEN.user_id), "it has lapsed"
    said = adjourned_words(pressed)
    assert f"once {shown_name(ANN.name)} and {shown_name(BEN.name)} have pressed **Resume** within 15 minutes" in said
    assert f"{shown_name(ANN.name)} pressed **Resume** <t:" in said


@pytest.mark.parametrize("clock", ["none", "days-2"])
def test_without_a_live_clock_who_has_pressed_counts_from_then_on(clock: str) -> None:
    put_down = adjourned(begun(clock=CLOCKS[clock]))
    pressed = ask(put_down, adjourning.go_on, noon(minutes=1), ANN.user_id)
    assert pressed.yet_to_go_on(noon(hours=30).now) == (BEN.user_id,)
    said = adjourned_words(pressed)
    assert f"when {shown_name(BEN.name)} presses **Resume**" in said
    assert "within" not in said


@pytest.mark.parametrize("wait", [None, timedelta(days=2)])
@pytest.mark.parametrize("clock", ["none", "live-3"])
def test_one_time_is_named_when_the_game_goes_on_or_ends(clock: str, wait: timedelta | None) -> None:
    said = adjourned_words(adjourned(begun(clock=CLOCKS[clock]), wait))
    assert said.count("<t:") == 1
    assert "fortnight" not in said


@pytest.mark.parametrize(("clock", "again"), [("live-3", True), ("none", False), ("days-2", False)])
def test_who_has_pressed_can_do_so_again_where_that_lapses_and_the_panel_is_not_made_anew(
    clock: str, again: bool
) -> None:
    pressed = ask(adjourned(begun(clock=CLOCKS[clock])), adjourning.go_on, noon(minutes=1), ANN.user_id)
    shown = panel(pressed, ANN.user_id, now=noon(minutes=2).now)
    assert [not item.get("disabled", False) for item in items_of(shown) if item.get("label") == "Resume"] == [again]
    at_once = ask(pressed, adjourning.go_on, noon(minutes=20), ANN.user_id)
    assert at_once.yet_to_go_on(noon(minutes=34).now) == (BEN.user_id,), "pressed anew it counts from then on"


def test_who_is_called_at_a_live_clock_reads_what_stays_true_when_it_has_lapsed() -> None:
    pressed = ask(adjourned(begun(clock=CLOCKS["live-3"])), adjourning.go_on, noon(minutes=1), ANN.user_id)
    called = " ".join(texts_of(would_go_on(pressed, noon(minutes=1).now)))
    assert f"Table 7. {shown_name(ANN.name)} pressed **Resume** <t:" in called
    assert f"<@{BEN.user_id}>, the game goes on once all press it within 15 minutes." in called
    assert "would go on" not in called
    lasting = ask(adjourned(begun(clock=CLOCKS["none"])), adjourning.go_on, noon(minutes=1), ANN.user_id)
    assert "would go on at table" in " ".join(texts_of(would_go_on(lasting, noon(minutes=1).now)))
