"""Whoever is new: a server's greeting, the home page, and the buttons of both."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.house.roster import Level
from bot.playground import World
from bot.tables import DEFAULT_CLOCK, NO_CLOCK, Kind, Status
from bot.tables.decisions import house_seats
from cogs.home import post_greeting
from tests.settings.test_languages import english_in, everything, french_in, manages, set_locales
from tests.simulated import bot_of, buttons_of, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import practise_in_channel, private_answer, private_messages, public_messages, sit_down

NEW = ["Learn", "Practise", "Play", "More"]
"""The buttons of the greeting, and of the home page of a newcomer."""
MORE = [
    "Tables", "Challenges", "Tournaments", "Leaderboard", "Daily deal", "Lessons and exercises", "Rules", "Settings",
    "Back",
]  # fmt: skip


async def added(world: World, *denied: str, system: bool = True, locale: str = "en-US") -> tuple[ChannelHandle, ...]:
    """Add the bot to another server; return its channels, the system channel first."""
    backend: Any = world.env.backend
    emit = backend.emit
    backend.emit = lambda *_args, **_more: None  # the bot is to hear of a server that is complete
    try:
        guild = world.env.create_guild("Club", preferred_locale=locale)
        channels = tuple(guild.create_text_channel(name) for name in ("lounge", "cards"))
        stored = backend.get_guild(guild.id)
        stored.system_channel_id = channels[0].id if system else None
        deny = discord.Permissions(**dict.fromkeys(denied, True)).value
        backend.set_overwrite(channels[0].id, Overwrite(guild.id, OverwriteType.ROLE, allow=0, deny=deny))
    finally:
        backend.emit = emit
    await join(world, guild.id)
    return channels


async def join(world: World, guild_id: int) -> None:
    backend = world.env.backend
    payload = serializers.guild_create_payload(backend, backend.get_guild(guild_id))
    payload.pop("unavailable", None)  # Discord says it of servers that come back, not of those that are new
    backend.emit("GUILD_CREATE", payload)
    await world.env.settle()


async def removed_and_added_again(world: World, channel: ChannelHandle) -> None:
    guild = world.env.backend.get_channel(channel.id).guild_id
    assert guild is not None
    world.env.backend.emit("GUILD_DELETE", {"id": str(guild)})
    await world.env.settle()
    await join(world, guild)


def posted(world: World, channel: ChannelHandle) -> list[ResponseMessage]:
    return [ResponseMessage(world.env, m) for m in world.env.backend.messages[channel.id].values()]


async def test_server_is_greeted_once_in_its_system_channel_and_language_and_nowhere_else(world: World) -> None:
    lounge, cards = await added(world)
    (greeting,) = posted(world, lounge)
    assert posted(world, cards) == []
    assert public_messages(world) == []  # the other server has been there for long
    assert "A card game for two to four" in text_of(greeting)
    assert [button["label"] for button in buttons_of(greeting)] == NEW
    await restart(world)
    await removed_and_added_again(world, lounge)
    assert len(posted(world, lounge)) == 1
    lounge, _ = await added(world, locale="fr")
    (greeting,) = posted(world, lounge)
    assert french_in(greeting)
    assert not english_in(greeting), everything(greeting)


async def test_server_that_does_not_let_the_bot_write_there_or_names_no_channel_is_not_greeted(world: World) -> None:
    for lounge, cards in (
        await added(world, "send_messages"), await added(world, "view_channel"), await added(world, system=False)
    ):  # fmt: skip
        assert posted(world, lounge) == posted(world, cards) == []
    assert not world.env.errors
    # One that Discord has refused comes when the bot is added again.
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    lounge, _ = await added(world)
    assert posted(world, lounge) == []
    await removed_and_added_again(world, lounge)
    assert len(posted(world, lounge)) == 1


async def test_home_page_of_a_newcomer_has_four_buttons_and_each_does_what_it_says(
    world: World, ann: MemberActor
) -> None:
    shown = private_answer(await ann.slash(world.channel, "help"))
    assert [button["label"] for button in buttons_of(shown)] == NEW
    lesson = private_answer(await ann.click(shown, label="Learn"))
    assert "Madame" in text_of(lesson)
    assert [button["label"] for button in buttons_of(shown)] == NEW  # the page stays to be read
    assert public_messages(world) == []
    await ann.click(shown, label="Play")
    lobby = public_messages(world)[-1]
    assert "Join" in [button["label"] for button in buttons_of(lobby)]
    await ann.click(shown, label="Practise")
    panel = private_messages(world, ann)[-1]
    assert any(":2:" in button["custom_id"] for button in buttons_of(panel, enabled=False)), text_of(panel)
    first, second = bot_of(world).tables.memory.awake()
    assert (first.kind, first.status, first.terms.clock) == (Kind.OPEN, Status.LOBBY, DEFAULT_CLOCK)
    assert (second.kind, second.status, second.terms.clock) == (Kind.PRACTICE, Status.PLAYING, NO_CLOCK)
    page = private_answer(await ann.user.slash("help"))  # in a direct message too
    await ann.user.click(page, label="More")
    await ann.user.click(page, label="Settings")
    assert "Your settings" in text_of(page)
    await ann.user.click(page, label="Blocked members")
    assert "You have blocked nobody" in text_of(page)


async def test_home_page_shows_first_what_waits_for_the_member(world: World) -> None:
    sitting = await sit_down(world, world.members[:2])
    mover = sitting.on_move()
    (other,) = [each for each in sitting.players if each is not mover]
    page = private_answer(await mover.actor.slash(world.channel, "help"))
    name = other.actor.name.capitalize()
    go_on = f"Continue against {name}"
    assert [each["label"] for each in buttons_of(page)] == [go_on, "Today's deal", "Play", "Practise", "Me", "More"]
    await mover.actor.click(page, label=go_on)
    assert f"table {sitting.table}" in text_of(page)
    assert "Menu" in [each["label"] for each in buttons_of(page)]
    waits = private_answer(await other.actor.slash(world.channel, "help"))
    assert [each["label"] for each in buttons_of(waits)] == ["Today's deal", "Play", "Practise", "Learn", "Me", "More"]


@pytest.mark.deep
async def test_more_leads_to_everything_else_and_back(world: World, ann: MemberActor) -> None:
    page = private_answer(await ann.slash(world.channel, "help"))
    await ann.click(page, label="More")
    assert [button["label"] for button in buttons_of(page)] == MORE
    for label in MORE[:-1]:
        shown = private_answer(await ann.slash(world.channel, "help"))
        await ann.click(shown, label="More")
        before = text_of(shown)
        result = await ann.click(shown, label=label)
        told = private_answer(result) if result.response is not None else shown
        assert text_of(told) != before, label
    await ann.click(page, label="Back")
    assert [button["label"] for button in buttons_of(page)] == NEW


async def test_greetings_buttons_serve_anyone_after_a_start_and_after_a_year(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    bot = bot_of(world)
    channel: Any = bot.get_channel(world.channel.id)
    await post_greeting(bot.app, channel)
    (greeting,) = public_messages(world)
    await restart(world)
    for member in (ann, ben):
        for label in NEW:
            result = await member.click(greeting, label=label)
            assert result.response is not None, label
    assert [button["label"] for button in buttons_of(greeting)] == NEW  # which nobody's click has changed
    assert sorted(t.opener_id for t in bot_of(world).tables.memory.awake()) == sorted([ann.id, ben.id] * 2)


async def test_click_where_the_bot_may_not_post_is_answered_kindly(world: World, ann: MemberActor) -> None:
    shown = private_answer(await ann.slash(world.channel, "help"))
    forbid(world, "send_messages")
    said = text_of(private_answer(await ann.click(shown, label="Play")))
    assert "I lack **Send Messages** here" in said
    assert "Madame" in text_of(private_answer(await ann.click(shown, label="Learn")))
    assert bot_of(world).tables.memory.awake() == []
    await ann.click(shown, label="Practise")  # which posts nothing
    assert [table.private for table in bot_of(world).tables.memory.awake()] == [True]
    allow(world)
    await ann.click(shown, label="Play")
    assert len(public_messages(world)) == 1


# ------------------------------------------------------------------ what is offered for a table


async def test_practice_leaves_the_clock_to_everyones_next_table(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await ann.slash(world.channel, "practice")
    for member in (ann, ben):
        await member.slash(world.channel, "play")
        assert "3 minutes a move" in text_of(public_messages(world)[-1])


async def test_table_open_offers_each_member_what_they_opened_last(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await ann.slash(world.channel, "play", rules="parlour", clock="days-2")
    await ben.slash(world.channel, "play", clock="none")
    manages(world, cleo)
    await restart(world)
    for member, clock, book in ((ann, "2 days a move", "Victorian parlour"), (ben, "No clock", "Modern")):
        await member.slash(world.channel, "play")
        lobby = text_of(public_messages(world)[-1])
        assert clock in lobby
        assert book in lobby


# ------------------------------------------------------------------ whose language a board speaks


async def test_french_player_who_practises_alone_has_a_french_board(world: World, ann: MemberActor) -> None:
    set_locales(world.env, {ann.id: "fr"})
    await practise_in_channel(world, ann)
    (board,) = public_messages(world)
    assert not english_in(board), everything(board)
    await restart(world)
    await world.env.advance_time(3)
    assert not english_in(public_messages(world)[-1])
    sure = private_answer(await ask(ann, world.channel, "resign"))
    await ann.click(sure, custom_id="bz:1:0:resign-yes")
    result = public_messages(world)[-1]
    assert not english_in(result), everything(result)
    await ann.click(result, custom_id="bz:1:0:rematch")
    assert not english_in(public_messages(world)[-1]), everything(public_messages(world)[-1])


@pytest.mark.deep
async def test_own_board_follows_the_language_that_its_player_chooses(world: World, ann: MemberActor) -> None:
    set_locales(world.env, {ann.id: "fr"})
    await practise_in_channel(world, ann)
    await ask(ann, world.channel, "settings", language="en")
    await restart(world)
    await world.env.advance_time(3)
    assert english_in(public_messages(world)[-1])
    assert not french_in(public_messages(world)[-1])


async def test_board_of_a_table_filled_with_house_players_is_its_players(world: World, ann: MemberActor) -> None:
    set_locales(world.env, {ann.id: "fr"})
    await ann.slash(world.channel, "play")
    lobby = public_messages(world)[-1]
    assert english_in(lobby)  # everyone may join
    table = bot_of(world).tables.memory.awake()[0]
    assert table.language is None
    await bot_of(world).tables.ask(table.id, house_seats.add_house, ann.id, Level.NOVICE)
    await bot_of(world).presenter.show(table.id)
    await ann.click(lobby, custom_id="bz:1:0:start")
    assert not english_in(public_messages(world)[-1]), everything(public_messages(world)[-1])
