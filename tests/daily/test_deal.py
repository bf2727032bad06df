"""The daily deal: the same for everyone, once, in private, and what comes of it."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.club import rebuild
from bot.club.daily import (
    AHEAD,
    DailyCount,
    DailyDay,
    DailyDeals,
    begins,
    day_of,
    ends,
    laid_open,
    number_at,
    score_of,
    squares,
    streak,
    unnamed,
)
from bot.club.standings.results import unrated
from bot.engine.proof import check_shuffle
from bot.house.roster import is_house
from bot.tables import Due, Kind, Player, Refused, Status, Why
from bot.tables.decisions import consent, lobby, moving, overtime, play
from bot.tables.decisions.consent import can_undo
from bot.tables.decisions.daily import DAY_OVER, HOUSE_SEAT, PLAYER_SEAT, day_over, house_seed
from bot.tables.values.record import table_record
from db import Visible
from db.daily import daily_games
from db.results import results
from db.standings import standings
from tests.daily.whole_game import (
    ANN,
    GUILD,
    NUMBER,
    SECRET,
    at,
    finished,
    first_offered,
    last_offered,
    opened,
    played,
    step,
)
from tests.programs import ROOT, run
from tests.tables.at_table import BEN, CHANNEL, NOON, Clock, loading, restarted, tables_over

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from db import Store

ELSEWHERE = GUILD + 100


def why(refused: pytest.ExceptionInfo[Refused]) -> Why:
    return refused.value.why


async def today(daily: DailyDeals, guild: int, user: int) -> DailyDay:
    """Return the page of the day, which there is."""
    found = await daily.day(NUMBER, guild, user)
    assert found is not None
    return found


def acts(table: Table) -> list[str]:
    return [row.action for row in table.actions]


# ------------------------------------------------------------------ the calendar


def test_days_are_those_of_utc_and_numbered_from_the_first_of_january_2026() -> None:
    assert number_at(datetime(2026, 1, 1, tzinfo=UTC)) == 1
    assert number_at(datetime(2026, 1, 1, 23, 59, 59, tzinfo=UTC)) == 1
    assert number_at(datetime.fromisoformat("2026-01-02T01:00:00+02:00")) == 1
    assert number_at(datetime(2026, 11, 22, 12, tzinfo=UTC)) == 326
    assert all(number_at(begins(number)) == number == number_at(ends(number)) - 1 for number in (1, 60, 4000))
    assert day_of(NUMBER) == begins(NUMBER).date()
    assert laid_open(NUMBER) - begins(NUMBER) == timedelta(hours=30)


FRIDAY = 9
"""The number of a deal of a Friday; Monday's is 5."""


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ([], 0),
        ([9], 1),
        ([8], 1),
        ([7], 1),  # Thursday is free
        ([6], 0),  # so is Wednesday or Thursday, not both
        ([9, 8, 7, 5], 4),
        ([9, 8, 5], 2),
        ([9, 8, 7, 6, 3], 5),  # Monday is free, and so is Sunday of the week before
        ([9, 8, 7, 6, 2], 4),
    ],
)
def test_streak_allows_a_free_day_a_week_and_today_is_not_missed_before_it_is_over(days: list[int], count: int) -> None:
    assert day_of(FRIDAY).weekday() == 4
    assert streak(days, FRIDAY) == count


@pytest.mark.deep
@given(st.sets(st.integers(1, 40)), st.integers(20, 40))
def test_streak_is_the_longest_run_that_misses_no_two_days_of_a_week(days: set[int], today: int) -> None:
    days = {day for day in days if day <= today}

    def goes_on(first: int) -> bool:
        missed = [day_of(day).isocalendar()[:2] for day in range(first, today) if day not in days]
        return len(missed) == len(set(missed))

    runs = [first for first in range(-20, today + 2) if goes_on(first)]
    assert streak(days, today) == max(sum(day >= first for day in days) for first in runs)


def test_percent_is_of_the_others_and_there_is_none_where_nobody_else_has_played() -> None:
    assert DailyCount(1, 0).percent is None
    assert DailyCount(2, 1).percent == 100
    assert DailyCount(7, 5).percent == 83


# ------------------------------------------------------------------ the game


def test_everyone_gets_the_same_cards_leads_and_plays_one_deal_against_regular() -> None:
    ann, ben = opened(), opened(BEN, guild=ELSEWHERE, hours=5)
    assert ann.game == ben.game
    assert (ann.kind, ann.status, ann.rules.length, ann.rules.players) == (Kind.DAILY, Status.PLAYING, "one_deal", 2)
    assert ann.turn_users == (ANN.user_id,)
    assert is_house(ann.users[HOUSE_SEAT])
    assert opened(secret="00" * 64).game != ann.game
    assert played(ann).status is Status.FINISHED
    table = opened()
    assert house_seed(table) == house_seed(opened(BEN))
    assert house_seed(step(table, first_offered)) != house_seed(table)
    assert house_seed(opened(secret="00" * 64)) != house_seed(table)


@pytest.mark.deep
async def test_equal_play_gets_equal_answers_from_the_house_in_another_process_too() -> None:
    ann, ben = played(opened()), played(opened(BEN, guild=ELSEWHERE))
    assert acts(ann) == acts(ben)
    assert acts(played(opened(), last_offered)) != acts(ann)
    there = await run(ROOT, "-m", "tests.daily.whole_game", SECRET, PYTHONHASHSEED="7")
    assert (there.out.split(), there.code) == (" ".join(acts(ann)).split(), 0)


def test_game_is_proved_by_its_secret_and_day_scored_by_its_points_and_shown_without_a_name() -> None:
    table = played(opened())
    record = table_record(table)
    shuffle = record.deals[0].shuffle
    assert shuffle is not None
    assert shuffle.entropy == (f"daily:{NUMBER}",)
    deck = table.deals[0].deck
    assert deck is not None
    assert check_shuffle(shuffle, deck, table.game.law.pack, 2)[:3] == (True, True, True)
    totals = table.game.totals
    assert score_of(table) == totals[PLAYER_SEAT] - totals[HOUSE_SEAT]
    assert len(squares(table)) == 32
    assert score_of(opened()) is None
    assert score_of(play.resign(opened(), at(), ANN.user_id).table) is None
    shown = unnamed(table, "The best")
    assert shown.names[PLAYER_SEAT] == "The best"
    assert ANN.user_id not in (*shown.users, shown.opener_id)
    assert shown.seat_of(ANN.user_id) is None


def test_nothing_is_hinted_undone_moved_or_played_again() -> None:
    table = step(opened(), first_offered)
    assert not table.hints
    assert not can_undo(table, ANN.user_id)
    with pytest.raises(Refused) as caught:
        consent.ask_undo(table, at(), ANN.user_id)
    assert why(caught) is Why.DAILY_ALONE
    with pytest.raises(Refused) as caught:
        consent.offer_draw(table, at(), ANN.user_id)
    assert why(caught) is Why.HOUSE_PLAYS_ON
    with pytest.raises(Refused) as caught:
        moving.move_here(table, at(), ANN.user_id, 7)
    assert why(caught) is Why.DAILY_PRIVATE
    with pytest.raises(Refused) as caught:
        lobby.ask_rematch(played(opened()), at(), ANN.user_id, elsewhere={})
    assert why(caught) is Why.DAILY_ONCE
    assert unrated(table) is not None


def test_the_only_clock_is_the_day_and_six_hours() -> None:
    table = played(opened(), plies=20)
    assert dict(table.due) == {Due.DAY: laid_open(NUMBER)}
    assert day_over(table, at(hours=29, minutes=59)).stale
    assert overtime.abandon(table, at(hours=40)).stale
    over = day_over(table, at(hours=30)).table
    assert (over.status, over.end_reason, score_of(over)) == (Status.ABANDONED, DAY_OVER, None)


def test_a_card_played_a_minute_too_late_ends_the_game_and_one_in_time_does_not() -> None:
    table = opened(hours=23, minutes=59)
    view = table.view(ANN.user_id)
    assert view is not None
    words = first_offered(view)
    in_time = play.act(table, at(hours=29, minutes=59), ANN.user_id, words, 0).table
    assert in_time.status is Status.PLAYING
    late = play.act(table, at(hours=30, minutes=1), ANN.user_id, words, 0)
    assert (late.table.status, late.table.end_reason, late.table.actions) == (Status.ABANDONED, DAY_OVER, ())
    assert play.resign(table, at(hours=31), ANN.user_id).table.end_reason == DAY_OVER


# ------------------------------------------------------------------ kept


async def test_one_game_a_person_that_is_no_table_of_the_server_wherever_and_however_often_it_is_begun(
    tables: Tables, daily: DailyDeals
) -> None:
    first, again = await asyncio.gather(daily.begin(GUILD, CHANNEL, ANN), daily.begin(GUILD, CHANNEL, ANN))
    elsewhere = await daily.begin(ELSEWHERE, CHANNEL, ANN)
    assert first.id == again.id == elsewhere.id
    assert elsewhere.guild_id == GUILD
    assert len(tables.memory.live) == 1
    other = await daily.begin(ELSEWHERE, CHANNEL, BEN)
    assert other.id != first.id
    assert other.game == first.game
    await daily.begin(GUILD, CHANNEL, ANN)
    assert tables.memory.live.of_server(GUILD) == []
    assert tables.memory.live.of_member(GUILD, ANN.user_id) == []
    assert tables.memory.live.count_of(GUILD, ANN.user_id) == 0


async def test_played_once_it_is_not_played_again(tables: Tables, daily: DailyDeals) -> None:
    table = await finished(tables, await daily.begin(GUILD, CHANNEL, ANN))
    assert (await daily.begin(ELSEWHERE, CHANNEL, ANN)).id == table.id
    assert await daily.running(ANN.user_id) is None


async def test_the_day_is_that_of_the_moment_at_which_it_is_begun(
    tables: Tables, daily: DailyDeals, clock: Clock
) -> None:
    clock.at = datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC)
    first = await daily.begin(GUILD, CHANNEL, ANN)
    clock.pass_by(seconds=2)
    second = await daily.begin(GUILD, CHANNEL, ANN)
    assert first.daily is not None
    assert second.daily is not None
    assert (first.daily.number, second.daily.number) == (NUMBER, NUMBER + 1)
    assert first.game != second.game
    running = await daily.running(ANN.user_id)
    assert running is not None
    assert running.id == second.id
    assert tables.memory.live.daily_of(ANN.user_id) == [first.id, second.id]


async def test_neither_time_given_back_nor_a_restart_moves_its_day(
    tables: Tables, daily: DailyDeals, store: Store, clock: Clock
) -> None:
    table = await daily.begin(GUILD, CHANNEL, ANN)
    await loading(tables).give_back(timedelta(hours=1))
    assert (await tables.get(table.id)).due == {Due.DAY: laid_open(NUMBER)}
    assert tables.memory.schedule.at(table.id, Due.DAY) == laid_open(NUMBER)
    table = (await tables.act(table.id, ANN.user_id, first_offered(table.view(ANN.user_id)), 0)).table  # type: ignore[arg-type]
    clock.pass_by(hours=2)
    again = await restarted(store, clock)
    assert await again.get(table.id) == table
    assert (await again.get(table.id)).due == {Due.DAY: laid_open(NUMBER)}  # no time is given back
    assert again.memory.live.house_turns == {table.id: None}
    once_more = tables_over(store, clock)
    assert await loading(once_more).load("other looks") == []


async def test_the_clock_ends_what_was_not_finished_and_it_counts_for_nothing(
    tables: Tables, daily: DailyDeals, clock: Clock
) -> None:
    table = await daily.begin(GUILD, CHANNEL, ANN)
    clock.at = laid_open(NUMBER) - timedelta(seconds=1)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    assert [each.due for each in await tables.tick()] == [Due.DAY]
    assert (await tables.get(table.id)).end_reason == DAY_OVER
    day = await today(daily, GUILD, ANN.user_id)
    assert day.own is not None
    assert (day.own.points, day.results, day.count) == (None, (), None)


async def test_the_list_is_of_the_server_and_the_count_of_all(tables: Tables, daily: DailyDeals) -> None:
    ann = await finished(tables, await daily.begin(GUILD, CHANNEL, ANN))
    ben = await finished(tables, await daily.begin(ELSEWHERE, CHANNEL, BEN), last_offered)
    best, worst = score_of(ann), score_of(ben)
    assert best is not None
    assert worst is not None
    assert best != worst
    day = await today(daily, GUILD, ANN.user_id)
    assert [(row.place, row.name, row.points) for row in day.results] == [(1, "Ann", best)]
    assert day.count == DailyCount(2, int(best > worst))
    assert (day.played_here, day.streak) == (1, 1)
    there = await today(daily, ELSEWHERE, ANN.user_id)
    assert [row.user_id for row in there.results] == [BEN.user_id]
    assert there.own_result is None  # it stands in the list of the server where it was begun


async def test_who_is_equal_shares_the_place(tables: Tables, daily: DailyDeals) -> None:
    for user in range(3):
        choose = first_offered if user == 2 else last_offered
        await finished(tables, await daily.begin(GUILD, CHANNEL, Player(1000 + user, f"P{user}")), choose)
    day = await today(daily, GUILD, 1002)
    assert [row.place for row in day.results] == [1, 1, 3]
    assert day.own_result == day.results[2]
    assert day.results[1].points > day.results[2].points


async def test_nothing_of_a_day_is_open_before_nobody_can_play_it_any_more(
    tables: Tables, daily: DailyDeals, clock: Clock
) -> None:
    table = await finished(tables, await daily.begin(GUILD, CHANNEL, ANN))
    before = await today(daily, GUILD, ANN.user_id)
    clock.at = laid_open(NUMBER) - timedelta(seconds=1)
    last = await today(daily, GUILD, ANN.user_id)
    assert (last.is_open, last.secret, await daily.best(NUMBER)) == (False, "", None)
    clock.pass_by(seconds=1)
    after = await today(daily, GUILD, ANN.user_id)
    assert (after.is_open, await daily.best(NUMBER)) == (True, table.id)
    assert after.secret == table.deals[0].secret
    assert before.commitment == after.commitment == table.deals[0].commitment
    assert after.secret not in repr(after)


async def test_the_commitment_shown_the_day_before_is_that_of_the_deal(daily: DailyDeals, clock: Clock) -> None:
    await daily.draw_ahead()
    today = await daily.day(NUMBER, GUILD, ANN.user_id)
    clock.pass_by(days=1)
    table = await daily.begin(GUILD, CHANNEL, ANN)
    assert today is not None
    assert table.deals[0].commitment == today.next_commitment


async def test_secrets_are_drawn_once_for_today_and_a_week_ahead_and_for_no_day_that_is_over(
    daily: DailyDeals, store: Store, clock: Clock
) -> None:
    await daily.deals(NUMBER, NUMBER + 2)
    await daily.draw_ahead()
    week = range(NUMBER, NUMBER + AHEAD + 1)
    async with store.read() as reader:
        first = await reader.daily.deals(range(NUMBER - 9, NUMBER + 99))
    assert sorted(first) == list(week)
    assert len({deal.secret for deal in first.values()}) == len(week)
    clock.pass_by(days=1)
    await daily.draw_ahead()
    async with store.read() as reader:
        assert await reader.daily.deals(week) == first
        assert len(await reader.daily.deals([NUMBER + AHEAD + 1])) == 1
    assert await daily.day(NUMBER - 1, GUILD, ANN.user_id) is None
    async with store.read() as reader:
        assert NUMBER - 1 not in await reader.daily.deals([NUMBER - 1])


async def test_two_processes_have_one_secret_a_day(store: Store, clock: Clock) -> None:
    first, second = (DailyDeals(tables_over(store, clock), random.Random(seed)) for seed in (3, 4))
    await asyncio.gather(first.draw_ahead(), second.draw_ahead())
    days = [await each.day(NUMBER, GUILD, ANN.user_id) for each in (first, second)]
    assert days[0] is not None
    assert days[0] == days[1]


async def test_a_line_is_shared_once_and_again_where_it_could_not_be_posted(tables: Tables, daily: DailyDeals) -> None:
    table = await daily.begin(GUILD, CHANNEL, ANN)
    assert not await daily.share(NUMBER, ANN.user_id)  # nothing is there to be shared
    await finished(tables, table)
    assert sorted(await asyncio.gather(*(daily.share(NUMBER, ANN.user_id) for _ in range(3)))) == [False, False, True]
    await daily.share(NUMBER, ANN.user_id, shared=False)
    assert await daily.share(NUMBER, ANN.user_id)


async def test_it_is_not_rated_stands_in_no_list_of_games_and_counts_on_its_own_board_alone(
    store: Store, tables: Tables, daily: DailyDeals
) -> None:
    table = await finished(tables, await daily.begin(GUILD, CHANNEL, ANN))

    async def counted() -> list[list[tuple[object, ...]]]:
        async with store.read() as reader:
            found = [await reader.daily._session.run(select(each)) for each in (results, daily_games, standings)]
            return [sorted(map(tuple, each)) for each in found]

    rows, games, tallies = before = await counted()
    assert rows == []
    assert [row[5] for row in games] == [score_of(table)]
    assert {row[2] for row in tallies} == {"daily"}
    await rebuild(store)
    assert await counted() == before
    assert await tables.archive.finished(GUILD, Visible(None)) == []
    assert await tables.archive.left_over(NOON - timedelta(days=1)) == []
