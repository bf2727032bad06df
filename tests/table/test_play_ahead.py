"""Choosing a card ahead, as players see it: in their own panel, and nowhere else."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.engine import Verb, build_rules, offered_actions
from bot.engine.game import game_after
from bot.playground import World
from bot.tables import CLOCKS, Table
from bot.tables.decisions import play
from bot.tables.decisions.by_itself import may_declare_then, plan_of
from bot.tables.decisions.occasion import Occasion
from bot.ui.routes.table import More
from cogs.table.pages.panel import first_menu
from tests.settings.test_languages import set_locales
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.player import Player, Sitting, all_public, button_named, sit_down, words_of
from tests.simulated.positions import bring_to
from tests.tables.at_table import PLAYERS
from tests.tables.made import begun, step

CHOOSE = "⏩ choose a card ahead"
CHOSEN = "press again to cancel"


async def of(world: World) -> Table:
    return await bot_of(world).tables.get(1)


def cards_ahead(player: Player) -> list[str]:
    """Return the controls that choose a card ahead."""
    return [each["custom_id"] for each in buttons_of(player.panel) if ":ahead play" in each["custom_id"]]


def in_public(world: World) -> list[tuple[str, object]]:
    return [(text_of(message), message.components) for message in all_public(world)]


@pytest.fixture
async def by_days(world: World) -> Sitting:
    """Ann and Ben at a table of two where a move may take days, after the first card."""
    sitting = await sit_down(world, world.members[:2], clock="days-3")
    await sitting.steps(1)
    return sitting


async def after_led(sitting: Sitting) -> tuple[Player, Player]:
    """Return who is on move, and who waits."""
    return sitting.on_move(), sitting.waiting()[0]


async def test_choice_stands_in_ones_own_panel_alone_and_one_click_takes_it_back(
    world: World, by_days: Sitting
) -> None:
    mover, waiter = await after_led(by_days)
    assert CHOOSE in words_of(waiter.panel)
    assert CHOOSE not in words_of(mover.panel)
    public, theirs = in_public(world), (text_of(mover.panel), mover.panel.components)
    requests = len(world.env.http_requests)
    card = cards_ahead(waiter)[0]
    await waiter.actor.click(waiter.panel, custom_id=card)
    assert CHOSEN in words_of(waiter.panel)
    await world.env.advance_time(15)
    assert in_public(world) == public
    assert (text_of(mover.panel), mover.panel.components) == theirs
    asked = [each for each in world.env.http_requests[requests:] if f"/channels/{world.channel.id}/" in each.path]
    assert asked == [], "nothing is posted or edited in the channel"
    await waiter.actor.click(waiter.panel, custom_id=card)
    assert CHOOSE in words_of(waiter.panel)
    assert (await of(world)).ahead == ()
    set_locales(world.env, {waiter.actor.id: "fr"})
    await waiter.slash_hand()
    assert "choisissez une carte d’avance" in words_of(waiter.panel)
    await waiter.actor.click(waiter.panel, custom_id=card)
    assert "rappuyez pour annuler" in words_of(waiter.panel)
    assert button_named(waiter.panel, "Menu")


async def test_card_is_played_when_the_turn_comes_also_after_a_restart(world: World, by_days: Sitting) -> None:
    mover, waiter = await after_led(by_days)
    seat = (await of(world)).seat_of(waiter.actor.id)
    card = cards_ahead(waiter)[-1]
    await waiter.actor.click(waiter.panel, custom_id=card)
    await restart(world)
    await by_days.show_hands()
    assert CHOSEN in words_of(waiter.panel)
    for _ in range(6):
        if not mover.choices():
            break
        passes = [choice for choice in mover.choices() if choice.words == "pass"]
        await mover.choose((passes or mover.choices())[0])
    for _ in range(4):
        await world.env.advance_time(3)
        passes = [choice for choice in waiter.choices() if choice.words == "pass"]
        if passes:
            await waiter.choose(passes[0])
    table = await of(world)
    assert f"{seat} {card.split('ahead ')[1]}" in [row.action for row in table.actions]
    assert table.ahead == ()


async def test_what_is_declared_first_is_chosen_in_a_menu_and_taken_back_there(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], clock="days-3")

    def declaring_nothing(table: Table, at: Occasion) -> Table:
        """Play on until somebody whose card lies in the trick may declare, if they win it."""
        for seed in range(50):
            rng, now = Random(seed), table
            while now.game.deals[-1].left:
                if any(each.verb is Verb.DECLARE for user in now.users for each in may_declare_then(now, user)):
                    return now
                offered = offered_actions(now.game)
                action = rng.choice([each for each in offered if each.verb is Verb.PASS] or offered)
                now = play.act(now, at, now.turn_users[0], action.words, now.ply).table
        raise AssertionError("nobody ever holds a combination")

    await bot_of(world).tables.ask(1, declaring_nothing)
    await sitting.show_hands()
    now = await of(world)
    waiter = next(each for each in sitting.players if may_declare_then(now, each.actor.id))

    def menu() -> dict[str, Any]:
        (found,) = [each for each in components_of(waiter.panel) if each["type"] == 3]
        return found

    first = menu()["options"][0]
    await waiter.actor.select(waiter.panel, [first["value"]], custom_id=menu()["custom_id"])
    assert menu()["placeholder"] == f"If I win, first: {first['label']}"
    plan = plan_of(await of(world), waiter.actor.id)
    assert plan is not None
    assert plan.declare == first["value"]
    assert menu()["options"][0]["label"] == "ask me"
    assert menu()["options"][-1]["label"] == "nothing"
    await waiter.actor.select(waiter.panel, [first["value"]], custom_id=menu()["custom_id"])
    assert menu()["placeholder"] == "If I win, first: ask me"
    assert (await of(world)).ahead == ()
    await waiter.actor.click(waiter.panel, custom_id=cards_ahead(waiter)[0])
    now = await of(world)
    won = next(
        each.words
        for each in offered_actions(now.game)
        if game_after(now.game, each).deals[-1].turn == now.seat_of(waiter.actor.id)
    )
    await bot_of(world).tables.act(1, now.turn_users[0], won, now.ply)
    await waiter.slash_hand()
    assert {choice.words for choice in waiter.choices()} > {"pass"}, "who can declare is asked, and nothing is played"
    (back,) = cards_ahead(waiter)
    await waiter.actor.click(waiter.panel, custom_id=back)
    assert (await of(world)).ahead == ()
    assert cards_ahead(waiter) == []


def test_partners_are_told_that_it_is_also_for_a_trick_of_the_others() -> None:
    """The winner's partner may declare too, and does what was chosen."""
    table, rng = begun(PLAYERS, rules=build_rules("modern", 4, {"partners": True}), clock=CLOCKS["days-3"]), Random(1)
    while not (may := [user for user in table.users if may_declare_then(table, user)]):
        table = step(table, rng)
    view = table.view(may[0])
    assert view is not None
    row = first_menu(view, table, may[0], table.ply_for(may[0]))
    assert row is not None
    assert row.to_component_dict()["components"][0]["placeholder"] == "If we win, first: ask me"


async def test_not_allowed_any_more_its_player_is_told(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], clock="days-3")
    await bring_to(sitting, lambda table: not table.game.deals[-1].left and not table.game.deals[-1].trick)
    leader, waiter = await after_led(sitting)
    before = await of(world)
    for choice in leader.choices():
        led = offered_actions(before.game)
        action = next((each for each in led if each.words == choice.words), None)
        if action is None:
            continue
        legal = {each.words for each in offered_actions(game_after(before.game, action))}
        barred = [card for card in cards_ahead(waiter) if card.split("ahead ")[1] not in legal]
        if barred and len(legal) > 1:
            await waiter.actor.click(waiter.panel, custom_id=barred[0])
            await leader.choose(choice)
            await world.env.advance_time(5)
            assert "is not allowed any more: choose anew." in words_of(waiter.panel)
            assert waiter.choices()
            return
    pytest.fail("no card would be barred")


async def test_quick_game_offers_it_in_the_menu_alone(world: World, sitting: Sitting) -> None:
    await sitting.steps(1)
    _, waiter = await after_led(sitting)
    assert cards_ahead(waiter) == []
    await press(world, waiter.actor, waiter.panel, More(1).custom_id)
    await waiter.actor.click(waiter.panel, label="Play ahead …")
    assert CHOOSE in words_of(waiter.panel)
    await waiter.actor.click(waiter.panel, custom_id=cards_ahead(waiter)[0])
    assert CHOSEN in words_of(waiter.panel)
    assert plan_of(await of(world), waiter.actor.id) is not None


async def test_a_start_shows_the_same_whether_a_card_is_chosen_or_not(world: World, by_days: Sitting) -> None:
    async def shown_after_a_start() -> list[tuple[str, str]]:
        requests = len(world.env.http_requests)
        await restart(world)
        await world.env.advance_time(20)
        await by_days.show_hands()
        await world.env.advance_time(20)
        path = f"/channels/{world.channel.id}/messages"
        asked = [each for each in world.env.http_requests[requests:] if path in each.path]
        return [(each.method, re.sub(r"<t:\d+", "<t", str(each.json))) for each in asked]  # time was given back

    without = await shown_after_a_start()
    _, waiter = await after_led(by_days)
    await waiter.actor.click(waiter.panel, custom_id=cards_ahead(waiter)[0])
    assert (await of(world)).ahead
    assert await shown_after_a_start() == without
