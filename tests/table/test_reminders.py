"""The one mention for a player who keeps the others waiting, and what happens when somebody has left."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground import World
from tests.simulated import bot_of, restart
from tests.simulated.asking import ask
from tests.simulated.player import Player, Sitting, claim_game, public_answer, public_messages, sit_down, words_of
from tests.simulated.positions import bring_through_deal, bring_to
from tests.simulated.waiting import STAMP, notices, pinged, reminders, said
from tests.tables.made import counts


def bodies(world: World) -> list[Any]:
    """Return the bodies of all new messages that the bot has posted in the channel after the first board."""
    path = f"/channels/{world.channel.id}/messages"
    first, *others = [e.json for e in world.env.http_requests if e.method == "POST" and e.path == path]
    assert "being dealt" in str(first)
    return others


async def test_only_the_player_on_move_is_mentioned_once_and_the_mention_goes_when_they_act(
    world: World, sitting: Sitting
) -> None:
    mover = sitting.on_move()
    await world.env.advance_time(50)
    await sitting.waiting()[0].slash_hand()  # which puts nothing off for another
    await world.env.advance_time(8)
    assert reminders(world) == []
    await world.env.advance_time(4)
    (reminder,) = reminders(world)
    assert pinged(world, reminder) == [mover.actor.id]
    assert bodies(world)[-1]["allowed_mentions"] == {"parse": [], "users": [mover.actor.id]}
    await world.env.advance_time(50)
    await restart(world)
    await world.env.advance_time(40)
    assert len(bodies(world)) == len(reminders(world)) == 1, "not again for the same turn"
    panel = await mover.my_hand(reminder)
    assert f"table {sitting.table} " in words_of(panel)
    assert len(reminders(world)) == 1
    await sitting.steps(1)
    assert reminders(world) == []
    await world.env.advance_time(32)
    assert len(reminders(world)) == 1


@pytest.mark.sweep
@pytest.mark.parametrize("touch", ["advice", "hand", "draw", "resign", "tricks"])
async def test_nobody_is_reminded_within_a_minute_of_a_click_or_command_at_the_table(
    world: World, sitting: Sitting, touch: str
) -> None:
    mover = sitting.on_move()
    await world.env.advance_time(50)
    if touch == "advice":
        await mover.actor.click(mover.panel, label="Declare?")
    elif touch == "hand":
        await mover.slash_hand()
    elif touch in ("draw", "resign"):
        await ask(mover.actor, world.channel, touch)
    else:
        await mover.actor.click(sitting.board(), label="Tricks")
    await world.env.advance_time(56)
    assert reminders(world) == []
    await world.env.advance_time(6)
    assert len(reminders(world)) == 1


@pytest.mark.sweep
@pytest.mark.parametrize(("auto_draw", "reminded"), [(True, 1), (False, 0)])
async def test_passing_puts_the_reminder_off_only_where_everybody_sees_it(
    world: World, *, auto_draw: bool, reminded: int
) -> None:
    sitting = await sit_down(world, world.members[:2], auto_draw=auto_draw)
    for player in sitting.players:
        player.eager = True
    await sitting.play(until=lambda: any("declare" in c.words for p in sitting.players for c in p.choices()))
    mover = sitting.on_move()
    await world.env.advance_time(50)
    await mover.choose(next(c for c in mover.choices() if c.words == "pass"))
    assert mover.choices()
    await world.env.advance_time(35)
    assert len(reminders(world)) == reminded
    await world.env.advance_time(30)
    assert len(reminders(world)) == 1


@pytest.mark.deep
async def test_decision_takes_the_place_of_the_reminder_and_names_no_moment_once_time_is_up(
    world: World, sitting: Sitting
) -> None:
    await world.env.advance_time(62)
    (reminder,) = reminders(world)
    assert STAMP.search(words_of(reminder))
    assert STAMP.search(words_of(sitting.board()))
    await world.env.advance_time(3 * 60)
    assert reminders(world) == []
    (notice,) = notices(world)
    for message in (notice, sitting.board()):
        assert not STAMP.search(words_of(message))
    assert "time is up" in words_of(sitting.board())
    assert len(pinged(world, notice)) == 1
    await sitting.waiting()[0].actor.click(notice, label="Wait")
    assert notices(world) == reminders(world) == []


async def test_clock_that_ran_out_unnoted_names_no_moment_to_come(world: World, sitting: Sitting) -> None:
    bot_of(world)._clock.change_interval(seconds=3600)
    await world.env.advance_time(185)
    bot_of(world).presenter.boards.doubt(sitting.table)
    await sitting.waiting()[0].slash_hand()
    assert not (await bot_of(world).tables.get(sitting.table)).time_is_up
    assert not STAMP.search(words_of(sitting.board()))
    assert "time is up" in words_of(sitting.board())


async def test_nobody_is_mentioned_between_deals_or_before_or_after_the_game(world: World, sitting: Sitting) -> None:
    await bring_through_deal(sitting)
    posted = len(bodies(world))
    await world.env.advance_time(29)
    assert len(bodies(world)) == posted
    assert reminders(world) == []
    for body in bodies(world):
        assert body["allowed_mentions"] == {"parse": []}


async def gone(world: World, sitting: Sitting) -> tuple[Player, Player]:
    """Let the player on move leave the server; return who stays and who is gone."""
    leaver, stays = sitting.on_move(), sitting.waiting()[0]
    world.env.guild.remove_member(leaver.actor)
    await world.env.advance_time(62)
    return stays, leaver


@pytest.mark.deep
async def test_player_who_left_the_server_is_not_mentioned_and_the_game_can_be_claimed(
    world: World, sitting: Sitting
) -> None:
    await bring_to(sitting, counts)
    stays, leaver = await gone(world, sitting)
    (notice,) = [m for m in public_messages(world) if "has left this server" in words_of(m)]
    assert reminders(world) == []
    assert bodies(world)[-1]["allowed_mentions"] == {"parse": []}
    await claim_game(stays.actor, notice)
    result = sitting.ending()
    assert "The game was claimed from" in words_of(result)
    table = await bot_of(world).tables.get(sitting.table)
    assert table.game.result is not None
    assert table.game.result.winner == (table.seat_of(stays.actor.id),)
    assert not any("has left this server" in words_of(m) for m in public_messages(world))
    board = public_answer(await stays.actor.slash(world.channel, "leaderboard"))
    assert leaver.actor.name.capitalize() not in words_of(board)  # who has left is hidden there


async def test_no_spectator_claims_from_one_who_left_and_nobody_once_they_came_back_and_play_on(
    world: World, sitting: Sitting
) -> None:
    stays, leaver = await gone(world, sitting)
    (notice,) = [m for m in public_messages(world) if "has left this server" in words_of(m)]
    assert "You only watch" in said(await claim_game(world.members[2], notice))
    assert sitting.result() is None
    leaver.actor = world.env.guild.add_member(leaver.actor.user)
    assert "still in this server" in said(await claim_game(stays.actor, notice))
    await leaver.my_hand(sitting.board())
    await sitting.steps(2)
    assert not any("has left this server" in words_of(m) for m in public_messages(world))


@pytest.mark.sweep
@pytest.mark.parametrize("status", [403, 500])
async def test_reminder_that_cannot_be_posted_harms_nothing(world: World, sitting: Sitting, status: int) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=0, times=1)
    await world.env.advance_time(62)
    assert reminders(world) == []
    await sitting.steps(2)
