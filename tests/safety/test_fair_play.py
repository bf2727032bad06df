"""Fair play as people see it: odd pairs for moderators, and the price of leaving rated games."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.club.moderation import Measure
from db.leaving import LeftGameRow
from tests.db.samples import new_game
from tests.settings.test_languages import manages
from tests.settings.test_turn_messages import direct
from tests.simulated import bot_of, buttons_of, press, text_of
from tests.simulated.asking import ask
from tests.simulated.player import lobby_at, private_answer, public_messages, words_of
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World
    from tests.simulated.player import Sitting


async def left_games(world: World, member: MemberActor, count: int = 2) -> None:
    """Note that a member has left so many rated games just now."""
    bot, guild, now = bot_of(world), world.env.guild.id, world.env.now()
    async with bot.store.write() as tx:
        for _ in range(count):
            game = await new_game(tx, guild_id=guild, users=[member.id, member.id + 1], status="finished")
            await tx.leaving.add(LeftGameRow(game, member.id, guild, now, by_days=False, settled=True))


async def resigned_games(world: World, sitting: Sitting, ann: MemberActor) -> None:
    """Have Ann give a rated game up after its first trick."""
    while not (await bot_of(world).tables.get(1)).game.deals[-1].tricks:
        await sitting.step()
    await ann.click(private_answer(await ask(ann, world.channel, "resign")), label="Resign")


@pytest.mark.deep
async def test_moderator_takes_the_ratings_of_a_pair_back_and_the_results_say_so(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await resigned_games(world, sitting, ann)
    result = sitting.result()
    assert result is not None
    assert "Ratings:" in words_of(result)
    manages(world, cleo)
    page = private_answer(await ask(cleo, world.channel, "moderate pairs"))
    assert "No pair looks odd" in text_of(page)
    await press(world, cleo, page, f"bz:0:0:mod-pair {ann.id} {ben.id} 7")
    assert "1 rated game · against each other 100%" in text_of(page)
    await cleo.click(page, label="Take the ratings back …")
    assert "Take the ratings of 1 rated game" in text_of(page)
    assert "Ratings:" in words_of(result)
    await cleo.click(page, label="Take them back")
    assert "1 rating was taken back." in text_of(page)
    assert "have no rated games in this time" in text_of(page)
    assert "A moderator has taken the rating" in words_of(result)
    assert f"took ratings of <@{ann.id}> and <@{ben.id}> back: 1" in said(
        await ask(cleo, world.channel, "moderate log")
    )


async def test_nobody_else_reads_of_pairs_or_of_who_left_nor_by_forged_clicks(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await resigned_games(world, sitting, ann)
    await left_games(world, ann)
    result = sitting.result()
    assert result is not None
    for custom_id in (
        "mod-pairs 30",
        f"mod-pair {ann.id} {ben.id} 30",
        f"mod-pair-void {ann.id} {ben.id} 30 1 true",
        f"mod-lift {ann.id}",
    ):
        answer = await press(world, cleo, result, f"bz:0:0:{custom_id}")
        assert "Only moderators can" in text_of(private_answer(answer))
    assert await bot_of(world).club.moderation.is_rated(1)
    assert len(await bot_of(world).store.ask(lambda reader: reader.leaving.of_server(world.env.guild.id))) == 2


async def test_who_left_two_rated_games_is_told_in_private_and_may_open_friendly_tables(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await left_games(world, ann)
    await world.env.advance_time(20)
    (message,) = direct(world, ann)
    assert "You left two rated games in" in text_of(message)
    await world.env.advance_time(20)
    assert len(direct(world, ann)) == 1
    until = int((world.env.now() + timedelta(days=1)).timestamp())
    refused = said(await ann.slash(world.channel, "play"))
    assert "You left two rated games; play friendly (`rules: friendly`) until <t:" in refused
    assert abs(int(refused.split("<t:")[1].split(":")[0]) - until) < 120
    theirs = await lobby_at(world, ben)
    assert "You left two rated games" in text_of(private_answer(await ann.click(theirs, label="Join")))
    await ann.slash(world.channel, "play", rules="friendly")
    assert "friendly, not rated" in words_of(public_messages(world)[-1])
    manages(world, cleo)
    page = private_answer(await ask(cleo, world.channel, "moderate leavers"))
    assert f"<@{ann.id}>, until <t:" in text_of(page)
    await cleo.click(page, label="Lift")
    assert "Nobody is kept from rated tables." in text_of(page)
    assert [row.what for row in await bot_of(world).club.moderation.latest(world.env.guild.id)] == [Measure.LIFT.value]
    await ann.click(theirs, label="Join")
    assert "Ann" in words_of(theirs)
    assert buttons_of(theirs)


async def test_question_before_giving_up_says_what_it_costs(world: World, ann: MemberActor, ben: MemberActor) -> None:
    shown = await lobby_at(world, ann)
    await ben.click(shown, label="Join")
    await ann.click(shown, label="Start")
    asked = private_answer(await ask(ben, world.channel, "resign"))
    assert "Nobody wins or loses by it yet." in words_of(asked)
    assert "Two rated games left within a day" in words_of(asked)
    await ben.slash(world.channel, "hand")
    asked = private_answer(await ask(ben, world.channel, "resign"))
    assert "It counts as lost, for good. In a draw nobody wins or loses." in words_of(asked)


async def test_hand_that_is_shown_as_the_game_ends_is_no_error(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    shown = await lobby_at(world, ann)
    await ben.click(shown, label="Join")
    await ann.click(shown, label="Start")
    before = await bot_of(world).tables.get(1)
    await ann.click(private_answer(await ask(ann, world.channel, "resign")), label="Resign")
    layout = await bot_of(world).presenter.showing.panel(before, ben.id)
    assert layout.to_components()
    assert (await bot_of(world).tables.get(1)).looked == before.looked
