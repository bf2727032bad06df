"""Holidays as members plan them, and as the others at the table read of them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.tables import Due
from tests.simulated import START, bot_of, restart, text_of
from tests.simulated.player import inputs_of, private_answer, words_of
from tests.simulated.waiting import DAY, later, with_clock

if TYPE_CHECKING:
    from simcord import InteractionResult, MemberActor, ResponseMessage

    from bot.playground import World


async def page_of(world: World, member: MemberActor) -> ResponseMessage:
    page = private_answer(await member.slash(world.channel, "settings"))
    await member.click(page, label="Holidays …")
    return page


async def typed(member: MemberActor, page: ResponseMessage, first: str, last: str) -> InteractionResult:
    form = await member.click(page, label="Choose days …")
    fields = inputs_of(form.modal)
    return await member.submit_modal(form, dict(zip(fields, (first, last), strict=True)))


@pytest.mark.deep
async def test_clock_stands_still_while_its_player_is_away_and_the_board_says_so(world: World) -> None:
    sitting = await with_clock(world, "days-1")
    mover = sitting.on_move()
    tables = bot_of(world).tables
    due = tables.memory.schedule.at(1, Due.CLOCK)
    assert due is not None
    page = await page_of(world, mover.actor)
    await typed(mover.actor, page, "2 March", "6 March 2026")  # it is the evening of the 1st
    assert "Days left this year: 25 of 30" in words_of(page)
    assert "is away from" in words_of(sitting.board())
    assert tables.memory.schedule.at(1, Due.CLOCK) == due + timedelta(days=5)
    await typed(mover.actor, page, "soon", "later")
    assert "`soon` is no day" in text_of(page)
    await typed(mover.actor, page, "6 March", "2 March 2026")
    assert "ends before it begins" in text_of(page)
    await later(world, DAY / 2)
    await world.env.advance_time(16)  # with the next heartbeat
    assert "is away until" in words_of(sitting.board())
    await restart(world)
    await later(world, 2 * DAY)
    tables = bot_of(world).tables
    assert not (await tables.get(1)).time_is_up
    page = await page_of(world, mover.actor)
    assert "Your holidays: you are away until" in words_of(page).replace("**", "")
    await mover.actor.click(page, label="I am back")
    assert "away" not in words_of(sitting.board())
    left = tables.memory.schedule.at(1, Due.CLOCK)
    assert left is not None  # four of its hours had passed when the holiday began
    assert abs(left - (START + timedelta(days=2.5, hours=20))) < timedelta(minutes=10)


async def test_live_table_says_nothing_of_holidays(world: World) -> None:
    sitting = await with_clock(world, "live-3")
    mover = sitting.on_move()
    await typed(mover.actor, await page_of(world, mover.actor), "1 March", "5 March")
    assert "away" not in words_of(sitting.board())
