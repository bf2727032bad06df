"""Leaderboards: who has left the server stands on none, and nothing of theirs is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.club import Board, By, Leaders
from bot.ui.pictures.podium import podium_picture
from bot.ui.text.i18n import speaking
from cogs.standings.leaderboards import first_ten, first_ten_words
from db import StandingRow
from db.ratings import RatingRow
from tests.db.samples import finish
from tests.simulated import bot_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

GUILD = 5


async def board(world: World, member: MemberActor) -> str:
    """Return what somebody reads who asks for the leaderboard."""
    asked = await member.slash(world.channel, "leaderboard")
    assert asked.response is not None
    return "\n".join(text_of(each) for each in (asked.response, *asked.followups))


@pytest.mark.deep
async def test_who_has_left_is_hidden_and_comes_back_with_everything(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    guild = world.env.guild.id
    async with bot_of(world).store.write() as tx:
        for loser in (ben, cleo):
            await finish(tx, {ann.id: 1000, loser.id: 900}, loser.id, guild_id=guild)
    shown = await board(world, ann)
    assert "of 3" in shown
    assert "**1.**" in shown
    world.env.guild.remove_member(ben)
    assert "of 3" in await board(world, ann), "Discord is asked once a day"
    await restart(world)
    shown = await board(world, ann)
    assert "of 2" in shown
    assert "**1.**" in shown
    await restart(world)
    assert "of 2" in await board(world, cleo)
    page = private_answer(await ask(ann, world.channel, "stats"))
    assert "is not in this server" in said(await press(world, ann, page, "bzs:0:0:stats", f"{ben.id} two"))
    assert "of 3" in await board(world, world.env.guild.add_member(ben.user))
    assert "of 3" in await board(world, ann)


async def test_whoever_discord_does_not_tell_of_counts_as_here(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    guild = world.env.guild.id
    async with bot_of(world).store.write() as tx:
        await finish(tx, {ann.id: 1000, ben.id: 900}, ben.id, guild_id=guild)
    world.env.guild.remove_member(ben)
    world.env.inject_error("GET", "/guilds/*/members/*", status=403, times=1)
    assert "of 2" in await board(world, ann)
    assert "of 1" in await board(world, ann)


async def test_my_place_brings_the_page_on_which_one_stands_to_that_one_alone(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    guild = world.env.guild.id
    async with bot_of(world).store.write() as tx:
        for number in range(12):
            guest = world.env.guild.add_member(world.env.create_user(f"guest{number}"))
            await finish(tx, {guest.id: 1000, ben.id: 900}, guest.id, guild_id=guild)
    asked = await ann.slash(world.channel, "leaderboard")
    assert asked.response is not None
    await ann.select(asked.response, ["0 wins all ever"], custom_id=f"bzs:0:0:leaders {ann.id} by")
    place = private_answer(await ben.click(asked.response, label="My place"))
    assert "You are number **13** of 13" in text_of(place)
    assert "Page 2 of 2" in text_of(place)
    assert "Page 1 of 2" in text_of(asked.response)


@pytest.mark.parametrize("by", list(By))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_picture_of_the_first_ten_follows_the_places_and_says_the_same(by: By, language: str) -> None:
    board = Board(GUILD, by, "" if by is By.RATING else "2026-11", game_kind="two")
    names = dict(enumerate(("Madame Fleury", "W" * 32, "Zoé", *"abcdefg")))
    rows = tuple(
        StandingRow(at, at + 1, 90 - at, 80 - at, 12.0, 700.0 - at, 900 - at, 40 - at,
                    RatingRow(GUILD, "two", at, 40.0 - at, 2.0, 0, 9), 9)
        for at in names
    )  # fmt: skip
    with speaking(language):
        found = first_ten(Leaders(board, rows, None, names, 30, 0))
        assert found is not None
        words = first_ten_words(*found)
        assert len(words) <= 1024
        assert all(f"{line.place}. {line.name}, {line.points}" in words for line in found[1])
        picture = podium_picture(*found)
        assert len(picture) <= 60 * 1024
        others = first_ten(Leaders(board, (rows[1], rows[0], *rows[2:]), None, names, 30, 0))
        assert others is not None
        assert podium_picture(*others) != picture
        assert first_ten(Leaders(board, rows, None, names, 30, 10)) is None
        assert first_ten(Leaders(board, (), None, {}, 0, 0)) is None


async def test_what_is_no_season_means_all_time(world: World, ann: MemberActor, ben: MemberActor) -> None:
    async with bot_of(world).store.write() as tx:
        await finish(tx, {ann.id: 1000, ben.id: 900}, ben.id, guild_id=world.env.guild.id)
    page = private_answer(await ask(ann, world.channel, "stats"))
    for season in ("modern", "2026-13", "x-Q9", "1-2-3"):
        shown = private_answer(await press(world, ben, page, f"bz:0:0:leaders {ann.id} season 0 wins two {season}"))
        assert "All time" in text_of(shown)
