"""Undoing one's own last act by consent: what may be undone, what never, and that no old control does harm after it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.engine import Phase, Verb, build_rules, parse_action
from bot.engine.game import offered_actions
from bot.house.roster import HOUSE
from bot.tables import Due, Player, Status, Why
from bot.tables.decisions import consent, play
from bot.tables.decisions.undo import can_undo
from bot.tables.values.parts import asked_by
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    DAN,
    PLAYERS,
    STRANGER,
    choose,
    one_step,
    refused,
    restarted,
    start_table,
    tables_over,
    why,
)

if TYPE_CHECKING:
    from bot.engine import View
    from bot.tables import Table, Tables
    from db import ActionRow, Store
    from tests.tables.at_table import Clock


def views(table: Table) -> list[View | None]:
    return [table.view(user) for user in (*table.users, None)]


def words_of(table: Table, at: int = 0) -> str:
    return offered_actions(table.game)[at].text.partition(" ")[2]


async def stored(store: Store, table: Table) -> list[ActionRow]:
    async with store.read() as reader:
        return await reader.deals.actions(table.id)


async def act(tables: Tables, table: Table, words: str) -> Table:
    done = await tables.act(table.id, table.turn_users[0], words, table.ply)
    assert not done.stale
    return done.table


async def undo(tables: Tables, table: Table) -> Table:
    """Let whoever acted last ask, and everybody else agree."""
    asker = table.users[table.actions[-1].seat]
    asked = await tables.ask(table.id, consent.ask_undo, asker)
    sides = asked.game.law.sides
    mine = sides[table.actions[-1].seat]
    for side in sorted(set(sides) - {mine}):
        asked = await tables.ask(table.id, consent.allow_undo, table.users[sides.index(side)], asked.ply)
    return asked


async def to_phase(tables: Tables, table: Table, verb: Verb, *, seed: int = 3) -> Table:
    """Play on until somebody may do this."""
    rng = random.Random(seed)
    while verb not in {action.verb for action in offered_actions(table.game)}:
        table = await one_step(tables, table, rng)
        assert table.live
    return table


async def test_a_card_led_is_undone_with_the_others_consent_and_everything_is_as_before(
    tables: Tables, store: Store, clock: Clock
) -> None:
    before = await start_table(tables)
    leader, other = before.turn_users[0], next(u for u in before.users if u not in before.turn_users)
    played = await act(tables, before, words_of(before))
    assert (can_undo(played, leader), can_undo(played, other)) == (True, False)
    asked = await tables.ask(before.id, consent.ask_undo, leader)
    assert asked_by(asked.undo) == leader
    assert (await stored(store, asked)) == list(played.actions)
    clock.pass_by(seconds=20)
    after = await tables.ask(before.id, consent.allow_undo, other, asked.ply)
    assert await stored(store, after) == []
    assert (after.game, after.turn_users, views(after)) == (before.game, before.turn_users, views(before))
    assert after.turn_since == clock()
    assert tables.due_at(after.id, Due.NUDGE) is not None
    assert asked_by(after.undo) is None
    assert await (await restarted(store, clock)).get(before.id) == after


async def test_controls_of_what_was_undone_and_of_before_are_outdated(tables: Tables, store: Store) -> None:
    before = await start_table(tables)
    first, second = words_of(before, 0), words_of(before, 1)
    played = await act(tables, before, first)
    answer = words_of(played)
    after = await undo(tables, played)
    assert len({before.ply, played.ply, after.ply}) == 3
    leader, other = before.turn_users[0], played.turn_users[0]
    for user, words, ply in ((leader, first, before.ply), (leader, first, played.ply), (other, answer, played.ply)):
        assert (await tables.act(after.id, user, words, ply)).stale
    assert await stored(store, after) == []
    again = await act(tables, after, second)
    assert again.ply not in (before.ply, played.ply, after.ply)
    done = await tables.act(again.id, other, answer, played.ply)  # made when the first card lay there
    assert (done.stale, done.table) == (True, again)
    assert [row.ply for row in await stored(store, again)] == [0]


async def test_plies_never_come_again_however_often_is_undone(tables: Tables, store: Store, clock: Clock) -> None:
    table = await start_table(tables, auto_draw=False)
    rng, seen = random.Random(8), [table.ply]
    for _ in range(60):
        table = await one_step(tables, table, rng)
        seen.append(table.ply)
        asker = table.users[table.actions[-1].seat]
        if can_undo(table, asker) and rng.random() < 0.5:
            table = await undo(tables, table)
            seen.append(table.ply)
    assert len(seen) == len(set(seen)) > 70
    assert seen == sorted(seen)
    assert [row.ply for row in await stored(store, table)] == list(range(len(table.actions)))
    assert await (await restarted(store, clock)).get(table.id) == table


@pytest.mark.parametrize("auto_draw", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_nothing_that_was_hidden_is_ever_known_after_an_undo(
    tables: Tables, players: int, *, auto_draw: bool
) -> None:
    rules = build_rules("modern", players, {"partners": players == 4, "target": 5000})
    before = await start_table(tables, PLAYERS[:players], rules=rules, auto_draw=auto_draw)
    rng, undone = random.Random(players), 0
    for _ in range(70):
        if before.awaits_deal:
            before = await one_step(tables, before, rng)
            continue
        table = (await choose(tables, before, rng)).table
        asker = table.users[before.game.deal.turn] if before.game.deal else 0
        assert not any(can_undo(table, user) for user in table.users if user != asker)
        deal, old = table.game.deal, before.game.deal
        assert deal is not None
        assert old is not None
        if can_undo(table, asker):
            # Nobody has drawn, and nobody else is asked only because of what they hold.
            assert deal.left == old.left
            assert not (auto_draw and deal.phase is Phase.DECLARE and deal.turn != old.turn)
            assert len(table.actions) == len(before.actions) + 1
            if rng.random() < 0.3:
                after = await undo(tables, table)
                assert views(after) == views(before)
                undone += 1
                table = (await choose(tables, after, rng)).table
        before = table
    assert undone > 3


async def test_a_draw_is_never_undone(tables: Tables) -> None:
    table = await start_table(tables, auto_draw=False)
    table = await to_phase(tables, table, Verb.PASS)
    winner = table.turn_users[0]
    drawn = await act(tables, table, "pass")
    assert drawn.turn_users == (winner,)
    for user in table.users:
        assert await why(tables.ask(table.id, consent.ask_undo, user)) is Why.NOTHING_TO_UNDO


async def test_a_card_that_made_everyone_draw_is_never_undone(tables: Tables) -> None:
    table, rng = await start_table(tables), random.Random(6)
    while True:
        before = table
        table = (await choose(tables, table, rng)).table
        if table.ply - before.ply > 1:
            break
    for user in table.users:
        assert await why(tables.ask(table.id, consent.ask_undo, user)) is Why.NOTHING_TO_UNDO


async def test_a_trick_that_shows_by_a_pause_that_its_winner_can_declare_stands(tables: Tables) -> None:
    table = await start_table(tables, rules=build_rules("modern", 2, {"target": 5000}))
    rng, seen = random.Random(1), {True: 0, False: 0}
    while not all(seen.values()):
        before = table
        table = await one_step(tables, table, rng)
        assert table.live
        if table.awaits_deal or len(table.actions) == len(before.actions):
            continue
        deal = table.game.deal
        assert deal is not None
        last = parse_action(table.actions[-1].action)
        if deal.phase is Phase.DECLARE and last.verb is Verb.PLAY:
            own = deal.turn == last.seat
            assert can_undo(table, before.turn_users[0]) is own
            seen[own] += 1


async def test_a_declaration_may_be_undone_while_its_turn_lasts(tables: Tables, store: Store) -> None:
    before = await to_phase(tables, await start_table(tables, auto_draw=False), Verb.DECLARE)
    words = next(a.text for a in offered_actions(before.game) if a.verb is Verb.DECLARE).partition(" ")[2]
    declared = await act(tables, before, words)
    assert declared.game.totals != before.game.totals
    after = await undo(tables, declared)
    assert (after.game, views(after)) == (before.game, views(before))
    assert await stored(store, after) == list(before.actions)
    assert (await act(tables, after, "pass")).game.totals == before.game.totals


async def test_nothing_is_undone_across_the_end_of_a_deal_or_of_the_game(tables: Tables) -> None:
    table = await start_table(tables, rules=build_rules("modern", 2, {"target": 5000}))
    rng = random.Random(2)
    while not table.awaits_deal:
        table = await one_step(tables, table, rng)
    for user in table.users:
        assert await why(tables.ask(table.id, consent.ask_undo, user)) is Why.NOTHING_TO_UNDO
    table = await one_step(tables, table, rng)
    assert len(table.game.deals) == 2
    for user in table.users:
        assert await why(tables.ask(table.id, consent.ask_undo, user)) is Why.NOTHING_TO_UNDO
    table = (await tables.ask(table.id, play.resign, ANN.user_id)).table
    for user in table.users:
        assert await why(tables.ask(table.id, consent.ask_undo, user)) is Why.OVER


async def test_the_request_lapses_when_somebody_acts(tables: Tables, store: Store) -> None:
    table = await start_table(tables)
    played = await act(tables, table, words_of(table))
    leader, other = table.turn_users[0], played.turn_users[0]
    asked = await tables.ask(table.id, consent.ask_undo, leader)
    moved = await act(tables, asked, words_of(asked))
    assert asked_by(moved.undo) is None
    for ply in (asked.ply, moved.ply):
        assert await why(tables.ask(table.id, consent.allow_undo, other, ply)) is Why.UNDO_NOT_ASKED
        assert await why(tables.ask(table.id, consent.refuse_undo, other, ply)) is Why.UNDO_NOT_ASKED
    assert await stored(store, moved) == list(moved.actions)


async def test_an_act_that_the_others_let_stand_cannot_be_asked_about_again(tables: Tables) -> None:
    table = await start_table(tables)
    played = await act(tables, table, words_of(table))
    leader, other = table.turn_users[0], played.turn_users[0]
    asked = await tables.ask(table.id, consent.ask_undo, leader)
    assert asked_by((await tables.ask(table.id, consent.refuse_undo, other, asked.ply)).undo) is None
    assert await why(tables.ask(table.id, consent.ask_undo, leader)) is Why.UNDO_DECLINED
    assert await why(tables.ask(table.id, consent.allow_undo, other, asked.ply)) is Why.UNDO_NOT_ASKED
    assert (await tables.get(table.id)).actions == played.actions


async def test_only_the_others_decide(tables: Tables) -> None:
    table = await start_table(tables)
    played = await act(tables, table, words_of(table))
    leader, other = table.turn_users[0], played.turn_users[0]
    assert await why(tables.ask(table.id, consent.allow_undo, other, played.ply)) is Why.UNDO_NOT_ASKED
    asked = await tables.ask(table.id, consent.ask_undo, leader)
    for decide in (consent.allow_undo, consent.refuse_undo):
        assert await why(tables.ask(table.id, decide, leader, asked.ply)) is Why.OWN_UNDO
        assert await why(tables.ask(table.id, decide, STRANGER.user_id, asked.ply)) is Why.NOT_SEATED
    assert await why(tables.ask(table.id, consent.ask_undo, STRANGER.user_id)) is Why.NOT_SEATED
    assert await why(tables.ask(table.id, consent.ask_undo, other)) is Why.NOTHING_TO_UNDO
    assert (await tables.get(table.id)) == asked


async def test_with_more_sides_every_one_has_to_agree_and_with_partners_one_of_them(tables: Tables) -> None:
    three = await start_table(tables, (ANN, BEN, CAT), rules=build_rules("modern", 3, {}))
    played = await act(tables, three, words_of(three))
    others = [user for user in three.users if user not in three.turn_users]
    asked = await tables.ask(three.id, consent.ask_undo, three.turn_users[0])
    for _ in range(2):  # the same one twice is one
        half = await tables.ask(three.id, consent.allow_undo, others[0], asked.ply)
        assert half.actions == played.actions
    assert not (await tables.ask(three.id, consent.allow_undo, others[1], asked.ply)).actions

    four = await start_table(tables, (ANN, BEN, CAT, DAN), rules=build_rules("modern", 4, {"partners": True}))
    await act(tables, four, words_of(four))
    asked = await tables.ask(four.id, consent.ask_undo, four.turn_users[0])
    seat = four.seat_of(four.turn_users[0]) or 0
    assert await why(tables.ask(four.id, consent.allow_undo, four.users[(seat + 2) % 4], asked.ply)) is Why.OWN_UNDO
    assert not (await tables.ask(four.id, consent.allow_undo, four.users[(seat + 3) % 4], asked.ply)).actions


async def test_house_players_let_it_be_undone_at_once_but_not_for_a_person_on_their_side(tables: Tables) -> None:
    house = next(iter(HOUSE.values()))
    table = await start_table(tables, (ANN, Player(house.user_id, house.shown)))
    rng = random.Random(1)
    while table.turn_users != (ANN.user_id,):
        table = await one_step(tables, table, rng)
    played = await act(tables, table, words_of(table))
    if can_undo(played, ANN.user_id):
        assert (await tables.ask(table.id, consent.ask_undo, ANN.user_id)).actions == table.actions

    guests = (ANN, Player(house.user_id, house.shown), BEN, CAT)
    four = await start_table(tables, guests, rules=build_rules("modern", 4, {"partners": True}))
    while four.turn_users != (ANN.user_id,):
        four = await act(tables, four, words_of(four))
    before = await act(tables, four, words_of(four))
    assert can_undo(before, ANN.user_id)
    asked = await tables.ask(four.id, consent.ask_undo, ANN.user_id)
    assert (asked.actions, asked_by(asked.undo)) == (before.actions, ANN.user_id)
    assert (await tables.ask(four.id, consent.allow_undo, CAT.user_id, asked.ply)).actions == four.actions


async def test_another_process_that_knows_nothing_of_the_undo_stores_nothing_on_top(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await start_table(tables)
    played = await act(tables, table, words_of(table))
    elsewhere = tables_over(store, clock)
    await elsewhere.load()
    assert await elsewhere.get(table.id) == played
    after = await undo(tables, played)
    done = await elsewhere.act(table.id, played.turn_users[0], words_of(played), played.ply)
    assert (done.stale, done.table) == (True, after)
    second = await act(tables, after, words_of(after, 1))
    done = await elsewhere.act(table.id, after.turn_users[0], words_of(after), after.ply)
    assert (done.stale, done.table) == (True, second)
    assert await stored(store, table) == list(second.actions)


async def test_an_undo_that_another_process_has_overtaken_changes_nothing(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await start_table(tables)
    played = await act(tables, table, words_of(table))
    asked = await tables.ask(table.id, consent.ask_undo, table.turn_users[0])
    elsewhere = tables_over(store, clock)
    await elsewhere.load()
    moved = await act(elsewhere, await elsewhere.get(table.id), words_of(played))
    assert await why(tables.ask(table.id, consent.allow_undo, played.turn_users[0], asked.ply)) is Why.UNDO_NOT_ASKED
    assert (await tables.get(table.id)).actions == moved.actions
    assert await stored(store, table) == list(moved.actions)


async def test_refusals_name_the_table(tables: Tables) -> None:
    table = await start_table(tables)
    told = await refused(tables.ask(table.id, consent.ask_undo, ANN.user_id))
    assert (told.why, told.table_id, table.status) == (Why.NOTHING_TO_UNDO, table.id, Status.PLAYING)
