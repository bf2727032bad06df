"""Putting a game down for a while, as players see and click it, and what board and panel say of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord import ResponseMessage

from bot.playground import World
from bot.tables import CLOCKS
from bot.tables.decisions import adjourning
from bot.ui.text.faces import shown_name
from cogs.table.pages.adjourning import adjourned_words
from cogs.table.pages.panel import panel
from cogs.table.posts.notices import would_go_on
from tests.simulated import bot_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import (
    Player,
    Sitting,
    button_named,
    is_told,
    message_with,
    practise,
    private_answer,
    words_of,
)
from tests.simulated.waiting import DAY, HOUR, later, pinged
from tests.simulated.watch import Watch
from tests.tables import made
from tests.tables.at_table import ANN, BEN
from tests.tables.made import adjourned, begun, noon
from tests.ui.at_board import items_of, texts_of

pytestmark = pytest.mark.one_bot

CALLED = "the game goes on once all press it"


async def asked(world: World, sitting: Sitting, hours: int) -> tuple[Player, Player, ResponseMessage]:
    """Let one player ask from the panel to adjourn; return both, and the message in which the other is asked."""
    asker, other = sitting.players
    await asker.actor.click(asker.panel, label="Menu")
    await asker.actor.click(asker.panel, label="Adjourn …")
    assert f"Adjourn the game at table {sitting.table}?" in words_of(asker.panel).replace("**", "")
    await asker.actor.select(asker.panel, [str(hours)])
    assert "You ask to adjourn." in words_of(asker.panel)
    request = message_with(world, "asks to adjourn")
    assert pinged(world, request) == [other.actor.id]
    return asker, other, request


@pytest.mark.deep
async def test_game_is_put_down_by_both_outlives_a_restart_and_goes_on_when_both_are_there(
    world: World, sitting: Sitting, watch: Watch
) -> None:
    await sitting.steps(3)
    asker, other, request = await asked(world, sitting, 0)
    mover = sitting.on_move()
    before, card = mover.panel, mover.choices()[0]
    dai = world.members[3]
    assert "You only watch" in text_of(private_answer(await dai.click(request, label="Agree")))
    await other.actor.click(request, label="Agree")
    assert not is_told(world, "asks to adjourn")
    assert "Adjourned:" in words_of(sitting.board())
    assert sitting.players[0].choices() == sitting.players[1].choices() == []
    refused = await press(world, mover.actor, before, card.custom_id)
    assert "is adjourned; press **Resume**" in text_of(private_answer(refused))
    await restart(world)
    await later(world, 20 * DAY)
    assert "Adjourned:" in words_of(sitting.board())
    assert not is_told(world, "it is your turn")
    await asker.actor.click(sitting.board(), label="Resume")
    called = message_with(world, CALLED)
    assert pinged(world, called) == [other.actor.id]
    await other.actor.click(called, label="Resume")
    assert "Adjourned:" not in words_of(sitting.board())
    assert not is_told(world, CALLED)
    await sitting.show_hands()
    await sitting.steps(4)
    assert watch.private


async def test_who_never_resumes_is_told_and_the_game_goes_on_without_them(world: World, sitting: Sitting) -> None:
    asker, other, request = await asked(world, sitting, 0)
    await other.actor.click(request, label="Agree")
    assert "The game goes on once" in words_of(sitting.board())
    await asker.actor.click(sitting.board(), label="Resume")
    assert ", or once " in words_of(sitting.board()), "there is a time now"
    assert "pressed Resume" in words_of(sitting.board()).replace("**", "")
    panels = [private_answer(await each.actor.slash(world.channel, "hand")) for each in (asker, other)]
    assert [button_named(panel, "Resume") is None for panel in panels] == [False, False], (
        "at a live clock it can be pressed anew"
    )
    called = message_with(world, CALLED)
    assert "in any case" in words_of(called)
    await later(world, 12 * DAY)
    told = message_with(world, "or sooner once all press")
    assert len(pinged(world, told)) == 2
    await later(world, 2 * DAY)
    assert is_told(world, f"table {sitting.table} goes on.")
    assert "Adjourned:" not in words_of(sitting.board())


async def test_request_that_nobody_answers_in_time_goes_and_another_can_be_made(world: World, sitting: Sitting) -> None:
    asker, other, _ = await asked(world, sitting, 1)
    await later(world, HOUR)
    assert not is_told(world, "asks to adjourn")
    assert not is_told(world, f"table {sitting.table} goes on.")
    for player in (asker, other):
        again = private_answer(await ask(player.actor, world.channel, "adjourn"))
        assert f"Adjourn the game at table {sitting.table}?" in words_of(again).replace("**", "")
    await other.actor.select(again, ["3"])
    assert "You ask to adjourn." in words_of(again)
    assert "kept up to date" not in words_of(again), "what the command opened is the newest"
    assert is_told(world, "asks to adjourn")


async def test_other_plays_on_from_the_panel_and_the_asker_reads_it_there(world: World, sitting: Sitting) -> None:
    asker, other, _ = await asked(world, sitting, 168)
    await other.actor.click(other.panel, label="Play on")
    assert not is_told(world, "asks to adjourn")
    assert "Not everyone wants to adjourn" in words_of(asker.panel)
    again = private_answer(await ask(asker.actor, world.channel, "adjourn"))
    assert "Not everyone wants to adjourn" in words_of(again)


@pytest.mark.deep
async def test_game_that_lies_for_two_months_is_told_of_and_ends_without_a_result(
    world: World, sitting: Sitting
) -> None:
    _, other, request = await asked(world, sitting, 0)
    await other.actor.click(request, label="Agree")
    await later(world, 53 * DAY)
    told = message_with(world, f"adjourned table {sitting.table} ends")
    assert len(pinged(world, told)) == 2
    assert button_named(told, "Resume") is not None
    await later(world, 7 * DAY)
    assert is_told(world, "Nobody went on")
    assert not is_told(world, f"adjourned table {sitting.table} ends")
    assert not (await bot_of(world).tables.get(sitting.table)).live


async def test_practice_is_put_down_at_once_by_the_command(world: World) -> None:
    sitting = await practise(world, world.members[0], level="novice")
    ann = world.members[0]
    page = private_answer(await ask(ann, world.channel, "adjourn"))
    await ann.select(page, ["0"])
    assert "Adjourned:" in words_of(page)
    await world.env.advance_time(10)
    assert "Adjourned:" in words_of(sitting.board())
    await ann.click(page, label="Resume")
    assert "Adjourned:" not in words_of(sitting.board())


async def test_panel_leads_to_giving_up_and_back_to_the_cards(world: World, sitting: Sitting) -> None:
    ann, ben = sitting.players
    await ann.actor.click(ann.panel, label="Menu")
    offered = ann.panel
    await ann.actor.click(ann.panel, label="Resign …")
    assert f"Give up table {sitting.table}?" in words_of(ann.panel).replace("**", "")
    await ann.actor.click(ann.panel, label="Keep playing")
    assert button_named(ann.panel, "Menu") is not None
    stranger = await press(world, world.members[3], offered, f"bz:{sitting.table}:0:resign")
    assert "You only watch" in words_of(private_answer(stranger))
    await asked(world, sitting, 0)
    await ben.actor.click(ben.panel, label="Menu")
    assert button_named(ben.panel, "Adjourn …") is None  # it is asked already, and answered in the panel
    await ben.actor.click(ben.panel, label="Resign …")
    await ben.actor.click(ben.panel, label="Resign")
    assert sitting.result() is not None


# ------------------------------------------------------------------ what is said


@pytest.mark.parametrize("wait", [None, timedelta(days=2)])
def test_at_a_live_clock_everyone_is_named_who_has_to_press_as_that_lapses_and_no_message_changes(
    wait: timedelta | None,
) -> None:
    put_down = adjourned(begun(clock=CLOCKS["live-3"]), wait)
    pressed = made.ask(put_down, adjourning.go_on, noon(minutes=1), ANN.user_id)
    assert pressed.yet_to_go_on(noon(minutes=2).now) == (BEN.user_id,)
    assert pressed.yet_to_go_on(noon(minutes=17).now) == (ANN.user_id, BEN.user_id), "it has lapsed"
    said = adjourned_words(pressed)
    assert f"once {shown_name(ANN.name)} and {shown_name(BEN.name)} have pressed **Resume** within 15 minutes" in said
    assert f"{shown_name(ANN.name)} pressed **Resume** <t:" in said


@pytest.mark.parametrize("clock", ["none", "days-2"])
def test_without_a_live_clock_who_has_pressed_counts_from_then_on(clock: str) -> None:
    put_down = adjourned(begun(clock=CLOCKS[clock]))
    pressed = made.ask(put_down, adjourning.go_on, noon(minutes=1), ANN.user_id)
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
    pressed = made.ask(adjourned(begun(clock=CLOCKS[clock])), adjourning.go_on, noon(minutes=1), ANN.user_id)
    shown = panel(pressed, ANN.user_id, now=noon(minutes=2).now)
    assert [not item.get("disabled", False) for item in items_of(shown) if item.get("label") == "Resume"] == [again]
    at_once = made.ask(pressed, adjourning.go_on, noon(minutes=20), ANN.user_id)
    assert at_once.yet_to_go_on(noon(minutes=34).now) == (BEN.user_id,), "pressed anew it counts from then on"


def test_who_is_called_at_a_live_clock_reads_what_stays_true_when_it_has_lapsed() -> None:
    pressed = made.ask(adjourned(begun(clock=CLOCKS["live-3"])), adjourning.go_on, noon(minutes=1), ANN.user_id)
    called = " ".join(texts_of(would_go_on(pressed, noon(minutes=1).now)))
    assert f"Table 7. {shown_name(ANN.name)} pressed **Resume** <t:" in called
    assert f"<@{BEN.user_id}>, the game goes on once all press it within 15 minutes." in called
    assert "would go on" not in called
    lasting = made.ask(adjourned(begun(clock=CLOCKS["none"])), adjourning.go_on, noon(minutes=1), ANN.user_id)
    assert "would go on at table" in " ".join(texts_of(would_go_on(lasting, noon(minutes=1).now)))
