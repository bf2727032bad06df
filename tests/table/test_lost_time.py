"""Clocks run only while people can act: an outage, a sleep and a clock that jumps cost nobody a game."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.client import TICK_SECONDS
from bot.tables.values.due import Due
from tests.simulated import bot_of, restart
from tests.simulated.player import sit_down
from tests.simulated.waiting import DAY, HOUR, be_patient, meanwhile, notices, with_clock

if TYPE_CHECKING:
    from bot.playground import World


async def _away(world: World, seconds: float) -> None:
    """Take the gateway away for a time, and bring it back."""
    be_patient(world)
    bot = bot_of(world)
    await bot.gateway.disconnected(0)
    await meanwhile(world, seconds, every=15 * 60)
    await bot.gateway.connected(0)


async def _jump(world: World, seconds: float) -> None:
    """Let the wall clock jump, or the machine sleep."""
    await world.env.advance_time(2 * TICK_SECONDS)
    store = bot_of(world).tables.store
    now = store.now
    store.now = lambda: now() + timedelta(seconds=seconds)
    await world.env.advance_time(2 * TICK_SECONDS)


@pytest.mark.deep
async def test_eight_days_without_discord_end_no_game_and_cost_nobody_time(world: World) -> None:
    sitting = await with_clock(world, "live-3")
    before = bot_of(world).tables.memory.awake()[0].due[Due.CLOCK]
    await _away(world, 8 * DAY)
    await world.env.advance_time(3)
    (table,) = bot_of(world).tables.memory.awake()
    after = table.due[Due.CLOCK]
    assert abs(after - before - timedelta(days=8)) < timedelta(seconds=40)
    assert notices(world) == []
    await sitting.steps(4)


async def test_lobby_stands_as_long_as_people_can_join(world: World) -> None:
    opener, other = world.members[:2]
    shown = (await opener.slash(world.channel, "play")).response
    assert shown is not None
    await _away(world, 2 * HOUR)
    await world.env.advance_time(3)
    await other.click(shown, label="Join")
    (table,) = bot_of(world).tables.memory.awake()
    assert len(table.seats) == 2


@pytest.mark.deep
async def test_a_sleep_in_the_middle_of_a_move_is_given_back(world: World) -> None:
    sitting = await with_clock(world, "live-3")
    await _jump(world, DAY)
    assert notices(world) == []
    await world.env.advance_time(2 * 60)
    assert notices(world) == []
    await world.env.advance_time(65)
    assert len(notices(world)) == 1
    await sitting.steps(1)


@pytest.mark.deep
async def test_a_clock_set_back_leaves_nobody_more_time(world: World) -> None:
    await with_clock(world, "live-3")
    await _jump(world, -DAY)
    await world.env.advance_time(3 * 60 + 5)
    assert len(notices(world)) == 1


@pytest.mark.deep
async def test_time_without_gateway_before_a_crash_is_given_back_at_the_start(world: World) -> None:
    await sit_down(world, world.members[:2])
    await world.env.advance_time(20)
    await bot_of(world).gateway.disconnected(0)
    await world.env.advance_time(6 * 60)
    await restart(world)
    await world.env.advance_time(3)
    assert notices(world) == []
