"""What members have played: asked for by command and by menu, told in private, with nothing of hidden channels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.tables.decisions import play
from tests.safety.test_sight import keep_out
from tests.simulated import bot_of, press, restart, text_of
from tests.simulated.player import private_answer, seated, table_number
from tests.simulated.waiting import said
from tests.tables.made import counts

if TYPE_CHECKING:
    from simcord import ChannelHandle, MemberActor

    from bot.playground import World


async def won_by(world: World, channel: ChannelHandle, winner: MemberActor, loser: MemberActor) -> int:
    """Let two members play a game in a channel until one gives up, and return its table."""
    shown = (await winner.slash(channel, "table open")).response
    assert shown is not None
    await loser.click(shown, label="Join")
    await winner.click(shown, label="Start")
    sitting = await seated(replace(world, channel=channel), table_number(shown), (winner, loser))
    tables = bot_of(world).tables

    def enough() -> bool:
        table = tables.live_table(sitting.table)
        return table is not None and counts(table)

    await sitting.play(enough)
    await tables.ask(sitting.table, play.resign, loser.id)
    return sitting.table


@pytest.mark.deep
async def test_statistics_are_told_to_whoever_asks_and_lead_on(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    hidden = world.env.guild.create_text_channel("salon")
    keep_out(world, hidden, but=(ann, ben))
    table = await won_by(world, hidden, ann, ben)

    page = private_answer(await cleo.slash(world.channel, "stats", member=ann))
    assert "Statistics of" in text_of(page)
    assert "1 won" in text_of(page)
    assert "Rating, two hands: 1000 ± 333 after game 0" in text_of(page)
    assert f"Table {table}" not in text_of(page), "Cleo does not see where it was played"
    await press(world, cleo, page, f"bzs:0:0:versus {ann.id}", str(ben.id))
    assert "in a row" not in text_of(page)
    assert f"Table {table}" not in text_of(page)
    assert "Points a game" in text_of(page)

    own = private_answer(await ann.slash(world.channel, "stats"))
    assert "Your statistics" in text_of(own)
    assert f"Table {table}" in text_of(own)
    await restart(world)
    await ann.click(own, label=f"Replay {table}")
    both = private_answer(await ben.slash(world.channel, "versus", member=ann))
    assert f"Table {table}" in text_of(both)
    await ben.click(both, label="Statistics of Ben")
    assert "1 lost" in text_of(both)


async def test_asking_for_what_there_is_not_is_answered_kindly(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    assert "not finished a game" in said(await ann.slash(world.channel, "stats"))
    assert "not finished a game" in said(await ann.slash(world.channel, "versus", member=ben))
    assert "That is you" in said(await ann.slash(world.channel, "versus", member=ann))
    assert "not finished a game" in said(await ann.context_menu(world.channel, "Bézique statistics", ben))
