"""A bot in timeout says until when it may not speak, wherever it would else name permissions that it lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.routes.home import OpenTable
from tests.simulated import bot_of, press, text_of
from tests.simulated.asking import open_tournament
from tests.simulated.permissions import time_out_bot
from tests.simulated.player import lobby_at, private_answer, words_of
from tests.simulated.waiting import later, said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

pytestmark = pytest.mark.deep


async def test_every_public_act_says_when_the_timeout_ends(world: World, ann: MemberActor, ben: MemberActor) -> None:
    page = private_answer(await ann.slash(world.channel, "help"))
    until = f"<t:{time_out_bot(world, 10)}:f>"
    for told in (
        private_answer(await ann.slash(world.channel, "play")),
        private_answer(await ann.slash(world.channel, "challenge", member=ben)),
        private_answer(await open_tournament(ann, world.channel)),
    ):
        assert f"in timeout in this server until {until}" in text_of(told)
        assert "lack" not in text_of(told)
    assert until in said(await press(world, ann, page, OpenTable().custom_id))
    await later(world, 601)
    await ann.slash(world.channel, "play")
    assert len(bot_of(world).tables.memory.awake()) == 1


async def test_game_that_begins_meanwhile_says_when_it_goes_on(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    until = f"<t:{time_out_bot(world, 10)}:f>"
    (told,) = (await ann.click(lobby, label="Start")).followups
    assert until in words_of(told)
    assert "move the board" not in words_of(told)
    await later(world, 601)
    await later(world, 60)
    asked = await ann.slash(world.channel, "hand")
    assert until not in "".join(words_of(each) for each in asked.followups)
