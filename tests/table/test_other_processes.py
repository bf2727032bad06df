"""A process that shares the work: what people see where the server's tables are another one's, or become it."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest
from simcord import ResponseMessage

from bot.club import conclude, score
from bot.members import Members
from bot.shards.share import Share, shard_of
from bot.tables import Tables
from bot.tables.decisions import play
from db import Word
from tests.settings.test_turn_messages import direct, switched_on
from tests.simulated import bot_of
from tests.simulated.player import Player, private_answer, public_messages, sit_down, words_of
from tests.simulated.waiting import later, meanwhile, with_clock
from tests.tables.at_table import choose, ownership

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


def count_of(world: World) -> int:
    """Return a number of shards by which the server is not of the one to which direct messages come."""
    return next(count for count in range(2, 100) if shard_of(world.env.guild.id, count))


async def leave_the_server(world: World) -> Tables:
    """Let the server's tables become another process's, which is returned; the bot keeps direct messages alone."""
    bot, count, shard = bot_of(world), count_of(world), server_of(world)
    share = bot.tables.share
    share.count, share._held = count, frozenset({0, shard})
    share.give_up(shard)
    await bot.memory_sync.disown(shard)
    holds = Share(count, [shard])
    theirs = Tables(bot.store, bot.tables.now, chance=random.Random(5), at_end=(conclude, score), share=holds)
    await ownership(theirs).load()
    await ownership(theirs).adopt(shard)
    return theirs


def server_of(world: World) -> int:
    """Return the shard of the server."""
    return shard_of(world.env.guild.id, count_of(world))


async def come_back(world: World) -> None:
    """Let the server's tables become the bot's again."""
    bot, shard = bot_of(world), server_of(world)
    outdated = await bot.memory_sync.adopt(shard)
    bot.tables.share.take(shard)
    bot._to_show |= dict.fromkeys(outdated)


@pytest.mark.deep
async def test_who_is_told_of_a_turn_plays_from_that_message_at_a_table_of_another_process(world: World) -> None:
    for member in world.members[:2]:
        await switched_on(world, member)
    sitting = await with_clock(world, "days-1")
    mover, other = sitting.on_move(), sitting.waiting()[0]
    await meanwhile(world, 6 * 60)
    (told,) = direct(world, mover.actor)
    theirs = await leave_the_server(world)
    before, shown = (await theirs.get(1)).ply, words_of(sitting.board())
    panel = private_answer(await mover.actor.user.click(told, label="Play"))
    choice = Player(world, mover.actor, 1, sitting.players[0].rng, panel).choices()[0]
    await mover.actor.user.click(panel, custom_id=choice.custom_id)
    assert len(bot_of(world).tables.register) == 0
    assert words_of(sitting.board()) == shown  # whoever has it shows it
    assert await theirs.heard(1)
    table = await theirs.get(1)
    assert table.ply == before + 1
    while mover.actor.id not in table.turn_users:
        table = (await choose(theirs, table, random.Random(3))).table
    await world.env.advance_time(2)
    await world.env.settle()
    panel = private_in(world, mover.actor, panel.id)  # as it stands now, with nobody having clicked
    assert Player(world, mover.actor, 1, sitting.players[0].rng, panel).choices()
    await meanwhile(world, 10 * 60)
    assert direct(world, other.actor) == []  # nobody is told by a process that does not have the table


def private_in(world: World, member: MemberActor, number: int) -> ResponseMessage:
    """Return a message that somebody has in their direct messages, as it stands now."""
    backend = world.env.backend
    return ResponseMessage(world.env, backend.messages[backend.dm_channels[member.id]][number])


async def test_server_that_goes_and_comes_back_is_shown_as_it_is_and_nothing_is_posted_meanwhile(world: World) -> None:
    sitting = await sit_down(world, world.members[:2])
    ann, ben = (player.actor for player in sitting.players)
    theirs = await leave_the_server(world)
    messages = [message.id for message in public_messages(world)]
    await theirs.ask(1, play.resign, ann.id)
    await later(world, 3600)
    await bot_of(world).presenter.show(1)
    bot = bot_of(world)
    assert [message.id for message in public_messages(world)] == messages
    assert (len(bot.tables.register), len(bot.presenter.loop), len(bot.tournament_posts.loop)) == (0, 0, 0)
    assert (bot.presenter._boards._boards, bot.presenter.panels._panels.by_table()) == ({}, [])
    await ownership(theirs).disown(server_of(world))
    await come_back(world)
    await bot.memory_sync.followed()
    await asyncio.gather(*bot._being_shown)
    result = sitting.result()
    assert result is not None
    assert ben.name.capitalize() in words_of(result)


@pytest.mark.deep
async def test_words_bring_what_others_have_changed(world: World) -> None:
    bot, ann = bot_of(world), world.members[0]
    await sit_down(world, world.members[:2])
    guild = world.env.guild.id
    other = Tables(bot.store, bot.tables.now, at_end=(conclude, score))
    await Members(other).preferences.set_of_member(ann.id, {"look": "text", "turn_messages": True})
    await Members(other).preferences.set_of_server(guild, {"language": "fr"})
    table = (await other.ask(1, play.resign, ann.id)).table
    assert bot.readers.taste_of(ann.id).look.value != "text"
    for about, number in (("member", ann.id), ("guild", guild), ("table", 1), ("tournament", 7)):
        bot.memory_sync.heard(Word(about, number, 1))  # type: ignore[arg-type]
    await bot.memory_sync.followed()
    await world.env.advance_time(2)
    assert bot.readers.taste_of(ann.id).look.value == "text"
    assert (await bot.tables.get(1)).status is table.status
    await asyncio.gather(*bot._being_shown)
    assert "gagne" in words_of(public_messages(world)[-1])


async def test_after_a_lost_line_all_that_is_kept_by_word_is_read_anew(world: World) -> None:
    bot, ann = bot_of(world), world.members[0]
    await bot.members.preferences.set_of_member(ann.id, {"look": "text"})
    await bot.members.preferences.set_of_server(world.env.guild.id, {"channels": [5]})
    await bot.memory_sync.read_anew()
    assert bot.readers.taste_of(ann.id).look.value == "text"
    await bot.members.preferences.set_of_member(ann.id, {"look": None})
    await bot.memory_sync.read_anew()
    assert bot.readers.taste_of(ann.id).look.value != "text"
