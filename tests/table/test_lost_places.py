"""Tables that lose their channel, server, people or permission, boards moved elsewhere, and a bot in timeout."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord import MemberActor

from bot.playground import World
from bot.ui.routes.home import OpenTable
from tests.simulated import bot_of, channel_calls, press, restart, text_of
from tests.simulated.asking import ask, open_tournament, resign
from tests.simulated.permissions import allow, forbid, time_out_bot
from tests.simulated.player import (
    Player,
    Sitting,
    button_named,
    claim_game,
    lobby_at,
    private_answer,
    private_messages,
    public_messages,
    words_of,
)
from tests.simulated.waiting import DAY, later, lose, meanwhile, notices, other_channel, out_of_time, reminders, said

pytestmark = pytest.mark.deep


async def test_game_that_everyone_has_left_closes_after_a_week_and_shows_its_secret(
    world: World, sitting: Sitting
) -> None:
    await sitting.steps(5)
    secret = (await bot_of(world).tables.get(1)).deals[0].secret
    board = sitting.board()
    assert secret not in words_of(board)
    await later(world, 7 * DAY + 200)
    await world.env.advance_time(5)
    assert bot_of(world).tables.memory.awake() == []
    (closed,) = [m for m in sitting.messages() if "closed without a result" in words_of(m)]
    shown = private_answer(await sitting.players[0].actor.click(closed, label="Fair deal"))
    assert secret in words_of(shown)
    assert sitting.result() is None
    assert notices(world) == reminders(world) == []
    assert "This table is closed." in said(await sitting.players[0].actor.slash(world.channel, "hand", table=1))


async def test_game_whose_channel_is_deleted_goes_on_where_a_player_puts_it_up(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    await sitting.steps(3)
    lose(world)
    there, channel = other_channel(world)
    await world.env.advance_time(5)
    mover = sitting.on_move()
    mover.world = there
    asked = await mover.actor.slash(channel, "hand", table=1)
    assert asked.response is not None
    mover.panel = asked.response
    assert "table 1 " in words_of(mover.panel)
    (told,) = asked.followups
    assert "The channel of table 1 is gone; move the board with `/hand`." in words_of(told)
    assert not (await mover.choose(mover.choices()[0])).followups  # once is enough
    answer = await ask(ann, channel, "here")
    assert "The board of table 1 stands here now." in said(answer)
    moved = replace(sitting, world=there)
    assert "deal 1" in words_of(moved.board())
    for player in moved.players:
        player.world = there
    await moved.show_hands()
    await moved.steps(6)
    assert (await bot_of(world).tables.get(1)).ply >= 10
    assert len(public_messages(there)) == 1


async def test_board_moves_on_wish_and_leaves_a_word_where_it_was(
    world: World, sitting: Sitting, ben: MemberActor
) -> None:
    await sitting.steps(2)
    old = sitting.board()
    there, channel = other_channel(world)
    assert "stands here now" in said(await ask(ben, channel, "here"))
    assert "moved down" in words_of(old)
    assert str(channel.id) in words_of(old)
    assert button_named(old, "My hand") is None
    moved = replace(sitting, world=there)
    await moved.players[0].my_hand(moved.board())
    await moved.steps(4)
    assert len(public_messages(world)) == len(public_messages(there)) == 1
    await restart(world)
    await moved.show_hands()
    await moved.steps(2)
    assert len(public_messages(there)) == 1


async def test_board_may_be_called_down_in_its_own_channel(world: World, sitting: Sitting, ann: MemberActor) -> None:
    old = sitting.board()
    await ask(ann, world.channel, "here")
    assert "moved down" in words_of(old)
    assert sitting.board().id != old.id


async def test_decision_about_time_moves_with_the_board(world: World, sitting: Sitting, ann: MemberActor) -> None:
    _, (other,), _ = await out_of_time(world, sitting)
    there, channel = other_channel(world)
    await ask(ann, channel, "here", table=1)
    assert notices(world) == []
    (notice,) = notices(there)
    await claim_game(other.actor, notice)
    assert replace(sitting, world=there).result() is not None


async def test_lobby_moves_too(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    there, channel = other_channel(world)
    await ask(ann, channel, "here")
    assert button_named(lobby, "Join") is None
    (moved,) = public_messages(there)
    for label in ("Join", "Start"):
        await ben.click(moved, label=label)
    assert "deal 1" in words_of(moved)


async def test_result_that_its_channel_could_not_show_comes_up_elsewhere(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    lose(world)
    there, channel = other_channel(world)
    await resign(ann, channel)
    assert "table 1" in said(await ask(ann, channel, "here", table=1))
    assert replace(sitting, world=there).result() is not None
    assert "over" in said(await ask(ann, channel, "here", table=1))


@pytest.mark.usefixtures("sitting")
async def test_here_is_refused_kindly_where_it_means_nothing(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    there, channel = other_channel(world)
    for member, table, words in (
        (cleo, {}, "sit at no table"), (cleo, {"table": 1}, "You only watch"),
        (ann, {"table": 9}, "That table is not here"),
    ):  # fmt: skip
        assert words in said(await ask(member, channel, "here", **table))
    await lobby_at(world, ann)
    assert "At which of your tables?" in said(await ask(ann, channel, "here"))
    forbid(there, "send_messages")
    assert "**Send Messages**" in said(await ask(ben, channel, "here"))
    assert (await bot_of(world).tables.get(1)).channel_id == world.channel.id


@pytest.mark.parametrize("gone", ["channel", "server"])
async def test_table_without_its_place_is_tried_seldom_and_closes_after_a_week(
    world: World, sitting: Sitting, gone: str
) -> None:
    await sitting.steps(2)
    if gone == "channel":
        lose(world)
    else:
        world.env.backend.remove_guild(world.env.guild.id)
    await world.env.advance_time(240)
    assert [table.id for table in bot_of(world).tables.memory.awake()] == [1]
    before = len(world.env.http_requests)
    await world.env.advance_time(300)
    assert len(channel_calls(world, before)) <= 2
    await later(world, 7 * DAY + 200)
    await world.env.advance_time(5)
    assert bot_of(world).tables.memory.awake() == []


async def test_board_that_discord_does_not_take_is_tried_less_and_less_often(
    world: World, sitting: Sitting, caplog: pytest.LogCaptureFixture
) -> None:
    await meanwhile(world, 16 * 60)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=500, code=0, times=None)
    for player in sitting.players:
        await player.slash_hand()
    await sitting.steps(1)
    await world.env.advance_time(600)
    assert 5 <= caplog.text.count("a board could not be shown") <= 12


@pytest.mark.parametrize("asks", ["here", "hand"])
async def test_bot_that_lost_its_permission_harms_no_game_and_tells_later_that_time_was_up(
    world: World, sitting: Sitting, asks: str
) -> None:
    await sitting.steps(2)
    forbid(world, "send_messages", *(["view_channel"] if asks == "here" else []))
    await world.env.advance_time(200)  # a reminder and the end of the time, which nobody can be told
    assert notices(world) == reminders(world) == []
    assert (await bot_of(world).tables.get(1)).time_is_up
    allow(world)
    waiting = sitting.waiting()[0]
    await ask(waiting.actor, world.channel, asks)
    (notice,) = notices(world)
    await waiting.actor.click(notice, label="Wait")
    await sitting.show_hands()
    await sitting.steps(2)


async def test_board_comes_back_by_itself_when_the_bot_may_post_again(world: World, sitting: Sitting) -> None:
    await sitting.steps(2)
    world.env.backend.delete_message(world.channel.id, sitting.board().id)
    forbid(world, "send_messages")
    await sitting.steps(1)
    allow(world)
    await world.env.advance_time(70)
    assert sitting.board()
    await sitting.steps(2)


async def test_board_that_may_not_be_posted_is_tried_after_one_five_and_fifteen_minutes_then_hourly(
    world: World, sitting: Sitting
) -> None:
    sitting.pause = 2
    await sitting.steps(2)
    world.env.backend.delete_message(world.channel.id, sitting.board().id)
    forbid(world, "send_messages")
    await sitting.steps(2)
    tries = []
    for minutes in (2, 4, 4, 10, 10, 60, 60):
        before = len(world.env.http_requests)
        await later(world, minutes * 60)
        tries.append(any("deal 1" in str(call.json) for call in world.env.http_requests[before:]))
    assert tries == [True, False, True, False, True, True, True]


@pytest.mark.parametrize("way", ["button", "hand", "tables"])
async def test_board_comes_back_with_the_next_click_of_a_player(world: World, sitting: Sitting, way: str) -> None:
    sitting.pause = 2
    await sitting.steps(2)
    old = sitting.board()
    waiting = sitting.waiting()[0]
    notice = private_answer(await waiting.actor.slash(world.channel, "hand"))
    world.env.backend.delete_message(world.channel.id, old.id)
    forbid(world, "send_messages")
    await sitting.steps(2)
    allow(world)
    before = len(public_messages(world))
    member = sitting.players[0].actor
    if way == "button":
        await press(world, member, notice, "bz:1:0:hand")
    else:
        await ask(member, world.channel, way)
    assert len(public_messages(world)) == before + 1
    assert "deal 1" in words_of(sitting.board())


async def test_everyone_is_told_once_why_there_is_no_board(world: World, sitting: Sitting) -> None:
    async def without_board(steps: int) -> None:
        world.env.backend.delete_message(world.channel.id, sitting.board().id)
        forbid(world, "send_messages")
        await sitting.steps(steps)

    def told(player: Player) -> int:
        return sum("may no longer post" in words_of(each) for each in private_messages(world, player.actor))

    sitting.pause = 2
    await sitting.steps(2)
    await without_board(8)
    assert list(map(told, sitting.players)) == [1, 1]
    allow(world)
    await world.env.advance_time(70)
    await without_board(4)
    assert told(sitting.players[0]) == 2


async def test_deleted_reminder_comes_back_with_the_board(world: World, sitting: Sitting) -> None:
    _, (other,), notice = await out_of_time(world, sitting)
    world.env.backend.delete_message(world.channel.id, notice.id)
    await ask(other.actor, world.channel, "here")
    (again,) = notices(world)
    await claim_game(other.actor, again)
    assert sitting.result() is not None


# ------------------------------------------------------------------ a bot in timeout


async def test_every_public_act_says_when_the_timeout_ends(world: World, ann: MemberActor, ben: MemberActor) -> None:
    page = private_answer(await ann.slash(world.channel, "help"))
    until = f"<t:{time_out_bot(world, 10)}:f>"
    for told in (
        private_answer(await ann.slash(world.channel, "play")),
        private_answer(await ann.slash(world.channel, "challenge", member=ben)),
        private_answer(await open_tournament(ann, world.channel)),
    ):
        assert f"in timeout here until {until}" in text_of(told)
        assert "lack" not in text_of(told)
    assert until in said(await press(world, ann, page, OpenTable().custom_id))
    await later(world, 601)
    await ann.slash(world.channel, "play")
    assert len(bot_of(world).tables.memory.awake()) == 1


async def test_game_that_begins_meanwhile_says_when_it_goes_on(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    until = f"<t:{time_out_bot(world, 10)}:f>"
    (told,) = (await ann.click(lobby, label="Start")).followups
    assert until in words_of(told)
    assert "move the board" not in words_of(told)
    await later(world, 601)
    await later(world, 60)
    asked = await ann.slash(world.channel, "hand")
    assert until not in "".join(words_of(each) for each in asked.followups)
