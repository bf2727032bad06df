"""Who is told that somebody has opened a table: by turns, twice a day at most, until the button beside ends it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.club import Club
from bot.club.table_alerts import MOST, in_turn, told
from bot.members import Members
from bot.tables.preferences import QUIET
from bot.tables.values.times import Quiet
from db.settings import TableAlertRow
from tests.simulated import text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages, words_of
from tests.tables.at_table import ANN, BEN, CAT, DAN, GUILD, NOON

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World
    from bot.tables import Tables
    from tests.tables.at_table import Clock


def row(user: int, hours_ago: int | None = None, times: int = 1) -> TableAlertRow:
    """Return what is kept of somebody who asked yesterday, and was told so many hours before noon."""
    since = NOON - timedelta(days=1)
    if hours_ago is None:
        return TableAlertRow(GUILD, user, since)
    at = NOON - timedelta(hours=hours_ago)
    return TableAlertRow(GUILD, user, since, at, f"{at:%Y-%m-%d}", times)


def test_who_was_told_longest_ago_comes_first_and_who_never_was_before_them() -> None:
    rows = [row(1, 2), row(2, 30), row(3), row(4, 5)]
    assert in_turn(rows, NOON) == [3, 2, 4, 1]
    assert in_turn(rows, NOON, {3, 4}) == [2, 1]


def test_nobody_is_told_a_third_time_in_a_day_and_the_next_day_begins_anew() -> None:
    first = told(row(1), NOON)
    assert first is not None
    second = told(first, NOON + timedelta(hours=1))
    assert second is not None
    assert second.times == 2
    assert told(second, NOON + timedelta(hours=2)) is None
    assert in_turn([second], NOON + timedelta(hours=2)) == []
    tomorrow = told(second, NOON + timedelta(hours=12))
    assert tomorrow is not None
    assert tomorrow.times == 1


async def test_quiet_blocked_and_seated_members_are_not_told(club: Club, tables: Tables) -> None:
    alerts = club.table_alerts
    for player in (ANN, BEN, CAT, DAN):
        await alerts.choose(GUILD, player.user_id, on=True)
    assert await alerts.candidates(GUILD, ANN.user_id, [ANN.user_id]) == [BEN.user_id, CAT.user_id, DAN.user_id]
    await Members(tables).preferences.set_of_member(BEN.user_id, {QUIET: Quiet(11, 13).stored()})
    await Members(tables).blocks.block(CAT.user_id, ANN.user_id)
    assert await alerts.candidates(GUILD, ANN.user_id, [ANN.user_id]) == [DAN.user_id]
    await Members(tables).blocks.block(ANN.user_id, DAN.user_id)
    assert await alerts.candidates(GUILD, ANN.user_id, [ANN.user_id]) == []
    assert await alerts.candidates(GUILD + 1, ANN.user_id, []) == []


async def test_two_tables_at_once_do_not_tell_anybody_too_often(club: Club, clock: Clock) -> None:
    alerts = club.table_alerts
    users = list(range(100, 107))
    for user in users:
        await alerts.choose(GUILD, user, on=True)
    assert await alerts.count(GUILD, users) == users[:MOST]
    both = await asyncio.gather(alerts.count(GUILD, users[:1]), alerts.count(GUILD, users[:1]))
    assert sorted(both) == [[], users[:1]]
    await alerts.choose(GUILD, users[0], on=True)  # asked for again it is not counted from the beginning
    assert await alerts.count(GUILD, users[:1]) == []
    clock.pass_by(days=1)
    await alerts.choose(GUILD, users[0], on=False)
    assert await alerts.count(GUILD, users[:1]) == []
    assert not await alerts.wants(GUILD, users[0])


SWITCH = "Tell me when a table opens here"


async def test_open_table_is_told_to_who_asked_until_it_is_full_and_no_more_after_the_button(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    for member in (ann, ben, cleo):
        page = private_answer(await ask(member, world.channel, "reminders"))
        await member.click(page, label=f"☐ {SWITCH}")
        assert "Saved." in text_of(page)
    await ann.slash(world.channel, "play")
    told = public_messages(world)[-1]
    stored = world.env.backend.get_message(world.channel.id, told.id)
    assert sorted(stored.ping_user_ids) == sorted([ben.id, cleo.id])
    assert "Ann has opened table 1" in words_of(told)
    answer = await cleo.click(told, label="Send me no more of these")
    assert "No more messages" in text_of(private_answer(answer))
    await ben.click(told, label="Join")
    assert told.id not in [message.id for message in public_messages(world)]
    await ask(ann, world.channel, "open challenge")
    told = public_messages(world)[-1]
    assert world.env.backend.get_message(world.channel.id, told.id).ping_user_ids == [ben.id]
    await cleo.click(told, label="Accept")
    assert told.id not in [message.id for message in public_messages(world)]
    # Twice a day is enough, and nothing was stored for cleo any more.
    before = len(public_messages(world))
    await ann.slash(world.channel, "play")
    assert len(public_messages(world)) == before + 1
    page = private_answer(await ask(cleo, world.channel, "reminders"))
    await cleo.click(page, label=f"☐ {SWITCH}")
    await cleo.click(page, label=f"☑ {SWITCH}")
