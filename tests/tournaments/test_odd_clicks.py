"""Tournaments under odd clicks: twice at once, on last week's message, and after the organizer has left."""

from __future__ import annotations

import discord
import pytest

from bot.club.tournaments.values import State
from bot.playground import World
from tests.simulated import bot_of, press, press_together, restart
from tests.simulated.player import private_answer, words_of
from tests.simulated.waiting import DAY, later
from tests.tournaments.test_clicks import (
    clicked,
    created,
    direct_messages,
    entries,
    held,
    round_message,
    tick,
    tournament,
)


@pytest.mark.deep
async def test_who_presses_twice_at_once_takes_part_once_and_so_do_two_who_press_together(world: World) -> None:
    ann, ben, cat, dai = world.members
    await created(world, ann)
    message, join, leave = entries(world), "bz:0:0:cup-join 1", "bz:0:0:cup-leave 1"
    await press_together(world, [(ann, message, join), (ann, message, join), (ben, message, join)])
    assert {each.user_id for each in (await tournament(world)).entrants} == {ann.id, ben.id}
    assert "2 take part" in words_of(entries(world))
    await press_together(world, [(ann, message, leave), (cat, message, join), (ann, message, leave)])
    assert {each.user_id for each in (await tournament(world)).entrants} == {ben.id, cat.id}
    assert "2 take part" in words_of(entries(world))
    await clicked(world, ann, entries(world), "Take part")
    start = "bz:0:0:cup-start 1"
    await press_together(world, [(ann, message, start), (ann, message, start), (dai, message, join)])
    await tick(world)
    after = await tournament(world)
    assert after.state is State.PLAYING
    assert after.round == 1
    games = [each for each in after.pairings if each.away is not None]
    assert len({each.table_id for each in games}) == len(games) == len(after.entrants) // 2


@pytest.mark.deep
async def test_last_weeks_messages_answer_with_what_is_so_now(world: World) -> None:
    ann, ben, cat, dai = world.members
    await held(world, ann, ben, cat, started=False, clock="days-1", hours=14 * 24)
    first = entries(world)
    await later(world, 7 * DAY)
    await restart(world)
    await tick(world, 5)
    await clicked(world, dai, entries(world), "Take part")
    assert entries(world).id == first.id
    await clicked(world, ann, entries(world), "Start")
    await tick(world)
    late = private_answer(await press(world, dai, first, "bz:0:0:cup-join 1"))
    assert "It is too late for that tournament" in words_of(late)
    asked = private_answer(await clicked(world, dai, round_message(world, 1), "Drop out"))
    await later(world, 7 * DAY)
    await restart(world)
    await tick(world, 5)
    await press(world, dai, asked, "bz:0:0:cup-out 1")
    entrant = (await tournament(world)).entrant(dai.id)
    assert entrant is not None
    assert entrant.withdrawn
    again = await press(world, dai, asked, "bz:0:0:cup-out 1")
    assert "You are not in that tournament" in words_of(private_answer(again))


async def test_a_tournament_goes_on_without_its_organizer_and_who_manages_the_server_starts_it(world: World) -> None:
    ann, ben, cat, dai = world.members
    await held(world, ann, ben, cat, dai, started=False)
    backend, guild = world.env.backend, world.env.guild.id
    backend.remove_member(guild, ann.id)
    assert "Only the organizer" in words_of(private_answer(await clicked(world, ben, entries(world), "Start")))
    allowed = discord.Permissions(manage_guild=True).value
    backend.add_member_role(guild, cat.id, backend.create_role(guild, "managers", permissions=allowed).id)
    await clicked(world, cat, entries(world), "Start")
    await tick(world)
    after = await tournament(world)
    assert [each.user_id for each in after.entrants if each.withdrawn] == [ann.id]
    (pairing,) = [each for each in after.of_round(1) if each.table_id is not None]
    assert ann.id not in (await bot_of(world).tables.get(pairing.table_id or 0)).users
    assert direct_messages(world) == []
