"""Nothing new is posted for a member who may not write in the channel, unless moderators chose it for the bot."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.interactions import base_payload

from bot.playground import World
from bot.ui.kit.public_posts import MEMBER_POSTS
from bot.ui.routes.home import OpenTable
from tests.settings.test_languages import manages
from tests.simulated import bot_of, press
from tests.simulated.asking import ask, resign
from tests.simulated.player import private_answer, public_messages, sit_down
from tests.simulated.public_acts import ACTS, channel_posts
from tests.simulated.waiting import said
from tests.table.test_channels import in_channel

pytestmark = pytest.mark.one_bot

NOT_HERE = "You may not write here"


def silence(world: World, member: MemberActor, *names: str, channel: ChannelHandle | None = None) -> None:
    denied = discord.Permissions(**dict.fromkeys(names or ("send_messages",), True)).value
    overwrite = Overwrite(target_id=member.id, type=OverwriteType.MEMBER, allow=0, deny=denied)
    world.env.backend.set_overwrite((channel or world.channel).id, overwrite)


def time_out(world: World, member: MemberActor, minutes: float) -> None:
    until = world.env.now() + timedelta(minutes=minutes)
    guild = world.env.backend.get_guild(member.guild.id)
    guild.members[member.id].timed_out_until = until.isoformat()


async def choose_channel(world: World, channel: ChannelHandle) -> None:
    async with bot_of(world).store.write() as tx:
        await tx.settings.set_of_guild(world.env.guild.id, "channels", [channel.id])
    bot_of(world).tables.preferences.server_chose(world.env.guild.id, {"channels": [channel.id]})


def thread_below(world: World, member: MemberActor) -> ChannelHandle:
    world.env.backend.create_thread(world.channel.id, "Games", member.id)
    (thread,) = world.channel.threads
    return thread


async def press_alone(world: World, member: MemberActor, shown: ResponseMessage, custom_id: str) -> str:
    """Have a member press a control in a direct message, whether that carries it or not; return the answer."""
    backend = world.env.backend
    record, payload = base_payload(
        backend, type=3, channel_id=shown.channel_id, guild_id=None, user_id=member.id,
        data={"custom_id": custom_id, "component_type": 2},
    )  # fmt: skip
    stored = backend.get_message(shown.channel_id, shown.id)
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return said(InteractionResult(world.env, record))


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name, act in ACTS.items() if act.in_channel])
async def test_member_who_may_not_write_there_has_nothing_new_posted(world: World, ann: MemberActor, name: str) -> None:
    act = ACTS[name]
    made = await act.prepare(world)
    silence(world, ann)
    before = channel_posts(world)
    told = said(await act.do(world, made))
    assert channel_posts(world) == before
    assert NOT_HERE in told or "leaderboard" in name
    await choose_channel(world, world.channel)
    await act.do(world, made)
    assert channel_posts(world) - before


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name, act in ACTS.items() if not act.in_channel])
async def test_whoever_plays_may_ask_the_others_also_where_they_may_not_write(
    world: World, ann: MemberActor, name: str
) -> None:
    made = await ACTS[name].prepare(world)
    silence(world, ann)
    before = channel_posts(world)
    await ACTS[name].do(world, made)
    assert channel_posts(world) - before


async def test_game_is_begun_played_and_played_again_where_its_players_may_not_write(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben))
    silence(world, ann)
    silence(world, ben)
    await sitting.steps(4)
    await resign(ann, world.channel)
    result = sitting.ending()
    for member in (ann, ben):
        await member.click(result, label="Rematch")
    assert (await bot_of(world).tables.get(sitting.table + 1)).live


async def test_member_in_timeout_has_nothing_new_posted_in_any_channel(world: World, ann: MemberActor) -> None:
    page = private_answer(await ann.slash(world.channel, "help"))
    time_out(world, ann, 10)
    for _ in range(2):  # by a control, as Discord offers them no commands
        told = said(await press(world, ann, page, OpenTable().custom_id))
        assert "Your timeout ends <t:" in told
        await choose_channel(world, world.channel)
    time_out(world, ann, -1)
    await press(world, ann, page, OpenTable().custom_id)
    assert len(public_messages(world)) == 1


async def test_administrators_may_always(world: World, ann: MemberActor) -> None:
    role = ann.guild.create_role("Admins", permissions=discord.Permissions(administrator=True))
    world.env.backend.add_member_role(ann.guild.id, ann.id, role.id)
    silence(world, ann)
    await ann.slash(world.channel, "play")
    assert len(public_messages(world)) == 1


async def test_in_a_thread_it_is_the_permission_for_threads_that_counts_and_in_a_locked_one_that_to_manage_them(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    thread = thread_below(world, ben)
    silence(world, ann)  # which does not hold in threads
    await ann.slash(thread, "play")
    assert len(in_channel(world, thread)) == 1
    silence(world, ann, "send_messages_in_threads")
    assert NOT_HERE in said(await ann.slash(thread, "play"))
    assert len(in_channel(world, thread)) == 1
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})
    assert NOT_HERE in said(await ben.slash(thread, "play"))
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": False})
    await choose_channel(world, world.channel)  # and the threads below it
    await ann.slash(thread, "play")
    assert len(in_channel(world, thread)) == 2


async def test_text_of_a_voice_channel_is_a_channel_like_others(world: World, ann: MemberActor) -> None:
    voice = world.env.guild.create_voice_channel("salon")
    await ann.slash(voice, "play")
    assert len(in_channel(world, voice)) == 1
    silence(world, ann, channel=voice)
    assert NOT_HERE in said(await ann.slash(voice, "play"))
    assert len(in_channel(world, voice)) == 1


async def test_in_a_direct_message_no_table_is_opened_but_a_private_practice(world: World, ann: MemberActor) -> None:
    shown = private_answer(await ann.user.slash("settings"))
    assert "only in servers that have added me" in await press_alone(world, ann, shown, OpenTable().custom_id)
    live = bot_of(world).tables.memory.live
    assert live.of_user(ann.id) == []
    await ann.user.slash("practice")
    (practice,) = live.of_user(ann.id)
    assert (await bot_of(world).tables.get(practice)).private


async def test_leaderboard_is_shown_to_who_may_not_write_alone_and_counts_for_nothing(
    world: World, ann: MemberActor
) -> None:
    silence(world, ann)
    for _ in range(MEMBER_POSTS + 2):
        assert "Leaderboard" in said(await ann.slash(world.channel, "leaderboard"))


async def test_moderators_choose_channels_for_announcements_in_which_they_do_not_write(
    world: World, ann: MemberActor
) -> None:
    manages(world, ann)
    silence(world, ann)
    page = private_answer(await ask(ann, world.channel, "server settings"))
    await press(world, ann, page, "bz:0:0:daily-here")
    assert await bot_of(world).club.daily_news.choice(world.env.guild.id) is not None
