"""A game is looked back at while nobody waits for the house, so that its review is there when somebody opens it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.club.reviews import QUIET
from bot.config import Settings
from bot.tables.house import pool
from tests import house_pool
from tests.simulated import bot_of
from tests.simulated.asking import ask
from tests.simulated.player import practise, private_answer, words_of

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    house_pool.think_little(monkeypatch)
    monkeypatch.setattr(pool, "begin_aside", house_pool.begin)  # a test waits for it


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, reviews_ahead=True)


@pytest.mark.deep
async def test_who_opens_a_review_that_is_ready_sees_it_at_once(world: World, ann: MemberActor) -> None:
    sitting = await practise(world, ann, level="novice")
    for _ in range(4):
        while not any(player.choices() for player in sitting.players):
            await world.env.advance_time(1)
        await sitting.step()
    await ann.click(private_answer(await ask(ann, world.channel, "resign")), label="Resign")
    result = sitting.result()
    assert result is not None
    for _ in range(3):
        await world.env.advance_time(QUIET)
        if (await bot_of(world).tables.get(sitting.table)).reviews:
            break
    requests = len(world.env.http_requests)
    page = private_answer(await ann.click(result, label="What cost me most"))
    assert "accuracy" in words_of(page)
    assert len(world.env.http_requests) - requests <= 2
