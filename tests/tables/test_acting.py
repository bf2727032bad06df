from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from bot.tables import Due, Status, Why
from bot.tables.decisions import dealing, play
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    choose,
    play_out,
    post_board,
    put,
    restarted,
    same_after_a_restart,
    start_table,
    tables_over,
    why,
)
from tests.tables.made import begun, played

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


async def test_what_is_refused_or_outdated_stores_nothing(tables: Tables, store: Store) -> None:
    table = await start_table(tables)
    for user, words in ((not_on_turn(table), words_of(table)), (table.turn_users[0], "play XXa")):
        assert await why(tables.act(table.id, user, words, 0)) is Why.ILLEGAL
    assert (await tables.act(table.id, table.turn_users[0], "resign", 0)).stale
    assert (await tables.get(table.id), await stored(store, table)) == (table, [])


async def test_forced_draws_are_stored_with_the_act_before_them(tables: Tables, store: Store, clock: Clock) -> None:
    table = await put(tables, played(begun(), lambda t: t.game.deals[-1].trick != ()))
    before = table.ply
    rng = random.Random(6)
    while table.ply - before < 2:
        before = table.ply
        table = (await choose(tables, table, rng)).table
    assert tuple(await stored(store, table)) == table.actions
    assert [row.ply for row in table.actions] == list(range(len(table.actions)))
    assert await same_after_a_restart(store, clock, table)


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


async def test_tables_do_not_mix(tables: Tables, store: Store, clock: Clock) -> None:
    one, two = await start_table(tables), await start_table(tables, (BEN, CAT))
    rng = random.Random(3)

    async def play(table: Table) -> Table:
        return await play_out(tables, table.id, random.Random(rng.random()), plies=20)

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
    assert (table.ply, len(table.messages)) == (1, 4)
    assert await (await restarted(store, clock)).get(table.id) == table
