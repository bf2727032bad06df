"""The daily deal as members meet it: begun, put down, finished, shared, and looked through the day after."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.club.daily import begins, laid_open, score_of
from bot.tables import Kind
from bot.tables.decisions.daily import RULES
from bot.ui.routes.archive import Record, StepTo, Watch
from bot.ui.routes.daily import CompareDaily, LookAtDay, PlayDaily, ShareDaily
from bot.ui.routes.learn import Review
from bot.ui.routes.rules import Rules
from bot.ui.routes.table import Way
from bot.ui.text.scoring import signed
from tests.daily.whole_game import NUMBER, played
from tests.simulated import bot_of, buttons_of, press, restart
from tests.simulated.asking import ask
from tests.simulated.player import button_named, private_answer, public_messages, words_of
from tests.simulated.waiting import DAY, later

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World
    from bot.tables import Table
    from bot.tables.decisions.occasion import Occasion


async def daily(world: World, member: MemberActor) -> ResponseMessage:
    return private_answer(await member.slash(world.channel, "daily"))


async def begun(world: World, member: MemberActor) -> ResponseMessage:
    """Have a member begin today's deal, and return the panel."""
    page = await daily(world, member)
    await member.click(page, label="Play")
    return page


def table_of(world: World, member: MemberActor) -> int:
    (number,) = bot_of(world).tables.memory.live.daily_of(member.id)
    return number


async def played_out(world: World, member: MemberActor) -> Table:
    """Have a member's game played to its end in one act, as nobody clicks a whole deal here."""
    hours = (world.env.now() - begins(NUMBER)) / timedelta(hours=1)

    def to_the_end(table: Table, _at: Occasion) -> Table:
        return played(table, hours=hours)

    return await bot_of(world).tables.ask(table_of(world, member), to_the_end)


async def test_today_is_begun_by_a_button_and_its_panel_is_all_there_is_to_see(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    before = len(public_messages(world))
    page = await daily(world, ann)
    assert f"Daily deal {NUMBER}" in words_of(page)
    assert f"Next deal <t:{begins(NUMBER + 1).timestamp():.0f}:R>" in words_of(page)
    assert not re.search(r"[0-9a-f]{64}", words_of(page))
    await ann.click(page, label="Fair deal")
    assert "could have chosen the cards" in words_of(page)
    assert len(re.findall(r"[0-9a-f]{64}", words_of(page))) == 2
    await ann.click(page, label="Today's deal")
    await ann.click(page, label="Play")
    table = await bot_of(world).tables.get(table_of(world, ann))
    assert "Your turn: lead a card." in words_of(page)
    card = next(b for b in buttons_of(page) if " play " in b["custom_id"])
    await press(world, ann, page, card["custom_id"])
    await world.env.advance_time(2)
    after = await bot_of(world).tables.get(table.id)
    assert (after.kind, after.ply >= 2) == (Kind.DAILY, True)
    assert "Last trick" in words_of(page)
    assert len(public_messages(world)) == before
    # Nobody else learns anything of it.
    for asked in (await ben.slash(world.channel, "hand", table=table.id), await ask(ben, world.channel, "tables")):
        assert "Daily" not in words_of(private_answer(asked))
        assert "Ann" not in words_of(private_answer(asked))
    for route in (Watch(table.id, 0), Record(table.id), StepTo(table.id, Way.NEXT, 0, 3)):
        refused = await press(world, ben, page, route.custom_id)
        assert "That table is not here" in words_of(private_answer(refused))


async def test_rules_name_the_daily_deal_instead_of_its_table_and_a_late_click_shows_the_result(
    world: World, ann: MemberActor
) -> None:
    page = await begun(world, ann)
    table = table_of(world, ann)
    for asked in (await ann.slash(world.channel, "rules"), await press(world, ann, page, Rules(table).custom_id)):
        rules = private_answer(asked)
        assert f"-# Daily deal {NUMBER}" in words_of(rules)
        assert "Table" not in words_of(rules)
    await ann.click(rules, label=next(b["label"] for b in buttons_of(rules) if b["label"].startswith("Next")))
    assert f"-# Daily deal {NUMBER}" in words_of(rules)
    card = next(b for b in buttons_of(page) if " play " in b["custom_id"])
    await played_out(world, ann)
    await press(world, ann, page, card["custom_id"])
    assert "You are the first to finish it" in words_of(page)


@pytest.mark.deep
async def test_it_is_put_down_and_taken_up_also_after_a_restart(world: World, ann: MemberActor) -> None:
    page = await begun(world, ann)
    card = next(b for b in buttons_of(page) if " play " in b["custom_id"])
    await press(world, ann, page, card["custom_id"])
    await restart(world)
    await world.env.advance_time(3)
    for command in ("daily", "hand"):
        shown = private_answer(await ask(ann, world.channel, command))
        assert f"Daily deal {NUMBER}" in words_of(shown)
        assert button_named(shown, "Declare?") or button_named(shown, "Draw a card")
        assert button_named(shown, "💡") is None
        assert button_named(shown, "Undo") is None


@pytest.mark.deep
async def test_after_the_end_the_score_the_list_and_a_line_that_gives_nothing_away(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await begun(world, ann)
    table = await played_out(world, ann)
    page = await daily(world, ann)
    words = words_of(page)
    assert "You are the first to finish it" in words
    assert "In this server" in words
    assert "1. Ann" in words.replace("*", "")
    assert button_named(page, "Play") is None
    # Until the day is laid open nobody gets hands, record, replay or review, not even who has played it.
    for route in (Watch(table.id, 0), Record(table.id), StepTo(table.id, Way.NEXT, 0, 9), Review(table.id)):
        told = words_of(private_answer(await press(world, ann, page, route.custom_id)))
        assert told.startswith("Others still play this deal; its cards show")
    await press(world, ann, page, CompareDaily(NUMBER).custom_id)
    assert words_of(page) == words
    before = len(public_messages(world))
    await press(world, ann, page, ShareDaily(NUMBER).custom_id)
    await press(world, ann, page, ShareDaily(NUMBER).custom_id)
    (shared,) = public_messages(world)[before:]
    assert words_of(shared).startswith(f"Ann · **Daily deal {NUMBER} · ")
    assert sum(sign in "⬛🟩🟨⭐" for sign in words_of(shared)) == 32 + 4  # the legend has each once
    assert not re.search("[♠♥♦♣]", words_of(shared))
    # Whoever presses the button there plays their own.
    panel = private_answer(await ben.click(shared, label="Play"))
    assert "lead a card" in words_of(panel)
    mine = await bot_of(world).tables.get(table_of(world, ben))
    assert mine.game.deals[0].base == table.game.deals[0].base


@pytest.mark.deep
async def test_the_day_after_all_is_shown_and_the_best_game_beside_ones_own(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await begun(world, ann)
    best = await played_out(world, ann)
    await begun(world, ben)
    resigned = private_answer(await ask(ben, world.channel, "resign"))
    await ben.click(resigned, label="Resign")
    assert "counts for nothing" in words_of(resigned)
    await later(world, (laid_open(NUMBER) - world.env.now()).total_seconds())
    page = await daily(world, cleo)
    assert f"Daily deal {NUMBER + 1}" in words_of(page)
    await cleo.click(page, label="Yesterday")
    assert f"Daily deal {NUMBER}" in words_of(page)
    await cleo.click(page, label="The best game")
    assert "Best: " in words_of(page)
    replay = private_answer(await cleo.click(page, label="The best game, all hands"))
    assert "The best" in words_of(replay)
    assert "Ann" not in words_of(replay)
    record = await press(world, cleo, page, Record(best.id).custom_id)
    assert "That table is not here" in words_of(private_answer(record))
    mine = await daily(world, ann)
    await press(world, ann, mine, LookAtDay(NUMBER).custom_id)
    own = private_answer(await ann.click(mine, label="My game, all hands"))
    assert "Ann" in words_of(own)
    files = await press(world, ann, mine, Record(best.id).custom_id)
    assert "proves that the cards were fixed" in words_of(private_answer(files))
    await ann.click(mine, label="Fair deal")
    assert best.deals[0].secret in words_of(mine)


async def test_a_result_says_in_private_how_one_stands_with_todays_deal(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    async def told(member: MemberActor) -> str:
        with world.env.time_context():
            return await bot_of(world).app.renderer.today(member.id)

    assert await told(ann) == "-# Today's deal: not played yet · `/daily`"
    await begun(world, ann)
    assert await told(ann) == "-# Today's deal: begun · `/daily`"
    table = await played_out(world, ann)
    points = signed(score_of(table) or 0, RULES)
    assert await told(ann) == f"-# Today's deal: {points} · streak 1"
    await later(world, DAY)
    assert await told(ann) == "-# Today's deal: not played yet · streak 1 · `/daily`"
    assert await told(ben) == "-# Today's deal: not played yet · `/daily`"


async def test_time_that_runs_out_is_told_and_a_button_of_another_day_shows_the_present_one(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page, unplayed = await begun(world, ann), await daily(world, ben)
    await later(world, (laid_open(NUMBER) - world.env.now()).total_seconds())
    await ben.click(unplayed, label="Play")
    assert "That was another day's deal" in words_of(unplayed)
    assert f"Daily deal {NUMBER + 1}" in words_of(unplayed)
    assert bot_of(world).tables.memory.live.daily_of(ben.id) == []
    card = next(b for b in buttons_of(page) if " play " in b["custom_id"])
    await press(world, ann, page, card["custom_id"])
    assert "Time was up" in words_of(page)
    assert "-#" not in words_of(page)
    await ann.click(page, label="Today's deal")
    assert f"Daily deal {NUMBER + 1}" in words_of(page)


@pytest.mark.deep
async def test_of_another_day_none_is_begun_and_yesterday_is_offered_from_the_second_day_on(
    world: World, ann: MemberActor
) -> None:
    page = await daily(world, ann)
    for number in (1, NUMBER - 1):
        for route in (PlayDaily(number), ShareDaily(number), LookAtDay(number), CompareDaily(number, 7)):
            await press(world, ann, page, route.custom_id)
        assert bot_of(world).tables.memory.live.daily_of(ann.id) == [], number
    page = await daily(world, ann)
    assert button_named(page, "Yesterday") is None
    await ann.click(page, label="Play")
    await played_out(world, ann)
    assert button_named(await daily(world, ann), "Yesterday") is None
    await later(world, DAY)
    page = await daily(world, ann)
    await ann.click(page, label="Yesterday")
    assert f"Daily deal {NUMBER} " in words_of(page)


async def test_before_one_has_played_the_page_names_who_has_and_after_it_the_best_and_oneself(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    dai = world.members[3]
    for member in (ben, cleo, dai):
        await begun(world, member)
        await played_out(world, member)
    page = await daily(world, ann)
    said = re.sub(r"\W+", " ", words_of(page))
    assert re.search("Played here (Ben|Cleo|Dai) (Ben|Cleo|Dai) and (Ben|Cleo|Dai)", said)
    assert "points" not in words_of(page).split("Played here")[1]
    await ann.click(page, label="Play")
    await played_out(world, ann)
    result = words_of(await daily(world, ann))
    listed = next(line for line in result.splitlines() if "In this server" in line)
    assert re.search(r"\*\*1\. Ann [+−]\d+\*\*", listed), listed
    assert sum(name in listed for name in ("Ann", "Ben", "Cleo", "Dai")) == 3 + ("1 more" not in listed)
