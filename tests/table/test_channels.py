"""Where a server keeps the bot to some channels, nothing is put up in another one, whichever command is given there."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import ChannelHandle, MemberActor, ResponseMessage

from bot.playground import World
from tests.settings.test_languages import manages
from tests.simulated import bot_of, components_of, press, text_of
from tests.simulated.asking import ask, keep_rules, resign
from tests.simulated.player import private_answer, public_answer, public_messages
from tests.simulated.waiting import said

CHALLENGE, STATISTICS = "Challenge to Bézique", "Bézique statistics"
PUTS_UP = {
    "play", "here", "invite", "open challenge", CHALLENGE,
}  # fmt: skip
"""What puts something up in the channel where it is asked: it is refused, with where to go."""


def in_channel(world: World, channel: ChannelHandle) -> list[Any]:
    stored = world.env.backend.messages.get(channel.id, {}).values()
    return [message for message in stored if not message.is_ephemeral]


async def kept_elsewhere(world: World, moderator: MemberActor) -> ChannelHandle:
    """Keep the bot to the usual channel, and return another one."""
    manages(world, moderator)
    other = world.env.guild.create_text_channel("parlour")
    page = private_answer(await ask(moderator, world.channel, "moderate channels"))
    (picker,) = [item for item in components_of(page) if item["type"] == 8]
    await press(world, moderator, page, picker["custom_id"], str(world.channel.id))
    return other


@pytest.mark.deep
async def test_no_command_puts_anything_up_in_a_channel_that_was_not_chosen(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await ann.slash(world.channel, "play")
    other = await kept_elsewhere(world, ann)
    there = len(public_messages(world))
    slash = [each for each in ann.available_commands(other) if each not in (CHALLENGE, STATISTICS)]
    assert {"play", "practice", "daily", "settings"} <= set(slash)
    for command in {*slash, *PUTS_UP} - {CHALLENGE}:
        options = {"member": ben} if command == "invite" else {}
        result = await ask(ann, other, command, **options)
        if command in PUTS_UP:
            assert f"I play in <#{world.channel.id}>" in said(result), command
        assert result.response is None or result.response.ephemeral, command
        assert all(each.ephemeral for each in result.followups), command
    for menu in (CHALLENGE, STATISTICS):
        answer = private_answer(await ann.context_menu(other, menu, ben))
        assert ("I play in" in text_of(answer)) is (menu in PUTS_UP), menu
    assert in_channel(world, other) == []
    assert len(public_messages(world)) == there


async def test_what_else_would_be_put_up_there_by_a_button_is_not(world: World, ann: MemberActor) -> None:
    other = await kept_elsewhere(world, ann)
    await keep_rules(world, ann, "Ours", "parlour")
    kept = private_answer(await ask(ann, other, "rule sets"))
    page = private_answer(await ask(ann, other, "server settings"))
    for message, custom_id in (
        (kept, f"sets-share member {ann.id} 1"),
        (kept, f"sets-open member {ann.id} 1"),
        (page, "podium true"),
        (page, "daily-here"),
        (page, "daily-share 60"),
        (page, "open"),
    ):
        control = f"bz:0:0:{custom_id}"
        answer: ResponseMessage = private_answer(await press(world, ann, message, control))
        assert f"I play in <#{world.channel.id}>" in text_of(answer), custom_id
    assert in_channel(world, other) == []
    assert bot_of(world).readers.channels_of(world.env.guild.id) == (world.channel.id,)


@pytest.mark.deep
async def test_a_game_that_stands_elsewhere_is_played_to_its_end_but_no_rematch_begins_there(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    manages(world, ann)
    other = world.env.guild.create_text_channel("parlour")
    shown = public_answer(await ann.slash(other, "play"))
    await ben.click(shown, label="Join")
    await ann.click(shown, label="Start")
    await kept_elsewhere(world, ann)
    await resign(ann, other)
    assert not (await bot_of(world).tables.get(1)).live
    before = len(in_channel(world, other))
    answer = private_answer(await press(world, ben, shown, "bz:1:0:rematch"))
    assert f"I play in <#{world.channel.id}>" in text_of(answer)
    await press(world, ann, shown, "bz:1:0:rematch")
    assert len(in_channel(world, other)) == before
