"""What the lobby says and lets agree on besides the rules: best of three, and that a game is not rated any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.decisions import play
from db.results import ResultRow
from tests.db.samples import new_game
from tests.simulated import bot_of, press
from tests.simulated.asking import ask, resign
from tests.simulated.player import (
    button_named,
    leave_table,
    lobby_at,
    public_answer,
    public_messages,
    words_of,
)
from tests.simulated.sheet import Sheet

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

SIX = "not rated: Ann and Ben have had their six rated games of today"


async def rated_games(world: World, count: int, *members: MemberActor) -> None:
    """Note that two have played so many rated games today."""
    bot, guild = bot_of(world), world.env.guild.id
    async with bot.store.write() as tx:
        for _ in range(count):
            game = await new_game(tx, guild_id=guild, users=[each.id for each in members])
            now = world.env.now()
            await tx.games.update(game, 0, status="finished", started_at=now, ended_at=now, end_reason="score")
            await tx.results.add(
                [
                    ResultRow(game, seat, guild, each.id, seat == 0, 1000, "won", seat, now, "two", 1, 500, 0)
                    for seat, each in enumerate(members)
                ]
            )


@pytest.mark.deep
async def test_the_lobby_says_before_the_start_that_two_have_had_their_six_rated_games(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await rated_games(world, 5, ann, ben)
    first = await lobby_at(world, ann, ben)
    assert "not rated" not in words_of(first)
    await leave_table(ben, first)
    await rated_games(world, 1, ben, ann)
    await ben.click(first, label="Join")
    assert SIX in words_of(first)
    sheet = await Sheet.opened(ann, first)
    await sheet.tick("☐ Friendly, not rated")
    assert SIX not in words_of(first)
    assert "friendly, not rated" in words_of(first)
    await leave_table(ben, first)
    await cleo.click(first, label="Join")
    await sheet.tick("☑ Friendly, not rated")
    assert "not rated" not in words_of(first)
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    assert SIX in words_of(challenge)
    assert SIX not in words_of(public_answer(await ask(ann, world.channel, "open challenge")))


@pytest.fixture
async def best_of_three(world: World, ann: MemberActor, ben: MemberActor) -> ResponseMessage:
    """A lobby in which both have agreed on the sheet to a best of three, and which has begun."""
    lobby = await lobby_at(world, ann, ben)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.tick("☐ Best of three")
    assert button_named(sheet.message, "☑ Best of three")
    assert "best of three" in words_of(lobby)
    assert "has yet to agree" in words_of(lobby)
    await ben.click(lobby, label="Agree")
    await ann.click(lobby, label="Start")
    return lobby


@pytest.mark.usefixtures("best_of_three")
async def test_best_of_three_goes_on_by_itself_and_says_how_it_stands(world: World, ann: MemberActor) -> None:
    for number in (1, 2):
        await world.env.advance_time(40)
        await resign(ann, world.channel, table=number)
        await world.env.advance_time(3)
    told = "\n".join(map(words_of, public_messages(world)))
    assert "Best of three: Ann 0, Ben 1. The next game is at table 2." in told
    assert "game 2, 0 to 1" in told
    assert "Ben wins the best of three, 2 to 0." in told
    assert len(bot_of(world).tables.memory.live) == 0


@pytest.mark.usefixtures("best_of_three")
async def test_next_game_of_three_is_shown_where_the_result_is_posted_before_the_board_is_closed(
    world: World, ann: MemberActor
) -> None:
    bot = bot_of(world)
    await bot.tables.ask(1, play.resign, ann.id)
    with world.env.time_context():
        await bot.presenter.results.post_meanwhile(1)
        await bot.presenter.show(1)
    await world.env.advance_time(3)
    assert sum("The next game is at table 2." in words_of(each) for each in public_messages(world)) == 1
    assert any("Bézique · table 2" in words_of(each) for each in public_messages(world))


async def test_a_series_is_for_two_and_goes_with_the_third_seat(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.tick("☐ Best of three")
    sheet.check_limits()
    await sheet.choose("players", 3)
    assert "best of three" not in words_of(lobby)
    assert not button_named(sheet.message, "☐ Best of three")
    await press(world, ann, sheet.message, "bz:1:0:flag best_of_three true")
    assert (await bot_of(world).tables.get(1)).series is None
