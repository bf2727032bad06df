"""What is played in a channel is shown to those alone who see that channel, wherever they ask for it."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.playground import World
from bot.tables import Visible
from bot.ui.kit.visibility import Visibility
from tests.simulated import bot_of, press, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.player import Sitting, private_answer, seated, table_number

pytestmark = pytest.mark.one_bot

NOT_HERE = "That table is not here"


def bot_id(world: World) -> int:
    user = bot_of(world).user
    assert user is not None
    return user.id


def keep_out(world: World, channel: ChannelHandle, *, but: tuple[MemberActor, ...] = ()) -> None:
    """Hide a channel from everyone but the bot and some members."""
    backend, view = world.env.backend, discord.Permissions(view_channel=True).value
    everyone = Overwrite(target_id=world.env.guild.id, type=OverwriteType.ROLE, allow=0, deny=view)
    backend.set_overwrite(channel.id, everyone)
    for user_id in (bot_id(world), *(member.id for member in but)):
        allowed = Overwrite(target_id=user_id, type=OverwriteType.MEMBER, allow=view, deny=0)
        backend.set_overwrite(channel.id, allowed)


async def play_in(world: World, channel: ChannelHandle, *members: MemberActor) -> Sitting:
    """Begin a game of two in a channel."""
    first, second = members
    shown = (await first.slash(channel, "play")).response
    assert shown is not None
    await second.click(shown, label="Join")
    await first.click(shown, label="Start")
    return await seated(replace(world, channel=channel), table_number(shown), members)


@pytest.fixture
async def salon(world: World) -> ChannelHandle:
    """A channel that only Ann and Ben see."""
    channel = world.env.guild.create_text_channel("salon")
    keep_out(world, channel, but=world.members[:2])
    return channel


def said(result: InteractionResult) -> str:
    return text_of(private_answer(result))


async def test_a_table_in_a_hidden_channel_is_none_for_who_does_not_see_it_nor_are_its_controls(
    world: World, salon: ChannelHandle
) -> None:
    ann, ben, cleo, dai = world.members
    sitting = await play_in(world, salon, ann, ben)
    at = world.channel
    name = f"table {sitting.table}"
    for seated_there in (ann, ben):
        assert name in said(await ask(seated_there, at, "tables"))
    for other in (cleo, dai):
        assert name not in said(await ask(other, at, "tables"))
        assert NOT_HERE in said(await other.slash(at, "rules", table=sitting.table))
        assert NOT_HERE in said(await ask(other, at, "finished games", table=sitting.table))
    open_rules = said(await ben.slash(at, "rules", table=sitting.table))
    assert NOT_HERE not in open_rules
    open_one = (await cleo.slash(world.channel, "play")).response
    assert open_one is not None
    for wanted in (f"bz:{sitting.table}:0:panel", f"bz:{sitting.table}:0:rules", f"bz:{sitting.table}:0:record"):
        answer = said(await press(world, cleo, open_one, wanted))
        assert "ann" not in answer.lower()
        assert "ben" not in answer.lower()
    backend, guild = world.env.backend, world.env.guild.id
    role = backend.create_role(guild, "admins", permissions=discord.Permissions(administrator=True).value)
    backend.add_member_role(guild, cleo.id, role.id)
    assert f"table {sitting.table}" in said(await ask(cleo, world.channel, "tables"))
    backend.delete_channel(salon.id)
    assert NOT_HERE not in said(await cleo.slash(world.channel, "rules", table=sitting.table))


@pytest.mark.deep
async def test_a_game_of_a_hidden_channel_is_in_nobodys_list_but_its_players(
    world: World, salon: ChannelHandle
) -> None:
    ann, ben, cleo, dai = world.members
    hidden, seen = await play_in(world, salon, ann, ben), await play_in(world, world.channel, ann, cleo)
    for sitting in (hidden, seen):
        await sitting.steps(24)
        for player in sitting.players[:1]:
            await resign(player.actor, sitting.world.channel, table=sitting.table)
    lists = {who.name: said(await ask(who, world.channel, "all finished games")) for who in (ben, cleo, dai)}
    assert f"table {hidden.table}" in lists["ben"].lower()
    for other in ("cleo", "dai"):
        assert f"table {seen.table}" in lists[other].lower()
        assert f"table {hidden.table}" not in lists[other].lower()


async def test_a_channel_that_is_gone_is_seen_by_nobody_but_the_table_by_its_players(world: World) -> None:
    ann, ben, cleo, _dai = world.members
    channel = world.env.guild.create_text_channel("short-lived")
    sitting = await play_in(world, channel, ann, ben)
    name = f"table {sitting.table}"
    assert name in said(await ask(cleo, world.channel, "tables"))
    world.env.backend.delete_channel(channel.id)
    assert name not in said(await ask(cleo, world.channel, "tables"))
    assert name in said(await ask(ben, world.channel, "tables"))


async def test_a_thread_is_seen_where_the_channel_above_it_is_and_a_private_one_by_nobody_from_elsewhere(
    world: World,
) -> None:
    bot, backend = bot_of(world), world.env.backend
    ann = world.members[0]
    hidden = world.env.guild.create_text_channel("hidden")
    keep_out(world, hidden)
    public = backend.create_thread(world.channel.id, "a game", ann.id)
    below_hidden = backend.create_thread(hidden.id, "a game", bot_id(world))
    private = backend.create_thread(world.channel.id, "ours", ann.id, type=12)
    await world.env.settle()
    guild = bot.get_guild(world.env.guild.id)
    assert guild is not None
    everyone = Visibility(guild.id, 0, None, guild, guild.default_role)
    ids = {"channel": world.channel.id, "hidden": hidden.id, "public": public.id, "below": below_hidden.id,
           "private": private.id, "unknown": 12345}  # fmt: skip
    assert {name for name, each in ids.items() if everyone.channel(each)} == {"channel", "public"}
    assert everyone.visible() == Visible(frozenset((0, world.channel.id, public.id)))
    within = replace(everyone, here=private.id)
    assert within.channel(private.id)
    nobody_knows = Visibility(guild.id, 7)
    assert {name for name, each in ids.items() if nobody_knows.channel(each)} == set()
    assert nobody_knows.visible() == Visible(frozenset((7,)))
