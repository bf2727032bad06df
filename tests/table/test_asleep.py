"""Tables asleep as people meet them: a start does nothing where nothing has changed; every click wakes its table."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.playground import World
from tests.simulated import bot_of, channel_calls, restart
from tests.simulated.asking import ask
from tests.simulated.player import Sitting, button_named, practise, private_answer, public_messages, sit_down, words_of
from tests.simulated.waiting import STAMP, later, with_clock

BETWEEN_BEATS = 16
"""Seconds until the bot has noted again that it is alive."""


async def started_anew(world: World) -> int:
    """Start the bot over again once what its boards show is stored; return how many requests there were before."""
    await world.env.advance_time(BETWEEN_BEATS)
    before = len(world.env.http_requests)
    await restart(world)
    await world.env.advance_time(3)
    return before


@pytest.mark.deep
@pytest.mark.parametrize("reminded", [False, True])
async def test_start_calls_nothing_where_no_board_has_changed_also_after_a_reminder(
    world: World, *, reminded: bool
) -> None:
    sitting = await with_clock(world, "none")
    await sitting.seen(4)
    await sit_down(world, world.members[2:4], seed=3)
    if reminded:
        await world.env.advance_time(90)
    assert any("it is your turn" in words_of(message) for message in public_messages(world)) is reminded
    before = await started_anew(world)
    assert channel_calls(world, before) == []
    assert bot_of(world).tables.memory.awake() == []
    assert len(bot_of(world).tables.memory.live) == 2


async def test_board_of_an_act_that_no_heartbeat_has_followed_is_shown_after_a_start(
    world: World, sitting: Sitting
) -> None:
    await world.env.advance_time(BETWEEN_BEATS)
    world.env.inject_error("PATCH", "/*", status=503, times=None)
    before = words_of(sitting.board())
    mover = sitting.on_move()
    card = mover.choices()[0]
    await mover.choose(card)
    assert words_of(sitting.board()) == before
    world.env.backend.faults.clear()
    await restart(world)
    await world.env.advance_time(3)
    assert card.label in words_of(sitting.board())


@pytest.mark.deep
async def test_start_shows_until_when_somebody_has_time_now(world: World) -> None:
    sitting = await with_clock(world, "live-3")
    before = words_of(sitting.board())
    await started_anew(world)
    assert len(STAMP.findall(before)) == len(STAMP.findall(words_of(sitting.board()))) == 1
    assert words_of(sitting.board()) != before


@pytest.mark.deep
async def test_lists_and_commands_know_tables_asleep(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await with_clock(world, "none")
    await sit_down(world, (ben, cleo), seed=2)
    await practise(world, ann)
    await started_anew(world)
    assert bot_of(world).tables.memory.awake() == []
    shown = words_of(private_answer(await ask(ann, world.channel, "tables")))
    assert [f"table {number}" in shown for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert shown.index("table 3") < shown.index("table 2")  # her own first
    asked = private_answer(await ann.slash(world.channel, "hand"))
    assert "At which of your tables?" in words_of(asked)


async def test_button_of_a_table_that_fell_asleep_in_the_middle_works_at_once(world: World) -> None:
    sitting = await with_clock(world, "none")
    await sitting.steps(2)
    tables = bot_of(world).tables
    await later(world, 60)  # in which somebody is reminded
    await later(world, 11 * 60)
    assert tables.memory.awake() == []
    await sitting.show_hands()
    await sitting.steps(4)
    assert len(tables.memory.awake()) == 1
    assert button_named(sitting.board(), "My hand")
