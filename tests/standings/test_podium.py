"""The podium of a season: announced once where a server wants it, also when the bot ends while it is posted."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.club.standings.seasons import TOLD
from tests.db.samples import finish
from tests.settings.test_languages import manages
from tests.simulated import bot_of, buttons_of, restart, running, text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.config import Settings
    from bot.playground import World


@pytest.fixture
async def april(settings: Settings) -> AsyncIterator[World]:
    """A server in which two have played in March, some minutes before April begins."""
    async with running(settings, at=datetime(2026, 3, 31, 23, 58, 30, tzinfo=UTC)) as world:
        ann, ben = world.members[:2]
        async with bot_of(world).store.write() as tx:
            for winner in (ann, ann, ben):
                await finish(tx, {ann.id: 1000, ben.id: 900}, winner.id, guild_id=world.env.guild.id)
        yield world


def podiums(world: World) -> list[str]:
    """Return the announcements that are up."""
    return [text for message in public_messages(world) if "The podium of" in (text := text_of(message))]


async def want_podiums(world: World) -> None:
    """Let who manages the server switch announcements on."""
    manages(world, world.members[0])
    page = private_answer(await ask(world.members[0], world.channel, "server settings"))
    await world.members[0].click(page, label="Announce podiums in this channel")
    assert f"in <#{world.channel.id}>" in text_of(page)


@pytest.mark.deep
async def test_podium_is_announced_once_when_the_season_is_over(april: World) -> None:
    await want_podiums(april)
    await april.env.advance_time(60)
    assert not podiums(april)
    await april.env.advance_time(240)
    (told,) = podiums(april)
    assert "The podium of March 2026" in told
    assert told.index("Ann 0") < told.index("Ann 1")
    assert "🥇" in told
    await april.env.advance_time(120)
    await restart(april)
    await april.env.advance_time(120)
    assert len(podiums(april)) == 1
    (message,) = [each for each in public_messages(april) if "The podium of" in text_of(each)]
    assert [each["label"] for each in buttons_of(message)] == ["Leaderboard"]
    assert "Leaderboard" in said(await april.members[2].click(message, label="Leaderboard"))


@pytest.mark.deep
async def test_podium_whose_message_was_not_noted_is_found_again(april: World) -> None:
    await want_podiums(april)
    await april.env.advance_time(300)
    assert len(podiums(april)) == 1
    preferences, guild = bot_of(april).members.preferences, april.env.guild.id
    told = (await preferences.of_server(guild))[TOLD]
    message = told.pop("message")
    await preferences.set_of_server(guild, {TOLD: told})
    await restart(april)
    await april.env.advance_time(120)
    assert len(podiums(april)) == 1
    assert (await preferences_of(april))[TOLD]["message"] == message


async def preferences_of(world: World) -> dict[str, dict[str, object]]:
    """Return what the server has chosen."""
    return await bot_of(world).members.preferences.of_server(world.env.guild.id)


@pytest.mark.deep
async def test_where_the_bot_may_not_post_nothing_is_announced_and_nothing_tried_again(april: World) -> None:
    await want_podiums(april)
    april.env.inject_error("POST", f"/channels/{april.channel.id}/messages", status=403, times=1)
    await april.env.advance_time(400)
    assert not podiums(april)
    assert (await preferences_of(april))[TOLD]["message"] == 0
