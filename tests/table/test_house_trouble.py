"""What may go wrong at a table with house players: they go on, answer at once, or say kindly why not."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import pytest
from simcord import MemberActor

from bot.house.search import Effort
from bot.playground import World
from bot.tables.decisions import play
from bot.tables.house import pool, thinking
from bot.tables.values.parts import asked_by
from bot.ui.routes.lobby import AtOwn, Wish
from tests.house_pool import LITTLE, think_little
from tests.simulated import bot_of, restart
from tests.simulated.asking import ask, do
from tests.simulated.house_guest import on_move, table_of
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import button_named, practise, practise_alone, private_answer, public_messages, words_of
from tests.simulated.waiting import said
from tests.simulated.watch import Watch


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


# ------------------------------------------------------------------ thinking broken off


@pytest.mark.deep
async def test_process_that_dies_while_it_thinks_does_not_hold_up_the_table(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", ProcessPoolExecutor)  # one of this bot's own
    monkeypatch.setattr(thinking, "EFFORT", Effort(400))
    before = set(multiprocessing.active_children())
    sitting = await practise(world, ann, level="strong")
    table = await on_move(sitting, house=True)

    def kill() -> None:
        while not (begun := set(multiprocessing.active_children()) - before):
            time.sleep(0.01)
        time.sleep(0.05)
        for child in begun:
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    await world.env.advance_time(1)
    thread.join()
    assert (await table_of(sitting)).ply > table.ply
    assert any("the house's pool failed" in line for line in watch.lines)
    monkeypatch.setattr(thinking, "EFFORT", LITTLE)
    watch.lines.clear()
    await on_move(sitting, house=False)
    table = await on_move(sitting, house=True)
    await world.env.advance_time(1)
    assert (await table_of(sitting)).ply > table.ply
    assert not any("the house's pool failed" in line for line in watch.lines)


@pytest.mark.deep
async def test_restart_while_the_house_thinks_loses_nothing(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await practise(world, ann, level="strong")
    table = await on_move(sitting, house=True)
    monkeypatch.setattr(thinking, "EFFORT", Effort(150))
    house = bot_of(world)._house
    house.tick()
    await asyncio.sleep(0)
    assert house._undecided == {table.id}
    await house.close()  # with which the bot's end begins
    assert (await table_of(sitting)).actions == table.actions
    monkeypatch.setattr(thinking, "EFFORT", LITTLE)
    await restart(world)
    await world.env.advance_time(1)
    after = await table_of(sitting)
    assert after.ply > table.ply
    assert after.actions[: len(table.actions)] == table.actions
    await sitting.show_hands()
    await on_move(sitting, house=False)
    await sitting.players[0].my_hand(sitting.board())
    assert sitting.players[0].choices()
    assert watch.public


async def test_table_that_closes_while_the_house_thinks_stays_closed(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await practise(world, ann, level="strong")
    table = await on_move(sitting, house=True)
    monkeypatch.setattr(thinking, "EFFORT", Effort(150))
    house = bot_of(world)._house
    house.tick()
    await asyncio.sleep(0)
    (task,) = house._acting.values()
    await bot_of(world).tables.ask(sitting.table, play.resign, ann.id)
    house.tick()
    await asyncio.wait([task])
    assert task.cancelled()
    assert [row.action.split()[1] for row in (await table_of(sitting)).actions[len(table.actions) :]] == ["resign"]
    await bot_of(world).presenter.show(sitting.table)
    result = sitting.ending()
    assert "resigned" in words_of(result)
    assert watch.public


async def test_result_of_a_game_that_the_house_ends_is_shown_however_long_that_takes(
    world: World, ann: MemberActor
) -> None:
    """The table is over before its result is posted; the clock goes on meanwhile, and must not break that off."""
    sitting = await practise(world, ann)
    await on_move(sitting, house=True)
    bot = bot_of(world)
    show, begun, go_on = bot._house._moved, asyncio.Event(), asyncio.Event()

    async def show_slowly(table_id: int) -> None:
        await bot.tables.ask(table_id, play.resign, ann.id)  # with this act the game is over
        begun.set()
        await go_on.wait()
        await show(table_id)

    bot._house._moved = show_slowly
    bot._house.tick()
    (task,) = bot._house._acting.values()
    await begun.wait()
    bot._house.tick()
    go_on.set()
    await asyncio.wait([task])
    assert not task.cancelled()
    assert sitting.result() is not None


# ------------------------------------------------------------------ asked of the house


async def test_house_plays_on_when_a_draw_is_offered_and_lets_a_card_be_taken_back_until_it_has_acted(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    table = await on_move(sitting, house=False)
    assert "House players play to the end" in said(await ask(ann, world.channel, "draw"))
    assert asked_by((await table_of(sitting)).draw) is None
    question = private_answer(await ask(ann, world.channel, "resign"))
    assert button_named(question, "Offer a draw") is None
    await ann.click(question, label="Keep playing")
    while table.game.deal is None or table.game.deal.trick:  # until Ann leads, so that nothing follows by itself
        await player.move()
        table = await on_move(sitting, house=False)
    led = next(choice for choice in player.choices() if choice.words.startswith("play"))
    await player.choose(led)
    await ann.click(player.panel, label="Undo")
    assert (await table_of(sitting)).actions == table.actions
    assert led.words in {choice.words for choice in player.choices()}
    assert not any("asks to undo" in words_of(m) for m in public_messages(world))
    await player.move()
    await on_move(sitting, house=False)
    assert "Nothing to undo" in said(await ask(ann, world.channel, "undo"))
    assert watch.public


# ------------------------------------------------------------------ practice


async def test_practice_begins_where_the_bot_may_not_post_and_is_not_shown_there(
    world: World, ann: MemberActor
) -> None:
    forbid(world, "send_messages")
    sitting = await practise_alone(world, ann)
    shows = AtOwn(Wish.HERE, 0, sitting.table)
    assert "Send Messages" in said(await do(ann, world.channel, shows))
    assert public_messages(world) == []
    assert (await table_of(sitting)).private
    allow(world)
    await do(ann, world.channel, shows)
    assert len(public_messages(world)) == 1
    assert not (await table_of(sitting)).private
