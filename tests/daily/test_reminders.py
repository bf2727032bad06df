"""The reminder of the daily deal: once a day by direct message, at an hour of one's choice, off with one click."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.club.daily import begins
from bot.club.daily.news import Telling
from bot.club.daily.reminders import Reminder, Reminders, read_reminder
from bot.members import Members
from bot.tables import OUTSIDE
from bot.tables.preferences import BY_MESSAGE, DAILY_REMINDER, QUIET
from bot.tables.values.times import Quiet
from bot.ui.routes.daily import SetReminder
from db import Part
from tests.daily.test_clicks import begun, daily, played_out
from tests.daily.whole_game import ANN, GUILD, NUMBER, finished
from tests.settings.test_turn_messages import direct
from tests.simulated import bot_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import button_named, private_answer, words_of
from tests.simulated.waiting import DAY, later
from tests.tables.at_table import BEN, CHANNEL, NOON, Clock, loading, tables_over

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.club.daily import DailyDeals
    from bot.playground import World
    from bot.tables import Tables
    from db import Store


def test_what_is_stored_is_read_again_and_anything_else_is_none() -> None:
    for reminder in (Reminder(0, 0, NOON), Reminder(23, -210, NOON, 5), Reminder(8, 14 * 60, NOON, 2**62)):
        assert read_reminder(reminder.stored()) == reminder
    odd: list[Any] = [None, True, "closed", [], [8], [24, 0, NOON.isoformat(), 0], [8, 900, NOON.isoformat(), 0]]
    odd += [["8", 0, NOON.isoformat(), 0], [8, 0, "noon", 0], [8, 0, "2026-03-01T12:00:00", 0], {"hour": 8}, 7]
    assert [read_reminder(each) for each in odd] == [None] * len(odd)


@pytest.fixture
def reminders(tables: Tables) -> Reminders:
    return Reminders(tables)


async def wanted(tables: Tables, user: int, hour: int = 13, offset: int = 0) -> None:
    await Reminders(tables).choose(user, Reminder(hour, offset, tables.now(), GUILD))


async def test_who_wants_it_is_due_from_their_own_hour_on_and_from_the_next_one_after_the_choice(
    reminders: Reminders, tables: Tables, clock: Clock
) -> None:
    assert clock.at == NOON
    await wanted(tables, ANN.user_id, 13)
    await wanted(tables, BEN.user_id, 15, 60)
    await wanted(tables, 7, 12)  # now, so it is tomorrow for the first time
    await wanted(tables, 8, 11)
    assert reminders.due() == []
    clock.pass_by(hours=1)
    assert reminders.due() == [ANN.user_id]
    clock.pass_by(hours=1)
    assert reminders.due() == [ANN.user_id, BEN.user_id]
    await reminders.choose(ANN.user_id, None)
    assert reminders.due() == [BEN.user_id]
    clock.at = begins(NUMBER + 1) + timedelta(hours=11, minutes=30)
    assert reminders.due() == [8]


async def test_nobody_is_told_twice_a_day_whatever_they_choose_or_whoever_tells_them(
    reminders: Reminders, tables: Tables, clock: Clock
) -> None:
    await wanted(tables, ANN.user_id, 13)
    clock.pass_by(hours=1)
    first = await reminders.begin(ANN.user_id)
    assert first == Telling(NUMBER, clock.at)
    clock.pass_by(minutes=1)
    another = Reminders(tables)  # after a crash, and in another process
    assert another.due() == [ANN.user_id]
    assert await another.begin(ANN.user_id) == Telling(NUMBER, NOON + timedelta(hours=1), again=True)
    await another.note_told(ANN.user_id, NUMBER)
    for each in (reminders, another, Reminders(tables)):
        assert await each.begin(ANN.user_id) is None
        assert each.due() == []
    await reminders.choose(ANN.user_id, None)
    await wanted(tables, ANN.user_id, 14)
    clock.pass_by(hours=1)
    assert await Reminders(tables).begin(ANN.user_id) is None
    clock.pass_by(days=1)
    assert await reminders.begin(ANN.user_id) == Telling(NUMBER + 1, clock.at)


async def test_what_is_chosen_in_one_process_is_sent_by_the_one_that_has_shard_0(
    tables: Tables, store: Store, clock: Clock
) -> None:
    first, second = (tables_over(store, clock, part=Part([shard], 2)) for shard in (0, 1))
    for each in (first, second):
        await loading(each).load()
    await wanted(tables, ANN.user_id, 13)
    for each in (first, second):
        await each.preferences.heard("member", ANN.user_id)
    clock.pass_by(hours=1)
    assert (Reminders(first).due(), Reminders(second).due()) == ([ANN.user_id], [])


async def test_quiet_hours_postpone_it_holidays_and_a_game_that_was_played_leave_it_out(
    reminders: Reminders, tables: Tables, daily: DailyDeals, clock: Clock
) -> None:
    for user in (ANN.user_id, BEN.user_id, 7):
        await wanted(tables, user, 13)
    await tables.preferences.set_of_member(BEN.user_id, {QUIET: Quiet(11, 15).stored()})
    await Members(tables).holidays.plan(7, NOON.date(), NOON.date(), 0)
    clock.pass_by(hours=1)
    assert await reminders.begin(BEN.user_id) == timedelta(hours=2)
    assert await reminders.begin(7) is None
    assert reminders.due() == [ANN.user_id, BEN.user_id]
    table = await daily.begin(GUILD, CHANNEL, ANN)
    assert await reminders.begin(ANN.user_id) is not None  # it is begun, and waits
    await finished(tables, table)
    assert await reminders.begin(ANN.user_id) is None
    assert reminders.due() == [BEN.user_id]
    clock.pass_by(hours=2)
    assert await reminders.begin(BEN.user_id) == Telling(NUMBER, clock.at)


# ------------------------------------------------------------------ as members meet it


async def switched_on(world: World, member: MemberActor) -> ResponseMessage:
    page = await daily(world, member)
    await member.click(page, label="Remind me")
    return page


async def tomorrow(world: World) -> None:
    await later(world, DAY)
    await world.env.advance_time(20)


async def test_one_click_turns_it_on_it_comes_every_day_leads_into_the_deal_and_goes_with_one_click(
    world: World, ann: MemberActor
) -> None:
    page = await switched_on(world, ann)
    now = world.env.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    assert f"every day at <t:{hour.timestamp():.0f}:t>" in words_of(page)
    await ann.click(page, label="Today's deal")
    assert button_named(page, "Reminder") is not None
    assert direct(world, ann) == []
    await tomorrow(world)
    (told,) = direct(world, ann)
    assert f"Daily deal {NUMBER + 1}" in words_of(told)
    await restart(world)
    await world.env.advance_time(70)
    assert [each.id for each in direct(world, ann)] == [told.id]
    panel = private_answer(await ann.user.click(told, label="Play"))
    assert "lead a card" in words_of(panel)
    (number,) = bot_of(world).tables.memory.live.daily_of(ann.id)
    assert (await bot_of(world).tables.get(number)).guild_id == world.env.guild.id
    await tomorrow(world)
    assert len(direct(world, ann)) == 2
    ended = await ann.user.click(direct(world, ann)[-1], label="Send me no more of these")
    assert "No more reminders" in text_of(private_answer(ended))
    await tomorrow(world)
    assert len(direct(world, ann)) == 2


async def test_who_has_left_the_server_does_not_stand_in_its_list(world: World, ann: MemberActor) -> None:
    await switched_on(world, ann)
    await tomorrow(world)
    (told,) = direct(world, ann)
    world.env.guild.remove_member(ann)
    await ann.user.click(told, label="Play")
    (number,) = bot_of(world).tables.memory.live.daily_of(ann.id)
    assert (await bot_of(world).tables.get(number)).guild_id == OUTSIDE


async def test_another_hour_is_chosen_in_the_menu_and_nobody_who_has_played_is_told(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    for member in (ann, ben):
        page = await switched_on(world, member)
        await press(world, member, page, SetReminder(23).entry[0], SetReminder(23).entry[1])
    await begun(world, ben)
    await played_out(world, ben)
    last = begins(NUMBER) + timedelta(hours=23)
    assert f"<t:{last.timestamp():.0f}:t>" in words_of(page)
    await later(world, (last - world.env.now()).total_seconds() + 60)
    await world.env.advance_time(20)
    assert len(direct(world, ann)) == 1
    assert direct(world, ben) == []


async def test_an_hour_that_quiet_hours_never_let_through_is_said(world: World, ann: MemberActor) -> None:
    await bot_of(world).tables.preferences.set_of_member(ann.id, {QUIET: Quiet(22, 8).stored()})
    page = await switched_on(world, ann)
    await press(world, ann, page, SetReminder(23).entry[0], SetReminder(23).entry[1])
    assert "That is in your quiet hours" in words_of(page)
    await press(world, ann, page, SetReminder(6).entry[0], SetReminder(6).entry[1])
    assert "quiet hours" not in words_of(page)
    at = begins(NUMBER) + timedelta(hours=8)
    assert f"every day at <t:{at.timestamp():.0f}:t>" in words_of(page)


async def test_closed_direct_messages_are_told_once_and_turn_it_off_but_not_what_else_comes_that_way(
    world: World, ann: MemberActor
) -> None:
    await switched_on(world, ann)
    await bot_of(world).tables.preferences.set_of_member(ann.id, {BY_MESSAGE: True})
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=1)
    await tomorrow(world)
    assert direct(world, ann) == []
    preferences = bot_of(world).tables.preferences
    assert ann.id in preferences.unreachable
    page = await daily(world, ann)
    result = await ann.click(page, label="Fair deal")
    assert sum("closed to me" in text_of(each) for each in result.followups) == 1
    result = await ann.click(page, label="Today's deal")
    assert not any("closed to me" in text_of(each) for each in result.followups)
    assert button_named(page, "Remind me") is not None
    assert ann.id in preferences.told
    await tomorrow(world)
    assert direct(world, ann) == []


async def test_another_refusal_is_not_taken_for_closed_direct_messages(world: World, ann: MemberActor) -> None:
    await switched_on(world, ann)
    for status, code in ((400, 50035), (401, 0), (404, 10003)):
        world.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=1)
        await tomorrow(world)
        assert direct(world, ann) == [], status
        assert ann.id not in bot_of(world).tables.preferences.unreachable, status
    await tomorrow(world)
    assert len(direct(world, ann)) == 1


@pytest.mark.parametrize("key", [DAILY_REMINDER, BY_MESSAGE])
async def test_what_was_switched_off_or_deleted_while_it_was_sent_stays_off(tables: Tables, key: str) -> None:
    await tables.preferences.cannot_reach(ANN.user_id, key)
    assert await tables.preferences.of_member(ANN.user_id) == {}


async def test_it_is_exported_and_goes_with_everything_else(world: World, ann: MemberActor) -> None:
    await switched_on(world, ann)
    bot = bot_of(world)
    (stored,) = [await bot.tables.preferences.of_member(ann.id)]
    assert stored[DAILY_REMINDER][0] == world.env.now().hour
    page = private_answer(await ask(ann, world.channel, "data"))
    await ann.click(page, label="Delete everything …")
    await ann.click(page, label="Delete")
    await tomorrow(world)
    assert await bot.tables.preferences.of_member(ann.id) == {}
    assert direct(world, ann) == []
