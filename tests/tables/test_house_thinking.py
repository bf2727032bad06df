"""House players who think: in processes that may fail or are given up, and in looking back at a game."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.coach.review import SampleGroups
from bot.engine import View
from bot.house.chance import Purpose
from bot.house.players import Method
from bot.house.roster import Level
from bot.house.search import Effort
from bot.tables import Tables
from bot.tables.decisions import house_seats
from bot.tables.house import moves, reviews, thinking
from bot.tables.house import pool as pools
from bot.tables.house.moves import next_to_act
from bot.tables.house.pool import Pool, ThinkingFailedError
from bot.tables.house.reviews import LookingBack, can_review, review_game
from bot.tables.house.thinking import Thinking
from bot.tables.values.parts import GivenHint
from db import DatabaseError, Store
from tests.databases import allow, connected, refuse
from tests.house_pool import ENDLESS, begin
from tests.tables import made
from tests.tables.at_house import House, play_on, until_house, with_house
from tests.tables.at_table import ANN, BEN, Clock, open_table, sql, sure, tables_over

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def view() -> View:
    """What a strong player on move sees."""
    table = made.played(made.with_house((Level.STRONG,)), lambda t: t.house_on_move is not None)
    return sure(table.view(table.turn_users[0]))


def _workers() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


async def test_house_plays_on_when_its_process_is_killed_and_then_thinks_in_a_new_one(
    tables: Tables, mind: Thinking, caplog: pytest.LogCaptureFixture
) -> None:
    before = set(_workers())
    house = House(tables, mind)
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    await house.act()
    (worker,) = set(_workers()) - before
    os.kill(worker, signal.SIGKILL)
    table = await play_on(tables, house, table.id, plies=20)
    assert table.ply >= 20
    assert "the house's pool failed" in caplog.text
    (other,) = set(_workers()) - before - {worker}
    assert other != worker


async def test_house_does_not_wait_for_a_pool_that_is_slow(
    tables: Tables, mind: Thinking, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr(thinking, "EFFORT", Effort(300))  # thinks for longer than anybody waits
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    await House(tables, mind).act()
    assert (await tables.get(table.id)).ply > table.ply
    assert "slow" in caplog.text


async def test_many_strong_players_of_one_server_do_not_make_those_of_another_wait(mind: Thinking, view: View) -> None:
    order = list[int]()

    async def decided(server: int) -> None:
        assert (await mind.decide(Level.STRONG, view, 5, server=server)).method is Method.SAMPLED
        order.append(server)

    await asyncio.gather(*(decided(server) for server in [*[1] * 9, 2]))
    assert order.index(2) <= 2  # one was thought about already, and one more had its turn


async def test_a_server_that_has_filled_the_pool_takes_no_thought_from_another_ones_strong_player(
    mind: Thinking, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_MOST_BEFORE", 3)
    found = await asyncio.gather(*(mind.decide(Level.STRONG, view, 5, server=server) for server in [*[1] * 6, 2, 3]))
    methods = [decision.method for decision in found]
    assert methods == [*[Method.SAMPLED] * 3, *[Method.EVALUATED] * 3, *[Method.SAMPLED] * 2]
    assert (await mind.decide(Level.STRONG, view, 5, server=1)).method is Method.SAMPLED  # what is done counts no more


def test_house_acts_at_the_tables_of_each_server_in_turn_and_one_server_never_has_all_places() -> None:
    many, few, one = list(range(100, 200)), [1, 2], [3]
    assert next_to_act({7: many, 8: few, 9: one}, (), (), at_once=30) == [100, 1, 3, 101, 2, *range(102, 105)]
    assert next_to_act({7: many, 8: few}, range(100, 105), (), at_once=30)[:2] == [1, 2]
    assert next_to_act({7: many}, range(100, 105), (), at_once=30) == []
    assert next_to_act({7: many, 8: few}, (), {1, 100}, at_once=28) == [101, 2, 102, 103]
    assert next_to_act({8: few}, range(200, 229), (), at_once=30) == [1]  # acts there are being shown


async def test_house_thinks_less_when_the_pool_is_full(
    tables: Tables, mind: Thinking, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await mind.decide(Level.STRONG, view, 5)).method is Method.SAMPLED
    monkeypatch.setattr(thinking, "_MOST_BEFORE", 1)
    found = await asyncio.gather(*(mind.decide(Level.STRONG, view, 5) for _ in range(2)))
    assert [decision.method for decision in found] == [Method.SAMPLED, Method.EVALUATED]
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    await House(tables, mind).act()
    assert (await tables.get(table.id)).ply > table.ply


async def test_a_move_that_would_come_too_late_as_turns_have_gone_lately_is_not_waited_for(
    mind: Thinking, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_IN_GOOD_TIME", 5.0)
    monkeypatch.setattr(mind._moves, "pace", 1000.0)
    found = await asyncio.gather(*(mind.decide(Level.STRONG, view, 5) for _ in range(2)))
    assert [decision.method for decision in found] == [Method.SAMPLED, Method.EVALUATED]
    assert mind._moves.pace < 1000.0  # turns go faster than that


async def test_who_asks_for_many_hints_at_once_lets_others_in_between(mind: Thinking, view: View) -> None:
    seeds = dict.fromkeys((Purpose.HINT, Purpose.COMPARE), 5)
    order = list[int]()

    async def told(user: int) -> None:
        assert not (await mind.hint(view, seeds, user=user)).rule_of_thumb
        order.append(user)

    await asyncio.gather(*(told(user) for user in (1, 1, 1, 1, 2)))
    assert order.index(2) <= 1


async def test_processes_are_started_when_a_strong_player_sits_down_and_not_before(
    tables: Tables, house: House, mind: Thinking
) -> None:
    before = set(_workers())
    await with_house(tables, (Level.REGULAR,))
    house.moves.tick()
    assert mind._moves._pool is None
    opened = await open_table(tables, (ANN,))
    await tables.ask(opened.id, house_seats.add_house, ANN.user_id, Level.STRONG)
    house.moves.tick()
    (worker,) = set(_workers()) - before
    house.moves.tick()
    assert set(_workers()) - before == {worker}


async def test_house_that_cannot_act_thinks_again_after_a_while_and_not_every_second(
    tables: Tables, mind: Thinking, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = await until_house(tables, await with_house(tables))
    house = House(tables, mind)
    with connected(path) as beside:
        refuse(beside, "nothing_more", "actions")
    house.moves.tick()
    (task,) = house.moves._acting.values()
    with pytest.raises(DatabaseError):
        await task
    await asyncio.sleep(0)
    assert "a house player failed: DatabaseError" in caplog.text
    with connected(path) as beside:
        allow(beside, "nothing_more", "actions")
    house.moves.tick()
    assert house.moves._acting == {}
    house.moves._not_before[table.id] -= moves._REST_SECONDS  # this long passes by the clock of the machine
    await house.act()
    assert (await tables.get(table.id)).ply > table.ply


async def test_decision_depends_on_nothing_but_the_view_and_the_seed(mind: Thinking, view: View) -> None:
    one, other = [await mind.decide(Level.REGULAR, view, 5) for _ in range(2)]
    assert one == other
    assert one.action in view.offered


# ------------------------------------------------------------------ looking back


async def test_game_is_looked_back_at_from_the_seat_of_who_asks(
    tables: Tables, house: House, mind: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "SAMPLE_GROUPS", SampleGroups(2, 4, 4))
    table = await with_house(tables)
    assert not can_review(table, ANN.user_id)
    table = await play_on(tables, house, table.id)
    assert can_review(table, ANN.user_id)
    assert not can_review(table, BEN.user_id)
    parts: list[float] = []

    async def progress(part: float) -> None:
        parts.append(part)

    seat = sure(table.seat_of(ANN.user_id))
    review = await review_game(LookingBack(table, seat), mind, progress)
    assert parts == sorted(parts)
    assert review.decisions >= review.closely == len(parts) > 0
    assert 0 < len(review.worst) <= reviews.COUNT  # who plays at random loses points
    for each in review.worst:
        done, better = each.acts
        assert done.seat == better.seat == seat
        assert done != better
        assert (each.points >= 1, 0 <= each.deal < len(table.game.deals)) == (True, True)
        assert 1 <= each.trick <= len(table.game.deals[each.deal].tricks)
    assert await review_game(LookingBack(table, seat), mind, progress) == review  # the same question, the same answer
    assert (await tables.ask(table.id, house_seats.keep_review, review)).reviews == (review,)
    followed = table.but(given=tuple(GivenHint(at, row.seat, row.action) for at, row in enumerate(table.actions)))
    assert (
        await review_game(LookingBack(followed, seat), mind, progress)
    ).worst == ()  # whoever follows is never charged


async def test_review_that_cannot_be_read_is_made_anew(tables: Tables, store: Store, path: Path, clock: Clock) -> None:
    table = await open_table(tables)
    sql(path, """UPDATE games SET settings = '{"reviews": [{"worst": [{"deal": 1}], "decisions": 1}]}'""")
    table = await tables_over(store, clock).get(table.id)
    assert table.reviews == ()


# ------------------------------------------------------------------ processes that are given up


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pool]:
    monkeypatch.setattr(pools, "begin", begin)  # a test waits for it
    opened = Pool(1, 0)
    yield opened
    opened.close()


def endless(sign: Path) -> None:
    sign.touch()
    while True:
        pass


async def begun(sign: Path) -> None:
    """Wait until a process is at what has no end."""
    while True:
        if await asyncio.to_thread(sign.exists):
            return
        await asyncio.sleep(0.01)


async def test_process_gives_up_what_is_not_done_in_time_and_is_free_for_the_next(pool: Pool, tmp_path: Path) -> None:
    process = await pool.do(ENDLESS, 1, os.getpid)
    with pytest.raises(ThinkingFailedError):
        await pool.do(0.2, 1, partial(endless, tmp_path / "begun"))
    assert await pool.do(ENDLESS, 1, os.getpid) == process
    assert pool.idle


async def test_process_gives_up_what_nobody_waits_for_any_more(pool: Pool, tmp_path: Path) -> None:
    process = await pool.do(ENDLESS, 1, os.getpid)
    waiting = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "begun")))
    await begun(tmp_path / "begun")
    behind = asyncio.create_task(pool.do(ENDLESS, 1, os.getpid))
    waiting.cancel()
    assert await behind == process
    assert waiting.cancelled()


async def test_process_gives_up_what_it_has_not_even_begun(pool: Pool, tmp_path: Path) -> None:
    process = await pool.do(ENDLESS, 1, os.getpid)
    for at in range(20):  # the word comes before the work, with it, or after it
        waiting = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / str(at))))
        for _ in range(at):
            await asyncio.sleep(0)
        waiting.cancel()
    assert await pool.do(ENDLESS, 1, os.getpid) == process


async def test_what_is_given_up_before_its_turn_takes_none(pool: Pool, tmp_path: Path) -> None:
    first = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "begun")))
    await begun(tmp_path / "begun")
    second = asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "second")))
    third = asyncio.create_task(pool.do(ENDLESS, 1, os.getpid))
    await asyncio.sleep(0)
    for each in (second, first):
        each.cancel()
    assert await third
    assert not (tmp_path / "second").exists()


async def test_turns_of_a_server_that_wants_much_are_not_counted_against_another(pool: Pool, tmp_path: Path) -> None:
    many = [asyncio.create_task(pool.do(ENDLESS, 1, partial(endless, tmp_path / "begun"))) for _ in range(5)]
    await begun(tmp_path / "begun")
    assert (pool.turns_before(1), pool.turns_before(2)) == (5, 1)
    assert not pool.idle
    for each in many:
        each.cancel()
    await asyncio.gather(*many, return_exceptions=True)
    assert pool.idle
