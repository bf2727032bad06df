"""What protects others outlives the deletion of a member's data: blocks, open reports, and limits until they end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.club.daily import number_at
from bot.club.people import Erased, Erasing, People, Servers
from bot.club.reports import MOST_A_DAY as REPORTS_A_DAY
from bot.club.reports import Reports
from bot.club.tournaments import Tournaments
from bot.members import Members
from bot.members.holidays import NotPlanned
from bot.tables import Player, Tables
from bot.tables.decisions import moderating
from bot.tables.values.rated import MOST_A_DAY
from bot.tables.values.refused import Why
from bot.tables.values.times import MOST_A_YEAR, days_taken
from db import Store, upkeep
from db.daily import DailyGameRow
from db.formers import is_former
from db.people import EVERYWHERE
from tests.databases import connected, of_files, url_of
from tests.safety.test_erasing import ELSEWHERE, erase, found
from tests.tables.at_table import ANN, BEN, CAT, DAN, GUILD, Clock, open_table, why
from tests.tables.ended import given_up


async def test_block_holds_against_a_member_whose_data_was_deleted(store: Store, tables: Tables, path: Path) -> None:
    members = Members(tables)
    await members.blocks.block(BEN.user_id, ANN.user_id)
    await members.blocks.block(ANN.user_id, CAT.user_id)
    for _ in range(2):  # also who deletes again
        await erase(store, tables, ANN)
        assert found(path, ANN.user_id) == []
        assert await why(tables.invitations.count(ANN.user_id, BEN.user_id)) is Why.NOT_ASKED_NOW
        assert await why(tables.invitations.count(BEN.user_id, ANN.user_id)) is Why.BLOCKED_BY_YOU
    await tables.invitations.count(ANN.user_id, CAT.user_id)  # the own blocks are own data
    assert await members.blocks.shunned(ANN.user_id, [BEN.user_id, CAT.user_id]) == {BEN.user_id}
    assert await members.blocks.shunned(BEN.user_id, [ANN.user_id, CAT.user_id]) == {ANN.user_id}
    assert await members.blocks.among([ANN.user_id, BEN.user_id]) == {frozenset((ANN.user_id, BEN.user_id))}
    assert await tables.invitations.blocking(ANN.user_id) == {BEN.user_id}
    (former,) = await members.blocks.blocked_by(BEN.user_id)
    assert is_former(former)
    assert await members.blocks.block(BEN.user_id, ANN.user_id) == [ANN.user_id], "once, under the present id"
    await erase(store, tables, ANN)
    (former,) = await members.blocks.blocked_by(BEN.user_id)
    assert await members.blocks.unblock(BEN.user_id, former) == []
    await tables.invitations.count(ANN.user_id, BEN.user_id)


@of_files
async def test_a_restored_database_still_knows_who_is_blocked(store: Store, tables: Tables, path: Path) -> None:
    await Members(tables).blocks.block(BEN.user_id, ANN.user_id)
    await erase(store, tables, ANN)
    await upkeep.backup(url_of(path), path.with_name("backup.db"))
    restored = await Store.open(url_of(path.with_name("backup.db")))
    try:
        assert await restored.ask(lambda reader: reader.blocks.blocking(ANN.user_id)) == [BEN.user_id]
    finally:
        await restored.close()


async def test_open_report_stays_until_it_is_closed_and_the_reporters_words_go(
    store: Store, tables: Tables, path: Path, clock: Clock
) -> None:
    reports = Reports(store, clock)
    await reports.make(GUILD, BEN.user_id, ANN.user_id, None, "Ann swears")
    await reports.make(GUILD, BEN.user_id, ANN.user_id, None, "Ann swears again")
    await reports.close(GUILD, 2, DAN.user_id)
    await reports.make(GUILD, ANN.user_id, CAT.user_id, None, "Cleo is slow")
    erasing = Erasing(store, tables, Tournaments(store, tables))
    await erasing.ask(ANN.user_id, None)
    erased = await erasing.go_on()
    assert erased.done
    assert not erased.until_midnight
    kept = await People(store).kept(ANN.user_id, GUILD)
    assert (kept.pending, sum(kept.everywhere.values())) == (False, 0), "whoever is reported is not told"
    hers, bens = (await reports.open(GUILD)).reports
    assert (bens.id, bens.reported_id, bens.reason) == (1, ANN.user_id, "Ann swears")
    assert (is_former(hers.reporter_id), hers.reported_id, hers.reason) == (True, CAT.user_id, "")
    assert await erasing.go_on() == Erased()
    await reports.close(GUILD, 1, DAN.user_id)
    await erasing.go_on()
    assert found(path, ANN.user_id) == []
    assert await store.ask(lambda reader: reader.people.erasures()) == []


@pytest.mark.sweep
@pytest.mark.parametrize("people", [(ANN, BEN), (ANN, BEN, CAT)], ids=["two", "three"])
async def test_rated_games_of_the_day_are_counted_on_after_a_deletion(
    store: Store, tables: Tables, clock: Clock, people: Sequence[Player]
) -> None:
    """Else an account loses five rated games, is deleted, and so on: a hundred in a day."""
    rated = []
    for number in range(MOST_A_DAY + 2):
        over = await given_up(tables, list(people), ANN, seed=number)
        async with store.read() as reader:
            rated.append(any(row.rated for row in await reader.results.of(over.id)))
        clock.pass_by(minutes=1)
        if number % 2:
            await erase(store, tables, ANN)
    assert rated == [True] * MOST_A_DAY + [False] * 2
    clock.pass_by(days=1)
    over = await given_up(tables, list(people), ANN, seed=99)
    assert all(row.rated for row in await store.ask(lambda reader: reader.results.of(over.id)))


async def test_reports_and_requests_of_the_day_are_counted_on_after_a_deletion(
    store: Store, tables: Tables, clock: Clock
) -> None:
    reports = Reports(store, clock)
    for _ in range(REPORTS_A_DAY):
        await tables.invitations.count(ANN.user_id, BEN.user_id)
        await reports.make(GUILD, ANN.user_id, BEN.user_id, None, "")
        await erase(store, tables, ANN)
    assert await why(reports.check(ANN.user_id)) is Why.REPORTED_OFTEN
    assert await why(reports.make(ELSEWHERE, ANN.user_id, CAT.user_id, None, "")) is Why.REPORTED_OFTEN
    assert await why(tables.invitations.count(ANN.user_id, BEN.user_id)) is Why.NOT_ASKED_NOW
    clock.pass_by(hours=1, minutes=1)
    await tables.invitations.count(ANN.user_id, BEN.user_id)


async def test_whom_a_moderator_took_out_of_a_table_does_not_join_it_after_a_deletion(
    store: Store, tables: Tables
) -> None:
    table = await open_table(tables, (BEN, ANN))
    await tables.ask(table.id, moderating.send_away, ANN.user_id)
    await erase(store, tables, ANN)
    assert await why(tables.join(table.id, ANN)) is Why.NOT_NOW
    assert (await tables.join(table.id, CAT)).full


async def test_holidays_that_were_taken_are_counted_on_after_a_deletion(
    store: Store, tables: Tables, path: Path, clock: Clock
) -> None:
    """Else thirty days begin anew with each deletion, and a clock stands for as long as its player likes."""
    holidays, servers = Members(tables).holidays, Servers(store, tables)

    async def planned(days: int) -> None:
        today = clock().date()
        await holidays.plan(ANN.user_id, today, today + timedelta(days=days - 1), 0)

    left = MOST_A_YEAR
    for days in (10, 15, 5):  # also who deletes again, and who is back before the end
        await planned(days)
        clock.pass_by(days=days - 1)
        left -= days
        await erase(store, tables, ANN)
        assert (found(path, ANN.user_id), holidays.of(ANN.user_id)) == ([], ())
        clock.pass_by(days=9)
        await servers.forget_old([GUILD])
        assert MOST_A_YEAR - days_taken(await holidays.all_of(ANN.user_id), clock().year) == left
        with pytest.raises(NotPlanned) as refused:
            await planned(left + 1)
        assert refused.value.left == left
    clock.at = datetime(clock().year + 1, 1, 1, 0, 1, tzinfo=UTC)
    for _ in range(2):
        await servers.forget_old([GUILD])
    with connected(path) as connection:
        assert connection.execute("SELECT * FROM former_players") == []
        assert connection.execute("SELECT * FROM user_settings") == []
    await planned(MOST_A_YEAR)


async def test_holidays_to_come_are_not_kept_after_a_deletion(
    store: Store, tables: Tables, path: Path, clock: Clock
) -> None:
    day = clock().date() + timedelta(days=3)
    await Members(tables).holidays.plan(ANN.user_id, day, day, 0)
    await erase(store, tables, ANN)
    with connected(path) as connection:
        assert connection.execute("SELECT * FROM user_settings") == []


async def test_hashes_are_swept_away_when_no_limit_and_no_block_needs_them(
    store: Store, tables: Tables, path: Path, clock: Clock
) -> None:
    servers = Servers(store, tables)
    await given_up(tables, [ANN, BEN], ANN)
    await Members(tables).blocks.block(BEN.user_id, ANN.user_id)
    await erase(store, tables, ANN)
    exported = json.loads(await People(store).export(ANN.user_id, clock.at))["stored"]
    assert [row["guild_id"] for row in exported["former_players"]] == [EVERYWHERE, GUILD]
    clock.pass_by(days=8, minutes=1)
    await servers.forget_old([GUILD])
    with connected(path) as connection:
        assert [row["guild_id"] for row in connection.execute("SELECT guild_id FROM former_players")] == [EVERYWHERE]
    assert "former_players" not in json.loads(await People(store).export(ANN.user_id, clock.at))["stored"]
    await Members(tables).blocks.unblock(BEN.user_id, ANN.user_id)
    await servers.forget_old([GUILD])
    with connected(path) as connection:
        assert connection.execute("SELECT guild_id FROM former_players") == []


async def test_deleting_twice_on_the_day_of_a_daily_deal_meets_no_trace_of_the_first_time(
    store: Store, tables: Tables, clock: Clock
) -> None:
    erasing = Erasing(store, tables, Tournaments(store, tables))
    for seed in (1, 2):
        table = await given_up(tables, [ANN, BEN], BEN, seed=seed)
        if seed == 1:
            async with store.write() as tx:
                await tx.daily.begin(DailyGameRow(number_at(clock.at), ANN.user_id, table.id, GUILD, clock.at))
        await erasing.ask(ANN.user_id, None)
        assert (await erasing.go_on()).until_midnight == {ANN.user_id}
    met = (await store.ask(lambda reader: reader.counted.of_server(GUILD)))["meetings"]
    assert len({row["other_id"] for row in met.values()}) == 2
