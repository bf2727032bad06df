"""A house player that has won a trick leads as late as if its partner had been asked, who may declare before it."""

from __future__ import annotations

import random
from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING

import pytest

from bot.engine import Phase, Verb, build_rules, offered_actions, parse_action
from bot.house.roster import Level
from bot.tables import CLOCKS, Due, Table
from bot.tables.decisions import house_seats, overtime, play
from bot.tables.decisions.by_itself import timed
from bot.tables.decisions.play import takes_a_moment
from bot.tables.house.moves import house_to_act
from bot.tables.values.table import tidy
from tests.tables import made
from tests.tables.at_house import House
from tests.tables.at_table import NOON, PLAYERS, Clock, put, restarted

if TYPE_CHECKING:
    from bot.tables import Tables
    from bot.tables.house.thinking import Thinking
    from db import Store

RULES = build_rules("modern", 4, {"partners": True, "target": 9000})


def won_by_the_house(*, can: bool, people: int = 3, clock: str = "live-3") -> Table:
    """Play until the house has won a trick and can only pass, with a partner who can declare or cannot."""
    for seed in range(99):
        levels = (Level.NOVICE,) * (4 - people)
        table = made.with_house(levels, PLAYERS[:people], rules=RULES, clock=CLOCKS[clock], seed=seed)
        chance = random.Random(seed)
        while not table.awaits_deal:
            deal = table.game.deals[-1]
            if takes_a_moment(table, deal) and table.house_on_move is not None and table.human_partner(deal.turn):
                passed = play.played(table, made.noon(), offered_actions(table.game)[-1]).table
                asked = passed.game.deals[-1].phase is Phase.DECLARE
                if [each.verb for each in offered_actions(table.game)] == [Verb.PASS] and asked is can:
                    return table
            table = made.step(table, chance)
    raise AssertionError("never")


async def passed(tables: Tables, house: House, *, can: bool, people: int = 3) -> Table:
    """Let the house pass after such a trick."""
    table = await put(tables, won_by_the_house(can=can, people=people))
    await house.act()
    after = await tables.get(table.id)
    assert parse_action(after.actions[len(table.actions)].action).verb is Verb.PASS
    return after


async def test_house_leads_after_a_moment_and_its_partner_is_asked_nothing(
    tables: Tables, house: House, clock: Clock
) -> None:
    table = await passed(tables, house, can=False)
    lead = len(table.actions)
    assert table.unseen_passes == 2
    assert not set(table.turn_users) & set(table.people)
    when = table.due[Due.ITSELF]
    assert clock() + timedelta(seconds=1) <= when <= clock() + timedelta(seconds=21)
    await house.act()
    clock.pass_by(seconds=0.9)
    assert await tables.tick() == []
    await house.act()
    assert (await tables.get(table.id)).actions == table.actions
    clock.pass_by(seconds=21)
    assert await tables.tick() == []  # nothing of it is shown
    await house.act()
    led = await tables.get(table.id)
    assert [parse_action(row.action).verb for row in led.actions[lead:]] == [Verb.PLAY]
    assert Due.ITSELF not in led.due


async def test_moment_is_kept_over_a_kill(
    tables: Tables, store: Store, house: House, mind: Thinking, clock: Clock
) -> None:
    table = await passed(tables, house, can=False)
    again = await restarted(store, clock)
    anew = House(again, mind)
    await anew.act()
    assert (await again.get(table.id)).actions == table.actions
    clock.pass_by(seconds=21)
    await again.tick()
    await anew.act()
    assert len((await again.get(table.id)).actions) == len(table.actions) + 1


async def test_after_a_partner_who_was_asked_the_house_leads_at_once(tables: Tables, house: House) -> None:
    table = await passed(tables, house, can=True)
    (user,) = table.turn_users
    assert user in table.people
    assert Due.ITSELF not in table.due
    await house.act()
    drawn = (await tables.act(table.id, user, "pass", table.ply_for(user))).table
    assert Due.ITSELF not in drawn.due
    await house.act()
    assert len((await tables.get(table.id)).actions) == len(drawn.actions) + 1


async def test_after_a_declaration_nobody_can_tell_whether_there_was_another(tables: Tables, house: House) -> None:
    table = await passed(tables, house, can=True)
    (user,) = table.turn_users
    declared = table
    while declared.turn_users == (user,):
        declared = (await tables.act(table.id, user, offered_actions(declared.game)[0].words, declared.ply)).table
    assert declared.unseen_passes == 1
    assert Due.ITSELF in declared.due


async def test_where_one_person_plays_alone_the_house_leads_in_one_go(tables: Tables, house: House) -> None:
    table = await passed(tables, house, can=False, people=1)
    assert [parse_action(row.action).verb for row in table.actions[-3:]] == [Verb.PASS, Verb.PASS, Verb.PLAY]


@pytest.mark.parametrize("clock", ["live-3", "days-3"])
def test_partner_of_the_house_has_the_same_time_whether_asked_or_not_and_then_the_house_goes_on(clock: str) -> None:
    known = []
    for can in (True, False):
        table = won_by_the_house(can=can, clock=clock)
        trick = tidy(play.played(table, made.noon(), offered_actions(table.game)[0]).table)
        partner = table.human_partner(table.game.deals[-1].leader)
        assert trick.keeps_waiting == table.keeps_waiting == partner
        assert trick.shown_on_move == table.game.deals[-1].leader
        known.append({kind: when for kind, when in trick.due.items() if kind is not Due.ITSELF})
        if can:
            (user,) = trick.turn_users
            a_move = table.terms.clock.a_move
            assert a_move is not None
            up = overtime.note_time_up(trick, made.noon(seconds=a_move.total_seconds())).table
            assert user == partner
            assert (up.time_is_up, up.unseen_passes) == (False, 2)
            assert house_to_act(up) == up.users[up.game.deals[-1].leader]
            house = tidy(overtime.note_time_up(table, made.noon(seconds=a_move.total_seconds())).table)
            assert (house.time_is_up, house.game) == (False, table.game)
            assert Due.CLOCK in house.due, "who may still be asked has no time without end"
    assert known[0] == known[1]
    assert {Due.CLOCK, Due.NUDGE} <= known[0].keys()


def test_an_adjourned_game_goes_on_with_another_moment_and_one_whose_partner_is_away_with_none() -> None:
    table = won_by_the_house(can=False)
    after = timed(table, tidy(play.played(table, made.noon(), offered_actions(table.game)[0]).table), made.noon())
    assert Due.ITSELF in after.due
    partner = (after.game.deals[-1].turn + 2) % 4
    held = timed(after, tidy(house_seats.with_held(after, made.noon(), {partner: Level.REGULAR})), made.noon())
    assert Due.ITSELF not in held.due
    assert house_to_act(held) == held.turn_users[0]
    down = made.adjourned(after)
    assert Due.ITSELF not in down.due
    resumed = tidy(down.but(adjourned=None))
    assert Due.ITSELF in timed(down, resumed, made.noon()).due


def test_moments_are_spread_like_those_that_people_take() -> None:
    table = won_by_the_house(can=False)
    after = tidy(play.played(table, made.noon(), offered_actions(table.game)[0]).table)
    chance = random.Random(5)
    waits = [
        (timed(table, after, made.noon(chance=chance)).due[Due.ITSELF] - NOON).total_seconds() for _ in range(2000)
    ]
    assert 1 <= min(waits) < 1.1
    assert 18 < max(waits) <= 21
    assert 2.5 < median(waits) < 3.1
    assert 150 < sum(wait > 10 for wait in waits) < 300
