"""Asking the others to let the tricks be looked at, where only the last may be: as players see and click it."""

from __future__ import annotations

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from tests.simulated import bot_of, restart, text_of
from tests.simulated.player import Sitting, button_named, is_told, message_with, private_answer, sit_down, words_of
from tests.simulated.watch import Watch

ASK, ASKS = "Ask to look at all tricks", "tricks of table 1"


async def tricks_of(sitting: Sitting, member: MemberActor) -> ResponseMessage:
    return private_answer(await member.click(sitting.board(), label="Tricks"))


def tricks_in(message: ResponseMessage) -> int:
    return sum(line.split(".")[0].removeprefix("-# ").isdigit() for line in words_of(message).split("\n"))


async def played(world: World) -> int:
    return len((await bot_of(world).tables.get(1)).game.deals[-1].tricks)


async def next_lead(world: World, sitting: Sitting) -> None:
    tricks = await played(world)
    while not (await bot_of(world).tables.get(1)).game.deals[-1].trick:
        await sitting.steps(1)
    assert await played(world) == tricks


async def after_tricks(world: World, sitting: Sitting, tricks: int) -> None:
    while await played(world) < tricks or (await bot_of(world).tables.get(1)).game.deals[-1].trick:
        await sitting.steps(1)


@pytest.mark.deep
async def test_others_are_asked_in_the_open_and_the_tricks_lie_open_until_the_next_lead(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    dai = world.members[3]
    sitting = await sit_down(world, world.members[:3], rules="enquire 3")
    await after_tricks(world, sitting, 4)
    assert ASK not in words_of(await tricks_of(sitting, dai))
    page = await tricks_of(sitting, ann)
    assert tricks_in(page) == 1
    await ann.click(page, label=ASK)
    assert "You ask to look at the others" in words_of(page)
    request = message_with(world, ASKS)
    assert f"<@{ben.id}>" in text_of(request)
    assert f"<@{cleo.id}>" in text_of(request)
    assert "You only watch" in text_of(private_answer(await dai.click(request, label="Let them be looked at")))
    assert "The others decide" in text_of(private_answer(await ann.click(request, label="Let them be looked at")))
    await ben.click(request, label="Let them be looked at")
    assert f"<@{ben.id}>" not in text_of(request)
    await restart(world)
    await sitting.show_hands()
    mine = await tricks_of(sitting, cleo)
    await cleo.click(mine, label="Let them be looked at")  # on the page too
    assert tricks_in(mine) == 4
    assert "lie open until the next lead" in text_of(request)
    assert tricks_in(private_answer(await dai.click(request, label="Tricks"))) == 4
    await next_lead(world, sitting)
    assert not is_told(world, ASKS)
    assert tricks_in(await tricks_of(sitting, ann)) == 1
    assert watch.private


@pytest.mark.deep
async def test_it_is_asked_answered_and_looked_at_from_the_panels_which_stay_where_they_are(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, world.members[:2], rules="britannica")
    await after_tricks(world, sitting, 3)
    await sitting.show_hands()
    mine, theirs = (player.panel for player in sitting.players)
    page = private_answer(await ann.click(mine, label="Tricks"))
    assert page.id != mine.id
    await ann.click(page, label=ASK)
    assert "You ask to look at all tricks." in words_of(mine)
    assert "asks to look at all tricks of this deal." in words_of(theirs)
    await restart(world)
    await ben.click(theirs, label="Let them be looked at")
    assert "lie open until the next lead" in words_of(theirs)
    assert button_named(theirs, "Declare?") is not None  # it is the panel still
    await sitting.show_hands()
    mine, theirs = (player.panel for player in sitting.players)
    assert tricks_in(private_answer(await ann.click(mine, label="Tricks"))) == 3
    assert is_told(world, ASKS)
    await next_lead(world, sitting)
    assert "lie open" not in words_of(theirs)
