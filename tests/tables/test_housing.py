"""House players at a table: in the lobby, on move, in need, and in the seats of absent members."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules, observe
from bot.house.players import Level, Method
from bot.house.roster import HOUSE, is_house
from bot.tables import CLOCKS, Due, Status, Tables, Why, reviews, thinking
from bot.tables.house_moves import HouseMoves
from bot.tables.reviews import can_review, review_game, stored_review
from bot.tables.thinking import Thinking
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    DAN,
    GUILD,
    STRANGER,
    challenge,
    choose,
    open_table,
    post_board,
    restarted,
    start_table,
    why,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bot.tables import Player, Table
    from db import Store
    from tests.tables import at_table

LIVE = CLOCKS["live-3"]
SHORT = {"target": 500}
PARTNERS = {"partners": True, **SHORT}


@pytest.fixture
async def mind(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Thinking]:
    """A place to think, at which the strong take little time."""
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.001)
    opened = Thinking(1)
    yield opened
    opened.close()


class House:
    """The house at all tables of a bot, let act by the test."""

    def __init__(self, tables: Tables, mind: Thinking) -> None:
        self.shown: list[int] = []
        self.moves = HouseMoves(tables, self._moved, mind)

    async def _moved(self, table_id: int) -> None:
        self.shown.append(table_id)

    async def act(self) -> None:
        """Let every house player on move act once."""
        self.moves.tick()
        await asyncio.gather(*self.moves._acting.values())


@pytest.fixture
def house(tables: Tables, mind: Thinking) -> House:
    return House(tables, mind)


async def with_house(
    tables: Tables,
    levels: Sequence[Level] = (Level.REGULAR,),
    people: Sequence[Player] = (ANN,),
    *,
    preset: str = "modern",
    changes: dict[str, object] | None = None,
) -> Table:
    """Open a table for some people and house players, and deal."""
    rules = build_rules(preset, len(levels) + len(people), SHORT if changes is None else changes)
    table = await open_table(tables, people, rules=rules, preset=preset)
    for level in levels:
        table = await tables.add_house(table.id, ANN.user_id, level)
    return (await tables.start(table.id, ANN.user_id)).table


async def play_on(tables: Tables, house: House, table_id: int, *, plies: int = 10_000) -> Table:
    """Play to the end or for so many plies: the people at random, the house as it thinks best."""
    chance = random.Random(3)
    table = await tables.get(table_id)
    while table.live and table.ply < plies:
        if table.awaits_deal:
            if table.seal is not None and table.seal.message_id is None:
                await post_board(tables, table.id)
            await tables.deal(table.id, table.people[0])
        elif table.house_on_move is not None:
            await house.act()
        else:
            await choose(tables, table, chance)
        table = await tables.get(table_id)
    return table


async def until_house(tables: Tables, table: Table) -> Table:
    """Let the people act until the house is on move."""
    chance = random.Random(4)
    while table.house_on_move is None:
        table = (await choose(tables, table, chance)).table
    return table


# ------------------------------------------------------------------ in the lobby


async def test_only_the_opener_seats_house_players_and_sends_them_away(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN), rules=build_rules("modern", 4, {}))
    assert await why(tables.add_house(table.id, BEN.user_id, Level.NOVICE)) is Why.NOT_OPENER
    table = await tables.add_house(table.id, ANN.user_id, Level.NOVICE)
    house_id = table.users[2]
    assert is_house(house_id)
    assert table.names[2] == HOUSE[house_id].shown
    assert await why(tables.remove_house(table.id, BEN.user_id, house_id)) is Why.NOT_OPENER
    assert await why(tables.remove_house(table.id, ANN.user_id, BEN.user_id)) is Why.NO_SUCH_SEAT
    table = await tables.remove_house(table.id, ANN.user_id, house_id)
    assert table.users == (ANN.user_id, BEN.user_id)


async def test_house_players_fill_free_seats_only_and_each_sits_once(tables: Tables) -> None:
    table = await open_table(tables, (ANN,), rules=build_rules("modern", 4, {}))
    for _ in range(3):
        table = await tables.add_house(table.id, ANN.user_id, Level.STRONG)
    assert len(set(table.users)) == 4
    assert await why(tables.add_house(table.id, ANN.user_id, Level.STRONG)) is Why.TABLE_FULL
    assert await why(tables.join(table.id, BEN)) is Why.TABLE_FULL
    table = await tables.remove_house(table.id, ANN.user_id, table.users[1])
    assert [seat.seat for seat in table.seats] == [0, 1, 2]
    await tables.join(table.id, BEN)
    started = (await tables.start(table.id, BEN.user_id)).table
    assert await why(tables.add_house(started.id, ANN.user_id, Level.NOVICE)) is Why.ALREADY_STARTED


async def test_house_takes_no_seat_of_a_challenge(tables: Tables) -> None:
    table = await challenge(tables)
    assert await why(tables.add_house(table.id, ANN.user_id, Level.REGULAR)) is Why.CHALLENGE_RULES


async def test_house_agrees_to_everything(tables: Tables) -> None:
    table = await open_table(tables, (ANN,), rules=build_rules("modern", 3, {}))
    table = await tables.add_house(table.id, ANN.user_id, Level.REGULAR)
    await tables.join(table.id, BEN)
    table = await tables.set_rules(table.id, ANN.user_id, {"target": 500})
    assert table.to_agree == (BEN.user_id,)
    await tables.agree(table.id, BEN.user_id)
    assert (await tables.start(table.id, ANN.user_id)).table.status is Status.PLAYING


async def test_table_closes_when_only_the_house_would_stay(tables: Tables) -> None:
    table = await open_table(tables, (ANN,))
    await tables.add_house(table.id, ANN.user_id, Level.REGULAR)
    assert (await tables.leave(table.id, ANN.user_id)).status is Status.CANCELLED


async def test_hints_are_part_of_what_players_agree_to_and_pass_on_to_the_rematch(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    assert not table.hints
    terms = table.terms
    table = await tables.set_table(table.id, ANN.user_id, hints=True)
    assert (table.hints, table.to_agree, table.terms) == (True, (BEN.user_id,), terms + 1)
    await tables.agree(table.id, BEN.user_id)
    await tables.start(table.id, ANN.user_id)
    await tables.resign(table.id, ANN.user_id)
    await tables.rematch(table.id, ANN.user_id)
    _, new = await tables.rematch(table.id, BEN.user_id)
    assert new is not None
    assert new.hints


# ------------------------------------------------------------------ on move


@pytest.mark.parametrize(
    ("levels", "people", "preset", "changes"),
    [
        ((Level.NOVICE,), 1, "modern", SHORT),
        ((Level.REGULAR,), 1, "enquire", SHORT),
        ((Level.STRONG,), 1, "parlour", SHORT),
        ((Level.NOVICE, Level.REGULAR), 1, "britannica", SHORT),
        ((Level.REGULAR,), 2, "modern", SHORT),
        ((Level.REGULAR, Level.NOVICE, Level.REGULAR), 1, "modern", PARTNERS),
        ((Level.NOVICE, Level.STRONG), 2, "modern", SHORT),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
async def test_house_plays_whole_games_that_do_not_count(
    tables: Tables,
    store: Store,
    house: House,
    levels: tuple[Level, ...],
    people: int,
    preset: str,
    changes: dict[str, object],
) -> None:
    table = await with_house(tables, levels, (ANN, BEN)[:people], preset=preset, changes=changes)
    table = await play_on(tables, house, table.id)
    assert table.status is Status.FINISHED
    async with store.read() as reader:
        rows = await reader.results(table.id)
        assert {row.user_id for row in rows} == {player.user_id for player in (ANN, BEN)[:people]}
        assert not any(row.rated for row in rows)
        assert await reader.leaderboard(GUILD) == []
    by_house = [row for row in table.actions if is_house(table.users[row.seat])]
    assert len(by_house) > 20
    assert len(house.shown) <= len(by_house)  # what follows by itself is shown with the act before it


async def test_clock_and_reminder_are_for_people_only(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await open_table(tables, (ANN,))
    await tables.set_table(table.id, ANN.user_id, clock=LIVE)
    await tables.add_house(table.id, ANN.user_id, Level.REGULAR)
    table = await until_house(tables, (await tables.start(table.id, ANN.user_id)).table)
    assert (tables.due_at(table.id, Due.CLOCK), tables.due_at(table.id, Due.NUDGE)) == (None, None)
    clock.pass_by(hours=1)
    assert await tables.tick() == []
    again = await restarted(store, clock)
    assert (again.due_at(table.id, Due.CLOCK), again.due_at(table.id, Due.NUDGE)) == (None, None)
    table = await again.get(table.id)
    assert table.house_on_move is Level.REGULAR
    done = await again.act(table.id, table.turn_users[0], _words(table), table.ply, by_house=True)
    assert not done.stale


async def test_rematch_needs_only_the_people(tables: Tables, house: House) -> None:
    table = await with_house(tables, (Level.REGULAR, Level.NOVICE))
    await tables.resign(table.id, ANN.user_id)
    _, new = await tables.rematch(table.id, ANN.user_id)
    assert new is not None
    assert new.status is Status.PLAYING
    assert new.practice
    await post_board(tables, new.id)
    table = await play_on(tables, house, new.id, plies=12)
    assert table.ply >= 12


async def test_house_goes_on_after_a_restart_in_its_turn(
    tables: Tables, store: Store, clock: at_table.Clock, mind: Thinking
) -> None:
    table = await until_house(tables, await with_house(tables))
    again = await restarted(store, clock)
    house = House(again, mind)
    await house.act()
    assert (await again.get(table.id)).ply > table.ply
    assert house.shown == [table.id]


async def test_thinking_ends_when_the_table_closes(
    tables: Tables, mind: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 3.0)
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    house = House(tables, mind)
    house.moves.tick()
    (task,) = house.moves._acting.values()
    await asyncio.sleep(0.05)
    await tables.resign(table.id, ANN.user_id)
    house.moves.tick()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert house.moves._acting == {}
    assert house.shown == []


# ------------------------------------------------------------------ in need


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
    monkeypatch.setattr(thinking, "LEAST_SECONDS", 2.0)
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 2.0)  # thinks for longer than anybody waits
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    await House(tables, mind).act()
    assert (await tables.get(table.id)).ply > table.ply
    assert "slow" in caplog.text


async def test_house_thinks_less_when_the_pool_is_full(
    tables: Tables, mind: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    view = table.view(table.turn_users[0])
    assert view is not None
    assert (await mind.decide(Level.STRONG, view, 5)).method is Method.SAMPLED
    monkeypatch.setattr(thinking, "_MOST_WAITING", 0)
    assert (await mind.decide(Level.STRONG, view, 5)).method is Method.EVALUATED
    await House(tables, mind).act()
    assert (await tables.get(table.id)).ply > table.ply


async def test_processes_are_started_when_a_strong_player_sits_down_and_not_before(
    tables: Tables, house: House, mind: Thinking
) -> None:
    before = set(_workers())
    await with_house(tables, (Level.REGULAR,))
    house.moves.tick()
    assert mind._pool is None
    opened = await open_table(tables, (ANN,))
    await tables.add_house(opened.id, ANN.user_id, Level.STRONG)
    house.moves.tick()
    (worker,) = set(_workers()) - before
    house.moves.tick()
    assert set(_workers()) - before == {worker}


async def test_share_of_time_shrinks_with_the_number_that_wait(mind: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.45)
    shares = []
    for mind._waiting in (1, 10, 60):
        shares.append(mind._share())
        assert mind._share() * mind._waiting <= thinking.PATIENCE_SECONDS
    assert shares[0] == 0.45
    assert shares == sorted(shares, reverse=True)


async def test_decision_depends_on_nothing_but_the_view_and_the_seed(tables: Tables, mind: Thinking) -> None:
    table = await until_house(tables, await with_house(tables))
    view = table.view(table.turn_users[0])
    assert view is not None
    one, other = [await mind.decide(Level.REGULAR, view, 5) for _ in range(2)]
    assert one == other
    assert one.action in view.offered


# ------------------------------------------------------------------ held seats


def _words(table: Table) -> str:
    view = observe(table.game, table.seat_of(table.turn_users[0]))
    return view.offered[0].text.split(" ", 1)[1]


async def late(tables: Tables, clock: at_table.Clock, people: Sequence[Player], **changes: object) -> Table:
    """Begin a game with a clock, and let the time of whoever is on move run out."""
    table = await open_table(tables, people, rules=build_rules("modern", len(people), changes))
    await tables.set_table(table.id, people[0].user_id, clock=LIVE)
    for player in people[1:]:
        await tables.agree(table.id, player.user_id)
    await tables.start(table.id, people[0].user_id)
    clock.pass_by(minutes=3)
    await tables.tick()
    table = await tables.get(table.id)
    assert table.time_is_up
    return table


async def test_house_holds_a_seat_until_its_member_is_back(
    tables: Tables, store: Store, clock: at_table.Clock, house: House
) -> None:
    table = await late(tables, clock, (ANN, BEN))
    absent, other = table.turn_users[0], next(u for u in table.users if u != table.turn_users[0])
    table = await tables.let_house_play(table.id, other)
    seat = table.seat_of(absent)
    assert seat is not None
    assert (table.turn_users, table.awaited, table.house_on_move) == ((absent,), None, Level.REGULAR)
    assert (table.held, table.people, table.time_is_up) == ({seat: Level.REGULAR}, (other,), False)
    assert (tables.due_at(table.id, Due.CLOCK), tables.due_at(table.id, Due.NUDGE)) == (None, None)
    assert (await (await restarted(store, clock)).get(table.id)).held == table.held
    await house.act()
    table = await tables.get(table.id)
    assert table.actions[-1].seat == seat
    table = await play_on(tables, house, table.id, plies=9)
    assert {row.seat for row in table.actions} == {0, 1}
    table = await until_house(tables, table)
    table = await tables.come_back(table.id, absent)
    assert (table.held, table.awaited) == ({}, absent)
    assert tables.due_at(table.id, Due.CLOCK) == clock() + timedelta(minutes=3)
    assert (await tables.act(table.id, absent, _words(table), table.ply, by_house=True)).stale
    assert not (await tables.act(table.id, absent, _words(table), table.ply)).stale


async def test_any_act_of_the_member_takes_the_seat_back(tables: Tables, clock: at_table.Clock) -> None:
    table = await late(tables, clock, (ANN, BEN))
    absent, other = table.turn_users[0], next(u for u in table.users if u != table.turn_users[0])
    table = await tables.let_house_play(table.id, other)
    done = await tables.act(table.id, absent, _words(table), table.ply)
    assert (done.stale, done.table.held, done.table.ply) == (False, {}, table.ply + 1)
    clock.pass_by(minutes=3)
    await tables.tick()
    table = await tables.get(table.id)
    if table.time_is_up:
        table = await tables.let_house_play(table.id, absent)
        done = await tables.act(table.id, other, "play", table.ply + 5)  # an outdated control
        assert (done.stale, done.table.held) == (True, {})


async def test_seat_is_handed_over_by_another_side_and_not_before_time(tables: Tables, clock: at_table.Clock) -> None:
    early = await start_table(tables)
    assert await why(tables.let_house_play(early.id, early.users[0])) is Why.TIME_NOT_UP
    table = await late(tables, clock, (ANN, BEN, CAT, DAN), partners=True)
    seat = table.seat_of(table.turn_users[0])
    assert seat is not None
    assert await why(tables.let_house_play(table.id, table.users[seat])) is Why.STILL_HERE
    assert await why(tables.let_house_play(table.id, table.users[(seat + 2) % 4])) is Why.OWN_TIME
    assert await why(tables.let_house_play(table.id, STRANGER.user_id)) is Why.NOT_SEATED
    table = await tables.let_house_play(table.id, table.users[(seat + 1) % 4])
    assert set(table.held) == {seat}


async def test_partner_decides_where_only_the_house_plays_against_both(tables: Tables, clock: at_table.Clock) -> None:
    table = await open_table(tables, (ANN,), rules=build_rules("modern", 4, {"partners": True}))
    await tables.set_table(table.id, ANN.user_id, clock=LIVE)
    await tables.add_house(table.id, ANN.user_id, Level.NOVICE)
    await tables.join(table.id, BEN)
    await tables.add_house(table.id, ANN.user_id, Level.NOVICE)
    table = (await tables.start(table.id, ANN.user_id)).table
    house = House(tables, Thinking())  # novices need no process
    while table.house_on_move is not None:
        await house.act()
        table = await tables.get(table.id)
    clock.pass_by(minutes=3)
    await tables.tick()
    absent = table.turn_users[0]
    partner = next(player.user_id for player in (ANN, BEN) if player.user_id != absent)
    table = await tables.let_house_play(table.id, partner)
    assert table.people == (partner,)


async def test_member_who_left_may_be_played_for_out_of_turn_and_their_claim_is_not_waited_for(
    tables: Tables, clock: at_table.Clock
) -> None:
    table = await late(tables, clock, (ANN, BEN, CAT))
    one, two = (user for user in table.users if user != table.turn_users[0])
    table = await tables.let_house_play(table.id, one, two)
    assert table.people == tuple(user for user in table.users if user != two)
    clock.pass_by(minutes=3)
    await tables.tick()
    done = await tables.claim_time(table.id, one)
    assert done.table.status is Status.FINISHED


async def test_who_decides_is_back_and_never_are_all_seats_held(tables: Tables, clock: at_table.Clock) -> None:
    table = await late(tables, clock, (ANN, BEN))
    absent, other = table.turn_users[0], next(u for u in table.users if u != table.turn_users[0])
    table = await tables.let_house_play(table.id, other, absent)
    table = await tables.let_house_play(table.id, absent, other)
    assert set(table.held) == {table.seat_of(other)}


async def test_game_with_a_held_seat_counts_for_its_member(
    tables: Tables, store: Store, clock: at_table.Clock, house: House
) -> None:
    table = await late(tables, clock, (ANN, BEN), **SHORT)
    absent, other = table.turn_users[0], next(u for u in table.users if u != table.turn_users[0])
    await tables.let_house_play(table.id, other)
    table = await play_on(tables, house, table.id)
    assert table.status is Status.FINISHED
    async with store.read() as reader:
        rows = await reader.results(table.id)
    assert {(row.user_id, row.rated) for row in rows} == {(absent, True), (other, True)}
    assert table.held
    assert "rematch_id" not in (await tables.rematch(table.id, other))[0].row.settings


# ------------------------------------------------------------------ looking back


async def test_practice_game_is_looked_back_at_within_the_time(
    tables: Tables, house: House, mind: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "REVIEW_SECONDS", 2.0)
    monkeypatch.setattr(reviews, "DECISION_SECONDS", 0.03)
    table = await with_house(tables)
    assert not can_review(table, ANN.user_id)
    table = await play_on(tables, house, table.id)
    assert can_review(table, ANN.user_id)
    assert not can_review(table, BEN.user_id)
    parts: list[float] = []

    async def progress(part: float) -> None:
        parts.append(part)

    loop = asyncio.get_running_loop()
    began = loop.time()
    review = await review_game(table, ANN.user_id, mind, 1, progress)
    assert loop.time() - began < 5
    assert parts == sorted(parts)
    assert review.decisions >= review.closely == len(parts) > 0
    assert 0 < len(review.worst) <= reviews.COUNT  # who plays at random loses points
    seat = table.seat_of(ANN.user_id)
    for each in review.worst:
        done, better = each.acts
        assert done.seat == better.seat == seat
        assert done != better
        assert (each.points >= 1, 0 <= each.deal < len(table.game.deals)) == (True, True)
        assert 1 <= each.trick <= len(table.game.deals[each.deal].tricks)
    assert stored_review(await tables.keep_review(table.id, review.stored())) == review


async def test_review_that_cannot_be_read_is_made_anew(tables: Tables) -> None:
    table = await tables.keep_review((await open_table(tables)).id, {"worst": [{"deal": 1}], "decisions": 1})
    assert stored_review(table) is None
