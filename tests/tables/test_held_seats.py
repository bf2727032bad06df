"""Seats of absent members that the house holds until they are back."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.club.standings.results import Unrated, unrated
from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables import Due, Status
from bot.tables.decisions import house_seats, overtime, play
from tests.tables import made
from tests.tables.at_house import LIVE, SHORT, House, play_on, until_house
from tests.tables.at_table import put, restarted
from tests.tables.test_overtime import begun, waiting

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store
    from tests.tables import at_table


async def test_house_holds_a_seat_until_its_member_is_back(
    tables: Tables, store: Store, clock: at_table.Clock, house: House
) -> None:
    table = await begun(tables)
    clock.pass_by(minutes=3)
    await tables.tick()
    absent, other = table.turn_users[0], waiting(table)
    table = await tables.ask(table.id, overtime.let_house_play, other)
    seat = table.seat_of(absent)
    assert seat is not None
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
    async with store.read() as reader:
        rows = await reader.results.of(table.id)
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
