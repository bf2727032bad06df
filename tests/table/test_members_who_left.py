"""Members who leave the server, or are banned, while they sit in a lobby, are challenged, or are waited for."""

from __future__ import annotations

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from tests.simulated import bot_of, buttons_of, press, press_together, restart
from tests.simulated.asking import resign
from tests.simulated.player import (
    Sitting,
    at,
    claim_game,
    leave_table,
    lobby_at,
    more_of,
    public_answer,
    public_messages,
    sit_down,
    words_of,
)
from tests.simulated.waiting import meanwhile, notices, out_of_time, said


def departed(world: World) -> list[ResponseMessage]:
    return [m for m in public_messages(world) if "wait, let the house play on" in words_of(m)]


# ------------------------------------------------------------------ in the lobby


@pytest.mark.parametrize("bot_was_down", [False, True])
async def test_start_deals_to_nobody_who_has_left_and_frees_the_seat(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor, *, bot_was_down: bool
) -> None:
    lobby = await lobby_at(world, ann, ben)
    world.env.guild.remove_member(ben)
    if bot_was_down:
        await restart(world)
    await press_together(world, [(ann, lobby, at(lobby, "start"))] * 2)
    table = await bot_of(world).tables.get(1)
    assert table.game.deals == ()
    assert (table.users, table.lobby.left) == ((ann.id,), ((ben.id, "Ben"),))
    assert "Left this server, seat free again: Ben." in words_of(lobby)
    assert "2. *free*" in words_of(lobby)
    await cleo.click(lobby, label="Join")
    assert "has left" not in words_of(lobby)
    await ann.click(lobby, label="Start")
    assert "deal 1" in words_of(lobby)


async def test_any_click_in_the_lobby_finds_out_who_has_left(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    world.env.guild.remove_member(ben)
    await world.env.advance_time(70)
    answer = await press(world, cleo, lobby, "bz:1:0:join")
    assert "Table 1 is full" in said(answer)
    assert "Left this server, seat free again: Ben." in words_of(lobby)
    await cleo.click(lobby, label="Join")
    assert "2. Cleo" in words_of(lobby)


async def test_lobby_passes_on_when_its_opener_has_left(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann, ben)
    world.env.guild.remove_member(ann)
    await ben.click(lobby, label="Start")
    assert "1. Ben" in words_of(lobby)
    await leave_table(ben, lobby)
    assert "closed this table" in words_of(lobby) or "left the server" in words_of(lobby)


async def test_lobby_that_all_have_left_closes_with_a_word_and_so_does_a_challenge(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    world.env.guild.remove_member(ann)
    await world.env.advance_time(70)
    await press(world, cleo, lobby, "bz:1:0:start")
    await ben.click(challenge, label="Accept")
    for shown in (lobby, challenge):
        assert "This table is closed: Ann left the server." in words_of(shown)
    assert bot_of(world).tables.memory.awake() == []


async def test_discord_that_does_not_tell_who_is_here_keeps_nobody_from_playing(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    world.env.inject_error("GET", "/guilds/*/members/*", status=500, code=0, times=None)
    await ann.click(lobby, label="Start")
    assert "deal 1" in words_of(lobby)


async def test_nobody_is_asked_after_again_and_again(world: World, ann: MemberActor, ben: MemberActor) -> None:
    lobby = await lobby_at(world, ann, ben)
    for _ in range(3):
        await more_of(ann, lobby)
        await more_of(ben, lobby)
    asked = [e for e in world.env.http_requests if e.method == "GET" and "/members/" in e.path]
    assert len(asked) <= 2


async def test_rematch_with_somebody_who_has_left_is_refused_kindly(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor
) -> None:
    await resign(ann, world.channel)
    result = sitting.ending()
    await ben.click(result, label="Rematch")
    world.env.guild.remove_member(ben)
    assert "No rematch, as Ben left;" in said(await ann.click(result, label="Rematch"))
    assert bot_of(world).tables.memory.awake() == []


# ------------------------------------------------------------------ claiming from somebody who has left


async def test_one_notice_stands_where_somebody_has_left_and_the_time_runs_out(world: World, sitting: Sitting) -> None:
    mover, (other,) = sitting.on_move(), sitting.waiting()
    world.env.guild.remove_member(mover.actor)
    await world.env.advance_time(70)
    (before,) = departed(world)
    assert "has left this server" in words_of(before)
    await meanwhile(world, 3 * 60, every=10)
    (notice,) = departed(world)
    assert notice.id != before.id
    assert "has left this server. Ben's time is up at table 1" in words_of(notice)
    assert "may still play" not in words_of(notice)
    assert [each["label"] for each in buttons_of(notice)] == [
        "Wait",
        "Let the house play on, unrated",
        "Claim the game …",
    ]
    await meanwhile(world, 10 * 60, every=30)
    assert [each.id for each in departed(world)] == [notice.id]
    await claim_game(other.actor, notice)
    assert not (await bot_of(world).tables.get(1)).live
    assert departed(world) == []


@pytest.mark.deep
@pytest.mark.parametrize("second_leaves", [False, True])
@pytest.mark.parametrize("first_leaves", [False, True], ids=["time is up", "who is on move has left"])
async def test_of_three_both_others_claim_unless_the_second_has_left_too(
    world: World, *, first_leaves: bool, second_leaves: bool
) -> None:
    sitting = await sit_down(world, world.members[:3], rules="modern 3")
    mover, (first, second) = sitting.on_move(), sitting.waiting()
    if first_leaves:
        world.env.guild.remove_member(mover.actor)
        await world.env.advance_time(70)
        (notice,) = departed(world)
    else:
        _, _, notice = await out_of_time(world, sitting)
    await claim_game(first.actor, notice)
    names = [each.actor.name.capitalize() for each in (first, second)]
    assert f"{names[0]} would claim the game. Yet to agree: {names[1]}." in words_of(notice)
    await claim_game(first.actor, notice)
    assert sitting.result() is None
    if second_leaves:
        world.env.guild.remove_member(second.actor)
    await claim_game((first if second_leaves else second).actor, notice)
    assert sitting.result() is not None
    assert departed(world) == notices(world) == []
