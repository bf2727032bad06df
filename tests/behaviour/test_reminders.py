"""The one mention for a player who keeps the others waiting, and what happens when somebody has left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.simulated import bot_of, press, restart

from .hurry import hurry_through_deal
from .player import private_answer, public_messages, words_of

if TYPE_CHECKING:
    from simcord import ResponseMessage

    from bot.playground import World

    from .player import Player, Sitting


def reminders(world: World) -> list[ResponseMessage]:
    """Return the reminders that stand in the channel."""
    return [m for m in public_messages(world) if "it is your turn" in words_of(m)]


def bodies(world: World) -> list[Any]:
    """Return the bodies of all new messages that the bot has posted in the channel."""
    path = f"/channels/{world.channel.id}/messages"
    return [e.json for e in world.env.http_requests if e.method == "POST" and e.path == path]


async def test_player_is_mentioned_once_after_thirty_seconds_and_nobody_else(world: World, sitting: Sitting) -> None:
    mover = sitting.on_move()
    await world.env.advance_time(28)
    assert reminders(world) == []
    await world.env.advance_time(4)
    (reminder,) = reminders(world)
    stored = world.env.backend.get_message(world.channel.id, reminder.id)
    assert stored.ping_user_ids == [mover.actor.id]
    assert bodies(world)[-1]["allowed_mentions"] == {"parse": [], "users": [mover.actor.id]}
    await world.env.advance_time(90)
    assert len(reminders(world)) == 1
    assert len(bodies(world)) == 1


async def test_reminder_goes_away_when_its_player_acts(world: World, sitting: Sitting) -> None:
    await world.env.advance_time(32)
    assert reminders(world)
    await sitting.steps(1)
    assert reminders(world) == []
    await world.env.advance_time(32)
    assert len(reminders(world)) == 1


async def test_reminder_offers_the_hand(world: World, sitting: Sitting) -> None:
    mover = sitting.on_move()
    await world.env.advance_time(32)
    panel = await mover.my_hand(reminders(world)[0])
    assert mover.choices()
    assert f"table {sitting.table} " in words_of(panel)
    assert len(reminders(world)) == 1
    await sitting.steps(1)
    assert reminders(world) == []


async def test_player_is_not_reminded_again_of_the_same_turn_after_a_restart(world: World, sitting: Sitting) -> None:
    await world.env.advance_time(32)
    await restart(world)
    await world.env.advance_time(60)
    assert len(reminders(world)) == 1
    await sitting.steps(1)
    assert reminders(world) == []


async def test_nobody_is_mentioned_between_deals_or_before_or_after_the_game(world: World, sitting: Sitting) -> None:
    await hurry_through_deal(sitting)
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
    await world.env.advance_time(32)
    return stays, leaver


async def test_player_who_left_the_server_is_not_mentioned_and_the_game_can_be_claimed(
    world: World, sitting: Sitting
) -> None:
    stays, leaver = await gone(world, sitting)
    (notice,) = [m for m in public_messages(world) if "has left this server" in words_of(m)]
    assert reminders(world) == []
    assert bodies(world)[-1]["allowed_mentions"] == {"parse": []}
    await stays.actor.click(notice, label="Claim the game")
    result = sitting.result()
    assert result is not None
    assert "The game was claimed from" in words_of(result)
    table = await bot_of(world).tables.get(sitting.table)
    assert table.game.result is not None
    assert table.game.result.winner == (table.seat_of(stays.actor.id),)
    assert not any("has left this server" in words_of(m) for m in public_messages(world))
    board = (await stays.actor.slash(world.channel, "leaderboard")).response
    assert board is not None
    assert leaver.actor.name.capitalize() in words_of(board)


async def test_game_cannot_be_claimed_from_somebody_who_is_here(world: World, sitting: Sitting) -> None:
    mover, other = sitting.on_move(), sitting.waiting()[0]
    result = await press(world, other.actor, sitting.board(), f"bz:{sitting.table}:0:claim {mover.actor.id}")
    assert "still in this server" in words_of(private_answer(result))
    assert sitting.result() is None


async def test_spectator_cannot_claim(world: World, sitting: Sitting) -> None:
    await gone(world, sitting)
    (notice,) = [m for m in public_messages(world) if "has left this server" in words_of(m)]
    result = await world.members[2].click(notice, label="Claim the game")
    assert "You are watching" in words_of(private_answer(result))
    assert sitting.result() is None


async def test_one_who_left_and_came_back_plays_on(world: World, sitting: Sitting) -> None:
    stays, leaver = await gone(world, sitting)
    leaver.actor = world.env.guild.add_member(leaver.actor.user)
    (notice,) = [m for m in public_messages(world) if "has left this server" in words_of(m)]
    result = await stays.actor.click(notice, label="Claim the game")
    assert "still in this server" in words_of(private_answer(result))
    await leaver.my_hand(sitting.board())
    await sitting.steps(2)
    assert not any("has left this server" in words_of(m) for m in public_messages(world))


@pytest.mark.parametrize("status", [403, 500])
async def test_reminder_that_cannot_be_posted_harms_nothing(world: World, sitting: Sitting, status: int) -> None:
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=0, times=1)
    await world.env.advance_time(32)
    assert reminders(world) == []
    await sitting.steps(2)
