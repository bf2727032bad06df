"""Reports: three a member and day, read and closed by server, kept for a while, and closed before they go."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.club.people import Erasing
from bot.club.reports import LONGEST_REASON, MOST_A_DAY, PAGE, Reports, may_be_reported
from bot.club.servers import OPEN_REPORTS_KEPT, REPORTS_KEPT
from bot.club.tournaments import Tournaments
from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables import Why
from db.formers import is_former
from tests.safety.test_erasing import ELSEWHERE, erase
from tests.tables.at_table import ANN, BEN, CAT, DAN, GUILD, STRANGER, put, start_table
from tests.tables.ended import given_up
from tests.tables.made import begun, with_house
from tests.tournaments.held import why

if TYPE_CHECKING:
    from bot.tables import Player, Tables
    from db import Store
    from tests.tables.at_table import Clock

MODERATOR = 77
REASON = "Called me names"


@pytest.fixture
def reports(store: Store, clock: Clock) -> Reports:
    return Reports(store, clock)


async def test_fourth_report_of_a_day_is_refused_until_midnight_in_every_server(reports: Reports, clock: Clock) -> None:
    for guild in (GUILD, GUILD, ELSEWHERE):
        await reports.check(ANN.user_id)
        await reports.make(guild, ANN.user_id, BEN.user_id, None, REASON)
    assert MOST_A_DAY == 3
    assert await why(reports.make(GUILD, ANN.user_id, CAT.user_id, None, "")) is Why.REPORTED_OFTEN
    assert await why(reports.check(ANN.user_id)) is Why.REPORTED_OFTEN
    await reports.make(GUILD, CAT.user_id, BEN.user_id, None, REASON)  # each member has three
    clock.pass_by(hours=11, minutes=59)  # noon before
    assert await why(reports.make(GUILD, ANN.user_id, CAT.user_id, None, "")) is Why.REPORTED_OFTEN
    clock.pass_by(minutes=1)
    await reports.make(GUILD, ANN.user_id, CAT.user_id, None, "")
    assert len((await reports.open(GUILD)).reports) == 4
    assert len((await reports.open(ELSEWHERE)).reports) == 1


@pytest.mark.marked
async def test_a_report_is_found_however_many_came_before(reports: Reports) -> None:
    for each in range(30):
        await reports.make(GUILD, 1_000 + each, BEN.user_id, None, REASON)
    for listed in (await reports.open(GUILD)).reports:
        assert await reports.get(GUILD, listed.id) == listed


async def test_nobody_reports_themselves_and_a_long_reason_is_cut(reports: Reports) -> None:
    assert await why(reports.make(GUILD, ANN.user_id, ANN.user_id, None, REASON)) is Why.REPORT_SELF
    await reports.make(GUILD, ANN.user_id, BEN.user_id, None, "x" * 999)
    (report,) = (await reports.open(GUILD)).reports
    assert len(report.reason) == LONGEST_REASON == 300


async def test_open_reports_are_listed_newest_first_and_a_closed_one_no_more(reports: Reports, clock: Clock) -> None:
    for _ in range(PAGE + 2):
        await reports.make(GUILD, ANN.user_id, BEN.user_id, None, REASON)
        clock.pass_by(days=1)
    first, last = await reports.open(GUILD), await reports.open(GUILD, 99)
    assert (first.pages, last.page) == (2, 1)
    moments = [each.at for each in (*first.reports, *last.reports)]
    assert moments == sorted(moments, reverse=True)
    assert len(moments) == PAGE + 2
    number = first.reports[0].id
    assert not await reports.close(ELSEWHERE, number, MODERATOR)
    assert await reports.close(GUILD, number, MODERATOR)
    assert not await reports.close(GUILD, number, MODERATOR + 1), "somebody was faster"
    assert number not in [each.id for each in (await reports.open(GUILD)).reports]
    assert (await reports.get(GUILD, number)).closed_by == MODERATOR
    for guild, wrong in ((ELSEWHERE, number), (GUILD, 10**6), (GUILD, 2**60), (GUILD, 0)):
        assert await why(reports.get(guild, wrong)) is Why.NO_SUCH_REPORT


async def test_reports_are_forgotten_some_time_after_they_were_closed(
    reports: Reports, store: Store, clock: Clock
) -> None:
    for _ in range(2):
        await reports.make(GUILD, ANN.user_id, BEN.user_id, None, REASON)
    old, new = [each.id for each in (await reports.open(GUILD)).reports]
    await reports.close(GUILD, old, MODERATOR)

    async def forget(at: timedelta) -> list[int]:
        now = clock.at + at
        await store.do(lambda tx: tx.reports.forget(now - REPORTS_KEPT, now - OPEN_REPORTS_KEPT))
        return [each.id for each in (await reports.open(GUILD)).reports]

    await forget(REPORTS_KEPT)
    await reports.get(GUILD, old)
    assert await forget(REPORTS_KEPT + timedelta(seconds=1)) == [new]
    assert await why(reports.get(GUILD, old)) is Why.NO_SUCH_REPORT
    assert await forget(OPEN_REPORTS_KEPT) == [new]
    assert await forget(OPEN_REPORTS_KEPT + timedelta(seconds=1)) == []


@pytest.mark.parametrize("gone", [ANN, BEN], ids=["reporter", "reported"])
async def test_open_report_outlives_either_member_and_the_closed_one_goes_with_whoever_was_reported(
    reports: Reports, store: Store, tables: Tables, gone: Player
) -> None:
    game = await given_up(tables, [ANN, BEN], BEN)
    await reports.make(GUILD, ANN.user_id, BEN.user_id, game.id, REASON)
    await reports.make(GUILD, CAT.user_id, BEN.user_id, game.id, REASON)
    await erase(store, tables, gone, GUILD)
    other, left = (await reports.open(GUILD)).reports
    assert (other.reporter_id, other.reported_id, other.reason) == (CAT.user_id, BEN.user_id, REASON)
    hers = (ANN.user_id, REASON) if gone is BEN else (left.reporter_id, "")
    assert (left.reporter_id, left.reason, left.reported_id) == (*hers, BEN.user_id)
    assert is_former(left.reporter_id) is (gone is ANN)
    await reports.close(GUILD, left.id, DAN.user_id)
    await Erasing(store, tables, Tournaments(store, tables)).go_on()
    assert (await reports.open(GUILD)).reports == (other,)
    if gone is BEN:
        assert await why(reports.get(GUILD, left.id)) is Why.NO_SUCH_REPORT


async def test_games_that_two_have_begun_together_are_offered_newest_first(
    reports: Reports, tables: Tables, clock: Clock
) -> None:
    old = await given_up(tables, [ANN, BEN], BEN)
    await given_up(tables, [ANN, CAT], CAT)
    await given_up(tables, [ANN, BEN], BEN, guild_id=ELSEWHERE)
    clock.pass_by(minutes=5)
    new = await start_table(tables, (BEN, ANN))
    found = await reports.shared_games(GUILD, ANN.user_id, BEN.user_id)
    assert [number for number, _ in found] == [new.id, old.id]
    assert await reports.shared_games(GUILD, ANN.user_id, STRANGER.user_id) == []


async def test_house_players_former_players_and_oneself_are_not_offered(store: Store, tables: Tables) -> None:
    table = await put(tables, begun((ANN, BEN, CAT), rules=build_rules("modern", 3, {})))
    await erase(store, tables, CAT, GUILD)
    table = await tables.get(table.id)
    assert may_be_reported(table, ANN.user_id) == [table.seat_of(BEN.user_id)]
    assert len(may_be_reported(table, STRANGER.user_id)) == 2
    assert may_be_reported(with_house([Level.STRONG]), ANN.user_id) == []
