"""The machine's wall clock is set while games run: nobody waits longer for that, and nothing is done in a rush."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.playground import World
from tests.house_pool import think_little
from tests.simulated import bot_of
from tests.simulated.player import practise, sit_down, words_of

BACK_AND_FORWARD = (-3600.0, 3600.0)


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


def set_wall_clock(world: World, by: float) -> None:
    """Set the wall clock by some seconds; the monotonic one does not notice."""
    world.env.backend.clock._epoch += timedelta(seconds=by)


async def test_clock_ticks_once_a_second_whatever_the_wall_clock_says(world: World) -> None:
    await world.env.advance_time(5)
    for by in BACK_AND_FORWARD:
        before = bot_of(world)._ticks
        set_wall_clock(world, by)
        await world.env.advance_time(60)
        assert 58 <= bot_of(world)._ticks - before <= 62


@pytest.mark.parametrize("by", BACK_AND_FORWARD, ids=["back", "forward"])
async def test_house_plays_on_after_a_failure_too(world: World, by: float) -> None:
    sitting = await practise(world, world.members[0])
    (player,), bot = sitting.players, bot_of(world)
    for _ in range(3):
        await player.slash_hand()  # the simulation's tokens die by the wall clock
        while not player.choices():
            await world.env.advance_time(1)
        await player.move()
        bot._house._rest(sitting.table)
        set_wall_clock(world, by)
        before = (await bot.tables.get(sitting.table)).ply
        await world.env.advance_time(20)
        after = await bot.tables.get(sitting.table)
        assert after.house_on_move is None
        assert after.ply > before


async def test_board_that_waits_for_the_next_card_comes_after_seconds(world: World) -> None:
    sitting = await sit_down(world, world.members[:2])
    loop = bot_of(world).presenter.loop
    for by in BACK_AND_FORWARD:
        await world.env.advance_time(10)
        while not loop.is_planned(sitting.table):
            await sitting.steps(1)
        set_wall_clock(world, by)
        await world.env.advance_time(11)
        assert not loop.is_planned(sitting.table)
        assert "Last trick" in words_of(sitting.board())
