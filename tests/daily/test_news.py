"""What a server is told of the daily deal once a day, and the leaderboard of daily deals."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import discord
import pytest

from bot.client import HEARTBEAT_TICKS
from bot.club import Board, By
from bot.club.daily import begins, ends, laid_open, score_of
from bot.club.daily.news import NewsChoice, ServerNews, Telling, read_news
from bot.members import Members
from bot.ui.routes.daily import NewsHere, SetNewsHour, ShowNews, StopNews
from cogs.daily.news import news_page
from tests.daily.test_clicks import begun, played_out
from tests.daily.whole_game import ANN, GUILD, NUMBER, everywhere, finished, first_offered, run_out
from tests.simulated import bot_of, press, restart
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages, words_of
from tests.simulated.waiting import DAY, HOUR, later
from tests.tables.at_table import CHANNEL, NOON, Clock

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.club.daily import DailyDeals
    from bot.playground import World
    from bot.tables import Tables
    from db import Store


ELSEWHERE = GUILD + 100


@pytest.mark.parametrize(
    ("hour", "told", "due"),
    [
        (12, None, True),
        (12, NUMBER - 1, True),
        (12, NUMBER - 9, True),
        (12, NUMBER, False),
        (12, "x", True),
        (13, NUMBER - 1, False),
        (0, NUMBER - 1, True),
    ],
)
def test_a_server_is_told_once_a_day_from_its_hour_on_and_nothing_of_days_that_were_missed(
    hour: int, told: object, *, due: bool
) -> None:
    assert NewsChoice(1, hour).is_due(told, NOON) is due


@pytest.mark.parametrize(
    ("hour", "offset", "due"),
    [(13, 60, True), (14, 60, False), (8, -5 * 60, False), (7, -5 * 60, True), (2, 14 * 60, True), (3, 14 * 60, False)],
)
def test_the_hour_is_that_of_the_servers_clock(hour: int, offset: int, *, due: bool) -> None:
    assert NewsChoice(1, hour).is_due(NUMBER - 1, NOON, offset) is due
    assert begins(NUMBER) <= NewsChoice(1, hour).at(NUMBER, offset) < begins(NUMBER + 1)


async def test_a_server_with_a_clock_of_its_own_is_told_at_its_own_hour(news: ServerNews, tables: Tables) -> None:
    await Members(tables).preferences.set_clock(GUILD, 120, NOON)
    await news.choose(GUILD, NewsChoice(CHANNEL, 15))
    await news.choose(ELSEWHERE, NewsChoice(CHANNEL, 15))
    assert await news.due() == {}
    tables.store.now = lambda: NOON + timedelta(hours=1)
    assert await news.due() == {GUILD: CHANNEL}


@pytest.mark.parametrize("stored", [None, 7, [], [1], [1, 24], [1, -1], ["1", 2], [1, 2, 3], [1, True], {"a": 1}])
def test_a_choice_that_means_nothing_is_none(stored: object) -> None:
    assert read_news(stored) is None
    assert read_news(NewsChoice(5, 23).stored()) == NewsChoice(5, 23)


async def test_a_server_that_chooses_an_hour_that_has_passed_is_told_from_tomorrow_on(
    news: ServerNews, clock: Clock
) -> None:
    await news.choose(GUILD, NewsChoice(CHANNEL, 9))
    await news.choose(ELSEWHERE, NewsChoice(CHANNEL, 13))
    assert await news.due() == {}
    clock.pass_by(hours=1)
    assert await news.due() == {ELSEWHERE: CHANNEL}
    clock.pass_by(hours=20)
    assert await news.due() == {GUILD: CHANNEL}
    await news.choose(GUILD, None)
    assert await news.due() == {}


async def test_of_those_who_tell_a_server_at_once_or_after_a_crash_all_but_the_first_know_that_it_may_be_told(
    news: ServerNews, clock: Clock
) -> None:
    await news.choose(GUILD, NewsChoice(CHANNEL, 13))
    clock.pass_by(hours=2)
    tellings = await asyncio.gather(*(news.begin_telling(GUILD, NUMBER) for _ in range(3)))
    clock.pass_by(minutes=1)
    tellings.append(await news.begin_telling(GUILD, NUMBER))
    assert sorted(each.again for each in tellings if each is not None) == [False, True, True, True]
    assert {each.since for each in tellings if each is not None} == {clock.at - timedelta(minutes=1)}
    assert await news.due() == {GUILD: CHANNEL}
    await news.note_told(GUILD, NUMBER)
    assert await news.due() == {}
    assert await news.begin_telling(GUILD, NUMBER) is None
    clock.pass_by(days=1)
    assert await news.begin_telling(GUILD, NUMBER + 1) == Telling(NUMBER + 1, clock.at)


async def test_the_news_are_yesterdays_list_and_the_streak_of_the_server_and_of_the_first_day_no_yesterday(
    news: ServerNews, tables: Tables, daily: DailyDeals, clock: Clock
) -> None:
    told = await news.of(GUILD)
    assert (told.has_yesterday, told.unfinished) == (False, False)
    page = news_page(told)
    words = " ".join(each.content for each in page.walk_children() if isinstance(each, discord.ui.TextDisplay))
    assert "The same cards for everyone" in words
    assert "esterday" not in words
    assert [each.label for each in page.walk_children() if isinstance(each, discord.ui.Button)] == ["Play"]
    table = await finished(tables, await daily.begin(GUILD, CHANNEL, ANN))
    clock.at = ends(NUMBER) + timedelta(hours=1)
    told = await news.of(GUILD)
    assert (told.today, told.played, told.streak, told.unfinished) == (NUMBER + 1, 1, 1, True)
    assert told.has_yesterday
    assert [(row.name, row.points) for row in told.results] == [("Ann", score_of(table))]
    assert (await news.of(ELSEWHERE)).results == ()
    clock.at = laid_open(NUMBER)
    assert not (await news.of(GUILD)).unfinished


@pytest.mark.deep
async def test_on_the_leaderboard_it_takes_five_daily_deals(
    store: Store, tables: Tables, daily: DailyDeals, clock: Clock
) -> None:
    board, points = Board(GUILD, By.DAILY), []
    for _ in range(5):
        async with store.read() as reader:
            assert await reader.standings.count_players(board) == 0
        table = await daily.begin(GUILD, CHANNEL, ANN)
        assert table.daily is not None
        ended = run_out(table.deals[0].secret, first_offered, table.daily.number)
        points.append(score_of(await tables.ask(table.id, everywhere, ended)) or 0)
        clock.pass_by(days=1)
    async with store.read() as reader:
        (row,) = await reader.standings.leaderboard(board)
        assert await reader.standings.count_players(Board(GUILD, By.WINS)) == 0
    assert (row.place, row.games, row.points_per_deal) == (1, 5, sum(points) / 5)


def news(world: World) -> list[ResponseMessage]:
    return [m for m in public_messages(world) if words_of(m).startswith("### Daily deal")]


async def chosen(world: World, manager: MemberActor) -> ResponseMessage:
    """Have the server told in this channel at the usual hour, by a member who manages it."""
    role = manager.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(manager.guild.id, manager.id, role.id)
    page = private_answer(await ask(manager, world.channel, "server settings"))
    await manager.click(page, label="Daily deal …")
    assert "It is off." in words_of(page)
    await manager.click(page, label="Post it in this channel")
    return page


@pytest.mark.deep
async def test_server_is_told_once_of_yesterday_and_today_and_not_again_after_a_restart(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = await chosen(world, ann)
    assert f"<#{world.channel.id}>" in words_of(page)
    assert news(world) == []  # its hour has passed today
    await begun(world, ann)
    await played_out(world, ann)
    await later(world, (ends(NUMBER) - world.env.now()).total_seconds() + 8 * HOUR)
    await world.env.advance_time(HEARTBEAT_TICKS)
    (told,) = news(world)
    words = words_of(told)
    assert f"Daily deal {NUMBER + 1}" in words
    assert "1. Ann" in words.replace("*", "")
    assert "Days in a row played here: 1." in words
    assert "you" not in words.lower().split()
    panel = private_answer(await ben.click(told, label="Play"))
    assert f"Daily deal {NUMBER + 1}" in words_of(panel)
    now = bot_of(world).tables.store.now
    await restart(world)
    bot_of(world).tables.store.now = now
    await world.env.advance_time(70)
    assert len(news(world)) == 1


async def test_of_days_that_were_missed_it_is_told_nothing_and_a_lost_channel_is_tried_again_tomorrow_alone(
    world: World, ann: MemberActor
) -> None:
    await chosen(world, ann)
    await later(world, 8 * DAY)
    await world.env.advance_time(HEARTBEAT_TICKS)
    (told,) = news(world)
    assert f"Daily deal {NUMBER + 8}" in words_of(told)
    assert "Nobody here finished it." in words_of(told)
    world.env.backend.delete_channel(world.channel.id)
    await later(world, DAY)
    await world.env.advance_time(HEARTBEAT_TICKS)
    with world.env.time_context():
        assert await bot_of(world).club.daily_news.due() == {}


async def test_the_hour_is_chosen_by_who_manages_the_server_alone_and_it_can_be_stopped(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = await chosen(world, ann)
    for route in (ShowNews(), NewsHere(), StopNews()):
        refused = private_answer(await press(world, ben, page, route.custom_id))
        assert "Manage Server" in words_of(refused)
    assert await bot_of(world).club.daily_news.choice(world.env.guild.id) is not None
    await press(world, ann, page, SetNewsHour(21).entry[0], SetNewsHour(21).entry[1])
    assert "21:00 (UTC)" in words_of(page)
    await ann.click(page, label="Stop it")
    assert "It is off." in words_of(page)
    await later(world, DAY)
    await world.env.advance_time(HEARTBEAT_TICKS)
    assert news(world) == []
