from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.engine import Reason, Verb, build_rules, legal_actions, why_illegal
from bot.engine.actions import parse_action
from bot.engine.game import offered_actions
from bot.tables import Due, Status, Why
from bot.tables.decisions import dealing, overtime, play
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    PLAYERS,
    STRANGER,
    choose,
    open_table,
    play_out,
    post_board,
    refused,
    restarted,
    start_table,
    tables_over,
    why,
)

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from db import ActionRow, Store
    from tests.tables.at_table import Clock


def words_of(table: Table, at: int = 0) -> str:
    view = table.view(table.turn_users[0])
    assert view is not None
    return view.offered[at].text.partition(" ")[2]


def not_on_turn(table: Table) -> int:
    return next(user for user in table.users if user not in table.turn_users)


async def stored(store: Store, table: Table) -> list[ActionRow]:
    async with store.read() as reader:
        return await reader.deals.actions(table.id)


async def test_a_legal_action_is_done_stored_and_told(tables: Tables, store: Store, clock: Clock) -> None:
    table = await start_table(tables)
    clock.pass_by(seconds=5)
    words = words_of(table)
    done = await tables.act(table.id, table.turn_users[0], words, 0)
    assert (done.stale, done.table.ply) == (False, 1)
    assert done.events
    assert done.table.turn_users != table.turn_users
    (row,) = await stored(store, table)
    seat = table.seat_of(table.turn_users[0])
    assert (row.ply, row.deal, row.seat, row.action, row.at) == (0, 0, seat, f"{seat} {words}", clock())
    assert done.table.turn_since == clock()
    assert await tables.get(table.id) == done.table == await (await restarted(store, clock)).get(table.id)


async def test_an_illegal_action_is_refused_with_the_engines_reason(tables: Tables, store: Store) -> None:
    table = await start_table(tables)
    user = table.turn_users[0]
    seat = table.seat_of(user)
    held = {action.cards[0] for action in legal_actions(table.game)}
    foreign = next(card for card in table.game.law.pack if card not in held)
    action = parse_action(f"{seat} play 7Ca")._replace(cards=(foreign,))
    told = await refused(tables.act(table.id, user, action.text.partition(" ")[2], 0))
    assert (told.why, told.table_id) == (Why.ILLEGAL, table.id)
    assert told.refusal == why_illegal(table.game, action)
    assert told.refusal is not None
    assert told.refusal.reason is Reason.NOT_HELD
    assert (await tables.get(table.id), await stored(store, table)) == (table, [])


async def test_every_refusal_of_the_last_eight_carries_its_reason_and_stores_nothing(
    tables: Tables, store: Store
) -> None:
    table = await start_table(tables)
    rng, reasons = random.Random(11), set()
    while table.live and not table.awaits_deal:
        deal = table.game.deal
        assert deal is not None
        if not deal.left and deal.trick:
            legal = {action.cards[0] for action in legal_actions(table.game)}
            for card in table.game.law.pack:
                if deal.hold[deal.turn] >> card & 1 and card not in legal:
                    action = legal_actions(table.game)[0]._replace(cards=(card,))
                    told = await refused(
                        tables.act(table.id, table.turn_users[0], action.text.partition(" ")[2], table.ply)
                    )
                    assert told.refusal is not None
                    reasons.add(told.refusal.reason)
                    assert len(await stored(store, table)) == table.ply
        table = (await choose(tables, table, rng)).table
    assert reasons <= {Reason.FOLLOW_SUIT, Reason.HEAD_TRICK, Reason.MUST_TRUMP}
    assert Reason.FOLLOW_SUIT in reasons


@pytest.mark.parametrize(
    "words",
    ["", "fly", "play", "play XXa", "play 7Ca 8Ca", "declare", "declare flush 7Ca", "pass 7Ca", " play 7Ca", "x" * 999],
)
async def test_what_is_no_action_is_refused_in_words(tables: Tables, words: str) -> None:
    table = await start_table(tables)
    told = await refused(tables.act(table.id, table.turn_users[0], words, 0))
    assert (told.why, told.refusal) == (Why.ILLEGAL, None)
    assert told.detail
    assert await tables.get(table.id) == table


async def test_an_outdated_control_answers_with_the_present_state(tables: Tables, store: Store) -> None:
    table = await start_table(tables)
    first = (await choose(tables, table, random.Random(1))).table
    for ply in (0, 2, -1, 10**9):
        done = await tables.act(table.id, first.turn_users[0], words_of(first), ply)
        assert (done.stale, done.table, done.events) == (True, first, ())
    assert len(await stored(store, table)) == 1


async def test_a_double_click_plays_one_card(tables: Tables, store: Store) -> None:
    table = await start_table(tables)
    user, words = table.turn_users[0], words_of(table)
    answers = await asyncio.gather(*(tables.act(table.id, user, words, 0) for _ in range(10)))
    assert sorted(each.stale for each in answers) == [False] + [True] * 9
    assert len(await stored(store, table)) == 1


async def test_two_cards_clicked_at_once_play_the_first(tables: Tables) -> None:
    table = await start_table(tables)
    user = table.turn_users[0]
    first, second = await asyncio.gather(
        tables.act(table.id, user, words_of(table, 0), 0), tables.act(table.id, user, words_of(table, 1), 0)
    )
    assert (first.stale, second.stale) == (False, True)
    assert second.table == first.table


async def test_who_is_not_on_turn_is_refused(tables: Tables) -> None:
    table = await start_table(tables)
    other = not_on_turn(table)
    view = table.view(other)
    assert view is not None
    assert view.offered == ()
    told = await refused(tables.act(table.id, other, words_of(table), 0))
    assert told.refusal is not None
    assert told.refusal.reason is Reason.NOT_YOUR_TURN
    assert await tables.get(table.id) == table


async def test_who_does_not_sit_here_is_refused(tables: Tables) -> None:
    table = await start_table(tables)
    requests = (
        tables.act(table.id, STRANGER.user_id, words_of(table), 0),
        tables.ask(table.id, play.resign, STRANGER.user_id),
        tables.ask(table.id, overtime.claim, STRANGER.user_id, ANN.user_id),
        tables.ask(table.id, overtime.claim, ANN.user_id, STRANGER.user_id),
        tables.rematch(table.id, STRANGER.user_id),
    )
    for request in requests:
        assert await why(request) is Why.NOT_SEATED
    assert await tables.get(table.id) == table


async def test_nothing_is_played_at_a_table_that_has_not_begun(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    for request in (tables.act(table.id, ANN.user_id, "pass", 0), tables.ask(table.id, play.resign, ANN.user_id)):
        assert await why(request) is Why.NOT_STARTED


async def test_nothing_is_played_at_a_table_that_is_over(tables: Tables) -> None:
    table = await start_table(tables)
    table = (await tables.ask(table.id, play.resign, ANN.user_id)).table
    for request in (
        tables.act(table.id, BEN.user_id, "pass", table.ply),
        tables.ask(table.id, play.resign, BEN.user_id),
        tables.ask(table.id, overtime.claim, BEN.user_id, ANN.user_id),
    ):
        assert await why(request) is Why.OVER
    assert await tables.get(table.id) == table


@pytest.mark.parametrize("words", ["resign", "timeout"])
async def test_resigning_has_a_way_of_its_own_and_no_button_does_it(tables: Tables, store: Store, words: str) -> None:
    table = await start_table(tables)
    for user in table.users:
        done = await tables.act(table.id, user, words, 0)
        assert (done.stale, done.table) == (True, table)
    assert await stored(store, table) == []


async def test_no_button_made_before_a_deal_was_over_acts_between_deals(tables: Tables) -> None:
    table = await start_table(tables, rules=build_rules("modern", 2, {"target": 5000}))
    rng = random.Random(2)
    while not table.awaits_deal:
        table = await play_out(tables, table.id, rng, plies=table.ply + 1)
    for user in table.users:
        assert (await tables.act(table.id, user, "pass", table.ply)).stale
    assert await tables.get(table.id) == table


async def test_where_nothing_can_be_declared_the_draw_happens_by_itself(tables: Tables, store: Store) -> None:
    table = await start_table(tables)
    rng, drawn = random.Random(6), 0
    while table.live and not table.awaits_deal:
        assert not (len(offered_actions(table.game)) == 1 and offered_actions(table.game)[0].verb is Verb.PASS)
        before = table.ply
        table = (await choose(tables, table, rng)).table
        drawn += table.ply - before > 1
    assert drawn > 5
    rows = await stored(store, table)
    assert tuple(rows) == table.actions
    assert [row.ply for row in rows] == list(range(len(rows)))


async def test_where_the_table_says_so_every_draw_is_asked_for(tables: Tables) -> None:
    table = await start_table(tables, auto_draw=False)
    rng, asked = random.Random(6), 0
    while table.live and not table.awaits_deal:
        asked += [action.verb for action in offered_actions(table.game)] == [Verb.PASS]
        before = table.ply
        table = (await choose(tables, table, rng)).table
        assert table.ply == before + 1
    assert asked > 5


async def test_with_partners_both_turns_to_declare_pass_by_themselves(tables: Tables) -> None:
    rules = build_rules("modern", 4, {"partners": True})
    table = await start_table(tables, PLAYERS, rules=rules)
    rng, both = random.Random(8), 0
    while table.live and not table.awaits_deal:
        before = table.ply
        table = (await choose(tables, table, rng)).table
        passes = [row.seat for row in table.actions[before:] if row.action.endswith(" pass")]
        if len(passes) == 2:
            assert passes[1] == (passes[0] + 2) % 4
            both += 1
    assert both > 3


async def test_a_player_who_does_not_act_is_nudged_once_after_thirty_seconds(tables: Tables, clock: Clock) -> None:
    table = await start_table(tables)
    clock.pass_by(seconds=29)
    assert await tables.tick() == []
    table = (await choose(tables, table, random.Random(1))).table
    clock.pass_by(seconds=29)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    (happening,) = await tables.tick()
    assert (happening.due, happening.table) == (Due.NUDGE, table)
    clock.pass_by(hours=1)
    assert await tables.tick() == []


async def test_after_a_restart_a_player_is_nudged_unless_the_nudge_stands(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await start_table(tables)
    nudged = await start_table(tables, (BEN, CAT))
    await tables.ask(nudged.id, dealing.posted, 5, role="nudge")
    again = await restarted(store, clock)
    clock.pass_by(seconds=30)
    assert [(each.due, each.table.id) for each in await again.tick()] == [(Due.NUDGE, table.id)]


async def test_nobody_is_nudged_when_the_game_is_over(tables: Tables, clock: Clock) -> None:
    table = await start_table(tables)
    await tables.ask(table.id, play.resign, ANN.user_id)
    clock.pass_by(hours=1)
    assert await tables.tick() == []


async def test_a_spectator_sees_no_hand_and_a_player_only_the_own(tables: Tables) -> None:
    table = await start_table(tables)
    deal = table.game.deal
    assert deal is not None
    for user in (None, STRANGER.user_id):
        watching = table.view(user)
        assert watching is not None
        assert (watching.seat, len(watching.hand), watching.offered) == (None, 0, ())
    for player in (ANN, BEN):
        view = table.view(player.user_id)
        seat = table.seat_of(player.user_id)
        assert view is not None
        assert seat is not None
        assert view.hand.mask == deal.hold[seat]


async def test_tables_do_not_mix(tables: Tables, store: Store, clock: Clock) -> None:
    one, two = await start_table(tables), await start_table(tables, (BEN, CAT))
    rng = random.Random(3)

    async def play(table: Table) -> Table:
        return await play_out(tables, table.id, random.Random(rng.random()), plies=60)

    one, two = await asyncio.gather(play(one), play(two))
    again = tables_over(store, clock)
    assert (await again.get(one.id), await again.get(two.id)) == (one, two)
    assert one.status is two.status is Status.PLAYING


async def test_boards_and_nudges_are_noted_while_cards_are_played(tables: Tables, store: Store, clock: Clock) -> None:
    table = await start_table(tables)
    words, user = words_of(table), table.turn_users[0]
    nudged = tables.ask(table.id, dealing.posted, 99_999, role="nudge")
    await asyncio.gather(post_board(tables, table.id), tables.act(table.id, user, words, 0), nudged)
    table = await tables.get(table.id)
    assert (table.ply, len(table.messages)) == (1, 3)
    assert await (await restarted(store, clock)).get(table.id) == table
