"""A process that shares the work: what people see where the server's tables are another one's, or become it."""

from __future__ import annotations

import asyncio
import random

import pytest
from simcord import MemberActor, ResponseMessage

from bot.club import conclude, score
from bot.members import Members
from bot.playground import World
from bot.scale.words import Words
from bot.tables import Tables
from bot.tables.decisions import play
from db import Part, Word, shard_of
from tests.settings.test_turn_messages import direct, switched_on
from tests.simulated import bot_of
from tests.simulated.player import Player, private_answer, public_messages, sit_down, words_of
from tests.simulated.waiting import meanwhile, with_clock
from tests.tables.at_table import choose, loading


def count_of(world: World) -> int:
    """Return a number of shards by which the server is not of the one to which direct messages come."""
    return next(count for count in range(2, 100) if shard_of(world.env.guild.id, count))


async def leave_the_server(world: World) -> Tables:
    """Start the bot anew without the server, whose tables are another process's, which is returned."""
    bot, count = bot_of(world), count_of(world)
    server = shard_of(world.env.guild.id, count)
    bot.tables.memory.part = bot.tables.memory.part = Part({0}, count)
    for entry in list(bot.tables.memory.live):
        bot.tables.memory.drop(entry.id)
    bot.presenter.loop._planned.clear()
    theirs = Tables(
        bot.store, bot.tables.now, chance=random.Random(5), at_end=(conclude, score), part=Part({server}, count)
    )
    await loading(theirs).load()
    return theirs


def words_for(world: World) -> Words:
    bot = bot_of(world)
    return Words(bot.loading, bot.presenter, bot.tournament_posts, bot._show_aside)


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
    assert len(bot_of(world).tables.memory.live) == 0
    assert words_of(sitting.board()) == shown  # whoever has it shows it
    assert await theirs.store.heard(1)
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
    words = words_for(world)
    for about, number in (("member", ann.id), ("guild", guild), ("table", 1), ("tournament", 7)):
        words.heard(Word(about, number, 1))  # type: ignore[arg-type]
    await words.followed()
    await world.env.advance_time(2)
    assert bot.readers.taste_of(ann.id).look.value == "text"
    assert (await bot.tables.get(1)).status is table.status
    await asyncio.gather(*bot._being_shown)
    assert "gagne" in words_of(public_messages(world)[-1])


async def test_after_a_lost_line_all_that_is_kept_by_word_is_read_anew(world: World) -> None:
    bot, ann = bot_of(world), world.members[0]
    await bot.members.preferences.set_of_member(ann.id, {"look": "text"})
    await bot.members.preferences.set_of_server(world.env.guild.id, {"channels": [5]})
    await words_for(world).read_anew()
    assert bot.readers.taste_of(ann.id).look.value == "text"
    await bot.members.preferences.set_of_member(ann.id, {"look": None})
    await words_for(world).read_anew()
    assert bot.readers.taste_of(ann.id).look.value != "text"
