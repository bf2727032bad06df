"""What may go wrong at a table with house players: they go on, answer at once, or say kindly why not."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from bot.house.search import Effort
from bot.tables import Status
from bot.tables.decisions import play
from bot.tables.house import thinking
from bot.tables.values.parts import asked_by
from cogs.learn import review_answers
from tests.house_pool import ENDLESS, LITTLE, think_little
from tests.simulated import bot_of, buttons_of, press, press_together, restart
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import button_named, practise, private_answer, private_messages, public_messages, words_of
from tests.simulated.waiting import DAY, later, meanwhile, said

if TYPE_CHECKING:
    from simcord import InteractionResult, MemberActor

    from bot.playground import World
    from bot.tables import Table
    from tests.simulated.player import Player, Sitting
    from tests.simulated.watch import Watch


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


async def table_of(sitting: Sitting) -> Table:
    return await bot_of(sitting.world).tables.get(sitting.table)


async def on_move(sitting: Sitting, *, house: bool) -> Table:
    """Let the game go on until the house is on move, or the member."""
    while ((table := await table_of(sitting)).house_on_move is not None) is not house:
        if table.house_on_move is not None:
            await sitting.world.env.advance_time(1)
        else:
            await sitting.players[0].move()
    return table


def hint_of(player: Player) -> str:
    """Return the id of the panel's button for a hint."""
    assert player.panel is not None
    return next(str(b["custom_id"]) for b in buttons_of(player.panel) if b["custom_id"].endswith(":hint"))


def advice(player: Player) -> str:
    """Return the line of the panel in which the house says what it would do, or nothing."""
    assert player.panel is not None
    return next((line for line in words_of(player.panel).splitlines() if "A strong player would" in line), "")


# ------------------------------------------------------------------ thinking broken off


async def test_process_that_dies_while_it_thinks_does_not_hold_up_the_table(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # a pool of this bot's own
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.0)
    monkeypatch.setattr(thinking, "PATIENCE_SECONDS", ENDLESS)
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
    result = sitting.result()
    assert result is not None
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


async def test_house_lets_a_card_be_taken_back_at_once_until_it_has_acted(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    table = await on_move(sitting, house=False)
    while table.game.deal is None or table.game.deal.trick:  # until Ann leads, so that nothing follows by itself
        await player.move()
        table = await on_move(sitting, house=False)
    led = next(choice for choice in player.choices() if choice.words.startswith("play"))
    await player.choose(led)
    assert player.panel is not None
    await ann.click(player.panel, label="Undo")
    assert (await table_of(sitting)).actions == table.actions
    assert led.words in {choice.words for choice in player.choices()}
    assert not any("asks to undo" in words_of(m) for m in public_messages(world))
    await player.move()
    await on_move(sitting, house=False)
    assert "nothing to undo" in said(await ann.slash(world.channel, "undo"))
    assert watch.public


async def test_house_plays_on_when_a_draw_is_offered(world: World, ann: MemberActor) -> None:
    sitting = await practise(world, ann)
    await on_move(sitting, house=False)
    assert "House players play on to the end" in said(await ann.slash(world.channel, "draw"))
    assert asked_by((await table_of(sitting)).draw) is None
    question = private_answer(await ann.slash(world.channel, "resign"))
    assert button_named(question, "Offer a draw") is None
    await ann.click(question, label="Keep playing")
    assert sitting.players[0].choices()


@pytest.mark.parametrize("leaves", [False, True])
async def test_nobody_is_hurried_where_only_the_house_waits(world: World, ann: MemberActor, *, leaves: bool) -> None:
    sitting = await practise(world, ann)
    table = await on_move(sitting, house=False)
    before = len(public_messages(world))
    if leaves:
        world.env.guild.remove_member(ann)
    await later(world, 1200)
    assert len(public_messages(world)) == before
    now = await table_of(sitting)
    assert (now.ply, now.time_is_up) == (table.ply, False)


async def test_table_of_a_member_who_has_left_the_server_closes_itself(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann)
    await on_move(sitting, house=False)
    world.env.guild.remove_member(ann)
    await meanwhile(world, 600)
    assert (await table_of(sitting)).status is Status.PLAYING  # she may come back
    await later(world, 8 * DAY)
    table = await table_of(sitting)
    assert table.status is Status.ABANDONED
    assert "This deal is over" in words_of(sitting.messages()[-1]) or "closed" in words_of(sitting.messages()[-1])
    assert watch.public


# ------------------------------------------------------------------ hints


@pytest.mark.deep
async def test_hint_asked_for_twice_at_once_and_again_is_the_same(world: World, watch: Watch, ann: MemberActor) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    for _ in range(3):
        await on_move(sitting, house=False)
        assert player.panel is not None
        await press_together(world, [(ann, player.panel, hint_of(player))] * 2)
        first = advice(player)
        assert first
        for _again in range(3):
            await ann.click(player.panel, label="Hint")
            assert advice(player) == first
        await player.move()
        assert not advice(player)
    assert watch.private


async def test_hint_that_comes_too_late_says_so_and_shows_the_table_as_it_stands(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    table = await on_move(sitting, house=False)
    assert player.panel is not None
    card = next(choice for choice in player.choices() if choice.words.startswith("play"))
    await press_together(world, [(ann, player.panel, hint_of(player)), (ann, player.panel, card.custom_id)])
    assert (await table_of(sitting)).ply > table.ply
    assert not advice(player)
    assert card.words not in {choice.words for choice in player.choices()}
    await on_move(sitting, house=False)
    assert player.choices()
    await player.move()
    assert watch.private


@pytest.mark.deep
async def test_a_move_ends_a_hint_that_is_still_thought_about_and_the_next_one_comes(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    await on_move(sitting, house=False)
    # It would come in some seconds. Not never: where the process is told to give up before it has begun, it is told
    # again in a twentieth of a second, and the simulated clock does not move while anything is thought about.
    monkeypatch.setattr(thinking, "EFFORT", Effort(300))
    assert player.panel is not None
    card = next(choice for choice in player.choices() if choice.words.startswith("play"))
    asked = [(ann, player.panel, hint_of(player))] * 2
    await press_together(world, [*asked, (ann, player.panel, card.custom_id)])
    assert "moved on while the house was thinking" in words_of(player.panel)
    assert (await table_of(sitting)).given == ()
    monkeypatch.setattr(thinking, "EFFORT", LITTLE)
    await on_move(sitting, house=False)
    await ann.click(player.panel, label="Hint")
    assert advice(player)
    assert watch.private


@pytest.mark.deep
async def test_hint_that_takes_long_is_announced_once_and_to_who_has_asked_alone(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_answers, "_SOON", -1.0)
    monkeypatch.setattr(thinking, "EFFORT", Effort(60))
    sitting = await practise(world, ann)
    player = sitting.players[0]
    await on_move(sitting, house=False)
    public = [words_of(message) for message in public_messages(world)]
    assert player.panel is not None
    before = len(world.env.http_requests)
    await press_together(world, [(ann, player.panel, hint_of(player))] * 2)
    told = [each for each in world.env.http_requests[before:] if "thinking about a hint" in str(each.json)]
    assert len(told) == 1
    assert advice(player)
    assert "thinking about a hint" not in words_of(player.panel)
    assert [words_of(message) for message in public_messages(world)] == public
    assert watch.private


async def test_hint_for_which_there_was_no_time_is_thought_about_anew_when_it_is_asked_for_again(
    world: World, watch: Watch, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    await on_move(sitting, house=False)
    assert player.panel is not None
    monkeypatch.setattr(thinking, "HINT_PATIENCE_SECONDS", 0.0)
    await ann.click(player.panel, label="Hint")
    assert "As a rule of thumb" in words_of(player.panel)
    assert player.choices()
    monkeypatch.setattr(thinking, "HINT_PATIENCE_SECONDS", ENDLESS)
    await ann.click(player.panel, label="Hint")
    assert advice(player)
    assert watch.private


async def test_hint_button_of_an_old_panel_is_about_the_present(world: World, ann: MemberActor) -> None:
    sitting = await practise(world, ann)
    player = sitting.players[0]
    await on_move(sitting, house=False)
    old = hint_of(player)
    await player.move()
    await on_move(sitting, house=False)
    assert player.panel is not None
    assert hint_of(player) != old
    await press(world, ann, player.panel, old)
    assert advice(player)
    assert {choice.custom_id for choice in player.choices()} & {
        b["custom_id"] for b in buttons_of(player.panel) if b.get("label", "").startswith("💡")
    }


async def test_strangers_get_no_hint_and_no_review(world: World, ann: MemberActor, ben: MemberActor) -> None:
    sitting = await practise(world, ann)
    await on_move(sitting, house=False)
    board = sitting.board()
    for op in ("hint", "review"):
        answer = words_of(private_answer(await press(world, ben, board, f"bz:{sitting.table}:0:{op}")))
        assert "A strong player would" not in answer
    early = words_of(private_answer(await press(world, ann, board, f"bz:{sitting.table}:0:review")))
    assert "Only a game that is over" in early


# ------------------------------------------------------------------ practice


async def test_practice_twice_gives_two_tables_that_do_not_mix(world: World, watch: Watch, ann: MemberActor) -> None:
    first = await practise(world, ann)
    second = await practise(world, ann, level="novice", rules="parlour")
    assert first.table != second.table
    for sitting in (first, second):
        await on_move(sitting, house=False)
        await sitting.players[0].move()
        await on_move(sitting, house=False)
    plies = [len((await table_of(sitting)).actions) for sitting in (first, second)]
    await second.players[0].move()
    assert len((await table_of(first)).actions) == plies[0]
    assert len((await table_of(second)).actions) > plies[1]
    assert "Which one do you mean?" in said(await ann.slash(world.channel, "resign"))
    assert watch.private


async def test_practice_where_the_bot_may_not_post_says_what_is_missing_and_opens_nothing(
    world: World, ann: MemberActor
) -> None:
    forbid(world, "send_messages")
    assert "Send Messages" in said(await ann.slash(world.channel, "practice"))
    assert public_messages(world) == []
    assert bot_of(world).tables.live_tables() == []
    allow(world)
    assert len((await practise(world, ann)).players[0].choices()) + 1


async def test_practice_by_rules_that_do_not_exist_opens_nothing(world: World, ann: MemberActor) -> None:
    assert "is called rummy" in said(await ann.slash(world.channel, "practice", rules="rummy"))
    assert bot_of(world).tables.live_tables() == []


async def test_answer_to_practice_that_discord_refuses_leaves_no_table(world: World, ann: MemberActor) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=500, code=0, times=1)
    shown: InteractionResult = await ann.slash(world.channel, "practice")
    assert shown is not None
    assert bot_of(world).tables.live_tables() == []
    assert len(private_messages(world, ann)) <= 1
    again = await practise(world, ann)
    assert (await table_of(again)).status is Status.PLAYING
