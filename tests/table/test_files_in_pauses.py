"""The file with all that is kept of a player tells no more of a pause than their panel does."""

from __future__ import annotations

import pytest

from bot.config import Settings
from tests.publicly_equal import twins
from tests.simulated import bot_of
from tests.table.test_pauses import TWO, Scene, told
from tests.tables.at_table import NOON

pytestmark = pytest.mark.deep


async def test_file_of_what_is_kept_of_a_player_does_not_tell_that_the_winner_has_drawn(settings: Settings) -> None:
    async def play(scene: Scene) -> None:
        async def file() -> bytes:
            bot = bot_of(scene.world)
            return await bot.club.people.export(scene.others[0].actor.id, NOON)

        await scene.trick()
        before, moves = await file(), len((await bot_of(scene.world).tables.get(scene.sitting.table)).actions)
        await scene.draw()
        assert len((await bot_of(scene.world).tables.get(scene.sitting.table)).actions) > moves
        assert await file() == before
        assert b'"status": "playing"' in before

    await told(settings, twins(TWO, winner=1), play, able=True)
