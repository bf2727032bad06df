"""House players at a table: in the lobby, on move, and the moment that they take before a lead."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from statistics import median

import pytest

from bot.club import Board
from bot.engine import Phase, Verb, build_rules, offered_actions, parse_action
from bot.house.roster import Level, is_house
from bot.house.search import Effort
from bot.tables import CLOCKS, Due, Player, Status, Table, Tables
from bot.tables.decisions import house_seats, overtime, play
from bot.tables.decisions.by_itself import timed
from bot.tables.decisions.play import takes_a_moment
from bot.tables.house import thinking
from bot.tables.house.moves import house_to_act
from bot.tables.house.thinking import Thinking
from bot.tables.values.table import tidy
from db import Store
from tests.tables import made
from tests.tables.at_house import PARTNERS, SHORT, House, play_on, until_house, with_house
from tests.tables.at_table import ANN, BEN, GUILD, NOON, PLAYERS, Clock, choose, deal, post_board, put, restarted, sure

# ------------------------------------------------------------------ on move


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("levels", "people", "preset", "changes"),
    [
        ((Level.STRONG,), 1, "parlour", SHORT),
        ((Level.NOVICE, Level.REGULAR), 1, "britannica", SHORT),
        ((Level.REGULAR, Level.NOVICE, Level.REGULAR), 1, "modern", PARTNERS),
        ((Level.NOVICE, Level.STRONG), 2, "modern", SHORT),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
async def test_house_plays_games_to_their_end_and_they_do_not_count(
    tables: Tables,
    store: Store,
    house: House,
    levels: tuple[Level, ...],
    people: int,
    preset: str,
    changes: dict[str, object],
) -> None:
    rules = build_rules(preset, len(levels) + people, changes)
    begun = made.with_house(levels, (ANN, BEN)[:people], rules=rules, preset=preset)
    table = await put(tables, made.played(begun, made.near_the_end))
    plies = table.ply
    table = await play_on(tables, house, table.id)
    await see_that_it_does_not_count(store, table, (ANN, BEN)[:people])
    by_house = [row for row in table.actions[plies:] if is_house(table.users[row.seat])]
    assert len(by_house) >= len(house.shown) > 3  # what follows by itself is shown with the act before it


async def see_that_it_does_not_count(store: Store, table: Table, people: Sequence[Player]) -> None:
    assert table.status is Status.FINISHED
    async with store.read() as reader:
        rows = await reader.results.of(table.id)
        assert {row.user_id for row in rows} == {player.user_id for player in people}
        assert not any(row.rated for row in rows)
        assert await reader.standings.leaderboard(Board(GUILD)) == []


@pytest.mark.deep
async def test_house_plays_a_whole_game_from_its_first_card(tables: Tables, store: Store, house: House) -> None:
    table = await with_house(tables, (Level.REGULAR,), (ANN,), preset="enquire")
    table = await play_on(tables, house, table.id)
    await see_that_it_does_not_count(store, table, (ANN,))
    assert len([row for row in table.actions if is_house(table.users[row.seat])]) > 40


@pytest.mark.deep
async def test_house_that_does_not_declare_draws_and_leads_in_one_go_and_shows_it_once(
    tables: Tables, house: House
) -> None:
    table = await with_house(tables, (Level.NOVICE,), changes={"target": 5000})
    chance, in_one_go = random.Random(3), 0
    while in_one_go < 2:
        if table.awaits_deal:
            await post_board(tables, table.id)
            await deal(tables, table.id, ANN.user_id)
        elif table.house_on_move is None:
            await choose(tables, table, chance)
        else:
            shown, before = len(house.shown), len(table.actions)
            await house.act()
            assert len(house.shown) == shown + 1
            done = [row.action.split()[1] for row in (await tables.get(table.id)).actions[before:]]
            assert done[:1] != ["pass"] or done[1] == "play"
            in_one_go += done[0] == "pass"
        table = await tables.get(table.id)


async def test_thinking_ends_when_the_table_closes(
    tables: Tables, mind: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "EFFORT", Effort(300))
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    house = House(tables, mind)
    house.moves.tick()
    (task,) = house.moves._acting.values()
    for _ in range(5):
        await asyncio.sleep(0)
    assert table.id in house.moves._undecided
    await tables.ask(table.id, play.resign, ANN.user_id)
    house.moves.tick()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert house.moves._acting == {}
    assert house.shown == []


# ------------------------------------------------------------------ a moment before a lead


RULES = build_rules("modern", 4, {"partners": True, "target": 9000})


@cache
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
            a_move = sure(table.terms.clock.a_move)
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
