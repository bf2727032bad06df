"""The clock: what is due when, what the others may decide when time is up, and seats that the house holds."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from bot.club.standings.results import Unrated, unrated
from bot.engine import build_rules
from bot.house.roster import Level
from bot.members.loading import Downtime
from bot.tables import CLOCKS, Clock, Due, Status, Table, Tables
from bot.tables.decisions import house_seats, overtime, play
from bot.tables.decisions.turns import turn_begins
from db import Store
from tests.tables import at_table, made
from tests.tables.at_house import SHORT, House, play_on, until_house
from tests.tables.at_table import choose, put, restarted, sure

LIVE = CLOCKS["live-3"]


async def begun(tables: Tables, clock: Clock = LIVE) -> Table:
    """Begin a game with a clock now."""
    return await put(tables, turn_begins(made.begun(clock=clock), tables.store.occasion()))


def waiting(table: Table) -> int:
    """Return the user who waits for the other of two."""
    return next(user for user in table.users if user not in table.turn_users)


# ------------------------------------------------------------------ clocks


async def test_time_for_which_the_bot_was_down_is_given_back(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    table = await begun(tables)
    clock.pass_by(minutes=1)
    await tables.heartbeat()
    clock.pass_by(hours=8)
    again = await restarted(store, clock)
    assert again.memory.schedule.at(table.id, Due.CLOCK) == clock() + timedelta(minutes=2)
    assert again.memory.schedule.at(table.id, Due.ABANDON) == clock() + timedelta(days=7, minutes=2)
    clock.pass_by(minutes=1, seconds=59)
    assert Due.CLOCK not in [h.due for h in await again.tick()]
    clock.pass_by(seconds=1)
    assert [h.due for h in await again.tick()] == [Due.CLOCK]


# ------------------------------------------------------------------ time is up


@pytest.mark.parametrize("away", [timedelta(), timedelta(hours=5)])
async def test_time_that_is_up_stays_up_through_a_restart(
    tables: Tables, store: Store, clock: at_table.Clock, away: timedelta
) -> None:
    await tables.heartbeat()
    table = await begun(tables)
    clock.pass_by(minutes=3)
    assert [h.due for h in await tables.tick()] == [Due.CLOCK]
    clock.at += away
    again = await restarted(store, clock)
    assert (await again.get(table.id)).time_is_up
    assert await again.tick() == []  # nobody is told, nor reminded, a second time
    assert (await again.ask(table.id, overtime.claim_time, waiting(table))).table.status is Status.FINISHED


async def test_move_made_while_another_table_is_seen_to_keeps_its_time(
    tables: Tables, clock: at_table.Clock, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await begun(tables), await begun(tables)
    clock.pass_by(minutes=3)
    do_due, seen = tables._do_due, []

    async def do_and_play(table_id: int, kind: Due) -> Table | None:
        if kind is Due.CLOCK:
            seen.append(table_id)
            if len(seen) == 1:
                await choose(tables, second if table_id == first.id else first, rng)
        return await do_due(table_id, kind)

    monkeypatch.setattr(tables, "_do_due", do_and_play)
    assert [h.due for h in await tables.tick()].count(Due.CLOCK) == 1
    assert len(seen) == 1
    other = second.id if seen == [first.id] else first.id
    assert not (await tables.get(other)).time_is_up
    assert tables.memory.schedule.at(other, Due.CLOCK) == clock() + timedelta(minutes=3)


# ------------------------------------------------------------------ reminders


async def test_restarts_do_not_put_the_reminder_off(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await begun(tables, CLOCKS["days-2"])
    halfway = clock() + timedelta(days=1)
    for _ in range(5):
        clock.pass_by(hours=4)
        await tables.heartbeat()
        tables = await restarted(store, clock)
        assert tables.memory.schedule.at(table.id, Due.NUDGE) == halfway
    clock.pass_by(hours=4)
    assert [h.due for h in await tables.tick()] == [Due.NUDGE]


# ------------------------------------------------------------------ time in which nobody could act


NOON = datetime(2026, 9, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def _seen(downtime: Downtime, *looks: tuple[float, bool]) -> float:
    """Look at these seconds after noon, people being able to act or not, and return the last answer in seconds."""
    lost = timedelta()
    for at, able in looks:
        lost = downtime.look(NOON + timedelta(seconds=at), able=able, after=SECOND)
    return lost.total_seconds()


def test_nothing_is_given_back_while_all_is_well() -> None:
    assert _seen(Downtime(), (0, True), (1, True), (2.5, True), (9, True), (18, True)) == 0


def test_time_without_a_gateway_is_given_back_once_it_is_there() -> None:
    downtime = Downtime()
    assert _seen(downtime, (0, True), *((at, False) for at in range(1, 40))) == 0
    assert _seen(downtime, (40, True)) == 40
    downtime.given(timedelta(seconds=40))
    assert _seen(downtime, (41, True)) == 0


def test_what_could_not_be_given_is_asked_for_again() -> None:
    downtime = Downtime()
    assert _seen(downtime, (0, True), (30, False), (31, True)) == 31
    assert _seen(downtime, (32, True)) == 31


def test_short_breaks_are_given_back_when_they_have_come_together() -> None:
    downtime = Downtime()
    for begin in range(0, 12, 4):
        assert _seen(downtime, (begin, True), (begin + 1, False), (begin + 3, True)) == 0
    assert _seen(downtime, (12, True), (13, False), (15, True)) == 12


def test_a_sleep_and_a_jump_of_the_clock_either_way_are_made_good() -> None:
    assert _seen(Downtime(), (0, True), (3601, True)) == 3600
    assert _seen(Downtime(), (0, True), (-3600, True)) == -3600


def test_a_look_that_comes_early_is_no_jump() -> None:
    downtime = Downtime()
    _seen(downtime, (0, True))
    assert downtime.look(NOON + SECOND, able=True, after=timedelta(hours=1)) == timedelta()


def test_what_lies_before_a_first_look_is_no_loss() -> None:
    downtime = Downtime()
    _seen(downtime, (0, True))
    downtime.pass_over()
    assert _seen(downtime, (90_000, True)) == 0


# ------------------------------------------------------------------ seats that the house holds


async def test_house_holds_a_seat_until_its_member_is_back(
    tables: Tables, store: Store, clock: at_table.Clock, house: House
) -> None:
    table = await begun(tables)
    clock.pass_by(minutes=3)
    await tables.tick()
    absent, other = table.turn_users[0], waiting(table)
    table = await tables.ask(table.id, overtime.let_house_play, other)
    seat = sure(table.seat_of(absent))
    assert (table.turn_users, table.awaited, table.house_on_move) == ((absent,), None, Level.REGULAR)
    assert (table.held, table.people, table.time_is_up) == ({seat: Level.REGULAR}, (other,), False)
    assert (tables.memory.schedule.at(table.id, Due.CLOCK), tables.memory.schedule.at(table.id, Due.NUDGE)) == (
        None,
        None,
    )
    assert (await (await restarted(store, clock)).get(table.id)).held == table.held
    await house.act()
    table = await tables.get(table.id)
    assert table.actions[-1].seat == seat
    table = await play_on(tables, house, table.id, plies=9)
    assert {row.seat for row in table.actions} == {0, 1}
    table = await until_house(tables, table)
    table = await tables.ask(table.id, house_seats.come_back, absent)
    assert (table.held, table.awaited) == ({}, absent)
    assert tables.memory.schedule.at(table.id, Due.CLOCK) == clock() + timedelta(minutes=3)
    assert (await tables.act(table.id, absent, made.words_of(table), table.ply, by_house=True)).stale
    assert not (await tables.act(table.id, absent, made.words_of(table), table.ply)).stale


@pytest.mark.parametrize(("later", "stale"), [(0, False), (5, True)], ids=["an act", "an outdated control"])
async def test_any_act_of_the_member_takes_the_seat_back(
    tables: Tables, clock: at_table.Clock, later: int, stale: bool
) -> None:
    table = await begun(tables)
    clock.pass_by(minutes=3)
    await tables.tick()
    held = await tables.ask(table.id, overtime.let_house_play, waiting(table))
    done = await tables.act(table.id, table.turn_users[0], made.words_of(held), held.ply + later)
    assert (done.stale, done.table.held, done.table.ply) == (stale, {}, held.ply + (not stale))


async def test_game_with_a_seat_held_at_its_end_is_lost_and_won_by_its_members_but_not_rated(
    tables: Tables, store: Store, clock: at_table.Clock, house: House
) -> None:
    playing = made.begun(rules=build_rules("modern", 2, SHORT), clock=LIVE)
    table = await put(tables, made.played(playing, made.near_the_end))
    clock.pass_by(minutes=3)
    await tables.tick()
    absent, other = table.turn_users[0], waiting(table)
    await tables.ask(table.id, overtime.let_house_play, other)
    table = await play_on(tables, house, table.id)
    assert table.status is Status.FINISHED
    rows = await store.ask(lambda reader: reader.results.of(table.id))
    assert {(row.user_id, row.rated) for row in rows} == {(absent, False), (other, False)}
    assert table.held
    assert (await tables.rematch(table.id, other))[0].rematch.next_id is None


async def test_game_stays_unrated_whoever_comes_back_as_that_was_settled_when_the_house_sat_down(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    """Else the absent member could watch how it goes, and choose."""
    playing = made.begun(rules=build_rules("modern", 2, SHORT), clock=LIVE)
    table = await put(tables, made.played(playing, made.near_the_end))
    clock.pass_by(minutes=3)
    await tables.tick()
    absent, other = table.turn_users[0], waiting(table)
    assert unrated(table) is None
    await tables.ask(table.id, overtime.let_house_play, other)
    back = await tables.ask(table.id, house_seats.come_back, absent)
    assert (back.held, unrated(back)) == ({}, Unrated.HOUSE)
    assert unrated(await (await restarted(store, clock)).get(table.id)) is Unrated.HOUSE
    over = (await tables.ask(table.id, play.resign, absent)).table
    async with store.read() as reader:
        conclusion = await reader.conclusions.of(over.id)
        assert [row.rated for row in await reader.results.of(over.id)] == [False, False]
    assert conclusion is not None
    assert conclusion.unrated == Unrated.HOUSE


def test_what_the_house_did_for_an_absent_member_is_known_in_later_deals_too() -> None:
    """Else whoever looks back at the game is charged for what they never did."""
    rules, chance = build_rules("modern", 2, {"target": 9000}), random.Random(1)
    table = made.late(made.begun(clock=LIVE, rules=rules))
    absent, other = table.turn_users[0], waiting(table)
    seat = table.seat_of(absent)
    table = made.ask(table, overtime.let_house_play, made.noon(), other)
    while len(table.game.deals) < 2 or len(table.game.deals[-1].tricks) < 2:
        if table.awaits_deal or table.house_on_move is None:
            table = made.step(table, chance)
            continue
        words = made.words_of(table)
        table = made.ask(table, play.act, made.noon(), absent, words, table.ply_for(absent), by_house=True)
    acted = {index for index, row in enumerate(table.actions) if index in table.stood_in}
    assert {table.actions[index].deal for index in acted} == {0, 1}
    assert {table.actions[index].seat for index in acted} == {seat}
    assert unrated(table) is Unrated.HOUSE
