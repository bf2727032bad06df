"""What a server is told once a day: chosen by who manages it, posted once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from bot.client import HEARTBEAT_TICKS
from bot.club.daily.calendar import ends
from bot.ui.routes.daily import NewsHere, SetNewsHour, ShowNews, StopNews
from tests.daily.test_clicks import begun, played_out
from tests.daily.whole_game import NUMBER
from tests.simulated import bot_of, press, restart
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages, words_of
from tests.simulated.waiting import DAY, HOUR, later

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World


def news(world: World) -> list[ResponseMessage]:
    return [m for m in public_messages(world) if words_of(m).startswith("### Daily deal")]


async def chosen(world: World, manager: MemberActor) -> ResponseMessage:
    """Have the server told in this channel at the usual hour, by a member who manages it."""
    role = manager.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(manager.guild.id, manager.id, role.id)
    page = private_answer(await ask(manager, world.channel, "server settings"))
    await manager.click(page, label="Daily deal …")
    assert "It is off." in words_of(page)
    await manager.click(page, label="Post it in this channel")
    return page


@pytest.mark.deep
async def test_server_is_told_once_of_yesterday_and_today_and_not_again_after_a_restart(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = await chosen(world, ann)
    assert f"<#{world.channel.id}>" in words_of(page)
    assert news(world) == []  # its hour has passed today
    await begun(world, ann)
    await played_out(world, ann)
    await later(world, (ends(NUMBER) - world.env.now()).total_seconds() + 8 * HOUR)
    await world.env.advance_time(HEARTBEAT_TICKS)
    (told,) = news(world)
    words = words_of(told)
    assert f"Daily deal {NUMBER + 1}" in words
    assert "1. Ann" in words.replace("*", "")
    assert "Days in a row played here: 1." in words
    assert "you" not in words.lower().split()
    panel = private_answer(await ben.click(told, label="Play"))
    assert f"Daily deal {NUMBER + 1}" in words_of(panel)
    now = bot_of(world).tables.store.now
    await restart(world)
    bot_of(world).tables.store.now = now
    await world.env.advance_time(70)
    assert len(news(world)) == 1


async def test_of_days_that_were_missed_it_is_told_nothing_and_a_lost_channel_is_tried_again_tomorrow_alone(
    world: World, ann: MemberActor
) -> None:
    await chosen(world, ann)
    await later(world, 8 * DAY)
    await world.env.advance_time(HEARTBEAT_TICKS)
    (told,) = news(world)
    assert f"Daily deal {NUMBER + 8}" in words_of(told)
    assert "Nobody here finished it." in words_of(told)
    world.env.backend.delete_channel(world.channel.id)
    await later(world, DAY)
    await world.env.advance_time(HEARTBEAT_TICKS)
    with world.env.time_context():
        assert await bot_of(world).club.daily_news.due() == {}


async def test_the_hour_is_chosen_by_who_manages_the_server_alone_and_it_can_be_stopped(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = await chosen(world, ann)
    for route in (ShowNews(), NewsHere(), StopNews()):
        refused = private_answer(await press(world, ben, page, route.custom_id))
        assert "Manage Server" in words_of(refused)
    assert await bot_of(world).club.daily_news.choice(world.env.guild.id) is not None
    await press(world, ann, page, SetNewsHour(21).entry[0], SetNewsHour(21).entry[1])
    assert "21:00 (UTC)" in words_of(page)
    await ann.click(page, label="Stop it")
    assert "It is off." in words_of(page)
    await later(world, DAY)
    await world.env.advance_time(HEARTBEAT_TICKS)
    assert news(world) == []
