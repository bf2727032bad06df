"""A tournament is there for those alone who see its channel; who has entered may drop out wherever it is held."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.club.tournaments.values import State
from bot.playground import World
from tests.safety.test_sight import keep_out
from tests.simulated import bot_of, buttons_of, press
from tests.simulated.player import private_answer, words_of
from tests.simulated.waiting import later
from tests.tournaments.test_clicks import clicked, created, direct_messages, entries, tick, tournament

NO_SUCH = "There is no such tournament"
NONE_SEEN = "No channel that you see has had a tournament"
UNSEEN = "Spring Cup is held in a channel that you do not see."


@pytest.fixture
async def salon(world: World) -> ChannelHandle:
    """A channel in which Ann holds a tournament that Ben, Cleo and Dai have entered."""
    channel = world.env.guild.create_text_channel("salon")
    there = replace(world, channel=channel)
    await created(there, world.members[0])
    for member in world.members[1:]:
        await clicked(there, member, entries(there), "Take part")
    return channel


def shut_out(world: World, channel: ChannelHandle, *members: MemberActor) -> None:
    """Hide a channel from some members; the others keep seeing it."""
    for member in members:
        hidden = Overwrite(target_id=member.id, type=OverwriteType.MEMBER, allow=0, deny=1 << 10)
        world.env.backend.set_overwrite(channel.id, hidden)


async def shown(world: World, who: MemberActor) -> ResponseMessage:
    """Ask for the tournaments from the channel that everybody sees."""
    return private_answer(await who.slash(world.channel, "tournament"))


def said(result: InteractionResult) -> str:
    return words_of(private_answer(result)).replace("*", "")


def labels(message: ResponseMessage) -> list[str]:
    return [button["label"] for button in buttons_of(message)]


async def start(world: World, salon: ChannelHandle) -> None:
    there = replace(world, channel=salon)
    await clicked(there, world.members[0], entries(there), "Start")
    await tick(world)
    assert (await tournament(world)).state is State.PLAYING


@pytest.mark.deep
@pytest.mark.parametrize("begun", [False, True])
async def test_who_has_entered_and_no_longer_sees_the_channel_may_drop_out_and_sees_nothing_but_that(
    world: World, salon: ChannelHandle, begun: bool
) -> None:
    cleo = world.members[2]
    if begun:
        await start(world, salon)
    shut_out(world, salon, cleo)
    page = await shown(world, cleo)
    assert words_of(page).replace("*", "") == UNSEEN
    assert labels(page) == ["Drop out"]
    for operation in (
        "cup-table 1",
        "cup-join 1",
        "cup-start 1",
        "cup-end 1",
        "cup-end-yes 1",
        f"cup-with 1 {cleo.id}",
    ):
        assert NO_SUCH in said(await press(world, cleo, page, f"bz:0:0:{operation}"))
    answer = await clicked(world, cleo, page, "Drop out")
    if begun:
        asked = private_answer(answer)
        assert "A game under way is given up" in words_of(asked)
        await clicked(world, cleo, asked, "Drop out")
        entrant = (await tournament(world)).entrant(cleo.id)
        assert entrant is not None
        assert entrant.withdrawn
    else:
        assert (await tournament(world)).entrant(cleo.id) is None
    assert f"<#{salon.id}>" not in words_of(page)
    assert NONE_SEEN in words_of(await shown(world, cleo))
    assert NO_SUCH in said(await press(world, cleo, page, "bz:0:0:cup-leave 1"))
    assert NO_SUCH in said(await press(world, cleo, page, "bz:0:0:cup-show 1"))


@pytest.mark.deep
async def test_the_list_names_those_seen_and_only_the_own_ones_elsewhere(world: World, salon: ChannelHandle) -> None:
    _ann, ben, cleo, dai = world.members
    await created(world, ben, name="Open Cup")
    await created(replace(world, channel=salon), cleo, name="Hidden Cup")
    shut_out(world, salon, dai)
    page = await shown(world, dai)
    assert UNSEEN in words_of(page).replace("*", "")
    assert labels(page) == ["Open Cup", "Spring Cup", "New tournament …"]
    assert "Hidden" not in words_of(page)
    await press(world, dai, page, "bz:0:0:cup-show 1")
    assert labels(page) == ["Drop out"]
    whole = await shown(world, ben)
    assert labels(whole) == ["Hidden Cup", "Open Cup", "Spring Cup", "New tournament …"]


async def test_ten_tournaments_of_hidden_channels_do_not_push_an_older_one_out_of_the_list(
    world: World, salon: ChannelHandle
) -> None:
    ann, ben, *_ = world.members
    page = await shown(world, ann)
    for label in ("Call off", "Call off"):
        await clicked(world, ann, page, label)
    hidden = world.env.guild.create_text_channel("hidden")
    keep_out(world, hidden)
    tournaments = bot_of(world).club.tournaments
    over = await tournaments.get(1)
    assert over.state is State.CANCELLED
    for _ in range(10):
        await tournaments.create(replace(over, id=0, channel_id=hidden.id, name="Hidden Cup"))
    said = words_of(await shown(world, ben))
    assert "Spring Cup" in said
    assert "Hidden" not in said
    assert over.channel_id == salon.id


@pytest.mark.deep
async def test_organizer_calls_a_tournament_off_whose_channel_is_gone_but_none_from_which_they_were_shut_out(
    world: World, salon: ChannelHandle
) -> None:
    ann, ben, *_ = world.members
    there = replace(world, channel=salon)
    await clicked(there, ann, entries(there), "Drop out")
    shut_out(world, salon, ann)
    page = await shown(world, ann)
    assert NONE_SEEN in words_of(page)
    assert NO_SUCH in said(await press(world, ann, page, "bz:0:0:cup-end-yes 1"))
    world.env.backend.delete_channel(salon.id)
    page = await shown(world, ann)
    assert words_of(page).replace("*", "") == UNSEEN
    assert labels(page) == ["Call off"]
    assert labels(await shown(world, ben)) == ["Drop out"]
    for label in ("Call off", "Call off"):
        await clicked(world, ann, page, label)
    assert (await tournament(world)).state is State.CANCELLED
    await tick(world, 70)
    await created(world, ann, name="Second Cup")
    assert (await tournament(world, 2)).state is State.OPEN


async def test_a_tournament_in_a_hidden_channel_goes_on_for_those_who_see_it(
    world: World, salon: ChannelHandle
) -> None:
    ann, ben, cleo, dai = world.members
    keep_out(world, salon, but=(ann, ben, cleo, dai))
    await start(world, salon)
    page = await shown(world, ben)
    assert "Standings" in labels(page)
    assert NO_SUCH not in words_of(page)


@pytest.mark.deep
async def test_a_tournament_whose_channel_is_gone_ends_in_time_and_says_so_to_who_organized_it(
    world: World, salon: ChannelHandle
) -> None:
    await start(world, salon)
    world.env.backend.delete_channel(salon.id)
    for _ in range(3):
        await tick(world, 65)
    (told,) = direct_messages(world)
    assert "I cannot go on" in words_of(told)
    # Its tables are let go of a month after it should have been over, and then nothing is left to wait for.
    for _ in range(4):
        await later(world, timedelta(days=12).total_seconds())
        await tick(world, 70)
    await tick(world, 70)
    assert (await tournament(world)).state is State.CANCELLED
    (told,) = direct_messages(world)
    assert "was called off" in words_of(told)
    assert "goes on" not in words_of(told)
