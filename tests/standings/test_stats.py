"""What members have played: asked for by command and by menu, told in private, with nothing of hidden channels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.coach.positions import outlines
from bot.tables.decisions import play
from bot.ui.routes.standings import OneKind, ShareStats
from cogs.learn.lessons import FIRST, HONOUR, LESSONS
from cogs.learn.progress import KEY, LessonProgress
from tests.daily.test_clicks import begun, played_out
from tests.safety.test_sight import keep_out
from tests.simulated import bot_of, buttons_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import practise, private_answer, public_messages, seated, table_number, words_of
from tests.simulated.waiting import said
from tests.tables.made import counts, played

if TYPE_CHECKING:
    from simcord import ChannelHandle, MemberActor

    from bot.playground import World


async def won_by(world: World, channel: ChannelHandle, winner: MemberActor, loser: MemberActor) -> int:
    """Let two members play a game in a channel until one gives up, and return its table."""
    shown = (await winner.slash(channel, "play")).response
    assert shown is not None
    await loser.click(shown, label="Join")
    await winner.click(shown, label="Start")
    sitting = await seated(replace(world, channel=channel), table_number(shown), (winner, loser))
    tables = bot_of(world).tables

    def enough() -> bool:
        table = tables.memory.if_awake(sitting.table)
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

    page = private_answer(await ask(cleo, world.channel, "stats", member=ann))
    assert "Statistics of" in text_of(page)
    assert "1 won" in text_of(page)
    assert "Rating, two hands: 1000 ± 333 after game 0" in text_of(page)
    assert f"Table {table}" not in text_of(page), "Cleo does not see where it was played"
    await press(world, cleo, page, f"bzs:0:0:versus {ann.id}", str(ben.id))
    assert "in a row" not in text_of(page)
    assert f"Table {table}" not in text_of(page)
    assert "Points a game" in text_of(page)

    own = private_answer(await ask(ann, world.channel, "stats"))
    assert "Your statistics" in text_of(own)
    assert f"Table {table}" in text_of(own)
    await restart(world)
    await ann.click(own, label=f"Replay {table}")
    both = private_answer(await ask(ben, world.channel, "versus", member=ann))
    assert f"Table {table}" in text_of(both)
    await ben.click(both, label="Statistics of Ben")
    assert "1 lost" in text_of(both)


async def test_who_has_played_nobody_is_told_of_daily_deals_exercises_lessons_and_games_with_the_house(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    bot = bot_of(world)
    await begun(world, ann)
    await played_out(world, ann)
    for number, found in enumerate((True, False, True)):
        await bot.club.exercises.answered(ann.id, outlines()[number].id, found=found)
    progress = LessonProgress(frozenset({FIRST, HONOUR, LESSONS[0].key}))
    await bot.members.preferences.set_of_member(ann.id, {KEY: progress.stored})
    sitting = await practise(world, ann, level="novice")
    await bot.tables.ask(sitting.table, lambda table, _: played(table, counts))
    await bot.tables.ask(sitting.table, play.resign, ann.id)
    high, low = sorted((await bot.tables.get(sitting.table)).game.totals, reverse=True)

    page = private_answer(await ask(ann, world.channel, "stats"))
    told = words_of(page)
    assert "Daily deals: **1** · streak **1**\nExercises: **2** of 3 right at the first try" in told
    assert "Lessons done: **2**" in told
    assert f"ended early at {high} : {low}" in told
    assert f"ended early at {high} : {low}" in words_of(private_answer(await ask(ann, world.channel, "finished games")))

    seen = private_answer(await ask(ben, world.channel, "stats", member=ann))
    assert "Exercises" not in words_of(seen)
    assert "Daily deals" not in words_of(seen)


async def test_asking_for_what_there_is_not_is_answered_kindly(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    assert "o finished games" in said(await ask(ann, world.channel, "stats"))
    assert "o finished games" in said(await ask(ann, world.channel, "versus", member=ben))
    assert "o finished games" in said(await ann.context_menu(world.channel, "Bézique statistics", ben))


@pytest.mark.deep
async def test_a_card_is_posted_with_one_click_and_shows_nothing_of_the_games(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    hidden = world.env.guild.create_text_channel("salon")
    keep_out(world, hidden, but=(ann, ben))
    table = await won_by(world, hidden, ann, ben)
    own = private_answer(await ask(ann, world.channel, "stats"))
    before = len(public_messages(world))
    await ann.click(own, label="Share it here")
    *_, posted = public_messages(world)
    assert len(public_messages(world)) == before + 1
    told = text_of(posted)
    assert "Statistics of" in told
    assert "1 game · 1 won · 0 lost" in told
    assert "Ben" not in told
    assert f"Table {table}" not in told
    assert not buttons_of(posted)
    assert "Share it here" not in text_of(private_answer(await ask(ben, world.channel, "stats", member=ann)))
    cleo = world.members[2]
    assert "nothing to share" in said(await press(world, cleo, own, ShareStats(OneKind.TWO).custom_id))
    assert len(public_messages(world)) == before + 1
